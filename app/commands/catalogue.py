"""`pencilwright catalogue`: a game's cards and tiles, searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import click

from pencilwright.app import language as spoken
from pencilwright.app import options, show
from pencilwright.games import game
from pencilwright.games.errors import InputError


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
    from pencilwright.templates.phrases import word

    chosen, language = game(game_id), spoken.chosen()
    if "lists" not in chosen.rooms:
        raise InputError(f"there are no catalogues of {chosen.title}", field="game")
    lists = chosen.room("lists")
    say = speaker(language, word)
    rows = []
    for entry in lists.entries(name, region=region, section=section, track=track):
        lines = [say(line) for line in entry.lines]
        if all(wanted.lower() in " ".join((entry.id, *lines)).lower() for wanted in words):
            doubt = word(language, f"{lists.WORDS}.doubt.{entry.doubt}", id=entry.id) if entry.doubt else ""
            rows.append({"id": entry.id, "text": lines, "doubt": doubt})
    if as_json:
        data = {"format": "pencilwright-catalogue/1", "game": game_id, "catalogue": name, "entries": rows}
        click.echo(show.encode(data), nl=False)
        return
    if not rows:
        click.echo("nothing found")
        return
    click.echo(show.table([(r["id"] + ("*" if r["doubt"] else ""), " · ".join(r["text"])) for r in rows]))
    doubts = [row["doubt"] for row in rows if row["doubt"]]
    if doubts:
        click.echo("\n" + "\n".join(f"* {doubt}" for doubt in doubts))


def speaker(language: str, word: Callable[..., str]) -> Callable[[Iterable[Any]], str]:
    """Return the function that says a line of phrases in a language; spaces as the paper sets them."""
    gap = "" if language == "ja" else " "

    def say(line: Iterable[Any]) -> str:
        text = ""
        for phrase in line:
            places = f"{word(language, phrase.comma)}{gap}".join(word(language, key) for key in phrase.where)
            what = word(language, phrase.what) if phrase.what else ""
            said = word(language, phrase.key, n=phrase.n, what=what, where=places, points=phrase.points)
            text += (gap if phrase.before else "") + said + (gap if phrase.after else "")
        return text

    return say
