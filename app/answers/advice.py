"""The best of a position: moves with their dice known or partly still to be rolled, or pieces to place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pencilwright.app import tables
from pencilwright.app.answers import chances
from pencilwright.app.answers.positions import with_values
from pencilwright.app.position import Position
from pencilwright.app.solvers import has_solver, no_advice, solver_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import given
from pencilwright.solver.carried import Disagreement, as_dict
from pencilwright.templates.phrases import Phrase, Sentence, phrase, say

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress


class Advice(NamedTuple):
    """An answer: what `--json` gives, and the best `top` of it (0: all) in words of a language."""

    data: dict[str, Any]
    in_words: Callable[[int, str], str]


class Question(NamedTuple):
    """A position with the table and dice that were said beside it, and all else that was said.

    Attributes
    ----------
    said : by the names of the parameters of the game's solver.
    is_placing : whether the game's solver places pieces; else it weighs moves.
    """

    position: Position
    said: dict[str, Any]
    is_placing: bool

    @property
    def has_chance(self) -> bool:
        """Whether moves are weighed with dice still to be rolled."""
        return not self.is_placing and is_under_chance(self.position)


def question(entered: Position, said: Mapping[str, Any]) -> Question:
    """Return what is asked about a position.

    said : by the spellings of the game's options ADVISE; `components` is the text of the person's own values.

    Raises InputError for a game without a solver, an option of another game, and an impossible table or dice.
    """
    own = given(entered.game.name, entered.game.room("options").ADVISE, said)
    if "components" in own:
        entered = with_values(entered, own.pop("components"))
    if has_solver(entered.game, "advice"):
        return Question(entered, own, is_placing=True)
    if not has_solver(entered.game, "known.lines"):
        raise no_advice(entered.game)
    found = with_table(entered, *(own.pop(name, None) for name in ("at", "up", "pillage")))
    return Question(with_dice(found, own.pop("dice", None), own.pop("later", ())), own, is_placing=False)


def advice(asked: Question, progress: Progress | None = None) -> Advice:
    """Return the best of a position.

    Raises InputError for a position that breaks the rules, and for what the game's solver refuses.
    """
    position, said, _ = asked
    if asked.is_placing:
        solver = solver_of(position.game, "advice")
        position.game.room("legality").check(position.state)
        begin = {"format": "pencilwright-placement/1", "game": position.game.id}
        placed = begin | solver.answer_for(position.state, **said)
        return Advice(placed, lambda top, spoken: str(solver.in_words(placed, top, spoken)))
    if not asked.has_chance:
        if said.get("target") is not None:
            raise InputError(phrase("answer.refused.target"), field="target")
        known = answer_for(position, prove=said.get("proof", True), progress=progress)
        return _of_table(position, known, in_words)
    if "proof" in said:
        raise InputError(phrase("answer.refused.proof"), field="proof")
    weighed = chances.answer_for(
        position,
        solver_of(position.game, "play.adviser"),
        solver_of(position.game, "carrying"),
        target=said.get("target"),
        seconds=said.get("seconds", chances.SECONDS),
        seed=said.get("advice_seed", chances.SEED),
        progress=progress,
    )
    return _of_table(position, weighed, chances.in_words)


def _of_table(position: Position, found: dict[str, Any], words: Callable[..., str]) -> Advice:
    """Return advice with the half-day that it is for, where only the marks of a sheet tell that."""
    when = position.game.room("table").assumed(position.state)
    if when is None:
        return Advice(found, lambda top, spoken: words(found, top, spoken))
    found |= {"assumed": when}
    return Advice(found, lambda top, spoken: f"{say(when, spoken)}\n\n{words(found, top, spoken)}")


def is_under_chance(position: Position) -> bool:
    """Return whether the dice of this half-day are known and those of all later ones are not."""
    rules, table = position.game.room("rules"), position.state.table
    if table is None or len(table.rolls) != 1:
        return False
    return bool(position.game.room("vectors").half_index(table) + 1 < rules.OVER)


def with_table(position: Position, at: str | None, up: str | None, pillage: str | None) -> Position:
    """Return the position with the table of the command line, when one was given.

    A time alone is enough where the sheet remembers the wheel of that half-day.

    Raises InputError when only a part of it was given, and for what the game refuses.
    """
    if at is None and up is None and pillage is None:
        return position
    added = position.game.room("table")
    if at is not None and up is None and pillage is None:
        return position._replace(state=added.with_time(position.state, at))
    if at is None or up is None:
        raise InputError(phrase("answer.refused.table"), field="at")
    return position._replace(state=added.with_table(position.state, at, up, pillage or ""))


def with_dice(position: Position, dice: str | None, later: tuple[str, ...]) -> Position:
    """Return the position with the dice of the command line in place of those it came with."""
    if dice is None and not later:
        return position
    added = position.game.room("table")
    if position.state.table is None:
        raise added.needed(position.problems())
    first = None if dice is None else added.parse_roll(dice)
    rolls = [added.parse_roll(text) for text in later]
    return position._replace(state=added.with_dice(position.state, first, rolls))


def answer_for(position: Position, *, prove: bool, progress: Progress | None = None) -> dict[str, Any]:
    """Return what `--json` gives: value, every first move, every best line, and the proof.

    Raises InputError when there is nothing to advise on, or dice of half-days to come are not known, and
    Disagreement when the rules do not carry a line out or the two statements of the rules disagree, which
    must never be shown as an answer.
    """
    vectors, wording = position.game.room("vectors"), position.game.room("wording")
    solver = solver_of(position.game, "known.lines")
    check_known(position, solver.LONGEST)
    position.game.room("legality").check(position.state)
    sheet, table = vectors.position(position.state)
    later = vectors.further_rolls(position.state)
    advice = solver.best_lines(sheet, table, later, progress=progress)
    carrying = solver_of(position.game, "carrying")
    plans = [carrying.line(position.state, line.moves, advice.value) for line in advice.lines]
    lines = [steps(position.game, sheet, table, later, line.moves) for line in advice.lines]
    return {
        "format": "pencilwright-advise/1",
        "game": position.game.id,
        "half_days_left": 1 + len(later),
        "raid": raid_in_words(position, table),
        "value": advice.value,
        "moves": [
            {
                "text": wording.describe(sheet, table, found.move),
                "notation": wording.notation(sheet, table, found.move),
                "value": found.value,
                "loss": found.loss,
                "same_as": [wording.notation(sheet, table, move) for move in found.equivalents],
            }
            for found in advice.moves
        ],
        "lines": [[step["text"] for step in line] for line in lines],
        "steps": lines,
        "lines_found": advice.n_lines,
        "stopped": advice.was_stopped,
        "proof": proved(position, advice, progress) if prove and not advice.was_stopped else None,
        "plan": as_dict(plans[0]) if plans else None,
    }


def raid_in_words(position: Position, table: list[int]) -> Sentence:
    """Return what the raid did that we marked; "" when it was marked already or there is none."""
    if position.state.table.attacked:
        return ""
    before, _ = position.game.room("vectors").vectors(position.state)
    raid: Sentence = position.game.room("wording").describe_attack(before, table)
    return raid


def check_known(position: Position, longest: int) -> None:
    """Raise InputError unless the dice of every half-day to the end of the game are known."""
    rules, table = position.game.room("rules"), position.state.table
    left = 0 if table is None else rules.OVER - position.game.room("vectors").half_index(table)
    if table is None or len(table.rolls) >= left:
        return  # what else may be wrong is for the game and its solver to say
    known = {"left": left, "known": len(table.rolls)}
    said = phrase("answer.refused.dice", **known)
    if left > longest:
        said = phrase("answer.refused.early", **known, longest=longest)
    raise InputError(said, field="table.rolls")


def steps(played: Game, sheet: Any, table: Any, later: Any, line: Any) -> list[dict[str, Any]]:
    """Return a line of moves, each in words and in notation, half-day by half-day, by playing it."""
    rules, wording = played.room("rules"), played.room("wording")
    sheet, table, moves = list(sheet), list(table), []
    for step, move in enumerate(line):
        if step:
            rules.end_half(table)
            rules.place(table, *later[step - 1])
            rules.attack(sheet, table)
        moves.append(
            {
                "text": wording.describe(sheet, table, move),
                "notation": wording.notation(sheet, table, move),
            }
        )
        sheet = rules.play(sheet, table, move)
    return moves


def proved(position: Position, advice: Any, progress: Progress | None) -> dict[str, Any]:
    """Return the optimum with the proofs of it that ended, or that none did within its limit of work.

    Raises Disagreement when the optimum is another one.
    """
    vectors = position.game.room("vectors")
    sheet, table = vectors.position(position.state)
    if progress is not None:
        progress(phrase("progress.proving"), 0, 0)
    solver = solver_of(position.game, "proof.prove")
    later = vectors.further_rolls(position.state)
    try:
        proof = solver.prove(sheet, table, later, advice.lines[0].moves, progress=progress)
    except solver.ProofLimit:
        return {"status": "limit", "optimum": None, "ways": []}
    if proof.optimum != advice.value:
        raise Disagreement(f"enumeration finds {advice.value} points and the proof {proof.optimum}")
    return {"status": "optimal", "optimum": proof.optimum, "ways": list(proof.ways)}


def in_words(answer: dict[str, Any], top: int, spoken: str) -> str:
    """Return the advice in a language: the moves (the top ones; 0: all) as a table, best lines, proof."""
    shown = answer["moves"][: top or None]
    rows = [
        (
            move["value"],
            f"-{move['loss']}" if move["loss"] else say(phrase("answer.best"), spoken),
            move["notation"],
            say(chances.with_twins(move), spoken),
        )
        for move in shown
    ]
    head = [say(phrase(f"answer.head.{name}"), spoken) for name in ("score", "loss", "notation", "move")]
    parts = [say(phrase("answer.raid", raid=answer["raid"]), spoken)] if answer["raid"] else []
    parts.append(tables.table(rows, head=head, right=[0, 1]))
    hidden = len(answer["moves"]) - len(shown)
    if hidden:
        parts[-1] += "\n" + say(phrase("answer.more", n=hidden), spoken)
    if answer["stopped"]:
        return "\n\n".join([say(phrase("answer.stopped.lines"), spoken), *parts])
    if answer["half_days_left"] > 1:
        parts.append(lines_in_words(answer, top, spoken))
    parts.append(say(proof_in_words(answer), spoken))
    return "\n\n".join(parts)


def lines_in_words(answer: dict[str, Any], top: int, spoken: str) -> str:
    """Return the best lines, numbered, one half-day below the other. `top` 0 shows all that were listed."""
    lines = answer["steps"][: top or None]
    said = {"n": answer["lines_found"], "value": answer["value"]}
    head = phrase("answer.lines", **said)
    if len(lines) < answer["lines_found"]:
        head = phrase("answer.lines.first", **said, shown=len(lines))
    rows = [
        ("" if at else number, step["notation"], say(step["text"], spoken))
        for number, line in enumerate(lines, 1)
        for at, step in enumerate(line)
    ]
    return "\n".join([say(head, spoken), tables.table(rows, right=[0])])


def proof_in_words(answer: dict[str, Any]) -> Phrase:
    """Return what the second solver says."""
    if answer["proof"] is None:
        return phrase("answer.proof.none", value=answer["value"])
    if answer["proof"]["status"] == "limit":
        return phrase("answer.proof.limit", value=answer["value"])
    by = phrase("troyes.proofs." + "_".join(way.replace("-", "_") for way in answer["proof"]["ways"]))
    return phrase("answer.proof", value=answer["value"], by=by)
