"""Where to place: for one piece every placement weighed, for more the best plans proved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import notation
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.games.terracotta_army.rules import Choice
from pencilwright.games.terracotta_army.state import LETTER_OF, State
from pencilwright.solver.terracotta_army.question import Question
from pencilwright.solver.terracotta_army.single import best_single

LISTED: Final = 10
BASIS: Final = ("organizer", "domination", "presence", "inspectors", "specialist_weapon")
FROZEN: Final = (
    "Maximised: your points at once, in the scoring phases that count, and of the end of the game. "
    "Frozen: everybody else's pieces and goods, and all that comes later."
)
PLAN: Final = (
    "A plan is carried out now, one placement after another, each as a single one would be; "
    "only the pike slides no warrior that the plan itself has built."
)


def answer_for(
    state: State, *, colour: str | None = None, pieces: int = 1, cost: int = 3, rounds: int = 1
) -> dict[str, Any]:
    """Return the best placement or plans as plain values.

    Raises InputError when nobody is said to place in a game of several, and as `question.check`.
    """
    question = Question(state, _letter(state, colour), pieces, cost, rounds)
    answer = _one(question) if pieces == 1 else _several(question)
    return answer | {"unverified": [name for name in BASIS if name in state.board.unverified]}


def _letter(state: State, colour: str | None) -> str:
    """Return the letter of who places."""
    if colour is None:
        if state.chancellor is None:
            raise InputError("say who places with --for and a colour", field="for")
        return state.human.letter
    if colour not in COLOURS:
        raise InputError(f"there is no colour {colour[:20]!r}; it is {', '.join(COLOURS)}", field="for")
    return LETTER_OF[colour]


def _one(question: Question) -> dict[str, Any]:
    """Return all placements of one piece, the best first."""
    found = best_single(question)
    best = found.placements[:1]
    return {
        "pieces": 1,
        "nothing": found.nothing,
        "value": best[0].points if best else found.nothing,
        "placements": [
            {"text": placement.text, "value": placement.points, "gain": placement.gain}
            for placement in found.placements
        ],
        "parts": [{"points": points, "text": text} for text, points in found.best.parts],
        "grid": _drawn(best[0].grid) if best else _drawn(question.state.grid),
        "method": "every placement weighed",
        "complete": True,
    }


def _several(question: Question) -> dict[str, Any]:
    """Return the best plans of several pieces."""
    from pencilwright.solver.terracotta_army.plan import best_plans

    found = best_plans(question)
    grid = question.state.grid
    return {
        "pieces": question.pieces,
        "nothing": found.nothing,
        "value": found.optimum,
        "placements": [
            {
                "text": _said(plan.choices, grid),
                "value": found.optimum,
                "gain": found.optimum - found.nothing,
            }
            for plan in found.plans
        ],
        "parts": [{"points": points, "text": text} for text, points in found.plans[0].value.parts],
        "grid": _drawn(found.plans[0].grid),
        "method": "all plans bounded, the best carried out by the rules",
        "complete": found.complete,
    }


def _said(choices: Iterable[Choice], grid: Grid) -> str:
    """Return a plan's placements in order, in the notation of turns."""
    return "; ".join(notation.write_choice(grid, choice) for choice in choices) or "nothing"


def _drawn(grid: Grid) -> list[str]:
    """Return the grid's rows with letters above and numbers before them."""
    rows = grid.rows_of_codes()
    head = "   " + "   ".join(chr(ord("A") + index) for index in range(grid.cols))
    return [head, *(f"{number}  {row}" for number, row in enumerate(rows, 1))]


def in_words(answer: dict[str, Any], top: int = 0) -> str:
    """Return the answer as text: the best ones, their points part by part, the grid, what is frozen."""
    best = [entry for entry in answer["placements"] if entry["value"] == answer["value"]]
    shown = answer["placements"][: top or max(len(best[:LISTED]), 5)]
    lines = [f"{entry['value']:>5}  {entry['gain']:+4}  {entry['text']}" for entry in shown]
    blocks = ["\n".join(["value  gain  placement", *lines])] if lines else ["Nothing can be placed."]
    kind = "placement" if answer["pieces"] == 1 else "plan"
    kind += "" if len(best) == 1 and answer["complete"] else "s"
    better = " That is better." if best and answer["value"] < answer["nothing"] else ""
    count = f"{len(best)}{'' if answer['complete'] else ' or more'}"
    blocks.append(
        f"{count} best {kind} ({answer['method']}). Placing nothing is worth {answer['nothing']}.{better}"
    )
    parts = "\n".join(f"{part['points']:>5}  {part['text']}" for part in answer["parts"])
    blocks.append(f"The first one, part by part:\n{parts}")
    blocks.append("\n".join(answer["grid"]))
    blocks.append(FROZEN if answer["pieces"] == 1 else f"{FROZEN} {PLAN}")
    if answer["unverified"]:
        blocks.append(f"Depends on unverified house defaults: {', '.join(answer['unverified'])}.")
    return "\n\n".join(blocks)
