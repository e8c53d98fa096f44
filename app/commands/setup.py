"""`pencilwright setup`: draws a setup and tells it, with the share code that brings it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from pencilwright.app import language
from pencilwright.app.cli import options, terminal
from pencilwright.app.cli.game_commands import by_game
from pencilwright.app.cli.setup_options import SetupOptions, choose
from pencilwright.app.positions.setups import code_of, fresh_seed
from pencilwright.app.positions.sources import user_components
from pencilwright.games import Game
from pencilwright.games.shared.tables import SetupRow
from pencilwright.templates.phrases import phrase, say


@by_game(lambda chosen: chosen.options.DRAW)
@click.command()
@options.SETUP
@options.JSON
@options.OUTPUT
def setup(
    chosen: Game,
    seed: str | None,
    code: str | None,
    components: str | None,
    as_json: bool,
    output: str | None,
    **drawn: Any,
) -> None:
    """Draw a setup of a game, or show one."""
    if seed is None and code is None:
        seed = fresh_seed()
    custom = user_components(chosen, components)
    result = choose(chosen, SetupOptions(seed, code, **drawn), custom)
    answer = as_data(chosen, result, seed, custom.mark)
    lines = list(chosen.rows(result, custom.components))
    answer["words"] = lines
    if as_json or output is not None:
        terminal.write(output, f"{chosen.id}-setup-{answer['code']}.json", terminal.encode(answer))
        return
    click.echo(in_words(answer["code"], seed, lines, chosen.notes(result), language.chosen()))


def as_data(chosen: Game, result: Any, seed: str | None, mark: str) -> dict[str, Any]:
    """Return the setup as `--json` gives it: the game, its seed if drawn from one, its code, its parts."""
    room = chosen.setups
    return {
        "format": "pencilwright-setup/2",
        "game": chosen.id,
        "seed": seed,
        "code": code_of(chosen, result, mark),
        "setup": room.as_dict(result),
    }


def in_words(
    code: str, seed: str | None, lines: Sequence[SetupRow], notes: Sequence[str], spoken: str
) -> str:
    """Return the setup as a few lines for a person.

    notes : keys of sentences that stand below.
    """
    head = [
        SetupRow(phrase("share_code"), (code,)),
        *([SetupRow(phrase("seed"), (seed,))] if seed is not None else []),
    ]
    rows = [
        (say(row.what, spoken) if first else "", say(line, spoken))
        for row in (*head, *lines)
        for first, line in zip((True, *(False for _ in row.lines)), row.lines, strict=False)
    ]
    return "\n".join([terminal.table(rows), *(say(phrase(key), spoken) for key in notes)])
