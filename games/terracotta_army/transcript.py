"""A whole game written down: its beginning, every turn with its dice and choices, how it stood, the scores.

::

    setup TA1-0K8W-ZVQ2-SWZC
    player yellow Ana
    P dice 1,1 decree 9
    Y 10c / coin / do / -
    end take 2
    = P 4vp 3c 2w 0d crossbow | Y 0vp 3c 1w 0d - | rings 7 7 inspectors 1 A | stores 1 1 1 1
    | Yo . . . . . . . .
    score P 98 Y 104

The grammar is in docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared import reading as shared
from pencilwright.games.shared.refusals import game_over, in_line, too_long
from pencilwright.games.shared.session import Event, Played
from pencilwright.games.terracotta_army import (
    chancellor,
    legality,
    oracle,
    own_values,
    rules,
    scoring,
    turns,
    words,
)
from pencilwright.games.terracotta_army import reading as positions
from pencilwright.games.terracotta_army import setup as setups
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.oracle import Play
from pencilwright.games.terracotta_army.state import LETTER_OF, Player, State, start
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase

END: Final = "end"
MOST_LINES: Final = 3_000
LONGEST_LINE: Final = 20_000
MOST_NUMBERS: Final = 40
"""Decree rolls, or choices, that one line may have."""


class Record(NamedTuple):
    """A game as it is written down: the position that it began with, and what was played since."""

    begin: State
    turns: tuple[Played, ...]

    @property
    def state(self) -> State:
        """The position that is reached."""
        return self.turns[-1].state if self.turns else self.begin


def _say(what: str, /, **said: Word) -> Phrase:
    return phrase(f"terracotta.transcript.{what}", **said)


def name_of(player: Player) -> Sentence:
    """Return a player's name, the colour where there is none."""
    return player.name or words.colour(player.colour)


def who_plays(state: State) -> Sentence:
    """Return whose turn comes next, in words."""
    player = state.to_move()
    if player is None:
        return phrase("terracotta.session.end", n=state.round)
    return phrase("terracotta.session.him") if state.is_him(player) else name_of(player)


# --- A turn as a line -------------------------------------------------------------------------------------


def his_line(state: State, dice: str) -> str:
    """Return his turn with two dice such as "35" as a line."""
    return f"{state.him.letter} dice {','.join(dice)}"


def with_chance(line: str, decrees: Sequence[int], taken: Sequence[int]) -> str:
    """Return a line with the decree rolls that it needed and the choices that were taken, from 0."""
    if decrees:
        line += f" decree {','.join(map(str, decrees))}"
    return f"{line} take {' '.join(map(str, taken))}" if taken else line


class Chance(NamedTuple):
    """What fell in a line of the chancellor's.

    Attributes
    ----------
    head : the line without decree rolls and choices.
    decrees : sums of the decree rolls.
    taken : the choices that were taken, from 0.
    """

    head: str
    decrees: tuple[int, ...]
    taken: tuple[int, ...]

    @property
    def dice(self) -> tuple[int, ...]:
        """The two overseer dice; none at the end of a round."""
        return tuple(int(die) for die in "".join(self.head.split()[2:]) if die.isdecimal())


def chance_of(line: str) -> Chance:
    """Return what fell in a line such as "P dice 3,6 decree 9 take 0 1"; the inverse of `with_chance`."""
    parts = line.split()
    take = parts.index("take") if "take" in parts else len(parts)
    decree = parts.index("decree") if "decree" in parts[:take] else take
    decrees = _numbers(parts[decree + 1].split(",")) if decree + 2 == take else ()
    return Chance(" ".join(parts[:decree]), decrees, _numbers(parts[take + 1 :]))


def act_of(line: str) -> Callable[[Play], None]:
    """Return what the chancellor does by a line of his, without decree rolls and choices."""
    parts = line.split()
    if parts[0] == END:
        return chancellor.finish_round
    dice = parts[2].split(",") if len(parts) > 2 else []
    if len(dice) != 2 or not set(dice) <= set("123456"):
        raise InputError(_say("his", text=line[:60], example="P dice 3,5 decree 9"), field="dice")
    return chancellor.turn((int(dice[0]), int(dice[1])))


def events_of(found: oracle.Outcome) -> tuple[Event, ...]:
    """Return what the chancellor did, each with its rule."""
    return tuple(Event(step.words, step.rule_in_words) for step in found.steps)


def played(state: State, line: str) -> Played:
    """Return what a line plays: a player's turn, the chancellor's, or the end of the round.

    Raises InputError naming what is not allowed.
    """
    who = who_plays(state)
    parts = line.split()
    if parts[:1] == [END] and state.chancellor is None:
        if len(parts) > 1:
            raise InputError(_say("his", text=line[:60], example=END), field="end")
        return Played(who, END, *_ended(state), is_end=True)
    if parts[:1] == [END] or parts[1:2] == ["dice"]:
        return _followed(state, who, parts)
    after = state.clone()
    turn = turns.read(state.grid, line)
    told = turns.apply_turn(after, turn)
    rings: list[Sentence] = ["", *map(words.ring, rules.RINGS)]
    placed = phrase("terracotta.session.placed", worker=words.worker(turn.artisan), n=turn.sector)
    events = [Event(said, ring) for said, ring in zip(told, rings[-len(told) :], strict=True)]
    events.insert(len(told) - len(rules.RINGS), Event(placed))
    return Played(who, turns.write(state.grid, turn), after, tuple(events))


def _followed(state: State, who: Sentence, parts: list[str]) -> Played:
    """Return what the chancellor does by a line such as "P dice 3,6 decree 9 take 0 1"."""
    text = " ".join(parts)
    line, decrees, taken = chance_of(text)
    head = line.split()
    is_whole = with_chance(line, decrees, taken) == text
    if head[:1] == [END]:
        if len(head) > 1 or not is_whole:
            raise InputError(_say("his", text=text[:60], example="end take 2"), field="end")
    elif len(head) != 3 or not is_whole or state.him.letter != head[0]:
        example = f"{state.him.letter} dice 3,5 decree 9"
        raise InputError(_say("his", text=text[:60], example=example), field="dice")
    found = oracle.follow(act_of(line), state, taken, decrees, asks=True)
    if found.needs_decree:
        raise InputError(_say("decree", example="decree 7"), field="decree")
    if found.needs_choice:
        decision = found.decisions[-1]
        said = _say("open", question=decision.question, options=decision.options, example="take 0")
        raise InputError(said, field="take")
    if found.unused_decrees or len(found.decisions) < len(taken):
        raise InputError(_say("unused"), field="decree")
    return Played(
        who,
        with_chance(line, decrees, taken),
        found.state,
        events_of(found),
        is_end=head[0] == END,
    )


def _numbers(texts: Sequence[str]) -> tuple[int, ...]:
    """Return whole numbers. Raises InputError for anything else, and for far too many."""
    if len(texts) > MOST_NUMBERS or not all(text.isascii() and text.isdecimal() for text in texts):
        raise InputError(_say("numbers", text=" ".join(texts)[:40]), field="take")
    return tuple(min(int(text[:4]), 9999) for text in texts)


def _ended(state: State) -> tuple[State, tuple[Event, ...]]:
    """Return the position after the end of a round among players, and what happened in it."""
    after = state.clone()
    scored, place = rules.score_phase(after), phrase("terracotta.rule.scoring")
    events = [*_told(after, scored, place)]
    final = rules.end_phase(after)
    order = tuple(name_of(player) for player in after.players)
    end = phrase("terracotta.rule.end")
    events.append(Event(phrase("terracotta.session.order", players=order), end))
    if not after.over:
        rings = after.rings
        turned = phrase("terracotta.session.turned", inner=rings.inner, middle=rings.middle)
        events.append(Event(turned, end))
    events += _told(after, final, phrase("terracotta.rule.final"))
    return after, tuple(events)


def _told(state: State, scored: Iterable[scoring.Award], rule: Phrase) -> list[Event]:
    """Return points as events."""
    return [
        Event(
            phrase(
                "terracotta.session.scores",
                player=name_of(state.player(owner)),
                n=points,
                why=award.why[owner],
            ),
            rule,
        )
        for award in scored
        for owner, points in award.points.items()
    ]


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
    stand = f"rings {state.rings.inner} {state.rings.middle} inspectors {seen.row} {seen.column}"
    return " | ".join([*goods, stand, f"stores {' '.join(map(str, state.stores))}"])


def _scores(state: State) -> str:
    return " ".join(f"{player.letter} {player.score}" for player in state.players)


def to_text(game: Record) -> str:
    """Return the game as text; `parse` reads it back. How it stood is told at the end of each round."""
    lines = [head(game.begin).rstrip("\n")]
    number = game.begin.round
    lines.append(f"# round {number}")
    for one in game.turns:
        lines.append(one.line)
        if one.is_end:
            lines.append(f"= {stands(one.state)}")
            lines += [f"| {row}" for row in one.state.grid.rows_of_codes()]
            if not one.state.over:
                lines.append(f"# round {one.state.round}")
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
            raise InputError(_say("position", example="position {...}"))
        elif word == "board":
            if self.setup is None:
                raise InputError(_say("position", example="position {...}"))
            self.state = start(self.setup, own_values.read(_table(rest)))
        else:
            colour, _, name = rest.partition(" ")
            if colour not in COLOURS:
                raise InputError(phrase("terracotta.error.colour", what=word, colours=COLOURS), field=word)
            self.state = self.state.clone()
            self.state.player(LETTER_OF[colour]).name = shared.printable_name(name, word)

    def _turn(self, word: str, line: str, rest: str) -> None:
        if self.state is None:
            raise InputError(_say("position", example="position {...}"))
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
    found = shared.load(text)
    if not isinstance(found, dict):
        raise InputError(_say("position", example="board {...}"), field="board")
    return found


def _same(right: str, text: str) -> None:
    if text != right:
        raise InputError(phrase("transcript.other", right=right, text=text[:200]))
