"""`pencilwright chancellor`: plays the solo opponent of a position, each step with its rule."""

from __future__ import annotations

import click

from pencilwright.app import files, language, options, positions, show
from pencilwright.app.answers import chancellor as answers
from pencilwright.app.choose import fresh_seed
from pencilwright.games.rng import Stream


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
    position = answers.checked(positions.one(source, components=components))
    said = answers.played(position, yours) if yours is not None else ()
    if seed is not None and not roll:
        raise answers.refused("seed", "seed", seed="--seed", roll="--roll")
    stream = Stream.from_seed(seed if seed is not None else fresh_seed()) if roll else None
    act = answers.act_of(position, dice, stream, finish=finish)
    answer, after = answers.answer_for(position, act, decrees, stream, outcome)
    answer["yours"] = said
    if output is not None:
        if answer["needs_decree"]:
            raise answers.refused("decree", "waiting", decree="--decree", output="-o")
        files.write(output, f"{position.game.id}-next.json", position.game.room("reading").to_json(after))
    if output == files.STDIO:
        return
    if as_json:
        click.echo(show.encode(answer), nl=False)
    else:
        click.echo(answers.in_words(answer, language.chosen()))
