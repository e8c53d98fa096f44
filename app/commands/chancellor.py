"""`pencilwright chancellor`: plays the solo opponent of a position, each step with its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from pencilwright.app import files, options, positions, show
from pencilwright.app.choose import fresh_seed
from pencilwright.app.position import Position
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream

MOST_LISTED = 20
LEAST_SUM, MOST_SUM = 2, 12


@click.command()
@options.FILE
@click.option("--dice", metavar="N,N", help="The two overseer dice, such as 3,5.")
@click.option("--decree", "decrees", type=int, multiple=True, help="Sum of a decree roll. Repeatable.")
@click.option("--yours", metavar="TURN", help='Your turn before his: "3c / do / clay / build officer E4".')
@click.option("--roll", is_flag=True, help="Roll for him: all dice, and what the rules leave to chance.")
@click.option("--seed", metavar="TEXT", help="With --roll: the same seed, the same dice.")
@click.option("--finish", is_flag=True, help="The end of the round instead of a turn.")
@click.option("--outcome", type=click.IntRange(min=1), default=1, help="Which of several legal outcomes.")
@options.COMPONENTS
@options.JSON
@click.option(
    "-o", "--output", metavar="PATH", type=click.Path(allow_dash=True), help="Write the position afterwards."
)
# A parameter for each option of the command, as click hands them over.
def chancellor(
    source: str,
    dice: str | None,
    decrees: tuple[int, ...],
    yours: str | None,
    roll: bool,
    seed: str | None,
    finish: bool,
    outcome: int,
    components: str | None,
    as_json: bool,
    output: str | None,
) -> None:
    """Play the chancellor in a solo position.

    FILE is as for score. Says each step with the rule that decided it, shows the grid, and lists all legal
    outcomes where the rules leave a choice to you or to chance. With --finish: surprise construction, the
    scoring phase, the end phase and his next master. With --yours: your own turn first, as worker and sector,
    then what you do on the inner, the middle and the outer ring.

    \b
    Examples:
      pencilwright chancellor position.json --dice 3,5
      pencilwright chancellor position.json --dice 2,2 --decree 7 -o next.json
      pencilwright chancellor position.json --roll --seed friday
      pencilwright chancellor position.json --yours "3c / do / clay / -" --dice 2,6 -o next.json
      pencilwright chancellor position.json --finish --roll
    """
    position = positions.one(source, components=components)
    if "chancellor" not in position.game.rooms:
        raise InputError(f"there is no chancellor in {position.game.title}", field="game")
    position.game.room("legality").check(position.state)
    said = _played(position, yours) if yours is not None else []
    stream = None
    if roll:
        stream = Stream.from_seed(seed if seed is not None else fresh_seed())
    elif seed is not None:
        raise InputError("--seed rolls nothing without --roll", field="seed")
    act = _act(position, dice, stream, finish)
    for said_sum in decrees:
        if not LEAST_SUM <= said_sum <= MOST_SUM:
            raise InputError(
                f"a decree roll is the sum of two dice, {LEAST_SUM} to {MOST_SUM}, not {said_sum}",
                field="decree",
            )
    answer, after = answer_for(position, act, decrees, stream, outcome)
    answer |= {"yours": said, "rolled": roll}
    if output is not None:
        if answer["needs_decree"]:
            raise InputError(
                "his turn is not over: a decree roll is due; add it with --decree, then write with -o",
                field="decree",
            )
        files.write(output, f"{position.game.id}-next.json", position.game.room("reading").to_json(after))
    if output == files.STDIO:
        return
    if as_json:
        click.echo(show.encode(answer), nl=False)
    else:
        click.echo("\n".join([*(f"you: {words}" for words in said), *[""] * bool(said), in_words(answer)]))


def _played(position: Position, turn: str) -> list[str]:
    """Play your turn on the position, and return it in words. Raises InputError for what is not allowed."""
    state, turns = position.state, position.game.room("turns")
    return list(turns.play(state, turns.read(state.grid, turn.strip(), state.human.letter)))


def _act(position: Position, dice: str | None, stream: Stream | None, finish: bool) -> Any:
    """Return what he is to do: a turn with these dice, or the end of the round."""
    room = position.game.room("chancellor")
    if finish:
        if dice is not None:
            raise InputError("--finish needs no overseer dice; leave out --dice", field="dice")
        return room.finish_round
    if dice is None and stream is not None:
        return room.turn((stream.die(), stream.die()))
    parts = (dice or "").replace(" ", "").split(",")
    if len(parts) != 2 or not all(part in tuple("123456") for part in parts):
        raise InputError("give the overseer's dice with --dice, such as --dice 3,5, or --roll", field="dice")
    return room.turn((int(parts[0]), int(parts[1])))


def answer_for(
    position: Position, act: Any, decrees: Sequence[int], stream: Stream | None, wanted: int
) -> tuple[dict[str, Any], Any]:
    """Return what `--json` gives, and the position after the wanted outcome."""
    room = position.game.room("oracle")
    if stream is not None:
        found = [room.follow(act, position.state, decrees=decrees, stream=stream)]
    else:
        found = list(room.outcomes(act, position.state, decrees))
    if wanted > len(found):
        raise InputError(
            f"there is no outcome {wanted}; {'only 1 is' if len(found) == 1 else f'{len(found)} are'} legal",
            field="outcome",
        )
    chosen = found[wanted - 1]
    if chosen.unused_decrees:
        raise InputError(
            f"{chosen.unused_decrees} of the decree rolls given are not needed; leave them out",
            field="decree",
        )
    answer = {
        "format": "pencilwright-chancellor/1",
        "game": position.game.id,
        "outcome": wanted,
        "outcomes": len(found),
        "complete": len(found) < room.MOST_OUTCOMES,
        "needs_decree": chosen.needs_decree,
        "steps": [{"rule": step.rule, "text": step.words} for step in chosen.steps],
        "choices": [
            {"who": d.who, "question": d.question, "options": list(d.options), "taken": d.options[d.taken]}
            for d in chosen.decisions
        ],
        "others": [[d.options[d.taken] for d in other.decisions] for other in found[:MOST_LISTED]],
        "unverified": list(room.unverified(chosen)),
        "grid": chosen.state.grid.rows_of_codes(),
        "points": {player.colour: player.score for player in chosen.state.players},
    }
    return answer, chosen.state


def in_words(answer: dict[str, Any]) -> str:
    """Return the steps, the grid, the points, and the choices that the rules leave open."""
    parts = [show.table([(step["rule"], step["text"]) for step in answer["steps"]], head=("rule", "he does"))]
    if answer["needs_decree"]:
        parts.append("A decree roll is due: roll two dice and add their sum with --decree.")
    parts.append(picture(answer["grid"]))
    parts.append(", ".join(f"{colour} {points} VP" for colour, points in answer["points"].items()))
    if answer["choices"]:
        parts.append(_choices(answer))
    if answer["unverified"]:
        parts.append(f"Depends on unverified house defaults: {', '.join(answer['unverified'])}.")
    return "\n\n".join(parts)


def picture(rows: Sequence[str]) -> str:
    """Return the grid's rows with letters and numbers around them."""
    cells = [row.split() for row in rows]
    heads = ["", *(chr(ord("A") + index) for index in range(len(cells[0])))]
    return show.table([[str(number), *row] for number, row in enumerate(cells, 1)], head=heads)


def _choices(answer: dict[str, Any]) -> str:
    """Return what was open, how it was taken here, and the other outcomes."""
    least = "" if answer["complete"] else " at least"
    head = f"{answer['outcomes']} outcomes are legal{least}; this is number {answer['outcome']}:"
    if answer["rolled"]:
        head = "Rolled or chosen for him, other outcomes are legal too:"
    lines = [head]
    for choice in answer["choices"]:
        by = "you choose" if choice["who"] == "you" else "by chance"
        lines.append(f"- {by} {choice['question']}: {', '.join(choice['options'])}; here {choice['taken']}")
    if answer["outcomes"] > 1:
        lines.append("--outcome N shows another:")
        lines += [f"  {number}  {', '.join(taken)}" for number, taken in enumerate(answer["others"], 1)]
    return "\n".join(lines)
