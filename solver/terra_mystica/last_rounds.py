"""What the last round, or the last two, of a game that was played could have brought."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.played import LastRound
from pencilwright.games.terra_mystica import commands
from pencilwright.games.terra_mystica.answer import Answer, Step
from pencilwright.games.terra_mystica.components import ROUNDS, STANDARD
from pencilwright.games.terra_mystica.log import read, replay, write
from pencilwright.games.terra_mystica.rules.apply import in_order, is_action, is_note
from pencilwright.games.terra_mystica.state import State
from pencilwright.games.terra_mystica.words import action_words
from pencilwright.solver.terra_mystica import advice
from pencilwright.solver.terra_mystica.two_rounds import answer as both
from pencilwright.solver.terra_mystica.two_rounds.script import Table, recorded
from pencilwright.solver.terra_mystica.whole_round import answer
from pencilwright.solver.verify import Disagreement, Plan, as_record
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress

NOT_OWN: Final = re.compile(r"leech|decline|wait|done|pass\b|-|\[", re.IGNORECASE)
"""Commands of a player's rows that are no part of a frozen last round."""
STEP: Final = re.compile(r"\+\d?(fire|water|earth|air)", re.IGNORECASE)


def last_rounds(text: str, seconds: float) -> tuple[LastRound, ...]:
    """Return how the last round of each player ended: from their last action on, or since they were alone.

    The others stay as they stand then: what they did later is in neither figure.

    seconds : deterministic seconds for each player.

    Raises Disagreement when somebody played more than the bound allows.
    """
    record = read.parse(text)
    whole = replay.replay(record)
    results = []
    for who in record.setup.factions:
        first = _first_row(whole, who)
        state = replay.replay(record, _before(record, whole, first)).position if first else None
        if state is not None:
            rows = [line.commands for line in record.lines if line.number >= first and line.faction == who]
            best, own = answer.best(state, who, seconds=seconds), own_points(state, who, rows)
            if own is not None and own > best.at_most:
                raise Disagreement(f"{who} played {own} points, and no line exceeds {best.at_most}: a defect")
            results.append(LastRound(who, own, max(best.points, own or 0), best.at_most))
    return tuple(results)


def _first_row(whole: replay.History, who: str) -> int:
    """Return the line of a player's last action, or of the first one after all others had passed; 0: none."""
    acts = [
        entry
        for entry in whole.entries
        if entry.round == ROUNDS and entry.line and not entry.label and not all(map(is_note, entry.commands))
    ]
    own = [act for act in acts if act.faction == who]
    others = max((act.line for act in acts if act.faction != who), default=0)
    last = [act.line for act in own if any(map(_is_act, act.commands))][-1:] or [act.line for act in own]
    return min([*last, *(act.line for act in own if act.line > others)], default=0)


def _is_act(text: str) -> bool:
    """Return whether a command takes an action other than passing."""
    return is_action(text) and not text.lower().startswith("pass")


def _before(record: read.Record, whole: replay.History, line: int) -> replay.At:
    """Return the place before a row of the last round."""
    numbers = [line.number for line in record.lines]
    before = numbers[numbers.index(line) - 1]
    acts = {entry.line for entry in whole.entries if entry.round == ROUNDS and not entry.label}
    return replay.At(line=before) if before in acts else replay.At(round=ROUNDS)


def own_points(state: State, who: str, rows: Sequence[tuple[str, ...]]) -> int | None:
    """Return the points still to come of rows that were played, nobody else doing anything.

    None where they need what others did, as power that they gave.
    """
    begins = state.player(who).points
    for row in rows:
        texts = [text for text in in_order(row) if not NOT_OWN.match(text)]
        if who == "cultists" and texts and STEP.fullmatch(texts[0]):
            texts = texts[1:]
        if not texts:
            continue
        try:
            state = commands.apply_actions(state, who, [". ".join(texts)])
        except InputError:
            return None
    return commands.points(state, who) - begins


# --- the last two rounds ------------------------------------------------------------------------------------


def two_rounds(text: str, who: str = "", *, seconds: float, progress: Progress | None = None) -> Answer:
    """Return the best last two rounds that are found for a player of a log, the others' rows as they were.

    A KeyboardInterrupt ends the search with what has been found. The line is never below what was played.

    who : the faction or its colour. seconds : deterministic seconds. progress : is told how far it has come.

    Raises InputError for a game that is not over, and for a player who is not in it, who left it, or whose
    own rows cannot be carried out again (the Cultists, whose power comes late).
    """
    record = read.parse(text)
    script = recorded(record, advice.asker(replay.replay(record).game.state, who or None))
    result = both.best(script, seconds=seconds, tell=advice.teller(progress, seconds))
    table = Table(script)
    gain = table.play(result.own) - commands.points(script.start, script.who)
    course = [(n, ". ".join(map(write.standard, row))) for n, row in table.course]
    more = result.points - result.played
    lines = [phrase(f"mystica.advice.{'played' if more else 'as_played'}", n=result.played, more=more)]
    if result.played != script.total:
        lines.append(phrase("mystica.advice.late", n=script.total))
    is_proved = result.points == result.at_most
    lines.append(phrase(f"mystica.advice.{'proved_best' if is_proved else 'at_most'}", n=result.at_most))
    if result.is_stopped:
        lines.append(phrase("answer.stopped"))
    plan = Plan(script.who, tuple(row for _, row in course), "points", Fraction(gain))
    return Answer(
        ask="two-rounds",
        faction=script.who,
        value=result.points,
        at_most=result.at_most,
        unit=phrase("mystica.unit.two-rounds"),
        figure=phrase("mystica.figure.two-rounds", n=result.points),
        as_if_last=None,
        steps=tuple(Step(text=action_words.in_words(row), notation=row, round=n) for n, row in course),
        lines=tuple(lines),
        stopped=result.is_stopped,
        played=result.played,
        unverified=("bridge_places",) if script.start.bridge_places == STANDARD.bridge_places else (),
        note=phrase("mystica.note.two-rounds"),
        plan=as_record(plan),
    )
