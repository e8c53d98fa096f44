"""The registry of games: which games there are, and how their rooms are reached."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType, ModuleType

from pencilwright.games.errors import InputError

ROOMS = (
    "components", "options", "setup", "state", "rules", "scoring", "marks", "markrules", "paper", "example",
)  # fmt: skip


@dataclass(frozen=True)
class Game:
    """One game: its public id, its package under games/, the prefix of its share codes, its rooms.

    A game may have rooms of its own besides those that all have.
    """

    id: str
    title: str
    package: str
    prefix: str
    rooms: tuple[str, ...] = ROOMS

    def room(self, name: str) -> ModuleType:
        """Return the module of one room (``game.room("setup")``), importing it only now.

        Raises InputError when the game has no such room.
        """
        if name not in self.rooms:
            having = ", ".join(one.title for one in GAMES.values() if name in one.rooms)
            raise InputError(f"{self.title} has no {name}{f'; {having} has' if having else ''}", field="game")
        return import_module(f"pencilwright.games.{self.package}.{name}")


GAMES: Mapping[str, Game] = MappingProxyType(
    {
        "troyes-dice": Game(
            "troyes-dice",
            "Troyes Dice",
            "troyes_dice",
            "TD",
            rooms=(*ROOMS, "transcript", "puzzle", "commands"),
        ),
        "terracotta-army": Game(
            "terracotta-army",
            "Terracotta Army",
            "terracotta_army",
            "TA",
            (*ROOMS, "chancellor", "commands", "notation", "oracle", "puzzle"),
        ),
        "terra-mystica": Game(
            "terra-mystica", "Terra Mystica", "terra_mystica", "TM", (*ROOMS, "log", "puzzle", "commands")
        ),
        "tianxia": Game(
            "tianxia", "Tianxia", "tianxia", "TX", (*ROOMS, "lists", "battle", "deal", "puzzle", "commands")
        ),
    }
)


def game(game_id: str) -> Game:
    """Return the game with this id. Raises InputError naming the known ids and the nearest spelling."""
    if game_id in GAMES:
        return GAMES[game_id]
    from difflib import get_close_matches

    known = ", ".join(GAMES)
    wanted = game_id.strip().lower().replace("_", "-").replace(" ", "-")
    near = get_close_matches(wanted, GAMES, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise InputError(f"there is no game called {game_id!r}{hint} (known games: {known})", field="game")
