"""The best turn; or where to place: for one piece every placement weighed, for more the best plans proved."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.shared.own_values import named
from pencilwright.games.terracotta_army import words as said_of
from pencilwright.games.terracotta_army.choice import Choice, write_choice
from pencilwright.games.terracotta_army.choice import in_words as placement
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.games.terracotta_army.state import LETTER_OF, State
from pencilwright.solver.carried import Disagreement, as_dict, carry_out
from pencilwright.solver.terracotta_army.carry import plan_of
from pencilwright.solver.terracotta_army.question import Question, check
from pencilwright.solver.terracotta_army.single import best_single, why_nothing
from pencilwright.solver.terracotta_army.telling import drawn, why, why_in_words
from pencilwright.solver.terracotta_army.turn import answer as turn
from pencilwright.solver.terracotta_army.value import Value, parts_of
from pencilwright.templates.phrases import Phrase, Word, chained, phrase, say, sentences

GAME: Final = games.game("terracotta-army")

LISTED: Final = 10
SLIDES: Final = re.compile(r"with pike \w+-\w+")
PIECES, COST = 1, 3
"""What is asked about placements when nothing is said."""
TURN, PLACEMENT = ASKED = ("turn", "placement")
TURN_BASIS: Final = ("inner", "middle", "outer", "quarters", "priority_clay")
BASIS: Final[tuple[str, ...]] = ("organizer", "domination", "presence", "inspectors", "specialist_weapon")


def answer_for(
    state: State,
    *,
    colour: str | None = None,
    ask: str | None = None,
    pieces: int | None = None,
    cost: int | None = None,
    rounds: int = 1,
    proof: bool = True,
) -> dict[str, Any]:
    """Return the best turn, placement or plans as plain values; every one was carried out by the rules.

    ask : "turn" or "placement"; None is a turn, unless pieces or their cost are said.
    proof : whether placements are proved a second way, by CP-SAT, where that ends quickly.

    Raises InputError when nobody is said to place in a game of several, and as `question.check`.
    """
    if ask not in (None, *ASKED):
        raise InputError(phrase("terracotta.advice.error.ask", ask=ask[:20], known=ASKED), field="ask")
    places = ask == PLACEMENT or (ask is None and (pieces is not None or cost is not None))
    if places:
        question = Question(
            state,
            _letter(state, colour),
            PIECES if pieces is None else pieces,
            COST if cost is None else cost,
            rounds,
        )
        answer = _placing(check(question))
        if proof and answer["placements"]:
            answer["proof"] = second_proof(question, answer)
    elif pieces is not None or cost is not None:
        raise InputError(phrase("terracotta.advice.error.turn", ask=f"--ask {PLACEMENT}"), field="ask")
    else:
        answer = _turn(state, colour, rounds)
    basis = BASIS if places else (*BASIS, *TURN_BASIS)
    return answer | {"unverified": [name for name in basis if name in state.board.unverified]}


def _placing(question: Question) -> dict[str, Any]:
    """Return the best placement or plans."""
    if why_nothing(question):
        return _nothing(question)
    return _one(question) if question.pieces == 1 else _several(question)


def second_proof(question: Question, answer: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what a model of its own proves about the optimum, None for more pieces than it takes.

    The model slides no warrior: where the best plan does, it bounds all plans that don't. Raises Disagreement
    when the two ways to reckon differ.
    """
    from pencilwright.solver.terracotta_army.proof.prove import MOST_PIECES, prove

    state, letter, pieces, cost, rounds = question
    if pieces > MOST_PIECES:
        return None
    found = prove(state, letter, pieces=pieces, cost=cost, rounds=rounds)
    if found.optimum is None:
        return {"status": "limit", "optimum": None}
    best = [one for one in answer["placements"] if one["value"] == answer["value"]]
    stay = [one for one in best if SLIDES.search(one["notation"]) is None and one["notation"] != "-"]
    if found.optimum > answer["value"] or (stay and found.optimum < answer["value"]):
        raise Disagreement(f"the search finds {answer['value']} points and CP-SAT proves {found.optimum}")
    return {"status": "optimal" if stay else "without_slides", "optimum": found.optimum}


def _turn(state: State, colour: str | None, rounds: int) -> dict[str, Any]:
    """Return the best turn of who is to move; a colour that is said is refused when it is not theirs."""
    if colour is None and state.chancellor is None:
        colour = (state.to_move() or state.players[0]).colour
    letter = _letter(state, colour)
    if not state.over:
        check(Question(state, letter, rounds=rounds))
    return turn.answer_for(state, letter, rounds)


def _letter(state: State, colour: str | None) -> str:
    """Return the letter of who asks."""
    if colour is None:
        if state.chancellor is None:
            raise InputError(phrase("terracotta.advice.error.who", option="--for"), field="for")
        return state.human.letter
    if colour not in COLOURS:
        said = phrase("terracotta.advice.error.colour", colour=colour[:20], colours=COLOURS)
        raise InputError(said, field="for")
    return LETTER_OF[colour]


def _nothing(question: Question) -> dict[str, Any]:
    """Return that nothing can be placed, and what the position is worth as it stands."""
    plan = plan_of(question, (), 0)
    carry_out(GAME, question.state, plan)
    stands = parts_of(question, ())
    return _answer(question, stands, stands.points) | {
        "reason": why_nothing(question),
        "value": None,
        "plan": as_dict(plan),
    }


def _answer(question: Question, best: Value, nothing: int, grid: Grid | None = None) -> dict[str, Any]:
    """Return what all answers hold; the best one's value, its parts, and the grid after it."""
    return {
        "pieces": question.pieces,
        "nothing": nothing,
        "score": question.state.player(question.letter).score,
        "when": said_of.ended_after(question.state.round, question.rounds),
        "value": best.points,
        "reason": "",
        "method": phrase(f"terracotta.advice.method.{'one' if question.pieces == 1 else 'several'}"),
        "placements": [],
        "parts": [{"points": part.points, "text": part.words} for part in best.parts],
        "grid": drawn(grid or question.state.grid),
        "complete": True,
        "proof": None,
    }


def _one(question: Question) -> dict[str, Any]:
    """Return all placements of one piece, the best first."""
    found = best_single(question)
    plans = [plan_of(question, [placement.choice], placement.gain) for placement in found.placements]
    for plan in plans:
        carry_out(GAME, question.state, plan)
    stands = parts_of(question, ())
    return _answer(question, found.best, found.nothing, found.placements[0].grid) | {
        "placements": [
            _placed(question, [one.choice], one.points, one.gain, stands) for one in found.placements
        ],
        "plan": as_dict(plans[0]),
    }


def _several(question: Question) -> dict[str, Any]:
    """Return the best plans of several pieces."""
    from pencilwright.solver.terracotta_army.plan import best_plans

    found = best_plans(question)
    gain = found.optimum - found.nothing
    plans = [plan_of(question, plan.choices, gain) for plan in found.plans]
    for plan in plans:
        carry_out(GAME, question.state, plan)
    first, stands = found.plans[0], parts_of(question, ())
    return _answer(question, first.value, found.nothing, first.grid) | {
        "placements": [_placed(question, plan.choices, found.optimum, gain, stands) for plan in found.plans],
        "plan": as_dict(plans[0]),
        "complete": found.complete,
    }


def _placed(
    question: Question, choices: Sequence[Choice], value: int, gain: int, stands: Value
) -> dict[str, Any]:
    """Return a plan: its placements in words and in the notation of turns, and what it changes.

    stands : what the position is worth when nothing is placed.
    """
    grid = question.state.grid
    steps = [step for choice in choices for step in placement(grid, choice)]
    return {
        "text": chained(steps or [phrase("terracotta.plan.nothing")], "terracotta.plan.then"),
        "notation": "; ".join(write_choice(grid, choice) for choice in choices) or "-",
        "value": value,
        "gain": gain,
        "why": why(stands, parts_of(question, choices)),
    }


def _said(key: str, language: str, **words: Word) -> str:
    return say(phrase(f"terracotta.advice.{key}", **words), language)


def _listed(answer: dict[str, Any], top: int, language: str) -> list[str]:
    """Return the best placements or plans, each with its notation and why, and how many they are."""
    best = [entry for entry in answer["placements"] if entry["value"] == answer["value"]]
    shown = answer["placements"][: top or max(len(best[:LISTED]), 5)]
    lines = ["  ".join(_said(f"head.{name}", language) for name in ("value", "gain", "placement"))]
    for entry in shown:
        text = f"{say(entry['text'], language)}  [{entry['notation']}]"
        lines.append(f"{entry['value']:>5}  {entry['gain']:+4}  {text}")
        lines += [f"{'':13}{why_in_words(entry['why'], language)}"] * bool(entry["why"])
    key = "best" if answer["pieces"] == 1 else "best.plans" if answer["complete"] else "best.more"
    said = [phrase(f"terracotta.advice.{key}", n=len(best), method=answer["method"]), _nothing_is(answer)]
    if answer["proof"] is not None:
        said.append(
            phrase(f"terracotta.advice.proof.{answer['proof']['status']}", n=answer["proof"]["optimum"] or 0)
        )
    said += [phrase("terracotta.advice.better")] * (answer["value"] < answer["nothing"])
    return ["\n".join(lines), sentences(said, language)]


def _nothing_is(answer: Mapping[str, Any]) -> Phrase:
    """Return what placing nothing is worth, in words."""
    return phrase("terracotta.advice.nothing", n=answer["nothing"])


def in_words(answer: dict[str, Any], top: int, language: str, all_by: str = "--top 0") -> str:
    """Return the answer as text: the best ones, their points part by part, the grid, what is frozen.

    all_by : what a person types to see all turns; "" where nothing does.
    """
    if answer.get("ask") == TURN:
        return turn.text(answer, top, language, all_by)
    parts = "\n".join(f"{part['points']:>5}  {say(part['text'], language)}" for part in answer["parts"])
    if answer["reason"]:
        blocks = [sentences((answer["reason"], _nothing_is(answer)), language)]
        blocks += [f"{_said('parts', language)}\n{parts}"] if parts else []
    else:
        blocks = _listed(answer, top, language)
        blocks.append(f"{_said('parts.first', language)}\n{parts}")
    blocks.append("\n".join(answer["grid"]))
    now = phrase("terracotta.points.now")
    frozen = [
        phrase("terracotta.points.counted", when=answer["when"], n=answer["score"], now=now),
        phrase("terracotta.advice.frozen"),
    ]
    frozen += [phrase("terracotta.advice.plan")] * (answer["pieces"] > 1)
    blocks.append(sentences(frozen, language))
    if answer["unverified"]:
        blocks.append(_said("unverified", language, names=named(GAME.id, answer["unverified"])))
    return "\n\n".join(blocks)
