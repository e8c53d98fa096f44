"""Where to place: for one piece every placement weighed, for more the best plans proved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import turns
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.games.terracotta_army.rules import Choice
from pencilwright.games.terracotta_army.state import LETTER_OF, State
from pencilwright.solver.carried import as_dict, carry_out
from pencilwright.solver.terracotta_army.carry import plan_of
from pencilwright.solver.terracotta_army.question import Question, check
from pencilwright.solver.terracotta_army.single import best_single, why_nothing
from pencilwright.solver.terracotta_army.value import Value, parts_of

GAME: Final = games.game("terracotta-army")

LISTED: Final = 10
METHOD: Final = {
    True: "every placement weighed",
    False: "all plans bounded, the best carried out by the rules",
}
"""Whether one piece is placed -> how the answer was found."""
BASIS: Final = ("organizer", "domination", "presence", "inspectors", "specialist_weapon")
FROZEN: Final = (
    "Maximised: your points at once, in the scoring phases that count, and of the end of the game. "
    "Each scoring phase is followed by its end phase, which pays its coins. "
    "Frozen: everybody else's pieces, and all that anybody does later."
)
PLAN: Final = (
    "A plan is carried out now, one placement after another, each as a single one would be; "
    "only the pike slides no warrior that the plan itself has built."
)


def answer_for(
    state: State, *, colour: str | None = None, pieces: int = 1, cost: int = 3, rounds: int = 1
) -> dict[str, Any]:
    """Return the best placement or plans as plain values; every one was carried out by the rules.

    Raises InputError when nobody is said to place in a game of several, and as `question.check`.
    """
    question = check(Question(state, _letter(state, colour), pieces, cost, rounds))
    found = _nothing if why_nothing(question) else _one if pieces == 1 else _several
    return found(question) | {"unverified": [name for name in BASIS if name in state.board.unverified]}


def _letter(state: State, colour: str | None) -> str:
    """Return the letter of who places."""
    if colour is None:
        if state.chancellor is None:
            raise InputError("say who places with --for and a colour", field="for")
        return state.human.letter
    if colour not in COLOURS:
        raise InputError(f"there is no colour {colour[:20]!r}; it is {', '.join(COLOURS)}", field="for")
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
        "method": METHOD[question.pieces == 1],
    }


def _answer(question: Question, best: Value, nothing: int, grid: Grid | None = None) -> dict[str, Any]:
    """Return what all answers hold; the best one's value, its parts, and the grid after it."""
    return {
        "pieces": question.pieces,
        "nothing": nothing,
        "value": best.points,
        "reason": "",
        "placements": [],
        "parts": [{"points": points, "text": text} for text, points in best.parts],
        "grid": _drawn(grid or question.state.grid),
        "complete": True,
    }


def _one(question: Question) -> dict[str, Any]:
    """Return all placements of one piece, the best first."""
    found = best_single(question)
    plans = [plan_of(question, [placement.choice], placement.gain) for placement in found.placements]
    for plan in plans:
        carry_out(GAME, question.state, plan)
    return _answer(question, found.best, found.nothing, found.placements[0].grid) | {
        "placements": [
            {"text": placement.text, "value": placement.points, "gain": placement.gain}
            for placement in found.placements
        ],
        "plan": as_dict(plans[0]),
        "method": METHOD[True],
    }


def _several(question: Question) -> dict[str, Any]:
    """Return the best plans of several pieces."""
    from pencilwright.solver.terracotta_army.plan import best_plans

    found = best_plans(question)
    gain = found.optimum - found.nothing
    plans = [plan_of(question, plan.choices, gain) for plan in found.plans]
    for plan in plans:
        carry_out(GAME, question.state, plan)
    first = found.plans[0]
    return _answer(question, first.value, found.nothing, first.grid) | {
        "placements": [
            {"text": _said(plan.choices, question.state.grid), "value": found.optimum, "gain": gain}
            for plan in found.plans
        ],
        "plan": as_dict(plans[0]),
        "method": METHOD[False],
        "complete": found.complete,
    }


def _said(choices: Iterable[Choice], grid: Grid) -> str:
    """Return a plan's placements in order, in the notation of turns."""
    return "; ".join(turns.write_choice(grid, choice) for choice in choices) or "nothing"


def _drawn(grid: Grid) -> list[str]:
    """Return the grid's rows with letters above and numbers before them."""
    rows = grid.rows_of_codes()
    head = "   " + "   ".join(chr(ord("A") + index) for index in range(grid.cols))
    return [head, *(f"{number}  {row}" for number, row in enumerate(rows, 1))]


def _listed(answer: dict[str, Any], top: int) -> list[str]:
    """Return the best placements or plans as a table, and how many they are."""
    best = [entry for entry in answer["placements"] if entry["value"] == answer["value"]]
    shown = answer["placements"][: top or max(len(best[:LISTED]), 5)]
    lines = [f"{entry['value']:>5}  {entry['gain']:+4}  {entry['text']}" for entry in shown]
    kind = "placement" if answer["pieces"] == 1 else "plan"
    kind += "" if len(best) == 1 and answer["complete"] else "s"
    better = " That is better." if answer["value"] < answer["nothing"] else ""
    count = f"{len(best)}{'' if answer['complete'] else ' or more'}"
    said = f"{count} best {kind} ({answer['method']}). Placing nothing is worth {answer['nothing']}.{better}"
    return ["\n".join(["value  gain  placement", *lines]), said]


def in_words(answer: dict[str, Any], top: int = 0) -> str:
    """Return the answer as text: the best ones, their points part by part, the grid, what is frozen."""
    parts = "\n".join(f"{part['points']:>5}  {part['text']}" for part in answer["parts"])
    if answer["reason"]:
        blocks = [f"{answer['reason']} Placing nothing is worth {answer['nothing']}."]
        blocks += [f"Part by part:\n{parts}"] if parts else []
    else:
        blocks = _listed(answer, top)
        blocks.append(f"The first one, part by part:\n{parts}")
    blocks.append("\n".join(answer["grid"]))
    blocks.append(FROZEN if answer["pieces"] == 1 else f"{FROZEN} {PLAN}")
    if answer["unverified"]:
        blocks.append(f"Depends on unverified house defaults: {', '.join(answer['unverified'])}.")
    return "\n\n".join(blocks)
