"""`python -m teaching policy`: fit the policy of Troyes Dice; the same options write the same bytes."""

from __future__ import annotations

import click

from pencilwright.app import files, options, show
from pencilwright.solver import compiled
from pencilwright.solver.troyes_dice.play import weights
from teaching.policy import fit


@click.command()
@click.option(
    "--iterations",
    type=click.IntRange(1),
    default=fit.ITERATIONS,
    show_default=True,
    help="How often games are played and explained.",
)
@click.option(
    "--games", type=click.IntRange(1), default=fit.GAMES, show_default=True, help="Games of each iteration."
)
@click.option(
    "--setups",
    type=click.IntRange(1),
    default=fit.SETUPS,
    show_default=True,
    help="Setups on which they are played.",
)
@click.option("--seed", default=fit.SEED, show_default=True, help="Decides setups, dice and moves.")
@options.OUTPUT
def policy(iterations: int, games: int, setups: int, seed: str, output: str | None) -> None:
    """Fit the policy of Troyes Dice.

    The same options write the same bytes. To ship the result, write it to
    solver/troyes_dice/play/policy.json.

    \b
    Examples:
      python -m teaching policy -o policy.json
      python -m teaching policy --iterations 2 --games 1000 --setups 32
    """
    with show.working("compiling and playing") as progress:

        def tell(number: int) -> None:
            if progress:
                progress("iterations", number + 1, iterations)

        found = fit.fit(
            compiled.load(fit.MODULES, fit.WANTED),
            iterations=iterations,
            games=games,
            n_setups=setups,
            seed=seed,
            tell=tell,
        )
    made: dict[str, int | str] = {
        "made by": "python -m teaching policy",
        "iterations": iterations,
        "games": games,
        "setups": setups,
        "seed": seed,
    }
    click.echo(files.write(output, "policy.json", weights.write(found, made).encode()))
