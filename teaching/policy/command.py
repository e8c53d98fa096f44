"""`python -m teaching policy`: fit the policy of Troyes Dice; the same options write the same bytes."""

from __future__ import annotations

import hashlib

import click

from pencilwright.app import files
from pencilwright.app.cli import options, terminal
from pencilwright.solver import compiled
from pencilwright.solver.troyes_dice.play import weights
from teaching.policy import fit, samples


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
@click.option(
    "--trust",
    type=click.IntRange(0, samples.WHOLE),
    default=fit.TRUST,
    show_default=True,
    help=f"In a sample's return, parts of {samples.WHOLE} of what came later; the rest is what was expected.",
)
@click.option("--start", type=click.Path(), help="Go on from the weights of this file.")
@click.option("--seed", default=fit.SEED, show_default=True, help="Decides setups, dice and moves.")
@options.OUTPUT
def policy(
    iterations: int, games: int, setups: int, trust: int, start: str | None, seed: str, output: str | None
) -> None:
    """Fit the policy of Troyes Dice.

    The same options write the same bytes; the file is written after each iteration, as one of so many would
    write it. To ship the result, write it to solver/troyes_dice/play/policy.json.

    \b
    Examples:
      python -m teaching policy -o policy.json
      python -m teaching policy --start policy.json --iterations 8 -o better.json
      python -m teaching policy --iterations 2 --games 1000 --setups 32
    """
    begun = None if start is None else weights.read(files.read(start).decode())
    made: dict[str, int | str] = {
        "made by": "python -m teaching policy",
        "iterations": 0,
        "games": games,
        "setups": setups,
        "trust": trust,
        "seed": seed,
    }
    if begun is not None:
        made["start"] = f"weights of sha256 {hashlib.sha256(repr(begun).encode()).hexdigest()}"
    where = ""
    with terminal.working("compiling and playing") as progress:
        after = fit.fit(
            compiled.load(fit.MODULES, fit.WANTED),
            iterations=iterations,
            games=games,
            n_setups=setups,
            seed=seed,
            trust=trust,
            start=begun,
        )
        for number, item in enumerate(after, 1):
            text = weights.write(item, made | {"iterations": number})
            where = files.write(output, "policy.json", text.encode())
            if progress:
                progress("iterations", number, iterations)
    click.echo(where)
