"""`pencilwright catalogue`: a game's cards and tiles, searched."""

from __future__ import annotations

import click

from pencilwright.app import language as spoken
from pencilwright.app import options, show
from pencilwright.games import game
from pencilwright.templates.phrases import as_json as values_of
from pencilwright.templates.phrases import phrase, say


@click.command()
@options.GAME
@click.argument("name", metavar="CATALOGUE")
@click.argument("words", nargs=-1)
@click.option("--region", metavar="NAME", help="Only what speaks of this region, such as qin.")
@click.option("--section", type=click.IntRange(1, 4), help="Only what speaks of this section of the wall.")
@click.option("--track", metavar="NAME", help="Only what speaks of this palace track, such as white.")
@options.JSON
def catalogue(
    game_id: str,
    name: str,
    words: tuple[str, ...],
    region: str | None,
    section: int | None,
    track: str | None,
    as_json: bool,
) -> None:
    """Show what the cards and tiles of GAME say.

    CATALOGUE is goals, buildings, demand, bonus, merchants or steps. WORDS are looked for in ids and texts;
    all must be there. An asterisk marks what is doubtful in the sources.

    \b
    Examples:
      pencilwright catalogue tianxia goals --region qin
      pencilwright catalogue tianxia buildings shipping
      pencilwright catalogue tianxia goals --track white --lang ja
      pencilwright catalogue tianxia demand --json
    """
    chosen, language = game(game_id), spoken.chosen()
    rows = []
    for entry in chosen.room("lists").entries(name, region=region, section=section, track=track):
        lines = [say(line, language) for line in entry.lines]
        if all(wanted.lower() in " ".join((entry.id, *lines)).lower() for wanted in words):
            text = {"text": lines, "text_phrase": [values_of(line) for line in entry.lines]}
            rows.append({"id": entry.id, **text, "doubt": entry.doubt_told or ""})
    if as_json:
        data = {"format": "pencilwright-catalogue/1", "game": game_id, "catalogue": name, "entries": rows}
        click.echo(show.encode(data), nl=False)
        return
    if not rows:
        click.echo(say(phrase("tianxia.catalogue.nothing"), language))
        return
    click.echo(show.table([(r["id"] + ("*" if r["doubt"] else ""), " · ".join(r["text"])) for r in rows]))
    doubts = [f"* {say(row['doubt'], language)}" for row in rows if row["doubt"]]
    if doubts:
        click.echo("\n" + "\n".join(doubts))
