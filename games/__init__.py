"""The class of a game, and the registry: which games there are.

A folder a game; begin with Game and rooms.py, which says what is in each room, then with shared/, what all
games share. pads/ makes a game of one file. sharecode, pagecode and puzzlecode are the codes on paper, rng is
all chance.
"""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, ItemsView, Iterator, Mapping, Sequence, ValuesView
from copy import copy
from functools import cached_property, wraps
from importlib import import_module
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeVar, cast, overload

from msgspec import Struct, structs

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Atom, Sentence, called, lend, phrase

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Self

    import typing_extensions

    from pencilwright.games import rooms as contract
    from pencilwright.games import terra_mystica, terracotta_army, tianxia, troyes_dice
    from pencilwright.games.document import Document
    from pencilwright.games.markrules import MarkRule
    from pencilwright.games.numberrules import NumberRules
    from pencilwright.games.question import Question
    from pencilwright.games.shared.boxes import SheetBox
    from pencilwright.games.shared.figures import Figures
    from pencilwright.games.shared.problems import Problem
    from pencilwright.games.shared.scores import Score
    from pencilwright.games.shared.tables import SetupRow

    U = typing_extensions.TypeVar("U", bound=Struct, default=Struct)
    S = typing_extensions.TypeVar("S", default=object)
    C = typing_extensions.TypeVar("C", default=contract.Components)
else:
    U, S, C = map(TypeVar, "USC")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., object])

MODULES: Final = (
    "components", "own_values", "options", "setup", "setup_words", "state", "reading", "notation", "legality",
    "scoring", "marks", "markrules", "paper", "example", "commands",
)  # fmt: skip
"""The modules that every game has; games/rooms.py says what is in each."""


class Room(Generic[R]):
    """A module of a game, as games/rooms.py types it, imported when it is first asked for."""

    def __init__(self, module: str) -> None:
        self.module = module

    def __get__(self, game: Game[U, S, C], _kind: object = None) -> R:
        return cast("R", game.room(self.module))


def overridden_in(module: str) -> Callable[[F], F]:
    """Make a method what holds of a game whose module has no function of the same name."""

    def of(usual: F) -> F:
        @wraps(usual)
        def method(game: Game, *args: object, **options: object) -> object:
            function = vars(game.room(module)).get(usual.__name__) if module in game.rooms else None
            return usual(game, *args, **options) if function is None else function(*args, **options)

        return cast("F", method)

    return of


class Game(Generic[U, S, C]):
    """One game: its public id, its package under games/, the prefix of its share codes, its rooms.

    Setups are of type U, states of type S, what is in the box is of type C. A room is a module of the package
    (or the package itself, where it has no such module). A method that is `overridden_in` a module holds of
    a game in whose module is no function of the same name.

    Attributes
    ----------
    modules : where each room lies in the package, those that only some games have after those of all; a
        room in a folder is called by its last part.
    own_commands : those of its rooms that the terminal has a command for.
    languages : those of the words that it brings itself; the first one stands in for what others lack.
    sheet : the sheet that is looked at, as its Document has it: it says which marks `marks` knows.
    is_pad : whether it is made from a file.
    """

    is_pad = False

    def __init__(
        self,
        game_id: str,
        title: str,
        package: str,
        prefix: str,
        *modules: str,
        own_commands: tuple[str, ...] = (),
    ) -> None:
        self.id, self.title, self.package, self.prefix = game_id, title, package, prefix
        self.modules = (*MODULES, *modules)
        self.own_commands = own_commands
        self.languages: Sequence[str] = ()
        self.sheet = ""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"

    # Rooms that every game has

    components: Room[contract.ComponentsRoom[C]] = Room("components")
    own_values: Room[contract.OwnValuesRoom[C]] = Room("own_values")
    options: Room[contract.OptionsRoom] = Room("options")
    setups: Room[contract.SetupRoom[U]] = Room("setup")
    marks: Room[contract.MarksRoom[S, U]] = Room("marks")
    paper: Room[contract.PaperRoom[U]] = Room("paper")
    examples: Room[contract.ExampleRoom[S]] = Room("example")
    commands: Room[contract.CommandsRoom[S]] = Room("commands")

    # Rooms that a game may lack

    forecast: Room[contract.ForecastRoom[S]] = Room("forecast")
    puzzles: Room[contract.PuzzleRoom[S]] = Room("puzzle")
    sessions: Room[contract.SessionRoom[S, object]] = Room("session")
    logs: Room[contract.LogRoom[S, U, object]] = Room("log")
    editor: Room[contract.EditorRoom[S, U]] = Room("editor")

    # What every game says of a position: no such module is without the function

    @overridden_in("reading")
    def parse(self, data: bytes | str, /) -> S:
        """Return the state in a file's text. Raises InputError, one sentence that names the field."""
        raise NotImplementedError

    @overridden_in("reading")
    def to_json(self, state: S, /) -> bytes:
        """Return the state as canonical JSON."""
        raise NotImplementedError

    @overridden_in("reading")
    def schema(self) -> dict[str, object]:
        """Return the JSON Schema (draft 2020-12) of a position."""
        raise NotImplementedError

    @overridden_in("notation")
    def to_text(self, state: S, /) -> str:
        """Return the state as text that is typed: one line, or a few."""
        raise NotImplementedError

    @overridden_in("legality")
    def problems(self, state: S, /) -> Sequence[Problem]:
        """Return every way in which a position breaks the rules; none when it can arise."""
        raise NotImplementedError

    @overridden_in("scoring")
    def scores(self, state: S, /) -> Sequence[tuple[Sentence, Score]]:
        """Return each player's name and score, in the order of the position, each line with its reason."""
        raise NotImplementedError

    # What a game may say of its own

    @overridden_in("setup")
    def draw_with(self, components: C, seed: int | str, /, **options: object) -> U:
        """Return the setup of a seed, drawn from a box; what else it takes is `setups.draw`'s."""
        return self.setups.draw(seed, **options)

    @overridden_in("setup")
    def notes(self, setup: U, /) -> Sequence[str]:
        """Return keys of sentences in templates/words that belong to the setup."""
        return ()

    @overridden_in("setup_words")
    def rows(self, setup: U, components: C, /) -> Sequence[SetupRow]:
        """Return what of a setup is laid out, part by part, in words."""
        return ()

    @overridden_in("state")
    def start(self, setup: U, components: C, /) -> S:
        """Return the position at the start of a game. Raises InputError where the setup leaves it open."""
        raise InputError(phrase(f"start.{self.package}"), field="setup")

    @overridden_in("state")
    def with_components(self, state: S, components: C, /) -> S:
        """Return the position with another box, where it has one."""
        if isinstance(state, Struct) and "box" in state.__struct_fields__:
            return structs.replace(state, box=components)
        return state

    @overridden_in("state")
    def player_of(self, state: S, /) -> str:
        """Return the name of the one player whose sheet it is; "" when none is written or several play."""
        players: Sequence[object] = getattr(state, "players", ())
        return getattr(players[0], "name", "") if len(players) == 1 else ""

    @overridden_in("legality")
    def check(self, state: S, /) -> S:
        """Return the state. Raises InputError with the first of its problems and the number of others."""
        from pencilwright.games.shared.problems import refuse

        refuse(self.problems(state))
        return state

    @overridden_in("scoring")
    def band(self, points: int, components: C, /) -> Sentence | None:
        """Return what the box's table of score bands calls so many points; None where it has none."""
        return None

    @overridden_in("marks")
    def counted_from(self) -> Mapping[str, Sequence[Sequence[str]]]:
        """Return line of the score -> groups of the marks that it is counted from, {} where that is not told.

        Of the marks of one group it makes no difference which have a value, only how many.
        """
        return {}

    @overridden_in("marks")
    def tapped_marks(self, state: S, /) -> Mapping[str, str]:
        """Return the marks of a state with what only a tapped sheet keeps."""
        return self.marks.to_marks(state)

    @overridden_in("markrules")
    def mark_rules(self, setup: U | None, /) -> Sequence[MarkRule]:
        """Return the sums of marks that hold on every legal sheet with this setup; None: with any."""
        rules: Sequence[MarkRule] = self.room("markrules").RULES
        return rules

    @overridden_in("markrules")
    def number_rules(self, setup: U | None, /) -> NumberRules:
        """Return what is said of the numbers that are written; only asked where the paper has combs."""
        from pencilwright.games.numberrules import NumberRules

        return getattr(self.room("markrules"), "NUMBER_RULES", None) or NumberRules()

    @property
    def columns(self) -> Mapping[str, SheetBox]:
        """The boxes of a pad with a column a player, by their marks; {} where its room `marks` has no PAD."""
        pad = getattr(self.room("marks"), "PAD", None)
        return {} if pad is None else pad.box

    @overridden_in("figures")
    def figures(self) -> Figures:
        """Return drawings of what no source proves; values that none of them has stand in boxes."""
        from pencilwright.games.shared.figures import Figures

        return Figures()

    @overridden_in("puzzle")
    def sheet_marks(self, question: Question, /) -> Mapping[str, str]:
        """Return the marks on the small sheet of a puzzle's page."""
        return {}

    @overridden_in("forecast")
    def unverified(self, state: S, /) -> Sequence[str]:
        """Return the values that a plan or session rests on, no source proves and no user has confirmed."""
        return ()

    @overridden_in("forecast")
    def follow(self, state: S, who: str, plan: Sequence[str], /) -> Iterator[S]:
        """Yield the position after each command. Raises InputError for the first that is not allowed."""
        for command in plan:
            state = self.commands.apply_actions(state, who, (command,))
            yield state

    @overridden_in("session")
    def brought(self, state: S, mark: str, /) -> S:
        """Return a position once a mark of the sheet is set by hand, with what the rules say it brings."""
        return state

    # What is the same in all games

    def on(self, document: Document) -> Self:
        """Return the game as the marks of a document's sheet show it."""
        if document.sheet == self.sheet:
            return self
        result = copy(self)
        result.sheet = document.sheet
        return result

    def code_of(self, state: S, /) -> str:
        """Return the share code of a position's setup, "" where it is not known."""
        setup = getattr(state, "setup", None)
        return "" if setup is None else self.setups.to_code(setup)

    @property
    def name(self) -> Atom:
        """The game's title in each language; as it stands where the words have none."""
        return called(f"game.{self.id}", self.title)

    def kind_named(self, kind: str) -> Atom:
        """Return the name of a kind of its puzzles."""
        from pencilwright.games.question import kind_in_words  # here, as no help asks for it

        return kind_in_words(self.puzzles.WORDS, kind)

    @cached_property
    def rooms(self) -> Mapping[str, str]:
        """Names of the rooms that the game has -> where each lies in its package."""
        return {module.rpartition(".")[2]: module for module in self.modules}

    def room(self, name: str) -> ModuleType:
        """Return the module of one room (``game.room("move_text")``), importing it only now.

        A game that has no module of this name keeps the room in its package. Raises InputError when the game
        has no such room.
        """
        if self.sheet and f"{self.sheet}_{name}" in self.rooms:
            name = f"{self.sheet}_{name}"
        if name not in self.rooms:
            having = tuple(other.name for other in GAMES.values() if name in other.rooms)
            text = phrase("room.none", game=self.name, room=called(f"room.{name}", name))
            if having:
                text = phrase("room.others", said=text, games=having, n=len(having))
            raise InputError(text, field="game")
        return self._imported(self.rooms[name])

    def _imported(self, place: str) -> ModuleType:
        package = f"pencilwright.games.{self.package}"
        module = f"{package}.{place}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return import_module(package)


class GamesById(UserDict[str, Game]):
    """The games by their ids. A change takes another dict for `data`: who goes over the old one goes on."""

    def values(self) -> ValuesView[Game]:
        return self.data.values()

    def items(self) -> ItemsView[str, Game]:
        return self.data.items()


GAMES: Final = GamesById({
    known.id: known
    for known in (
        Game(
            "troyes-dice", "Troyes Dice", "troyes_dice", "TD",
            "puzzle", "forecast", "figures", "play.rules", "play.move_text", "play.status", "play.known_dice",
            "play.vectors", "play.transcript", "session", "play.demo",
        ),
        Game(
            "terracotta-army", "Terracotta Army", "terracotta_army", "TA",
            "chancellor", "transcript", "session", "puzzle", "forecast", "figures", "editor",
            "grid_marks", "grid_markrules", own_commands=("chancellor",),
        ),
        Game(
            "terra-mystica", "Terra Mystica", "terra_mystica", "TM",
            "log", "puzzle", "forecast", "figures", "editor", "map_marks", "map_markrules",
        ),
        Game(
            "tianxia", "Tianxia", "tianxia", "TX",
            "battle", "puzzle", "forecast", "figures", "editor", own_commands=("battle",),
        ),
    )
})  # fmt: skip
"""All games: ours, and those that `register` has added."""


def register(added: Game, folder: str = "") -> None:
    """Add a game whose rooms lie outside the checkout, in FOLDER/<package>/, or are made of a file.

    Raises InputError when its id, package or prefix is another game's.
    """
    for known in GAMES.values():
        for name in ("id", "package", "prefix") if not added.is_pad else ("id", "prefix"):
            if getattr(known, name) == getattr(added, name):
                fields = {"value": getattr(added, name), "game": added.title, "other": known.name}
                raise InputError(phrase(f"game.taken.{name}", **fields), field=name)
    GAMES.data = {**GAMES.data, added.id: added}
    for language in added.languages:
        lend(language)
    if folder:
        __path__.append(folder)


def forget(game_id: str) -> None:
    """Take out a game that is made of a file, as it is to be added anew; others stay."""
    if game_id in GAMES and GAMES[game_id].is_pad:
        GAMES.data = {known: game for known, game in GAMES.items() if known != game_id}


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
