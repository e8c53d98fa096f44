"""The best turn as an answer: what is done step by step, what it brings, and what each other choice loses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from pencilwright import games
from pencilwright.games.shared.own_values import named
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.answer import Answer, LaterTurn, PartChoice, TurnChoice
from pencilwright.games.terracotta_army.rules import actions, turns
from pencilwright.games.terracotta_army.rules.turns import Turn
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.words import names
from pencilwright.solver.terracotta_army.reasons import BASIS as PLACING
from pencilwright.solver.terracotta_army.reasons import drawn, parts, why, why_in_words
from pencilwright.solver.terracotta_army.turn.best import Ranked, best_turns, command, plan_of
from pencilwright.solver.terracotta_army.value import PointsPart, Value, standing, total
from pencilwright.solver.verify import carry_out
from pencilwright.solver.view import ALL_BY, Alternative, View, hidden_moves
from pencilwright.templates.phrases import Phrase, Word, phrase, say, sentences

GAME: Final = games.game("terracotta-army")
BASIS: Final = (*PLACING, "inner", "middle", "outer", "quarters", "priority_clay")
"""The unproven components that a turn may rest on."""


def answer_for(state: State, letter: str, rounds: int) -> Answer:
    """Return the best turn; every turn that is shown was carried out by the rules.

    Raises InputError when the player is not to move.
    """
    result = best_turns(state, letter, rounds, top=1)
    first = result.best[0]
    plan = plan_of(state, first, rounds, result.nothing)
    after = carry_out(GAME, state, plan)
    places = [other.ranked for other in result.others if other.part == "place"]
    visible = [other.ranked for other in result.others]
    if result.playing_on is not None:
        visible.append(result.playing_on)
    for ranked in visible:
        carry_out(GAME, state, plan_of(state, ranked, rounds, result.nothing))
    worth = _parts(state, after, letter, rounds)
    stands = total(standing(state, letter, rounds))
    return Answer(
        player=state.player(letter).colour,
        value=first.value,
        nothing=result.nothing,
        score=state.player(letter).score,
        when=names.ended_after(state.round, rounds),
        legal=result.legal,
        optimal=result.optimal,
        steps=tuple(steps(state, first.turn)),
        moves=tuple(_turn_fields(state, ranked) for ranked in (first, *places)),
        others=tuple(
            _part(state, other.ranked, other.part, first.turn)
            for other in result.others
            if other.part != "place"
        ),
        playing_on=_later(state, first, result.playing_on),
        parts=parts(worth),
        why=why(stands, worth),
        grid=drawn(after.grid),
        plan=plan,
        unverified=tuple(name for name in BASIS if name in state.board.unverified),
    )


def _later(state: State, first: Ranked, later: Ranked | None) -> LaterTurn | None:
    """Return the turn that the estimate prefers, with a sentence that says so; None in the last turn."""
    if later is None:
        return None
    record = _turn_fields(state, later)
    message = phrase("terracotta.best.later.same")
    if later.turn != first.turn:
        message = phrase(
            "terracotta.best.later.other", turn=record.text, notation=record.notation, n=later.loss
        )
    return LaterTurn(
        text=record.text, notation=record.notation, value=record.value, loss=record.loss, message=message
    )


def _parts(state: State, after: State, letter: str, rounds: int) -> Value:
    """Return what a turn is worth, part by part: on the track at once, then as it stands."""
    at_once = after.player(letter).score - state.player(letter).score
    parts = [PointsPart("at_once", phrase("terracotta.best.at_once"), at_once)]
    return total([*parts, *standing(after, letter, rounds)])


def _turn_fields(state: State, ranked: Ranked) -> TurnChoice:
    """Return a turn in words and in notation, and what it is worth."""
    notation = command(state, ranked.turn).partition(" ")[2]
    return TurnChoice(
        text=in_words(state, ranked.turn), notation=notation, value=ranked.value, loss=ranked.loss
    )


def _part(state: State, ranked: Ranked, part: str, first: Turn) -> PartChoice:
    """Return a turn that differs from the first in a part; the words are of that ring, or of the piece."""
    message = turns.apply_turn(state.clone(), ranked.turn)[-len(actions.RINGS) :]
    pairs = zip(message, ranked.turn.choices, first.choices, strict=True)
    moved = (did for did, pair, other in pairs if pair != other)
    text = next(moved) if part == "space" else message[actions.RINGS.index(part)]
    notation = command(state, ranked.turn).partition(" ")[2]
    return PartChoice(part=part, text=text, notation=notation, value=ranked.value, loss=ranked.loss)


def steps(state: State, turn: Turn) -> list[Phrase]:
    """Return a turn in sentences: the ring, the worker and what the sector shows, each action."""
    played = state.clone()
    message = turns.apply_turn(played, turn)
    results = []
    if turn.ring:
        results.append(phrase("terracotta.best.ring", ring=names.ring(turn.ring), n=box.ROTATE_COST))
        message = message[1:]
    done = [names.action(actions.action(played, turn.sector, ring)) for ring in actions.RINGS]
    shows = dict(zip(actions.RINGS, done, strict=True))
    worker = names.worker(turn.artisan)
    results.append(phrase("terracotta.best.worker", worker=worker, n=turn.sector, **shows))
    for ring, name, did in zip(actions.RINGS, done, message, strict=True):
        results.append(phrase("terracotta.best.action", ring=names.ring(ring), action=name, did=did))
    return results


def in_words(state: State, turn: Turn) -> Phrase:
    """Return a turn in one sentence, by playing it."""
    message = turns.apply_turn(state.clone(), turn)
    ring = {"ring": names.ring(turn.ring)} if turn.ring else {}
    inner, middle, outer = message[-3:]
    return phrase(
        "terracotta.best.turn.ring" if ring else "terracotta.best.turn",
        worker=names.worker(turn.artisan),
        n=turn.sector,
        inner=inner,
        middle=middle,
        outer=outer,
        **ring,
    )


def view(answer: Answer) -> View:
    """Return the best turn as a screen lists it."""
    best, *others = answer.moves
    later = () if answer.playing_on is None else (answer.playing_on.message,)
    return View(
        best.text,
        f"{answer.value}",
        unit=phrase("terracotta.points.to_come", when=answer.when),
        remarks=(phrase("web.advice.nothing", n=answer.nothing), _counted(answer), *later),
        alternatives=[Alternative(other.text, other.loss, f"{other.loss}") for other in others],
        reasons=answer.why,
        reasons_for="against",
        lines=(answer.steps,),
    )


def _counted(answer: Answer) -> Phrase:
    """Return how many turns there are, and how many are best."""
    return phrase("terracotta.best.counted", legal=answer.legal, optimal=answer.optimal)


# --- As text ----------------------------------------------------------------------------------------------


def text(answer: Answer, top: int, language: str, all_by: str = ALL_BY) -> str:
    """Return the answer as text: steps, points, and what other choices lose, `top` of each kind (0: all).

    all_by : what a person types to see all turns; "" where nothing does.
    """

    def text(key: str, **fields: Word) -> str:
        return say(phrase(f"terracotta.{key}", **fields), language)

    numbered = [f"{number}. {say(step, language)}" for number, step in enumerate(answer.steps, 1)]
    first, *places = answer.moves
    head = phrase("terracotta.best.head", colour=names.colour(answer.player), notation=first.notation)
    blocks = ["\n".join([say(head, language), *numbered])]
    score, gain = answer.score, first.value - answer.nothing
    value = phrase(
        "terracotta.best.value",
        all=score + first.value,
        score=score,
        n=first.value,
        gain=f"{gain:+d}",
        nothing=score + answer.nothing,
        when=answer.when,
        now=phrase("terracotta.points.now"),
    )
    changed = why_in_words(answer.why, language)
    blocks.append("\n".join([sentences((value, _counted(answer)), language), *[changed] * bool(changed)]))
    if answer.playing_on is not None:
        blocks.append(say(answer.playing_on.message, language))
    others: list[tuple[str, Sequence[TurnChoice | PartChoice]]] = [("place", places)]
    others += [(part, list(item)) for part, item in groupby(answer.others, lambda item: item.part)]
    for part, other in others:
        if other:
            lines = _losses(other, top, language, all_by)
            blocks.append("\n".join([text(f"best.others.{part}"), *lines]))
    blocks.append("\n".join(answer.grid))
    notes = [phrase("terracotta.advice.frozen"), phrase("terracotta.best.ties")]
    blocks.append(sentences(notes, language))
    if answer.unverified:
        blocks.append(text("advice.unverified", names=named(GAME.id, answer.unverified)))
    return "\n\n".join(blocks)


def _losses(results: Sequence[TurnChoice | PartChoice], top: int, language: str, all_by: str) -> list[str]:
    """Return what turns lose, each on a line, and how many are not shown."""
    visible = results[: top or None]
    lines = [f"{-item.loss:>5}  {say(item.text, language)}  [{item.notation}]" for item in visible]
    if hidden := len(results) - len(visible):
        lines.append(f"{'':7}{say(hidden_moves(hidden, all_by), language)}")
    return lines
