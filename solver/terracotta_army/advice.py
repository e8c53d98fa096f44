"""The best turn; or only a part of it, where to place one piece or several."""

from __future__ import annotations

from typing import Final

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.shared.own_values import named
from pencilwright.games.terracotta_army.answer import (
    Answer,
    PlacementAnswer,
    PlacementChoice,
    TurnAnswer,
)
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.rules.choice import in_words as placement
from pencilwright.games.terracotta_army.rules.choice import write_choice
from pencilwright.games.terracotta_army.state import LETTER_OF, State
from pencilwright.games.terracotta_army.words import names as said_of
from pencilwright.solver.terracotta_army.carry_out import plan_of
from pencilwright.solver.terracotta_army.placing import Placement, Placements, best_placements, why_nothing
from pencilwright.solver.terracotta_army.question import PlacingQuestion, check
from pencilwright.solver.terracotta_army.reasons import BASIS, drawn, parts, why, why_in_words
from pencilwright.solver.terracotta_army.turn import answer as turn
from pencilwright.solver.terracotta_army.value import Value, parts_of
from pencilwright.solver.verify import Disagreement, carry_out
from pencilwright.solver.view import ALL_BY, Alternative, View
from pencilwright.templates.phrases import Phrase, Word, chained, phrase, say, sentences

GAME: Final = games.game("terracotta-army")

LISTED: Final = 10
PIECES, COST = 1, 3
"""What is asked about placements when nothing is said."""
TURN, PLACEMENT = QUESTIONS = ("turn", "placement")


def answer_for(
    state: State,
    *,
    colour: str | None = None,
    ask: str | None = None,
    pieces: int | None = None,
    cost: int | None = None,
    rounds: int = 1,
) -> Answer:
    """Return the best turn, placement or plans; every one was carried out by the rules.

    ask : "turn" or "placement"; None is a turn, unless pieces or their cost are said.

    Raises InputError when nobody is said to place in a game of several, and as `question.check`.
    """
    if ask not in (None, *QUESTIONS):
        raise InputError(phrase("terracotta.advice.error.ask", ask=ask[:20], known=QUESTIONS), field="ask")
    places = ask == PLACEMENT or (ask is None and (pieces is not None or cost is not None))
    if places:
        question = PlacingQuestion(
            state,
            _letter(state, colour),
            PIECES if pieces is None else pieces,
            COST if cost is None else cost,
            rounds,
        )
        return _placing(question, best_placements(question))
    if pieces is not None or cost is not None:
        raise InputError(phrase("terracotta.advice.error.turn", ask=f"--ask {PLACEMENT}"), field="ask")
    return _turn(state, colour, rounds)


def _turn(state: State, colour: str | None, rounds: int) -> TurnAnswer:
    """Return the best turn of who is to move; a colour that is said is refused when it is not theirs."""
    if colour is None and state.chancellor is None:
        colour = (state.to_move() or state.players[0]).colour
    letter = _letter(state, colour)
    if not state.over:
        check(PlacingQuestion(state, letter, rounds=rounds))
    return turn.answer_for(state, letter, rounds)


def _letter(state: State, colour: str | None) -> str:
    """Return the letter of who asks."""
    if colour is None:
        if state.chancellor is None:
            raise InputError(phrase("terracotta.advice.error.who", option="--for"), field="for")
        return state.human.letter
    if colour not in COLOURS:
        text = phrase("terracotta.advice.error.colour", colour=colour[:20], colours=COLOURS)
        raise InputError(text, field="for")
    return LETTER_OF[colour]


def _placing(question: PlacingQuestion, result: Placements) -> PlacementAnswer:
    """Return the best placement or plans; the rules have carried out each of them."""
    stands = parts_of(question, ())
    best = result.plans[0] if result.plans else Placement((), result.nothing)
    ends = [_carried_out(question, result, plan) for plan in result.plans or (best,)]
    worth = parts_of(question, best.choices)
    if (worth.points, stands.points) != (best.points, result.nothing):
        raise Disagreement(f"{best.choices} is worth {worth.points} points, weighed as {best.points}")
    return PlacementAnswer(
        pieces=question.pieces,
        nothing=result.nothing,
        score=question.state.player(question.letter).score,
        when=said_of.ended_after(question.state.round, question.rounds),
        value=best.points if result.plans else None,
        reason="" if result.plans else why_nothing(question),
        method=phrase(f"terracotta.advice.method.{'one' if question.pieces == 1 else 'several'}"),
        placements=tuple(_placed(question, plan, result.nothing, stands) for plan in result.plans),
        parts=parts(worth),
        grid=drawn(ends[0].grid),
        complete=result.is_complete,
        plan=plan_of(question, best.choices, best.points - result.nothing),
        unverified=tuple(name for name in BASIS if name in question.state.board.unverified),
    )


def _carried_out(question: PlacingQuestion, result: Placements, plan: Placement) -> State:
    """Return the position after a plan. Raises Disagreement when the rules come to other points."""
    carried = plan_of(question, plan.choices, plan.points - result.nothing)
    after: State = carry_out(GAME, question.state, carried)
    return after


def _placed(question: PlacingQuestion, plan: Placement, nothing: int, stands: Value) -> PlacementChoice:
    """Return a plan: its placements in words and in the notation of turns, and what it changes.

    nothing, stands : what the position is worth when nothing is placed, and part by part.
    """
    grid = question.state.grid
    steps = [step for choice in plan.choices for step in placement(grid, choice)]
    return PlacementChoice(
        text=chained(steps or [phrase("terracotta.plan.nothing")], "terracotta.plan.then"),
        notation="; ".join(write_choice(grid, choice) for choice in plan.choices) or "-",
        value=plan.points,
        gain=plan.points - nothing,
        why=why(stands, parts_of(question, plan.choices)),
    )


def _in_words(key: str, language: str, **words: Word) -> str:
    return say(phrase(f"terracotta.advice.{key}", **words), language)


def _listed(answer: PlacementAnswer, top: int, language: str) -> list[str]:
    """Return the best placements or plans, each with its notation and why, and how many they are."""
    best = [entry for entry in answer.placements if entry.value == answer.value]
    visible = answer.placements[: top or max(len(best[:LISTED]), 5)]
    lines = ["  ".join(_in_words(f"head.{name}", language) for name in ("value", "gain", "placement"))]
    for entry in visible:
        text = f"{say(entry.text, language)}  [{entry.notation}]"
        lines.append(f"{entry.value:>5}  {entry.gain:+4}  {text}")
        lines += [f"{'':13}{why_in_words(entry.why, language)}"] * bool(entry.why)
    key = "best" if answer.pieces == 1 else "best.plans" if answer.complete else "best.more"
    messages = [phrase(f"terracotta.advice.{key}", n=len(best), method=answer.method), _nothing_is(answer)]
    messages += [phrase("terracotta.advice.better")] * (visible[0].value < answer.nothing)
    return ["\n".join(lines), sentences(messages, language)]


def _nothing_is(answer: PlacementAnswer) -> Phrase:
    """Return what placing nothing is worth, in words."""
    return phrase("terracotta.advice.nothing", n=answer.nothing)


def in_words(answer: Answer, top: int, language: str, all_by: str = ALL_BY) -> str:
    """Return the answer as text: the best ones, their points part by part, the grid, what is frozen.

    all_by : what a person types to see all turns; "" where nothing does.
    """
    if isinstance(answer, TurnAnswer):
        return turn.text(answer, top, language, all_by)
    parts = "\n".join(f"{part.points:>5}  {say(part.text, language)}" for part in answer.parts)
    if answer.reason:
        blocks = [sentences((answer.reason, _nothing_is(answer)), language)]
        blocks += [f"{_in_words('parts', language)}\n{parts}"] if parts else []
    else:
        blocks = _listed(answer, top, language)
        blocks.append(f"{_in_words('parts.first', language)}\n{parts}")
    blocks.append("\n".join(answer.grid))
    now = phrase("terracotta.points.now")
    frozen = [
        phrase("terracotta.points.counted", when=answer.when, n=answer.score, now=now),
        phrase("terracotta.advice.frozen"),
    ]
    frozen += [phrase("terracotta.advice.plan")] * (answer.pieces > 1)
    frozen.append(phrase("terracotta.advice.part"))
    blocks.append(sentences(frozen, language))
    if answer.unverified:
        blocks.append(_in_words("unverified", language, names=named(GAME.id, answer.unverified)))
    return "\n\n".join(blocks)


def view(answer: Answer) -> View:
    """Return an answer as a screen lists it."""
    if isinstance(answer, TurnAnswer):
        return turn.view(answer)
    if not answer.placements:
        unit = phrase("web.advice.as_it_stands")
        return View(
            answer.reason,
            f"{answer.nothing}",
            unit=unit,
            reasons=answer.parts,
            reasons_for="parts",
        )
    best, *others = answer.placements
    losses = [best.value - other.value for other in others]
    nothing = phrase("web.advice.nothing", n=answer.nothing)
    return View(
        best.text,
        f"{best.value}",
        unit=phrase("terracotta.points.to_come", when=answer.when),
        remarks=(nothing, phrase("web.advice.method", method=answer.method)),
        notes=(phrase("terracotta.advice.part"),),
        alternatives=[
            Alternative(other.text, loss, f"{loss}") for other, loss in zip(others, losses, strict=True)
        ],
        reasons=best.why or answer.parts,
        reasons_for="against" if best.why else "parts",
    )
