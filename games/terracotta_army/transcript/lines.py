"""A turn as a line of a transcript: a player's, the chancellor's with what fell, the end of a round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared.session import Played, SessionEvent
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.chancellor import procedure, simulation
from pencilwright.games.terracotta_army.chancellor.simulation import Simulation
from pencilwright.games.terracotta_army.rules import actions, turns
from pencilwright.games.terracotta_army.state import Player, State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase

END: Final = "end"
MOST_NUMBERS: Final = 40
"""Decree rolls, or choices, that one line may have."""


def say(what: str, /, **words: Word) -> Phrase:
    return phrase(f"terracotta.transcript.{what}", **words)


def name_of(player: Player) -> Sentence:
    """Return a player's name, the colour where there is none."""
    return player.name or names.colour(player.colour)


def who_plays(state: State) -> Sentence:
    """Return whose turn comes next, in words."""
    player = state.to_move()
    if player is None:
        return phrase("terracotta.session.end", n=state.round)
    return phrase("terracotta.session.him") if state.is_him(player) else name_of(player)


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


def act_of(line: str) -> Callable[[Simulation], None]:
    """Return what the chancellor does by a line of his, without decree rolls and choices."""
    parts = line.split()
    if parts[0] == END:
        return procedure.finish_round
    dice = parts[2].split(",") if len(parts) > 2 else []
    if len(dice) != 2 or not set(dice) <= set("123456"):
        raise InputError(phrase("words.wrong", text=line[:60], example="P dice 3,5 decree 9"), field="dice")
    return procedure.turn((int(dice[0]), int(dice[1])))


def events_of(result: simulation.Outcome) -> tuple[SessionEvent, ...]:
    """Return what the chancellor did, each with its rule and the position then."""
    both = zip(result.steps, result.states, strict=True)
    return tuple(SessionEvent(step.words, step.rule_in_words, state) for step, state in both)


def played(state: State, line: str) -> Played:
    """Return what a line plays: a player's turn, the chancellor's, or the end of the round.

    Raises InputError naming what is not allowed.
    """
    who = who_plays(state)
    parts = line.split()
    if parts[:1] == [END] and state.chancellor is None:
        if len(parts) > 1:
            raise InputError(phrase("words.wrong", text=line[:60], example=END), field="end")
        return Played(who, END, *_ended(state), is_end=True)
    if parts[:1] == [END] or parts[1:2] == ["dice"]:
        return _followed(state, who, parts)
    after = state.clone()
    turn = turns.read(state.grid, line)
    sentences = turns.apply_turn(after, turn)
    rings: list[Sentence] = ["", *map(names.ring, actions.RINGS)]
    placed = phrase("terracotta.session.placed", worker=names.worker(turn.artisan), n=turn.sector)
    events = [
        SessionEvent(text, ring) for text, ring in zip(sentences, rings[-len(sentences) :], strict=True)
    ]
    events.insert(len(sentences) - len(actions.RINGS), SessionEvent(placed))
    return Played(who, turns.write(state.grid, turn), after, tuple(events))


def _followed(state: State, who: Sentence, parts: list[str]) -> Played:
    """Return what the chancellor does by a line such as "P dice 3,6 decree 9 take 0 1"."""
    text = " ".join(parts)
    line, decrees, taken = chance_of(text)
    head = line.split()
    is_whole = with_chance(line, decrees, taken) == text
    if head[:1] == [END]:
        if len(head) > 1 or not is_whole:
            raise InputError(phrase("words.wrong", text=text[:60], example="end take 2"), field="end")
    elif len(head) != 3 or not is_whole or state.him.letter != head[0]:
        example = f"{state.him.letter} dice 3,5 decree 9"
        raise InputError(phrase("words.wrong", text=text[:60], example=example), field="dice")
    result = simulation.follow(act_of(line), state, taken, decrees, asks=True)
    if result.needs_decree:
        raise InputError(say("decree", example="decree 7"), field="decree")
    if result.needs_choice:
        decision = result.decisions[-1]
        message = say("open", question=decision.question, options=decision.options, example="take 0")
        raise InputError(message, field="take")
    if result.unused_decrees or len(result.decisions) < len(taken):
        raise InputError(say("unused"), field="decree")
    return Played(
        who, with_chance(line, decrees, taken), result.state, events_of(result), is_end=head[0] == END
    )


def _numbers(texts: Sequence[str]) -> tuple[int, ...]:
    """Return whole numbers. Raises InputError for anything else, and for far too many."""
    if len(texts) > MOST_NUMBERS or not all(text.isascii() and text.isdecimal() for text in texts):
        raise InputError(phrase("words.wrong", text=" ".join(texts)[:40], example="0 1"), field="take")
    return tuple(min(int(text[:4]), 9999) for text in texts)


def _ended(state: State) -> tuple[State, tuple[SessionEvent, ...]]:
    """Return the position after the end of a round among players, and what happened in it."""
    after = state.clone()
    scored, place = actions.score_phase(after), phrase("terracotta.rule.scoring")
    events = [*_point_events(after, scored, place)]
    final = actions.end_phase(after)
    order = tuple(name_of(player) for player in after.players)
    end = phrase("terracotta.rule.end")
    events.append(SessionEvent(phrase("terracotta.session.order", players=order), end))
    if not after.over:
        rings = after.rings
        turned = phrase("terracotta.session.turned", inner=rings.inner, middle=rings.middle)
        events.append(SessionEvent(turned, end))
    events += _point_events(after, final, phrase("terracotta.rule.final"))
    return after, tuple(events)


def _point_events(state: State, scored: Iterable[scoring.Award], rule: Phrase) -> list[SessionEvent]:
    """Return points as events."""
    return [
        SessionEvent(
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
