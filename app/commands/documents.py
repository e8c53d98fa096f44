"""`pencilwright sheet`, `card` and `reference`: the documents of a game as files to print."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import click

from pencilwright.app import choose, files, options, show
from pencilwright.app.choose import SetupOptions
from pencilwright.games import Game, game
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import MOST_COPIES

FORMATS = ("pdf", "svg")


class Order(NamedTuple):
    """One file to make: which document, for which setup, and how it is printed."""

    document: str
    setup: Any
    language: str = "en"
    paper: str = "a4"
    theme: str = "colour"
    copies: int = 1
    form: bool = True
    blank_numbers: bool = False
    components: Any = None
    format: str = "pdf"
    backs: bool = False


def make(chosen: Game, order: Order) -> bytes:
    """Return the bytes of the file that the order describes."""
    from pencilwright.generator import documents

    printing = documents.PrintOptions(
        language=order.language,
        paper=order.paper,
        theme=order.theme,
        copies=order.copies,
        form=order.form,
        blank_numbers=order.blank_numbers,
        backs=order.backs,
    )
    if order.format == "svg":
        from pencilwright.generator import svg

        rendered = documents.render_copy(
            chosen.id,
            order.document,
            setup=order.setup,
            options=printing,
            copy=1,
            components=order.components,
        )
        return svg.draw(rendered.page).encode()
    return documents.build(
        chosen.id, order.document, setup=order.setup, options=printing, components=order.components
    )


def file_name(chosen: Game, order: Order) -> str:
    """Return a name that tells game, document, setup, and every choice that differs from the usual."""
    parts = [chosen.id, order.document]
    if order.setup is not None:
        parts.append(chosen.room("setup").to_code(order.setup))
    if order.blank_numbers:
        parts.append("blank")
    if order.backs:
        parts.append("backs")
    if order.copies > 1:
        parts.append(f"{order.copies}-copies")
    parts += [
        choice
        for choice, usual in ((order.language, "en"), (order.paper, "a4"), (order.theme, "colour"))
        if choice != usual
    ]
    return "-".join(parts) + f".{order.format}"


def deliver(chosen: Game, order: Order, output: str | None) -> None:
    """Make the file, write it, and say where it is and which setup it belongs to."""
    data = make(chosen, order)
    where = files.write(output, file_name(chosen, order), data)
    if where == files.STDIO:
        return
    click.echo(f"wrote {where} ({show.size(len(data))})")
    if order.setup is not None:
        code = chosen.room("setup").to_code(order.setup)
        click.echo(f"share code {code}: --code {code} prints more for the same table")


def with_setup(chosen: Game) -> tuple[str, ...]:
    """Return the documents that are made for one setup, so that their names tell its share code."""
    return tuple(chosen.room("paper").WITH_SETUP)


def open_unless_told(chosen: Game) -> tuple[str, ...]:
    """Return the documents that are left open, not drawn at random, when nothing is said about the setup."""
    return tuple(chosen.room("paper").OPEN_UNLESS_TOLD)


def document_of(chosen: Game, document: str) -> str:
    """Return the document's id. Raises InputError when the game has no such document."""
    known = chosen.room("paper").DOCUMENTS
    if document not in known:
        raise InputError(f"{chosen.title} has no {document}; it has {', '.join(known)}", field="document")
    return document


def copies_option(words: str) -> Callable[[options.F], options.F]:
    """Return the option --copies with these words of help."""
    return click.option(
        "--copies", type=click.IntRange(1, MOST_COPIES), default=1, show_default=True, help=words
    )


def format_of(asked: str | None, output: str | None) -> str:
    """Return the format that is asked for or that the file's name says; PDF when neither does.

    Raises InputError when the two disagree.
    """
    named = next((kind for kind in FORMATS if (output or "").lower().endswith(f".{kind}")), None)
    if asked and named and asked != named:
        raise InputError(
            f"--format {asked} and the name {output!r} disagree; give one of them", field="format"
        )
    return asked or named or FORMATS[0]


DOCUMENT = click.option(
    "--document",
    metavar="ID",
    help="Another document of the game than the usual one; `games` lists them.",
)


@click.command()
@options.GAME
@DOCUMENT
@copies_option("How many sheets, each with its own number and markers.")
@click.option(
    "--blank-numbers",
    is_flag=True,
    help="Leave the die boxes (or the factions of a pad) empty, to write your own.",
)
@click.option(
    "--form/--no-form", default=True, show_default=True, help="Whether the PDF can be filled on a screen."
)
@click.option(
    "--format",
    "file_format",
    type=click.Choice(FORMATS),
    help="[default: what -o says by its name, else pdf]",
)
@options.SETUP
@options.PAPER
@options.OUTPUT
def sheet(
    game_id: str,
    document: str | None,
    copies: int,
    blank_numbers: bool,
    form: bool,
    file_format: str | None,
    lang: str,
    paper: str,
    theme: str,
    output: str | None,
    **drawn: Any,
) -> None:
    """Make the score sheets of GAME.

    All copies share one setup: four players need --copies 4.

    \b
    Examples:
      pencilwright sheet troyes-dice --copies 4
      pencilwright sheet troyes-dice --code TD1-... --lang ja --paper letter
      pencilwright sheet troyes-dice --blank-numbers --theme ink-saver -o blank.pdf
      pencilwright sheet troyes-dice --format svg -o sheet.svg
      pencilwright sheet terracotta-army --document grid-sheet
    """
    chosen, wishes = game(game_id), SetupOptions(**drawn)
    kind = format_of(file_format, output)
    if kind == "svg" and copies > 1:
        raise InputError("an SVG file holds one sheet; leave out --copies, or make a PDF", field="copies")
    wanted = document_of(chosen, document or "score-sheet")
    is_open = blank_numbers or (wishes.silent and wanted in open_unless_told(chosen))
    needless = wanted not in with_setup(chosen) or (is_open and wishes.silent)
    order = Order(
        wanted,
        None if needless else choose.choose(chosen, wishes),
        lang,
        paper,
        theme,
        copies,
        form,
        is_open,
        choose.components(chosen, wishes.components),
        kind,
    )
    deliver(chosen, order, output)


@click.command()
@options.GAME
@click.option(
    "--size",
    type=click.Choice(["card", "page"]),
    default="card",
    show_default=True,
    help="A card of 70 x 120 mm with crop marks, or a full page.",
)
@DOCUMENT
@click.option("--backs", is_flag=True, help="Backs after each sheet, for printing on both sides (long edge).")
@copies_option("How many cards or pages.")
@options.SETUP
@options.PAPER
@options.OUTPUT
def card(
    game_id: str,
    size: str,
    document: str | None,
    backs: bool,
    copies: int,
    lang: str,
    paper: str,
    theme: str,
    output: str | None,
    **drawn: Any,
) -> None:
    """Make the setup card of GAME.

    It shows how the table is laid out, with the share code and a QR code.

    \b
    Examples:
      pencilwright card troyes-dice --code TD1-...
      pencilwright card troyes-dice --seed friday --size page --paper letter
      pencilwright card terracotta-army --document chancellor-cards --backs
    """
    chosen, wishes = game(game_id), SetupOptions(**drawn)
    wanted = document_of(chosen, document or f"setup-{size}")
    order = Order(
        wanted,
        choose.choose(chosen, wishes) if wanted in with_setup(chosen) else None,
        lang,
        paper,
        theme,
        copies,
        components=choose.components(chosen, wishes.components),
        backs=backs,
    )
    deliver(chosen, order, output)


@click.command()
@options.GAME
@DOCUMENT
@click.option("--code", metavar="CODE", help="Show only what the setup of this share code has in play.")
@options.COMPONENTS
@options.PAPER
@options.OUTPUT
def reference(
    game_id: str,
    document: str | None,
    code: str | None,
    components: str | None,
    lang: str,
    paper: str,
    theme: str,
    output: str | None,
) -> None:
    """Make the quick reference of GAME.

    The course of play, the costs, the buildings and the points on one page.

    \b
    Examples:
      pencilwright reference troyes-dice
      pencilwright reference troyes-dice --lang ja -o rules-ja.pdf
      pencilwright reference tianxia --document goals
      pencilwright reference tianxia --code TX1-...
    """
    chosen = game(game_id)
    order = Order(
        document_of(chosen, document or "reference"),
        None if code is None else choose.choose(chosen, SetupOptions(code=code)),
        lang,
        paper,
        theme,
        components=choose.components(chosen, components),
    )
    deliver(chosen, order, output)
