"""`pencilwright battle`: the attack phase of a position, step by step, with the reason of every point."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import language as spoken
from pencilwright.app import options, positions, show
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, phrase, say, word


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
        raise InputError(phrase("tianxia.battle.none", option="--section"), field="wall")
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
    language = spoken.chosen()
    click.echo("\n\n".join(in_words(entry, language) for entry in battles))
    if line:
        click.echo("\n" + say(phrase("tianxia.battle.after", line=line), language))
    if rests:
        click.echo("\n" + say(phrase("tianxia.unverified", names=tuple(rests)), language))


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


def in_words(entry: Any, language: str) -> str:
    """Return a battle in a language: its events, then the points of each player."""
    told = (phrase("tianxia.section", n=entry.section), *entry.events)
    rows = [
        (gain.player, gain.points, say(_source(gain.step), language), say(gain.reason, language))
        for gain in entry.gains
    ]
    head = [word(language, f"tianxia.battle.head.{name}") for name in ("player", "points", "step", "why")]
    table = show.table(rows, head=head, right=[1]) if rows else word(language, "tianxia.battle.nothing")
    return "\n".join((*(say(one, language) for one in told), table))


def _source(step: str) -> Phrase:
    """Return what brings points: a step of the battle, or a building such as P6."""
    return (
        phrase("tianxia.battle.tile", tile=step)
        if step[0] == "P"
        else phrase("tianxia.battle.step", step=step)
    )
