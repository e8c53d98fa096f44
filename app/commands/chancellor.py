"""`pencilwright chancellor`: plays the solo opponent of a position, each step with its rule."""

from __future__ import annotations

import click

from pencilwright.app import files, language, options, positions, show
from pencilwright.app.choose import fresh_seed
from pencilwright.games.rng import Stream


@click.command()
@options.FILE
@click.option("--dice", metavar="N,N")
@click.option("--decree", "decrees", metavar="N", type=int, multiple=True)
@click.option("--yours", metavar="TURN")
@click.option("--roll", is_flag=True)
@click.option("--seed", metavar="TEXT")
@click.option("--finish", is_flag=True)
@click.option("--outcome", metavar="N", type=click.IntRange(min=1), default=1)
@options.COMPONENTS
@options.JSON
@click.option("-o", "--output", metavar="PATH", type=click.Path(allow_dash=True))
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

    \b
    Examples:
      pencilwright chancellor position.json --dice 3,5
      pencilwright chancellor position.json --dice 2,2 --decree 7 -o next.json
      pencilwright chancellor position.json --roll --seed friday
      pencilwright chancellor position.json --yours "3c / do / clay / -" --dice 2,6 -o next.json
      pencilwright chancellor position.json --finish --roll
    """
    position = positions.one(source, components=components)
    room = position.game.room("chancellor")
    position.game.check(position.state)
    said = room.played(position.state, yours) if yours is not None else ()
    if seed is not None and not roll:
        raise room.refused("seed", "seed", seed="--seed", roll="--roll")
    stream = Stream.from_seed(seed if seed is not None else fresh_seed()) if roll else None
    act = room.act_of(dice, stream, finish=finish)
    answer, after = room.answer_for(position.state, act, decrees, stream, outcome)
    answer["yours"] = said
    if output is not None:
        if answer["needs_decree"]:
            raise room.refused("decree", "waiting", decree="--decree", output="-o")
        files.write(output, f"{position.game.id}-next.json", position.game.reading.to_json(after))
    if output == files.STDIO:
        return
    if as_json:
        click.echo(show.encode(answer), nl=False)
    else:
        click.echo(room.in_words(answer, language.chosen()))
