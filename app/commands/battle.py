"""`pencilwright battle`: the attack phase of a position, step by step, with the reason of every point."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import options, positions, show
from pencilwright.games.errors import InputError


@click.command()
@options.FILE
@click.option("--section", type=click.IntRange(1, 4), help="Only this section, battle due or not.")
@options.COMPONENTS
@options.JSON
def battle(source: str, section: int | None, components: str | None, as_json: bool) -> None:
    """Resolve the battles of a position.

    FILE is as for score. Shows every battle that is due, section 1 to 4, and the position after them as a
    text line. House defaults that the answer rests on are named; replace them with --components.

    \b
    Examples:
      pencilwright battle position.json
      pencilwright battle position.json --section 3
      pencilwright battle position.json --components my-box.toml --json
    """
    position = positions.one(source, components=components)
    room = position.game.room("battle")
    if section is None:
        after, battles = room.attack_phase(position.state)
        line = position.game.room("notation").to_text(after)
    else:
        battles, line = (room.resolve(position.state, section),), None
    if not battles:
        raise InputError(
            "no chieftain stands on a battle space; --section resolves one all the same", field="wall"
        )
    rests = room.rests_on(position.state)
    if as_json:
        data = {
            "format": "pencilwright-battle/1",
            "game": position.game.id,
            "battles": [as_data(entry) for entry in battles],
            "after": line,
            "unverified": rests,
        }
        click.echo(show.encode(data), nl=False)
        return
    click.echo("\n\n".join(in_words(entry) for entry in battles))
    if line:
        click.echo(f"\nafter: {line}")
    if rests:
        click.echo(f"\nunverified house defaults: {', '.join(rests)}")


def as_data(entry: Any) -> dict[str, Any]:
    """Return a battle as plain data."""
    return {
        "section": entry.section,
        "won": entry.won,
        "contributions": dict(entry.contributions),
        "gains": [gain._asdict() for gain in entry.gains],
        "events": list(entry.events),
        "raided": list(entry.raided),
        "penalty": entry.penalty,
    }


def in_words(entry: Any) -> str:
    """Return a battle as its events, then the points of each player."""
    rows = [(gain.player, gain.points, f"step {gain.step}", gain.reason) for gain in entry.gains]
    table = show.table(rows, head=("player", "points", "step", "for"), right=[1]) if rows else "no points"
    return "\n".join((f"section {entry.section}", *entry.events, table))
