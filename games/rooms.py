"""The rooms that code calls which knows no game by name, as the type checker holds each game to them.

S is a game's State, U its Setup, C its Components. Such code gets rooms of `object`: what it hands from room
to room is the game's own business, what it takes out (scores, problems, marks, documents) is typed here.
What one command asks of one game (`battle`, `known_dice`) is a module by its name: docs/rooms.md.

Moves have OpenSpiel's names: `apply_actions` of the module `commands` on a whole position, in text; below, in
a game's rules, `legal_actions` and `apply_action` with its own action type.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Concatenate, Protocol, TypeVar

from msgspec import Struct

from pencilwright.games.controls import Control
from pencilwright.games.document import Document
from pencilwright.games.question import AnswerStep, Question
from pencilwright.games.shared.editor import BoardFault, BoardPart
from pencilwright.games.shared.marks import SheetMark
from pencilwright.games.shared.options import Option
from pencilwright.games.shared.own_values import ValueLine
from pencilwright.games.shared.problems import Problem
from pencilwright.games.shared.session import BoardDrawing, Conversation, Session
from pencilwright.games.shared.tables import Cell, SetupRow, TextTable
from pencilwright.templates.phrases import Phrase, Sentence

S = TypeVar("S")
U = TypeVar("U", bound=Struct)
C = TypeVar("C")
R = TypeVar("R")
S_contra = TypeVar("S_contra", contravariant=True)
S_co = TypeVar("S_co", covariant=True)
U_contra = TypeVar("U_contra", contravariant=True)
U_co = TypeVar("U_co", covariant=True)
C_co = TypeVar("C_co", covariant=True)


class Components(Protocol):
    """The values of a box: `unverified` names those that no source proves and the user has not replaced."""

    @property
    def unverified(self) -> Sequence[str]:
        """Names of values that nobody vouches for."""


class ComponentsRoom(Protocol[C_co]):
    """The things in the box."""

    @property
    def STANDARD(self) -> C_co:
        """The values as our sources and house defaults have them."""


class OwnValuesRoom(Protocol[C]):
    """A user's own values in place of what no source proves."""

    def load(self, text: str, /) -> C:
        """Return the components with the values of a TOML text. Raises InputError naming the key."""

    def write(self) -> str:
        """Return all values that may be replaced as a TOML text to edit, each under what is known of it."""

    def value_lines(self, components: C = ..., /) -> Sequence[ValueLine]:
        """Return the values line by line, as a person copies them from the game.

        components : with what was told so far, on which the size of a table may hang.
        """


class OptionsRoom(Protocol):
    """What a person may say about the game."""

    @property
    def DRAW(self) -> Sequence[Option]:
        """About a draw: parameters of `setup.draw`, and `fix`, whose entries `setup.parse_fixed` takes."""

    @property
    def EXAMPLE(self) -> Sequence[Option]:
        """About an example: parameters of `example.example` besides seed and left."""

    @property
    def ADVISE(self) -> Sequence[Option]:
        """To advice: what the game's solver asks besides the position."""


class SetupRoom(Protocol[U]):
    """A random setup and its share code."""

    @property
    def draw(self) -> Callable[Concatenate[int | str, ...], U]:
        """The function that returns the setup of a seed; its options are those of the room `options` (DRAW).

        It raises InputError for a wish that cannot be met.
        """

    def to_code(self, setup: U, /) -> str:
        """Return the share code."""

    def from_code(self, code: str, /) -> U:
        """Return the setup of a share code. Raises InputError for a wrong one."""

    def parse_fixed(self, texts: Sequence[str], /) -> object:
        """Return the parts to keep, as `draw` takes them in `fixed`. Raises InputError for another text."""

    def as_dict(self, setup: U, /) -> dict[str, object]:
        """Return the setup as plain values."""


class MarksRoom(Protocol[S, U_contra]):
    """State <-> marks."""

    @property
    def MARKS(self) -> Sequence[SheetMark]:
        """All marks of the game's score sheet, in a fixed order."""

    def to_marks(self, state: S, /) -> dict[str, str]:
        """Return the marks of a state: id -> value, without blank ones."""

    def read(self, values: Mapping[str, str], setup: U_contra | None, /) -> tuple[S, tuple[Problem, ...]]:
        """Return the state that marks show, and what is wrong with them beyond what the state can tell.

        Contradictions are problems: the state takes the reading that changes least. An empty sheet is a
        state. Raises InputError only for an unknown id or value.
        """

    @property
    def CONTROLS(self) -> Sequence[Control]:
        """What a tap sets: each mark of MARKS in exactly one control."""

    def marks_of_field(self, field: str, /) -> Sequence[str]:
        """Return the marks that show a field of a state; the field itself when it is a mark; () for none."""


class PaperRoom(Protocol[U_contra]):
    """The documents of a game."""

    @property
    def DOCUMENTS(self) -> Mapping[str, Document]:
        """Id -> document."""

    @property
    def WITH_SETUP(self) -> Sequence[str]:
        """Ids of documents that are made for one setup."""

    @property
    def OPEN_BY_DEFAULT(self) -> Sequence[str]:
        """Ids of documents that are left open, not drawn at random, when nothing is said about the setup."""

    @property
    def data(self) -> Callable[Concatenate[str, U_contra | None, ...], dict[str, object]]:
        """The function that returns the plain data of a document's template.

        It takes the document's id and the setup, and by keyword `blank_numbers`, `components` and `seats`.
        """


class ExampleRoom(Protocol[S_co]):
    """Realistic positions to try things on."""

    @property
    def LEFT(self) -> tuple[str, int]:
        """The unit of what is left ("round"), and the most of it."""

    @property
    def example(self) -> Callable[Concatenate[int | str, int, ...], S_co]:
        """The function that returns the position of a seed with so much left to play."""


class CommandsRoom(Protocol[S]):
    """Plans carried out by the rules on a whole position."""

    @property
    def MEASURES(self) -> Mapping[str, Callable[[S, str], int | Fraction]]:
        """Name of what is counted -> the count of a position for a player."""

    def apply_actions(self, state: S, who: str, commands: Sequence[str], /) -> S:
        """Return the position after the commands. Raises InputError naming one that is not allowed."""


class ForecastRoom(Protocol[S_contra]):
    """A player's own plan, followed command by command, and what comes."""

    def player(self, state: S_contra, text: str, /) -> str:
        """Return the player that a person means, as commands take it. Raises InputError for none."""

    def commands(self, text: str, /) -> Sequence[str]:
        """Return the commands of a plan as it is typed. Raises InputError for one that is too long."""

    def has(self, state: S_contra, who: str, /) -> Sequence[tuple[Sentence, Cell]]:
        """Return what a player has at hand: the head of each column, and its value."""

    def ahead(self, state: S_contra, who: str, /) -> Sequence[SetupRow]:
        """Return what comes: income, prices, points."""


class LogRoom(Protocol[S_co, U_co, R]):
    """Logs of whole games: R is a game played through from its log."""

    def is_log(self, text: str, /) -> bool:
        """Return whether a text is a log of this game."""

    def has_rows(self, text: str, /) -> bool:
        """Return whether a text has rows of a log, so that it is no code and no position in text form."""

    def replayed(self, text: str, at: str | None = ..., /) -> R:
        """Return a game played through from its log, to a place in it. Raises InputError naming the line."""

    def position(self, record: R, /) -> S_co:
        """Return the position at the place that was asked for, else at the end."""

    def setup_of(self, record: R, /) -> U_co:
        """Return the setup that the game began with."""

    def stands(self, record: R, /) -> Phrase:
        """Return whether the game is over, in words."""

    def is_right(self, record: R, /) -> bool:
        """Return whether the log agrees with the rules wherever it tells what there is."""

    def checks(self, record: R, /) -> Sequence[Phrase]:
        """Return what came of holding it against the rules."""

    def points(self, record: R, /) -> Sequence[TextTable]:
        """Return each player's points by source and round."""

    def rows(self, record: R, /) -> TextTable:
        """Return the course of the game, row by row."""

    def notes(self, record: R, /) -> Mapping[str, str]:
        """Return what the score sheet has a place for besides the position: mark id -> value."""

    def as_data(self, record: R, /, *, rows: bool = ...) -> dict[str, object]:
        """Return what a program wants of it."""


class PuzzleRoom(Protocol[S_contra]):
    """Puzzles of a game: their kinds, codes and pages."""

    def of_state(self, state: S_contra, kind: str | None, /) -> Question:
        """Return the puzzle of an entered position. Raises InputError when it is none of the kind."""

    @property
    def KINDS_OF_PUZZLE(self) -> Sequence[str]:
        """The kinds there are."""

    @property
    def SLOW_KINDS(self) -> Sequence[str]:
        """Those of them that take long to weigh: made only where they are asked for by name."""

    @property
    def WORDS(self) -> str:
        """What begins the keys of the game's words."""

    @property
    def TEMPLATE(self) -> str:
        """The page's template below templates/."""

    @property
    def SHEET(self) -> str:
        """Id of the document that is shown in small on the page, "" for none."""

    @property
    def WINDOW(self) -> tuple[float, float, float, float]:
        """The part of it that is shown: x, y, width, height in mm; of a page with an area "window", that."""

    @property
    def COVER(self) -> Sequence[Sequence[str]]:
        """Drawings on the cover of a book, row by row: names of templates/icons.toml; a die has a number."""

    @property
    def HOW(self) -> Sequence[tuple[str, int]]:
        """Sections of the page that explains how to read the puzzles, and the paragraphs of each."""

    def to_code(self, question: Question, /) -> str:
        """Return the puzzle's code."""

    def from_code(self, code: str, /) -> Question:
        """Return the puzzle of a code. Raises InputError for a wrong one."""

    def key(self, question: Question, /) -> str:
        """Return a text that is equal for puzzles that are the same up to symmetry."""

    def question_text(self, question: Question, /) -> tuple[Phrase, ...]:
        """Return the question in words."""

    def page(self, question: Question, /) -> dict[str, object]:
        """Return the plain data of the puzzle's page."""

    def steps(self, question: Question, name: str, messages: Sequence[Phrase], /) -> Sequence[AnswerStep]:
        """Return an answer (its short form and its words) as parts that are chosen one after another."""


class SessionRoom(Protocol[S, R]):
    """A whole game in one sitting, choice by choice; its transcripts are the room `transcript`'s."""

    @property
    def OPTIONS(self) -> Sequence[Option]:
        """What may be said to `play` besides the draw: `player`, names in the order of seats, and more."""

    @property
    def TYPED(self) -> Sequence[tuple[str, Phrase]]:
        """What may be typed at a prompt, an example each, and what it says."""

    def begun(self, state: S, names: Sequence[str], /) -> R:
        """Return a game of which nothing is played. Raises InputError for names that do not fit."""

    def opened(self, game: R, answers: Sequence[str] = (), /) -> Session:
        """Return a game to be gone on with; `answers` are those of the turn that is going on."""

    def record_of(self, session: Session, /) -> R:
        """Return the transcript of completed turns."""

    def picture(self, state: S, language: str, /) -> str:
        """Return the position for a terminal of 100 columns."""

    def drawing(self, state: S, /) -> BoardDrawing:
        """Return what a page draws of a position."""

    def advice_of(self, session: Session, /) -> tuple[S, Mapping[str, object]] | None:
        """Return the position that advice is asked about, and its options; None where nobody asks."""

    def turn(self, state: S, /) -> Conversation | None:
        """Return the conversation of the turn that comes next in a position; None when the game is over.

        Raises InputError for a position that does not say enough.
        """

    def mover(self, state: S, /) -> Sentence:
        """Return who is to move, or what comes next, in words."""

    def verdict(self, state: S, /) -> Phrase:
        """Return who has won, and by how much."""


class EditorRoom(Protocol[S, U_contra]):
    """A position that is laid by taps: games/shared/editor.py."""

    @property
    def PRIMER(self) -> str:
        """A typical text that codes of positions are packed with, as those of puzzles are."""

    def blanks(self) -> Sequence[tuple[Phrase, S]]:
        """Return the positions to begin with that have as little as may be, each with its name."""

    def of_setup(self, setup: U_contra, /) -> S:
        """Return the position to begin with of which the setup is known."""

    def parts(self, state: S, /) -> Sequence[BoardPart]:
        """Return the parts of a position, each with what may be put where."""

    def lay(self, state: S, what: str, where: str, /) -> S:
        """Return the position after a tap. Raises InputError for what and where there is not."""

    def askers(self, state: S, /) -> Sequence[tuple[str, Sentence]]:
        """Return who may ask what is best, as `for` takes it, each with a name; () where one alone may."""

    def faults(self, state: S, /) -> Sequence[BoardFault]:
        """Return what cannot be, and what is missing for an answer."""
