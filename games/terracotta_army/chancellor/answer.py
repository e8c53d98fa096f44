"""What the solo opponent of a position does, each step with its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.options import LIST, NUMBER, SWITCH, Option
from pencilwright.games.shared.own_values import named
from pencilwright.games.shared.spaces import refusal
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import legality
from pencilwright.games.terracotta_army.chancellor.procedure import finish_round, turn
from pencilwright.games.terracotta_army.chancellor.simulation import (
    MOST_OUTCOMES,
    Simulation,
    follow,
    outcomes,
    unverified,
)
from pencilwright.games.terracotta_army.rules import turns
from pencilwright.games.terracotta_army.state import State
from pencilwright.templates.phrases import Phrase, Word, joined, phrase, say
from pencilwright.templates.tables import table

GAME: Final = "terracotta-army"
MOST_LISTED: Final = 20
SUMS: Final = box.DECREE_ROWS
OPTIONS: Final = (
    Option("dice", metavar="N,N"),
    Option("decree", LIST, "N"),
    Option("yours", metavar="TURN"),
    Option("roll", SWITCH),
    Option("seed", metavar="TEXT"),
    Option("finish", SWITCH),
    Option("outcome", NUMBER),
)
MOVES_ON: Final = True


def answer_to(
    state: State, fields: Mapping[str, Any], fresh_seed: Callable[[], str]
) -> tuple[dict[str, Any], Callable[[], State]]:
    """Return what he does, after your own turn where one is said, and what gives the position afterwards."""
    legality.check(state)
    did = played(state, fields["yours"]) if "yours" in fields else ()
    if "seed" in fields and not fields.get("roll"):
        raise refused("seed", "seed", seed="--seed", roll="--roll")
    stream = Stream.from_seed(fields.get("seed") or fresh_seed()) if fields.get("roll") else None
    act = act_of(fields.get("dice"), stream, finish=fields.get("finish", False))
    decrees = tuple(map(_sum, fields.get("decree", ())))
    answer, after = answer_for(state, act, decrees, stream, fields.get("outcome", 1))

    def reached() -> State:
        if answer["needs_decree"]:
            raise refused("decree", "waiting", decree="--decree", output="-o")
        return after

    return answer | {"yours": did}, reached


def _sum(text: str) -> int:
    """Return the sum of a decree roll."""
    if not (text.isascii() and text.isdecimal() and len(text) < 3 and int(text) in SUMS):
        raise refusal("decree", "range", n=text[:20], low=SUMS[0], high=SUMS[-1])
    return int(text)


def refused(field: str, what: str, **words: Word) -> InputError:
    """Return the error about a wish that cannot be met."""
    return InputError(phrase(f"terracotta.chancellor.error.{what}", **words), field=field)


def played(state: State, turn: str) -> tuple[Phrase, ...]:
    """Play your turn on the position, and return it in words. Raises InputError for what is not allowed."""
    return tuple(turns.apply_turn(state, turns.read(state.grid, turn.strip(), state.human.letter)))


def act_of(dice: str | None, stream: Stream | None, *, finish: bool) -> Callable[[Simulation], None]:
    """Return what he is to do: a turn with dice such as "3,5" or of the stream, or the end of the round."""
    if finish:
        if dice is not None:
            raise refused("dice", "finish", finish="--finish", dice="--dice")
        return finish_round
    if dice is None and stream is not None:
        return turn((stream.die(), stream.die()))
    parts = (dice or "").replace(" ", "").split(",")
    if len(parts) != 2 or not all(part in tuple("123456") for part in parts):
        raise refused("dice", "dice", dice="--dice", example="--dice 3,5", roll="--roll")
    return turn((int(parts[0]), int(parts[1])))


def answer_for(
    state: State,
    act: Callable[[Simulation], None],
    decrees: Sequence[int] = (),
    stream: Stream | None = None,
    wanted: int = 1,
) -> tuple[dict[str, Any], State]:
    """Return what `--json` gives, and the position after the wanted outcome.

    Parameters
    ----------
    act : as `act_of` returns it.
    decrees : sums of decree rolls to come.
    stream : rolls and chooses for him; None: all legal outcomes are counted through.
    wanted : which of them, from 1.

    Raises InputError for one sum too many, and an outcome that there is not.
    """
    if stream is not None:
        results = [follow(act, state, decrees=decrees, stream=stream)]
    else:
        results = list(outcomes(act, state, decrees))
    if not 1 <= wanted <= len(results):
        raise refusal("outcome", "range", n=wanted, low=1, high=len(results))
    chosen = results[wanted - 1]
    if chosen.unused_decrees:
        raise refused("decree", "unused", n=chosen.unused_decrees)
    answer = {
        "format": "pencilwright-chancellor/1",
        "game": GAME,
        "yours": (),
        "rolled": stream is not None,
        "outcome": wanted,
        "outcomes": len(results),
        "complete": len(results) < MOST_OUTCOMES,
        "needs_decree": chosen.needs_decree,
        "steps": [
            {"rule": step.rule, "name": step.rule_in_words, "text": step.words} for step in chosen.steps
        ],
        "choices": [
            {"who": d.who, "question": d.question, "options": list(d.options), "taken": d.options[d.taken]}
            for d in chosen.decisions
        ],
        "others": [[d.options[d.taken] for d in other.decisions] for other in results[:MOST_LISTED]],
        "unverified": list(unverified(chosen)),
        "grid": chosen.state.grid.rows_of_codes(),
        "points": {player.colour: player.score for player in chosen.state.players},
    }
    return answer, chosen.state


def in_words(answer: Mapping[str, Any], language: str) -> str:
    """Return your turn, his steps, the grid, the points, and the choices that the rules leave open."""

    def text(what: str, **fields: Word) -> str:
        return say(phrase(f"terracotta.{what}", **fields), language)

    parts = ["\n".join(text("did.you", did=did) for did in answer["yours"])] * bool(answer["yours"])
    steps = [(say(step["name"], language), say(step["text"], language)) for step in answer["steps"]]
    heads = (text("chancellor.head.rule"), text("chancellor.head.does"))
    parts.append(table(steps, head=heads))
    if answer["needs_decree"]:
        parts.append(text("chancellor.decree", decree="--decree"))
    parts.append(picture(answer["grid"]))
    scores = (
        phrase("terracotta.chancellor.points", colour=name_of(colour), n=points)
        for colour, points in answer["points"].items()
    )
    parts.append(joined(scores, language))
    if answer["choices"]:
        parts.append("\n".join(_choices(answer, language)))
    if answer["unverified"]:
        parts.append(text("chancellor.unverified", names=named(answer["game"], answer["unverified"])))
    return "\n\n".join(parts)


def choice_in_words(choice: Mapping[str, Any]) -> Phrase:
    """Return what was open, what might have been taken, and what is taken here."""
    fields = {"question": choice["question"], "options": tuple(choice["options"]), "taken": choice["taken"]}
    return phrase(f"terracotta.choice.{choice['who']}", **fields)


def name_of(colour: str) -> Phrase:
    """Return a player, by colour."""
    return phrase(f"terracotta.player.{colour}")


def picture(rows: Sequence[str]) -> str:
    """Return the grid's rows with letters and numbers around them."""
    cells = [row.split() for row in rows]
    heads = ["", *(chr(ord("A") + index) for index in range(len(cells[0])))]
    return table([[str(number), *row] for number, row in enumerate(cells, 1)], head=heads)


def _choices(answer: Mapping[str, Any], language: str) -> Iterator[str]:
    """Yield what was open, how it was taken here, and the other outcomes."""
    head = phrase("terracotta.chancellor.rolled")
    if not answer["rolled"]:
        key = "legal" if answer["complete"] else "legal.least"
        head = phrase(f"terracotta.chancellor.{key}", n=answer["outcomes"], taken=answer["outcome"])
    yield say(head, language)
    for choice in answer["choices"]:
        yield say(choice_in_words(choice), language)
    if answer["outcomes"] > 1:
        yield say(phrase("terracotta.chancellor.others", option="--outcome N"), language)
        for number, taken in enumerate(answer["others"], 1):
            yield f"  {number}  {joined(taken, language)}"
