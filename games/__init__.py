"""The registry of games: which games there are, and how their rooms are reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, cast, overload

from msgspec import Struct, structs

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Atom, Phrase, called, lend, phrase

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Self

    from pencilwright.games import rooms as contract
    from pencilwright.games.document import Document
    from pencilwright.games.terra_mystica import components as mystica_components
    from pencilwright.games.terra_mystica import setup as mystica_setup
    from pencilwright.games.terra_mystica import state as mystica_state
    from pencilwright.games.terracotta_army import components as army_components
    from pencilwright.games.terracotta_army import setup as army_setup
    from pencilwright.games.terracotta_army import state as army_state
    from pencilwright.games.tianxia import components as tianxia_components
    from pencilwright.games.tianxia import setup as tianxia_setup
    from pencilwright.games.tianxia import state as tianxia_state
    from pencilwright.games.troyes_dice import components as troyes_dice_components
    from pencilwright.games.troyes_dice import setup as troyes_dice_setup
    from pencilwright.games.troyes_dice import state as troyes_dice_state

ROOMS: Final = (
    "components", "own_values", "options", "setup", "setup_words", "state", "reading", "notation", "legality",
    "scoring", "marks", "markrules", "paper", "example", "commands",
)  # fmt: skip
"""The rooms that every game has; games/rooms.py says what is in each."""
OF_A_SHEET: Final = ("marks", "markrules")
"""Those of them that a game has besides for each of its other sheets with marks, named after the sheet."""

U = TypeVar("U", bound=Struct)
S = TypeVar("S")
C = TypeVar("C")
R = TypeVar("R")


class Room(Generic[R]):
    """A room of a game as an attribute: its module, imported when it is first asked for."""

    def __init__(self, name: str) -> None:
        """Keep which room it is."""
        self.name = name

    def __get__(self, game: TypedGame[U, S, C], owner: object) -> R:
        """Return the module. Raises InputError when the game has no such room."""
        return cast("R", game.room(self.name))


class Made(Protocol):
    """All rooms of a game that is made from a file; rooms.py says what is in each."""

    @property
    def name(self) -> Phrase | None:
        """The game's name as the file has it."""

    @property
    def languages(self) -> Sequence[str]:
        """Languages of its words, the first one standing in for what others lack."""


class TypedGame(Struct, Generic[U, S, C], frozen=True):
    """One game: its public id, its package under games/, the prefix of its share codes, its rooms.

    Setups are of type U, states of type S, what is in the box is of type C; games/rooms.py says what is in
    each room. A game may have rooms of its own besides those that all have: `room` gives them by name.
    `sheet` is the sheet that is looked at, as its Document has it: it says which marks `marks` and
    `markrules` know. `made` has all rooms of a game that is made from a file; None: they are modules.
    """

    id: str
    title: str
    package: str
    prefix: str
    rooms: tuple[str, ...] = ROOMS
    sheet: str = ""
    made: Made | None = None

    components = Room["contract.ComponentsRoom[C]"]("components")
    own_values = Room["contract.OwnValuesRoom[C]"]("own_values")
    options = Room["contract.OptionsRoom"]("options")
    setups = Room["contract.SetupRoom[U]"]("setup")
    setup_words = Room["contract.SetupWordsRoom[U, C]"]("setup_words")
    states = Room["contract.StateRoom[S, U, C]"]("state")
    reading = Room["contract.ReadingRoom[S]"]("reading")
    notation = Room["contract.NotationRoom[S]"]("notation")
    legality = Room["contract.LegalityRoom[S]"]("legality")
    scoring = Room["contract.ScoringRoom[S, C]"]("scoring")
    marks = Room["contract.MarksRoom[S, U]"]("marks")
    markrules = Room["contract.MarkRulesRoom[U]"]("markrules")
    paper = Room["contract.PaperRoom[U]"]("paper")
    examples = Room["contract.ExampleRoom[S]"]("example")
    commands = Room["contract.CommandsRoom[S]"]("commands")
    # These not every game has.
    sessions = Room["contract.SessionRoom[S, object]"]("session")
    puzzles = Room["contract.PuzzleRoom[S]"]("puzzle")
    forecast = Room["contract.ForecastRoom[S]"]("forecast")
    logs = Room["contract.LogRoom[S, U, object]"]("log")

    def on(self, document: Document) -> Self:
        """Return the game as the marks of a document's sheet show it."""
        return structs.replace(self, sheet=document.sheet)

    @property
    def name(self) -> Atom:
        """The game's title in each language; as it stands where the words have none."""
        own: Phrase | None = None if self.made is None else self.made.name
        return own or called(f"game.{self.id}", self.title)

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of words that a game brings itself: those of a pad's file."""
        return () if self.made is None else tuple(self.made.languages)

    def room(self, name: str) -> ModuleType:
        """Return the module of one room (``game.room("wording")``), importing it only now.

        A game that has no module of this name keeps the room in its package. Raises InputError when the game
        has no such room.
        """
        if self.sheet and name in OF_A_SHEET:
            name = f"{self.sheet}_{name}"
        if name not in self.rooms:
            having = tuple(other.name for other in GAMES.values() if name in other.rooms)
            said = phrase("room.none", game=self.name, room=called(f"room.{name}", name))
            if having:
                said = phrase("room.others", said=said, games=having, n=len(having))
            raise InputError(said, field="game")
        if self.made is not None:
            return cast("ModuleType", self.made)
        package = f"pencilwright.games.{self.package}"
        try:
            return import_module(f"{package}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{package}.{name}":
                raise
            return import_module(package)


if TYPE_CHECKING:
    Game: TypeAlias = TypedGame[Struct, object, contract.Components]
else:
    Game = TypedGame  # for code that knows no game by name: what it hands on is the game's business

_games: Final[dict[str, Game]] = {
    "troyes-dice": Game(
        "troyes-dice",
        "Troyes Dice",
        "troyes_dice",
        "TD",
        (
            *ROOMS,
            "rules",
            "wording",
            "status",
            "table",
            "vectors",
            "transcript",
            "session",
            "puzzle",
            "forecast",
        ),
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
            "forecast",
            "grid_marks",
            "grid_markrules",
        ),
    ),
    "terra-mystica": Game(
        "terra-mystica",
        "Terra Mystica",
        "terra_mystica",
        "TM",
        (*ROOMS, "log", "puzzle", "forecast", "map_marks", "map_markrules"),
    ),
    "tianxia": Game(
        "tianxia", "Tianxia", "tianxia", "TX", (*ROOMS, "lists", "battle", "deal", "puzzle", "forecast")
    ),
}
GAMES: Final[Mapping[str, Game]] = MappingProxyType(_games)
"""All games: ours, and those that `register` has added."""


def register(added: Game, folder: str = "") -> None:
    """Add a game whose rooms lie outside the checkout, in FOLDER/<package>/, or are made of a file.

    Raises InputError when its id, package or prefix is another game's.
    """
    for known in GAMES.values():
        for name in ("id", "package", "prefix") if added.made is None else ("id", "prefix"):
            if getattr(known, name) == getattr(added, name):
                said = {"value": getattr(added, name), "game": added.title, "other": known.name}
                raise InputError(phrase(f"game.taken.{name}", **said), field=name)
    _games[added.id] = added
    for language in added.languages:
        lend(language)
    if folder:
        __path__.append(folder)


def forget(game_id: str) -> None:
    """Take out a game that is made of a file, as it is to be added anew; others stay."""
    if game_id in _games and _games[game_id].made is not None:
        del _games[game_id]


PADS: Final = ("SP", 3, 4)
"""The letters that the codes of all pads from files begin with, and how many symbols say which pad it is and
which rows it has."""


def pad_of(code: str) -> InputError | None:
    """Return why no pad that is known has a code, a cleaned one; None where it is no pad's or one has it."""
    letters, of_name, _ = PADS
    if not code.startswith(letters) or any(code.startswith(known.prefix) for known in GAMES.values()):
        return None
    start = code[: len(letters) + of_name]
    near = next((known for known in GAMES.values() if known.prefix.startswith(start)), None)
    said = phrase("pad.unknown") if near is None else phrase("pad.edition", pad=near.name)
    return InputError(said, field="code")


def of_prefix(prefix: str) -> Game:
    """Return the game whose codes begin so, as `pagecode.decode` tells it."""
    return next(known for known in GAMES.values() if known.prefix == prefix)


@overload
def game(
    game_id: Literal["troyes-dice"],
) -> TypedGame[troyes_dice_setup.Setup, troyes_dice_state.State, troyes_dice_components.Components]: ...
@overload
def game(
    game_id: Literal["terracotta-army"],
) -> TypedGame[army_setup.Setup, army_state.State, army_components.Components]: ...
@overload
def game(
    game_id: Literal["terra-mystica"],
) -> TypedGame[mystica_setup.Setup, mystica_state.State, mystica_components.Components]: ...
@overload
def game(
    game_id: Literal["tianxia"],
) -> TypedGame[tianxia_setup.Setup, tianxia_state.State, tianxia_components.Components]: ...
@overload
def game(game_id: str) -> Game: ...
def game(game_id: str) -> object:
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
