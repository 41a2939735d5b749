"""The demo's council in Spanish."""

from demo.words import Asked, Council

COUNCIL = Council(
    chapter="Al norte de los prados",
    scene="Consejo junto a los carros",
    prompt=(
        "Aquí se habla la marcha: quién va delante, qué se come, hacia dónde giran las ruedas. Escribid con vuestro "
        "héroe o compañero. Las decisiones llegan como cuadros argumentales; el voto se da en el propio cuadro."
    ),
    posts={
        "torvald": (
            "—Guardé ese portazgo diecinueve inviernos —dice Torvald, y señala la cuesta con la barba—. En diecinueve "
            "inviernos no bajó por ahí nada que no pudiera mandar de vuelta. —Lo piensa—. El decimonoveno, por poco."
        ),
        "hadding": (
            "Hadding ha ido hasta los prados y ha vuelto. Se sienta, que lleva su tiempo, y levanta tres dedos, cada "
            "uno como una hogaza. —Mojado. Llano. Tres días menos. —Una pausa—. A mí tampoco me gusta el humo."
        ),
        "mereth": (
            "—Quien encendió eso entiende de viento —dice Mereth, que lleva un rato mirándolo con un ojo cerrado—. No "
            "ha temblado desde mediodía. No es un fuego de cocina. Es alguien que dice: aquí."
        ),
    },
    fork=Asked(
        "La bifurcación del túmulo",
        "El camino",
        (
            "El camino se parte ante un túmulo alto como un varl. A la izquierda baja a los prados del río: bueno para "
            "las ruedas, malo para las botas, y al otro lado del agua se levanta una raya de humo, recta y gris, que "
            "nadie encendió por vosotros. A la derecha sube al viejo camino del portazgo: piedras, viento y nada que "
            "comer salvo la vista.\n\nOnce carros se detienen. Cuatrocientas personas miran a quien va delante."
        ),
        (
            "Bajar por los prados",
            "Subir por el viejo camino del portazgo",
            "Acampar junto al túmulo hasta que alguien explique el humo",
        ),
    ),
    fork_reason="Dos clanes, un túmulo, y ha empezado a llover",
    fork_weighed=(
        "La marcha debería estar en lo alto cuando llegue la primera helada.",
        "En Aguahierro también han contado los humos, y hay más que esta mañana.",
        "Aguahierro gira los carros sin que se lo digan dos veces; se gruñe de las ruedas, no de Aslaug.",
    ),
    fork_outcome=(
        "Aslaug no alza la voz. Solo dice lo que todos han visto, en el orden debido, y al final cuatrocientas "
        "personas descubren que han decidido ir cuesta arriba.\n\nEl primer carro toma la curva antes de que "
        "oscurezca. Detrás, abajo en los prados, una segunda raya de humo se levanta junto a la primera."
    ),
    well=Asked(
        "El pozo que no está seco",
        "El camino",
        (
            "Al pie de la casa del portazgo hay un pozo. El cubo sube seco, y el segundo también. Al tercero, alguien "
            "tira de la cuerda desde abajo, dos veces.\n\nNadie ha soltado el torno. Los niños ya le han puesto "
            "nombre. Los barriles alcanzan hasta pasado mañana."
        ),
        (
            "Bajar a alguien con la cuerda y un farol",
            "Bajar un mensaje y esperar lo que suba",
            "Tapar el pozo y seguir con el agua que queda",
        ),
    ),
    well_reason="Nadie ha contado los barriles desde la bifurcación",
    counted="Contados la mañana de la partida",
    barley="Cebada en el desván del portazgo, y casi toda seca",
)
