"""The registry of games: which games there are, and how their rooms are reached."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from msgspec import Struct, structs

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Atom, called, phrase

if TYPE_CHECKING:
    from pencilwright.games import rooms as contract
    from pencilwright.games.document import Document

ROOMS: Final = (
    "components", "own_values", "options", "setup", "telling", "state", "reading", "notation", "legality",
    "scoring", "marks", "markrules", "paper", "example", "commands",
)  # fmt: skip
"""The rooms that every game has; games/rooms.py says what is in each."""
OF_A_SHEET: Final = ("marks", "markrules")
"""Those of them that a game has besides for each of its other sheets with marks, named after the sheet."""


class Game(Struct, frozen=True):
    """One game: its public id, its package under games/, the prefix of its share codes, its rooms.

    A game may have rooms of its own besides those that all have. `sheet` is the sheet that is looked at, as
    its Document has it: it says which marks the rooms "marks" and "markrules" know.
    """

    id: str
    title: str
    package: str
    prefix: str
    rooms: tuple[str, ...] = ROOMS
    sheet: str = ""

    def on(self, document: Document) -> Game:
        """Return the game as the marks of a document's sheet show it."""
        return structs.replace(self, sheet=document.sheet)

    @property
    def name(self) -> Atom:
        """The game's title in each language; as it stands where the words have none."""
        return called(f"game.{self.id}", self.title)

    @overload
    def room(self, name: Literal["components"]) -> contract.ComponentsRoom[Any]: ...
    @overload
    def room(self, name: Literal["own_values"]) -> contract.OwnValuesRoom[Any]: ...
    @overload
    def room(self, name: Literal["options"]) -> contract.OptionsRoom: ...
    @overload
    def room(self, name: Literal["setup"]) -> contract.SetupRoom[Any]: ...
    @overload
    def room(self, name: Literal["telling"]) -> contract.TellingRoom[Any]: ...
    @overload
    def room(self, name: Literal["state"]) -> contract.StateRoom[Any]: ...
    @overload
    def room(self, name: Literal["reading"]) -> contract.ReadingRoom[Any]: ...
    @overload
    def room(self, name: Literal["notation"]) -> contract.NotationRoom[Any]: ...
    @overload
    def room(self, name: Literal["legality"]) -> contract.LegalityRoom[Any]: ...
    @overload
    def room(self, name: Literal["scoring"]) -> contract.ScoringRoom[Any]: ...
    @overload
    def room(self, name: Literal["marks"]) -> contract.MarksRoom[Any, Any]: ...
    @overload
    def room(self, name: Literal["markrules"]) -> contract.MarkRulesRoom[Any]: ...
    @overload
    def room(self, name: Literal["paper"]) -> contract.PaperRoom[Any]: ...
    @overload
    def room(self, name: Literal["example"]) -> contract.ExampleRoom[Any]: ...
    @overload
    def room(self, name: Literal["commands"]) -> contract.CommandsRoom[Any]: ...
    @overload
    def room(self, name: Literal["session"]) -> contract.SessionRoom[Any, Any]: ...
    @overload
    def room(self, name: Literal["puzzle"]) -> contract.PuzzleRoom: ...
    @overload
    def room(self, name: Literal["outlook"]) -> contract.OutlookRoom[Any]: ...
    @overload
    def room(self, name: Literal["log"]) -> contract.LogRoom: ...
    @overload
    def room(self, name: str) -> Any: ...
    def room(self, name: str) -> Any:
        """Return the module of one room (``game.room("setup")``), importing it only now.

        Raises InputError when the game has no such room.
        """
        if self.sheet and name in OF_A_SHEET:
            name = f"{self.sheet}_{name}"
        if name not in self.rooms:
            having = tuple(one.name for one in GAMES.values() if name in one.rooms)
            said = phrase("room.none", game=self.name, room=called(f"room.{name}", name))
            if having:
                said = phrase("room.others", said=said, games=having, n=len(having))
            raise InputError(said, field="game")
        return import_module(f"pencilwright.games.{self.package}.{name}")


_games: Final = {
    "troyes-dice": Game(
        "troyes-dice",
        "Troyes Dice",
        "troyes_dice",
        "TD",
        (*ROOMS, "rules", "wording", "status", "table", "vectors", "transcript", "puzzle", "outlook"),
    ),
    "terracotta-army": Game(
        "terracotta-army",
        "Terracotta Army",
        "terracotta_army",
        "TA",
        (
            *ROOMS,
            "chancellor",
            "turns",
            "oracle",
            "transcript",
            "session",
            "puzzle",
            "outlook",
            "grid_marks",
            "grid_markrules",
        ),
    ),
    "terra-mystica": Game(
        "terra-mystica",
        "Terra Mystica",
        "terra_mystica",
        "TM",
        (*ROOMS, "log", "puzzle", "outlook", "map_marks", "map_markrules"),
    ),
    "tianxia": Game(
        "tianxia", "Tianxia", "tianxia", "TX", (*ROOMS, "lists", "battle", "deal", "puzzle", "outlook")
    ),
}
GAMES: Final[Mapping[str, Game]] = MappingProxyType(_games)
"""All games: ours, and those that `register` has added."""


def register(added: Game, folder: str) -> None:
    """Add a game whose rooms lie outside the checkout, in FOLDER/<package>/.

    Raises InputError when its id, package or prefix is another game's.
    """
    for known in GAMES.values():
        for name in ("id", "package", "prefix"):
            if getattr(known, name) == getattr(added, name):
                said = {"value": getattr(added, name), "game": added.title, "other": known.name}
                raise InputError(phrase(f"game.taken.{name}", **said), field=name)
    _games[added.id] = added
    __path__.append(folder)


def of_prefix(prefix: str) -> Game:
    """Return the game whose codes begin so, as `pagecode.decode` tells it."""
    return next(known for known in GAMES.values() if known.prefix == prefix)


def game(game_id: str) -> Game:
    """Return the game with this id. Raises InputError naming the known ids and the nearest spelling."""
    if not isinstance(game_id, str):
        raise InputError(phrase("game.no_text", kind=type(game_id).__name__, ids=tuple(GAMES)), field="game")
    if game_id in GAMES:
        return GAMES[game_id]
    from difflib import get_close_matches

    wanted = game_id.strip().lower().replace("_", "-").replace(" ", "-")
    near = get_close_matches(wanted, GAMES, n=1)
    said = phrase("game.unknown", id=game_id)
    if near:
        said = phrase("game.near", said=said, id=near[0])
    raise InputError(phrase("game.known", said=said, ids=tuple(GAMES)), field="game")
