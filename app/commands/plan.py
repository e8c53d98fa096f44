"""`pencilwright plan`: a player's own plan, command by command, checked by the rules."""

from __future__ import annotations

import click

from pencilwright.app.answers import plan as answers
from pencilwright.app.cli import options, terminal
from pencilwright.app.positions import sources

REFUSED = 1


@click.command()
@options.FILE
@click.argument("plan", metavar="[PLAN]", default="")
@click.option("--for", "who", metavar="WHO", default="")
@options.COMPONENTS
@options.JSON
def plan(source: str, plan: str, who: str, components: str | None, as_json: bool) -> int:
    """Check your own plan."""
    answer = answers.answer_for(
        sources.one(source, components=components, doubts=options.asking()), plan, who
    )
    terminal.show(answer, lambda spoken: answers.in_words(answer, spoken), as_json=as_json)
    return REFUSED if answer.refused else 0
