"""The registry of games: which games there are, and how their rooms are reached.

A folder a game; begin with rooms.py, which says what is in each room, then with shared/, what all games
share. pads/ makes a game of one file. sharecode, pagecode and puzzlecode are the codes on paper, rng is all
chance.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, Sequence, ValuesView
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Final, Generic, Literal, Protocol, cast, overload

from msgspec import Struct, structs

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Atom, Phrase, called, lend, phrase

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Self

    from typing_extensions import TypeVar

    from pencilwright.games import terra_mystica, terracotta_army, tianxia, troyes_dice
    from pencilwright.games.document import Document
    from pencilwright.games.rooms import Components, Rooms

    U = TypeVar("U", bound=Struct, default=Struct)
    S = TypeVar("S", default=object)
    C = TypeVar("C", default=Components)
else:
    from typing import TypeVar

    U, S, C = map(TypeVar, "USC")

ROOMS: Final = (
    "components", "own_values", "options", "setup", "setup_words", "state", "reading", "notation", "legality",
    "scoring", "marks", "markrules", "paper", "example", "commands",
)  # fmt: skip
"""The rooms that every game has; games/rooms.py says what is in each."""
OF_A_SHEET: Final = ("marks", "markrules")
"""Those of them that a game has besides for each of its other sheets with marks, named after the sheet."""

MODULES: Final = {
    "setups": "setup", "examples": "example", "sessions": "session",
    "puzzles": "puzzle", "logs": "log", "forecast": "forecast", "figures": "figures", "editor": "editor",
}  # fmt: skip
"""Attributes of a game -> their modules, where a game may lack them or the names differ."""
DEFAULTS: Final = {
    "draw_with": "setup", "rows_of": "setup_words", "start_with": "state", "with_components": "state",
    "player_of": "state", "check": "legality", "notes": "setup", "band": "scoring", "mark_rules": "markrules",
    "number_rules": "markrules", "sheet_marks": "puzzle", "unverified": "session", "brought": "session",
    "counted_from": "marks", "tapped_marks": "marks",
}  # fmt: skip
"""Functions that have a default -> the module of a game that may have its own."""

if not TYPE_CHECKING:

    class Rooms(Struct, Generic[U, S, C], frozen=True):
        """The rooms of a game, each imported when it is first asked for; rooms.py has their types."""

        def __getattr__(self, name: str) -> object:
            """Return a room, or a function that has a default. Raises InputError where the game has none."""
            if name in MODULES or name in ROOMS:
                return self.room(MODULES.get(name, name))
            if name not in DEFAULTS:
                raise AttributeError(name)
            own = self.room(DEFAULTS[name])
            if hasattr(own, name):
                return getattr(own, name)
            return partial(getattr(import_module("pencilwright.games.defaults"), name), own)


class Made(Protocol):
    """All rooms of a game that is made from a file; rooms.py says what is in each."""

    @property
    def name(self) -> Phrase | None:
        """The game's name as the file has it."""

    @property
    def languages(self) -> Sequence[str]:
        """Languages of its words, the first one standing in for what others lack."""


class Game(Rooms[U, S, C], frozen=True, kw_only=True):
    """One game: its public id, its package under games/, the prefix of its share codes, its rooms.

    Setups are of type U, states of type S, what is in the box is of type C; games/rooms.py says what is in
    each room. A game may have rooms of its own besides those that all have: `room` gives them by name.
    `modules` says where each room lies in the package: one in a folder is called by its last part.
    `own_commands` are those of its rooms that the terminal has a command for.
    `sheet` is the sheet that is looked at, as its Document has it: it says which marks `marks` and
    `markrules` know. `made` has all rooms of a game that is made from a file; None: they are modules.
    """

    id: str
    title: str
    package: str
    prefix: str
    modules: tuple[str, ...] = ROOMS
    own_commands: tuple[str, ...] = ()
    sheet: str = ""
    made: Made | None = None

    if TYPE_CHECKING:  # the rooms come by themselves

        def __init__(
            self,
            *,
            id: str,
            title: str,
            package: str,
            prefix: str,
            modules: tuple[str, ...] = ...,
            own_commands: tuple[str, ...] = ...,
            made: Made | None = ...,
        ) -> None: ...

    def on(self, document: Document) -> Self:
        """Return the game as the marks of a document's sheet show it."""
        return structs.replace(self, sheet=document.sheet)

    @property
    def name(self) -> Atom:
        """The game's title in each language; as it stands where the words have none."""
        own: Phrase | None = None if self.made is None else self.made.name
        return own or called(f"game.{self.id}", self.title)

    def kind_named(self, kind: str) -> Atom:
        """Return the name of a kind of its puzzles."""
        from pencilwright.games.question import kind_in_words  # here, as no help asks for it

        return kind_in_words(self.room("puzzle").WORDS, kind)

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of words that a game brings itself: those of a pad's file."""
        return () if self.made is None else tuple(self.made.languages)

    @property
    def rooms(self) -> tuple[str, ...]:
        """Names of the rooms that the game has."""
        return tuple(_places(self.modules))

    def room(self, name: str) -> ModuleType:
        """Return the module of one room (``game.room("move_text")``), importing it only now.

        A game that has no module of this name keeps the room in its package. Raises InputError when the game
        has no such room.
        """
        if self.sheet and name in OF_A_SHEET:
            name = f"{self.sheet}_{name}"
        place = _places(self.modules).get(name)
        if place is None:
            having = tuple(other.name for other in GAMES.values() if name in other.rooms)
            text = phrase("room.none", game=self.name, room=called(f"room.{name}", name))
            if having:
                text = phrase("room.others", said=text, games=having, n=len(having))
            raise InputError(text, field="game")
        if self.made is not None:
            return cast("ModuleType", self.made)
        package = f"pencilwright.games.{self.package}"
        module = f"{package}.{place}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return import_module(package)


@cache
def _places(modules: tuple[str, ...]) -> Mapping[str, str]:
    """Return name of a room -> where it lies in the package: asked for dozens of times for one score."""
    return {module.rpartition(".")[2]: module for module in modules}


class Known(Mapping[str, Game]):
    """The games by their ids. A change takes another mapping for `now`: who goes over the old one goes on."""

    def __init__(self, now: Mapping[str, Game]) -> None:
        self.now = now

    def __getitem__(self, game_id: str) -> Game:
        return self.now[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.now)

    def __len__(self) -> int:
        return len(self.now)

    def values(self) -> ValuesView[Game]:
        return self.now.values()

    def items(self) -> ItemsView[str, Game]:
        return self.now.items()


GAMES: Final = Known({
    "troyes-dice": Game(
        id="troyes-dice", title="Troyes Dice", package="troyes_dice", prefix="TD",
        modules=(
            *ROOMS, "puzzle", "forecast", "figures", "play.rules", "play.move_text", "play.status",
            "play.known_dice", "play.vectors", "play.transcript", "session", "play.demo",
        ),
    ),
    "terracotta-army": Game(
        id="terracotta-army", title="Terracotta Army", package="terracotta_army", prefix="TA",
        modules=(
            *ROOMS, "chancellor", "transcript", "session", "puzzle", "forecast", "figures", "editor",
            "grid_marks", "grid_markrules",
        ),
        own_commands=("chancellor",),
    ),
    "terra-mystica": Game(
        id="terra-mystica", title="Terra Mystica", package="terra_mystica", prefix="TM",
        modules=(
            *ROOMS, "log", "puzzle", "forecast", "figures", "editor", "map_marks", "map_markrules",
        ),
    ),
    "tianxia": Game(
        id="tianxia", title="Tianxia", package="tianxia", prefix="TX",
        modules=(*ROOMS, "cards.decks", "battle", "puzzle", "forecast", "figures", "editor"),
        own_commands=("battle",),
    ),
})  # fmt: skip
"""All games: ours, and those that `register` has added."""


def register(added: Game, folder: str = "") -> None:
    """Add a game whose rooms lie outside the checkout, in FOLDER/<package>/, or are made of a file.

    Raises InputError when its id, package or prefix is another game's.
    """
    for known in GAMES.values():
        for name in ("id", "package", "prefix") if added.made is None else ("id", "prefix"):
            if getattr(known, name) == getattr(added, name):
                fields = {"value": getattr(added, name), "game": added.title, "other": known.name}
                raise InputError(phrase(f"game.taken.{name}", **fields), field=name)
    GAMES.now = {**GAMES.now, added.id: added}
    for language in added.languages:
        lend(language)
    if folder:
        __path__.append(folder)


def forget(game_id: str) -> None:
    """Take out a game that is made of a file, as it is to be added anew; others stay."""
    if game_id in GAMES and GAMES[game_id].made is not None:
        GAMES.now = {known: game for known, game in GAMES.items() if known != game_id}


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
    text = phrase("pad.unknown") if near is None else phrase("pad.edition", pad=near.name)
    return InputError(text, field="code")


def of_prefix(prefix: str) -> Game:
    """Return the game whose codes begin so, as `pagecode.decode` tells it."""
    return next(known for known in GAMES.values() if known.prefix == prefix)


@overload
def game(
    game_id: Literal["troyes-dice"],
) -> Game[troyes_dice.Setup, troyes_dice.State, troyes_dice.Components]: ...
@overload
def game(
    game_id: Literal["terracotta-army"],
) -> Game[terracotta_army.Setup, terracotta_army.State, terracotta_army.Components]: ...
@overload
def game(
    game_id: Literal["terra-mystica"],
) -> Game[terra_mystica.Setup, terra_mystica.State, terra_mystica.Components]: ...
@overload
def game(
    game_id: Literal["tianxia"],
) -> Game[tianxia.Setup, tianxia.State, tianxia.Components]: ...
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
    text = phrase("game.unknown", id=game_id)
    if near:
        text = phrase("game.near", said=text, id=near[0])
    raise InputError(phrase("game.known", said=text, ids=tuple(GAMES)), field="game")
