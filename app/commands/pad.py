"""`pencilwright pad`: a pad of one's own, from a file to begin with to a page that follows it."""

from __future__ import annotations

import os
import threading
import webbrowser

import click

from pencilwright.app import files, language, pads
from pencilwright.app.answers import pad_check
from pencilwright.app.answers import pads as answers
from pencilwright.app.cli import terminal
from pencilwright.app.language import tell
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase, say

ACTIONS = ("new", "check", "show")
FAULTY = 1


@click.command()
@click.argument("action", type=click.Choice(ACTIONS))
@click.argument("source", metavar="FILE", type=click.Path())
@click.option("--no-browser", is_flag=True)
def pad(action: str, source: str, no_browser: bool) -> int:
    """Make a score pad of your own from one file.

    \b
    Examples:
      pencilwright pad new "Card night"
      pencilwright pad check card-night.toml
      pencilwright pad show card-night.toml
    """
    if action == "new":
        return _new(source)
    if action == "check":
        return _check(source)
    return _show(source, no_browser=no_browser)


def _new(title: str) -> int:
    name, text = answers.begun(title.removesuffix(".toml"), language.chosen())
    if os.path.exists(name):
        raise InputError(phrase("pad.begin.exists", path=name), field="file")
    where = files.write(name, name, text.encode())
    files.write(pads.SCHEMA, pads.SCHEMA, terminal.encode(pads.schema()))
    click.echo(tell(phrase("pad.begin.wrote", path=where, schema=pads.SCHEMA)))
    return 0


def _check(path: str) -> int:
    result = pad_check.checked(pads.again(path))
    for line in result.lines:
        click.echo(tell(line))
    for note in result.notes:
        click.echo(tell(note))
    for fault in result.faults:
        click.echo(f"- {tell(fault)}")
    count = len(result.faults)
    click.echo(tell(phrase("pad.check.faults", n=count) if count else phrase("pad.check.good")))
    return FAULTY if count else 0


def _show(path: str, *, no_browser: bool) -> int:
    from pencilwright.app.cli import pad_preview
    from pencilwright.generator import svg

    spoken = language.chosen()

    def look() -> tuple[str, str]:
        try:
            game = pads.again(path)
            printed = answers.printed_in(game)
            page = answers.rendered(game, spoken if spoken in printed else printed[0])
            faults = pad_check.checked(game).faults
        except InputError as error:
            return "", say(error.sentence, spoken)
        return svg.draw(page), "\n".join(say(fault, spoken) for fault in faults)

    pads.text_of(path)
    server = pad_preview.server(pad_preview.Preview(path, look), os.path.basename(path), spoken)
    address = f"http://{pad_preview.LOCAL}:{server.server_address[1]}/"
    click.echo(tell(phrase("pad.show", path=path, address=address)))
    click.echo(tell(phrase("web.serve.end", keys="Ctrl-C")))
    if not no_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    with server:
        server.serve_forever()
    return 0
