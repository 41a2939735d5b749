"""The demo's texts in Spanish."""

from demo.council_spanish import COUNCIL
from demo.words import Looks, Words

SPANISH = Words(
    language="es",
    campaign="La marcha del norte",
    summary=(
        "La costa quedó bajo el hielo, y dos clanes que nunca compartieron fuego comparten ahora el camino. Van al "
        "norte porque del sur vino la oscuridad. Lo que tienen cabe en once carros. Lo que se deben unos a otros se "
        "cuenta cada noche.\n\n"
        "Esto es una demostración: todas las cuentas que el sitio mostró al arrancar participan en ella, y nada de "
        "lo que hagas aquí puede salir mal."
    ),
    clans=("Cuervos de Skarn", "Aguahierro"),
    looks={
        "torvald": Looks(
            "Torvald",
            "Ancho, de barba roja, le cuesta sentarse. Arregla él mismo su escudo y no deja que nadie lo toque.",
            "Guardó el portazgo de Skarn hasta que no quedó nadie que lo pagara. Cuando el hielo se llevó el puente "
            "tocó la campana una hora entera; quienes acudieron corriendo son hoy los Cuervos.",
            "Todavía tengo la caja del portazgo. Nadie sabe qué hay dentro.",
        ),
        "ylva": Looks(
            "Ylva",
            "Una capucha verde y, debajo, dos ojos que cuentan las salidas.",
            "Furtiva de oficio y de carácter. Torvald la atrapó una vez por invierno durante seis inviernos. Al "
            "séptimo le pidió que viniera.",
        ),
        "aslaug": Looks(
            "Aslaug",
            "Trenzas rubias, un pulgar manchado de tinta y una voz que cruza el valle.",
            "Portavoz de Aguahierro. Perdió la votación sobre dejar las fraguas, y después cargó ella misma el primer "
            "yunque en los carros. Escribe la marcha para que haya sucedido.",
        ),
        "steinar": Looks(
            "Steinar",
            "Nunca se quita el yelmo. Unos dicen que detrás hay una buena historia; otros, que no.",
            "Escoltaba una caravana de sal que ya no existe. Se unió a Aguahierro por una semana, hace dos años.",
        ),
        "hadding": Looks(
            "Hadding",
            "Un varl, y de los grandes. Lleva los dos cuernos ceñidos con hierro de carro.",
            "Defendió el puente de Skarn el tiempo que tardaron los carros en cruzar, y después el que hizo falta para "
            "estar seguro. La rodilla no ha vuelto a ser la misma.",
            "Hadding lleva la cuenta de los golpes que debe. No ha olvidado ninguno.",
        ),
        "sverre": Looks(
            "Sverre",
            "Una cicatriz de la oreja al mentón y la costumbre de reírse antes del chiste.",
            "Fue saqueador hasta que los saqueados tuvieron menos que él.",
        ),
        "mereth": Looks(
            "Mereth",
            "Rizos oscuros bajo una cinta dorada; su aljaba huele a pez.",
            "Quemó cal antes de quemar otra cosa. Los Cuervos la acogieron por sus hornos, y se la quedaron cuando "
            "vieron lo que hacía a noventa pasos con una olla de escoria.",
            "Si llega a haber un asedio, sé cómo terminarlo. Preferiría que no.",
        ),
        "ulfar": Looks(
            "Ulfar",
            "Canoso hasta el cinto, apoyado en un bastón que zumba cerca del hierro.",
            "Ha reparado la misma cota de malla para cuatro dueños. A cada uno lo recuerda por sus abolladuras.",
        ),
    },
    deeds={
        "bridge": "Defendió el puente de Skarn",
        "wolves": "Lobos entre los carros",
        "toll": "Convenció a los portazgueros",
        "council": "Habló en el consejo de los dos clanes",
    },
    road_name="Faroles en el viejo camino del portazgo",
    road_intro=(
        "El camino sube entre cuatro piedras hincadas, y al otro lado alguien ha colgado faroles. No son faroles. "
        "Cuatro dragas cierran el paso, y la de en medio, grande como un pajar, lleva en la mano la puerta de los "
        "portazgueros. Si cae, las demás no se quedarán."
    ),
    road_sides=("La caravana", "Las dragas"),
    foes={
        "stonejaw": "Quijapiedra",
        "embereye": "Ojo de Brasa",
        "splitface": "Carapartida",
        "cinderhand": "Mano de Ceniza",
    },
    posts={
        "first-arrow": (
            "Mereth no espera a los gritos. Unos pasos cuesta arriba, una rodilla en la nieve, y mira a la gran draga "
            "como miraba sus hornos: ¿dónde es más fina la pared?\n\n"
            "—Ahí —le dice a nadie. La flecha entra bajo el brazo, y una placa del tamaño de una puerta se desprende "
            "y se parte contra el camino. Un trozo sale rebotando y repica en la pequeña de detrás."
        ),
        "into-the-gap": (
            "Torvald ve caer la placa y ya está corriendo.\n\n"
            "—¡Portazgo abierto! —ruge, y es la primera vez que alguien usa eso como grito de guerra.\n\n"
            "Se mete por donde salió la armadura, entre la grande y su vecina, y pone el hombro entero detrás del "
            "hacha. Algo cede. No es el hacha."
        ),
        "twice-swung": (
            "Aslaug ha dado discursos sobre el valor, y cuesta arriba se acuerda de todos. Su primer golpe también es "
            "un discurso: largo y desviado.\n\n"
            "—No —dice—. Así no. —Afirma los pies y golpea otra vez antes de que aquello entienda que han fallado, y "
            "ahora sí saltan esquirlas. Es un rasguño. Un rasguño le vale."
        ),
        "over-the-stones": (
            "La draga de la cara partida pasa entre las piedras hincadas como un peñasco que ha cambiado de idea. "
            "Elige al enemigo más grande que hay, por qué no, y descarga las dos manos sobre Hadding.\n\n"
            "Las manos dan en el camino. El camino sale perdiendo."
        ),
        "the-fist-falls": (
            "Quijapiedra mira al hombre de la barba roja como se mira una china en la bota. Luego suelta la puerta y "
            "le pega con lo que la sujetaba.\n\n"
            "El borde del escudo de Torvald se dobla. Dos remaches le pasan zumbando junto a la oreja."
        ),
        "from-the-left": (
            "Todavía está mirando a la grande cuando la otra levanta la cabeza. Un ojo se le enciende como una brasa "
            "en la que alguien ha soplado. El golpe llega bajo y por la izquierda, por debajo del borde doblado, y "
            "por primera vez esta mañana hay sangre en el camino del portazgo."
        ),
        "the-debt": (
            "—Uno —dice Hadding, que lleva la cuenta. Mira el agujero del camino donde debería estar él, y luego a "
            "quien lo hizo. La rodilla mala dice que no. No se lo pregunta dos veces.\n\n"
            "El hacha da una sola vuelta, plana, a la altura de un sombrero, y encuentra a Carapartida en la grieta "
            "que le dio nombre. Lo que queda en pie es bastante menos que lo que llegó.\n\n"
            "—Ninguno —dice Hadding."
        ),
        "a-better-place": (
            "La hondera del fondo sisea entre dientes, y su bolsa de escoria se enciende y se apaga. Desde donde está "
            "solo podría tirar a las suyas. Se escurre por detrás del talón de la grande hacia la derecha, donde el "
            "camino se abre delante de ella, y empieza a girar la honda."
        ),
        "the-shield-stays": (
            "En la vida de todo portazguero hay un momento en que el carro no se detiene. Torvald sabe qué se hace. Ni "
            "se mete uno debajo ni se aparta.\n\n"
            "Se limpia la barba, clava el escudo doblado entre las piedras y se apoya.\n\n"
            "—Yo me quedo —grita por encima del hombro—. ¡Aslaug! ¡Cuando te venga bien!"
        ),
        "when-my-turn-comes": (
            "A Mereth le queda una olla que aún quema. Si la grande sigue en pie cuando le toque, irá por encima de la "
            "cabeza de Torvald, entre la giganta y la hondera, donde aprovecha a las dos. Si no, tiene una flecha para "
            "la del ojo."
        ),
    },
    spar_name="Espadas de madera en el vado helado",
    spar_intro=(
        "Los carros esperan a que cuaje el hielo, y los clanes no tienen otra cosa que hacer que averiguar quién es "
        "mejor. Amistoso, dos contra dos.\n\n"
        "Esta batalla enseña el reloj: una hora de su mesa dura dos segundos. Los turnos vencen, la iniciativa lo paga "
        "y los avisos llegan mientras miras. Tras tres asaltos sin que publique ningún jugador la batalla se pausa "
        "sola; cualquiera de sus jugadores puede reanudarla."
    ),
    spar_sides=("Cuervos", "Aguahierro"),
    council=COUNCIL,
    vault_campaign="Bajo la capilla",
    vault_summary=(
        "Nadie en la caravana había pedido una capilla, pero la caravana necesitaba un techo, y la capilla lo tenía. "
        "También tiene sótano. Cuatro personas a las que se les dan bien los sótanos han bajado con un farol.\n\n"
        "Esto es una demostración del segundo juego: aventuras en la mazmorra, contra el Tirano. Aquí los cuatro "
        "héroes son de una sola jugadora, y al Tirano no lo lleva nadie: saca sus cartas, sopesa a los héroes y "
        "dice por qué hace lo que hace."
    ),
    vault_name="Lo que suena abajo",
    vault_intro=(
        "Hace ya un mes que las campanas suenan solas, siempre un poco después de medianoche y siempre desde abajo. En "
        "el farol queda aceite para una noche."
    ),
    vault_posts={
        "bruna": (
            "Bruna no es de pasar de puntillas. Sigue la pared norte, mira la puerta, mira la cerradura y les explica "
            "el asunto a las dos con el plano del hacha.\n\n"
            "—Estaba abierta —dice, cuando lo está."
        ),
        "torvek": (
            "A su espalda algo se endereza con ruido de cucharas que caen. Torvek suspira, se da la vuelta y pone el "
            "escudo justo donde aquella espada quería ir.\n\n"
            "—Túmbate —le dice. Y se tumba, en varios sitios."
        ),
        "sylwen": (
            "Sylwen tiene delante el hueco de la puerta y, en el hueco, los hombros de Bruna. Se va adonde se ve por "
            "encima de uno de ellos, pone una flecha en la cuerda y espera a que alguien sea lo bastante alto."
        ),
        "ivo": (
            "Ivo trae el farol, porque alguien tiene que traerlo. Ha leído sobre huesos que vuelven a levantarse; "
            "decía el libro que detrás hay siempre alguien que así lo quiere.\n\n"
            "—Ahí dentro hay algo que nos está contando —dice—. Me gustaría saber en qué orden."
        ),
    },
)
