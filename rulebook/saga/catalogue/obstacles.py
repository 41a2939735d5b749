"""Obstacles that a board may hold: standing in the way until they are broken (WIN-2)."""

from rulebook.saga.catalogue.model import ObstacleEntry, Text

OBSTACLES = {
    obstacle.key: obstacle
    for obstacle in (
        ObstacleEntry("barricade", Text("Barricade", "Barricada")),
        ObstacleEntry("barrel", Text("Barrel", "Barril")),
        ObstacleEntry("eggs", Text("Clutch of eggs", "Puesta de huevos")),
        ObstacleEntry("trollstone", Text("Trollstone", "Piedra de trol")),
        ObstacleEntry("ice-rock", Text("Ice rock", "Roca de hielo")),
        ObstacleEntry("great-ice-rock", Text("Great ice rock", "Gran roca de hielo"), "2x2", 15),
    )
}
