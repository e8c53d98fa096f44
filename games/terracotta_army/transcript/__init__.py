"""A whole game written down: its beginning, every turn with its dice and choices, how it stood, the scores.

This is the room: `parse` and `to_text`. A line of a turn is read and written in lines.py.

::

    setup TA1-0K8W-ZVQ2-SWZC
    player yellow Ana
    P dice 1,1 decree 9
    Y #10c / coin / do / -
    end take 2
    = P 4vp 3c 2w 0d crossbow | Y 0vp 3c 1w 0d - | rings #7 #7 inspectors 1 A | stores 1 1 1 1
    | Yo . . . . . . . .
    score P 98 Y 104

The grammar is in docs/formats.md.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared import reading as shared
from pencilwright.games.shared.refusals import game_over, in_line, too_long, unknown
from pencilwright.games.shared.session import Played
from pencilwright.games.terracotta_army import legality, own_values, sectors
from pencilwright.games.terracotta_army import reading as positions
from pencilwright.games.terracotta_army import setup as setups
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.state import LETTER_OF, State, start
from pencilwright.games.terracotta_army.transcript.lines import played, say
from pencilwright.templates.phrases import phrase

MOST_LINES: Final = 3_000
LONGEST_LINE: Final = 20_000


class Record(NamedTuple):
    """A game as it is written down: the position that it began with, and what was played since."""

    begin: State
    turns: tuple[Played, ...]

    @property
    def state(self) -> State:
        """The position that is reached."""
        return self.turns[-1].state if self.turns else self.begin


# --- The whole game ---------------------------------------------------------------------------------------


def begin(state: State) -> Record:
    """Return a game of which nothing is played. Raises InputError for a position that cannot arise."""
    return Record(legality.check(state), ())


def head(state: State) -> str:
    """Return the first lines of a transcript: the setup, own values, the position where it is another one."""
    setup = state.setup
    lines = [f"setup {setups.PREFIX if setup is None else setups.to_code(setup)}"]
    if setup is not None and _unnamed(state) == start(setup, state.board):
        if values := own_values.changes(state.board):
            lines.append(f"board {shared.compact(values)}")
        lines += [f"player {player.colour} {player.name}" for player in state.players if player.name]
    else:
        typed = shared.load(positions.to_json(state).decode())
        lines.append(f"position {shared.compact(typed)}")
    return "\n".join(lines) + "\n"


def seed(state: State) -> str:
    """Return what rolled dice of a game that begins so follow from: its first lines, but for the names."""
    return head(_unnamed(state))


def _unnamed(state: State) -> State:
    plain = state.clone()
    for player in plain.players:
        player.name = ""
    return plain


def stands(state: State) -> str:
    """Return how a position stands as a line: points, goods, weapons, rings, inspectors, storehouses."""
    goods = [
        f"{p.letter} {p.score}vp {p.coins}c {p.wet}w {p.dry}d {','.join(p.active) or '-'}"
        for p in state.players
    ]
    seen = state.inspectors
    rings = " ".join(map(sectors.write, (state.rings.inner, state.rings.middle)))
    stand = f"rings {rings} inspectors {seen.row} {seen.column}"
    return " | ".join([*goods, stand, f"stores {' '.join(map(str, state.stores))}"])


def _scores(state: State) -> str:
    return " ".join(f"{player.letter} {player.score}" for player in state.players)


def to_text(game: Record) -> str:
    """Return the game as text; `parse` reads it back. How it stood is told at the end of each round."""
    lines = [head(game.begin).rstrip("\n")]
    number = game.begin.round
    lines.append(f"# round {number}")
    for turn in game.turns:
        lines.append(turn.line)
        if turn.is_end:
            lines.append(f"= {stands(turn.state)}")
            lines += [f"| {row}" for row in turn.state.grid.rows_of_codes()]
            if not turn.state.over:
                lines.append(f"# round {turn.state.round}")
    if game.state.over:
        lines.append(f"score {_scores(game.state)}")
    return "\n".join(lines) + "\n"


def parse(text: str) -> Record:
    """Return the game that a text tells.

    Raises InputError naming the line: for what cannot be read, for what the rules refuse, and where a line
    that says how the game stood says something else.
    """
    reader = _Reader()
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise InputError(phrase("wrong.lines", n=len(lines), most=MOST_LINES), field="transcript")
    for number, line in enumerate(lines, 1):
        plain = line.strip()
        if not plain or plain.startswith("#"):
            continue
        try:
            if len(plain) > LONGEST_LINE:
                raise too_long("transcript", len(plain), LONGEST_LINE)
            reader.take(plain)
        except InputError as error:
            raise in_line(number, error) from error
    return reader.game()


class _Reader:
    """Takes the lines of a transcript one after the other."""

    def __init__(self) -> None:
        self.setup: setups.Setup | None = None
        self.state: State | None = None
        self.start: State | None = None
        self.turns: list[Played] = []
        self.row = 0
        self.has_begun = self.has_ended = False

    def take(self, line: str) -> None:
        """Take the next line. Raises InputError for one that says something wrong."""
        word, _, rest = line.partition(" ")
        if self.has_ended:
            raise InputError(phrase("transcript.after_score"))
        if not self.has_begun:
            self._setup(word, rest.strip())
        elif word in ("board", "position", "player") and not self.turns:
            self._begin(word, rest.strip())
        else:
            self._turn(word, line, rest)

    def _setup(self, word: str, rest: str) -> None:
        if word != "setup":
            raise InputError(phrase("transcript.setup", example="setup TA1-...", text=word[:20]))
        if rest.upper() != setups.PREFIX:
            self.setup = setups.from_code(rest)
            self.state = start(self.setup)
        self.has_begun = True

    def _begin(self, word: str, rest: str) -> None:
        if word == "position":
            self.state = legality.check(positions.parse(rest))
        elif self.state is None:
            raise InputError(say("position", example="position {...}"))
        elif word == "board":
            if self.setup is None:
                raise InputError(say("position", example="position {...}"))
            self.state = start(self.setup, own_values.read(_table(rest)))
        else:
            colour, _, name = rest.partition(" ")
            if colour not in COLOURS:
                raise unknown(word, colour, COLOURS)
            self.state = self.state.clone()
            self.state.player(LETTER_OF[colour]).name = shared.printable_name(name, word)

    def _turn(self, word: str, line: str, rest: str) -> None:
        if self.state is None:
            raise InputError(say("position", example="position {...}"))
        self.start = self.start or self.state
        if word == "=":
            _same(stands(self.state), rest.strip())
        elif word == "|":
            rows = self.state.grid.rows_of_codes()
            _same(rows[self.row % len(rows)], rest.strip())
            self.row += 1
        elif word == "score":
            if not self.state.over:
                raise InputError(phrase("transcript.early_score"))
            _same(_scores(self.state), rest.strip())
            self.has_ended = True
        else:
            if self.state.over:
                raise game_over("over")
            self.row = 0
            self.turns.append(played(self.state, line))
            self.state = self.turns[-1].state

    def game(self) -> Record:
        """Return the game that was told. Raises InputError where nothing is."""
        if self.state is None:
            raise InputError(phrase("transcript.empty"), field="transcript")
        return Record(self.start or self.state, tuple(self.turns))


def _table(text: str) -> dict[str, Any]:
    parsed = shared.load(text)
    if not isinstance(parsed, dict):
        raise InputError(say("position", example="board {...}"), field="board")
    return parsed


def _same(right: str, text: str) -> None:
    if text != right:
        raise InputError(phrase("transcript.other", right=right, text=text[:200]))
