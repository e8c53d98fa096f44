"""`pencilwright plan`: a player's own plan, command by command, checked by the rules."""

from __future__ import annotations

import click

from pencilwright.app import language, options, positions, show
from pencilwright.app.answers import plan as answers

REFUSED = 1


@click.command()
@options.FILE
@click.argument("plan", metavar="[PLAN]", default="")
@click.option("--for", "who", metavar="WHO", default="")
@options.COMPONENTS
@options.JSON
def plan(source: str, plan: str, who: str, components: str | None, as_json: bool) -> int:
    """Check your own plan.

    \b
    Examples:
      pencilwright plan position.json "dig 1. build E7. +TW5" --for witches
      pencilwright plan position.json "action ACT4. upgrade E7 to TH. pass BON3" --for green
      pencilwright plan position.json "pass BON3. order witches nomads. leech 1 from nomads" --for witches
      pencilwright replay ledger.txt --at r6 -o - | pencilwright plan - "advance ship" --for nomads
      pencilwright plan tianxia.json "fortify: step blue; wall 1; pass: tile BT-08" --for B
      pencilwright plan troyes.json "s2 W4>Y3 public; s0 R6 gain"
      pencilwright plan terracotta.json "build officer E4 with sword row+1 for 3 clay" --for yellow --json
    """
    answer = answers.answer_for(positions.one(source, components=components), plan, who)
    told = show.encode(answer) if as_json else answers.in_words(answer, language.chosen())
    click.echo(told, nl=not as_json)
    return REFUSED if answer["refused"] else 0
