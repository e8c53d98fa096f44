"""`pencilwright sheet`, `card` and `reference`: the documents of a game as files to print."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import files, language
from pencilwright.app.answers.documents import (
    PrintOrder,
    copies_on_paper,
    file_name,
    has_blanks,
    make,
    name_of,
    names_in,
    page_of,
    with_names,
)
from pencilwright.app.cli import options, setup_options, terminal
from pencilwright.app.cli.game_commands import by_game
from pencilwright.app.cli.setup_options import SetupOptions
from pencilwright.app.language import tell
from pencilwright.app.positions import sources
from pencilwright.app.positions.setups import OwnValues, code_of
from pencilwright.games import Game
from pencilwright.games.document import document_of
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import MOST_COPIES
from pencilwright.games.shared.options import Option
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates.frame import WITHOUT_CAMERA
from pencilwright.templates.phrases import Phrase, phrase

FORMATS = ("pdf", "svg")
IN_COLOUR = "colour"
OTHER_FORMATS = (".png", ".jpg", ".jpeg", ".webp", ".json", ".txt")


def same_for_every_setup(chosen: Game, document: str, messages: tuple[str, ...]) -> Phrase:
    """Return the sentence for a document that shows nothing of a setup about which something was said."""
    return phrase("print.same", game=chosen.name, document=name_of(document), options=messages)


def deliver(chosen: Game, order: PrintOrder, output: str | None) -> None:
    """Make the file, write it, and say where it is and which setup it belongs to.

    Raises InputError when the document is the same without the setup that was given.
    """
    kind = chosen.paper.DOCUMENTS[order.document]
    is_for_setup = order.document in chosen.paper.WITH_SETUP or bool(order.options.booklet and kind.table)
    if (
        order.setup is not None
        and not is_for_setup
        and page_of(chosen, order) == page_of(chosen, order._replace(setup=None))
    ):
        raise InputError(same_for_every_setup(chosen, order.document, ("--code",)), field="code")
    data = make(chosen, order)
    where = files.write(output, file_name(chosen, order), data)
    if where == files.STDIO:
        return
    click.echo(tell(phrase("wrote.size", path=where, size=terminal.size(len(data)))))
    if order.options.bleed and order.options.condition is None and order.options.theme == IN_COLOUR:
        click.echo(tell(phrase("print.no_pdfx", option="--profile")))
    if order.setup is not None:
        code = code_of(chosen, order.setup, order.user_values.mark)
        click.echo(tell(phrase("print.more.own" if order.user_values.mark else "print.more", code=code)))


def setup_for(
    chosen: Game, document: str, wishes: SetupOptions, own: OwnValues, *, is_open: bool = False
) -> Any:
    """Return the setup of a document, or None where it is made for none or is left open.

    Raises InputError when something is said about the setup of a document that shows none.
    """
    if document in chosen.paper.WITH_SETUP:
        return None if is_open and not wishes.wishes_text else setup_options.choose(chosen, wishes, own)
    if wishes.wishes_text:
        names = tuple(f"--{name}" for name in wishes.wishes_text)
        raise InputError(same_for_every_setup(chosen, document, names), field="setup")
    return None


def seats_of(chosen: Game, document: str, drawn: dict[str, Any], *, is_open: bool) -> int:
    """Return what a sheet without a setup is told of who plays, 0 for nothing, and take it out of `drawn`.

    is_open : what a setup says is to be left open, which is no sheet for those who play.

    Raises InputError for players or factions that cannot be, and for factions beside a setup or blanks.
    """
    seated = chosen.paper.DOCUMENTS[document].seated
    known = {option.name for option in chosen.options.DRAW}
    fields = {name: value for name, value in drawn.items() if value not in (None, ())}
    if seated is None:
        return 0
    name = seated.option.name
    others = tuple(f"--{other}" for other in fields if other not in (name, "components"))
    others += ("--blank-numbers",) * is_open
    if name not in fields or (others and name in known):
        return 0
    if others:
        raise InputError(phrase("print.seats", option=seated.option.spelling, others=others), field=name)
    return seated.number(drawn.pop(name))


def seated_options(chosen: Game) -> tuple[Option, ...]:
    """Return what may be said about sheets: about the draw, and of who plays."""
    draw = tuple(chosen.options.DRAW)
    sheets = (document.seated for document in chosen.paper.DOCUMENTS.values())
    own_sheets = (seated.option for seated in sheets if seated)
    return (*draw, *(option for option in own_sheets if option.name not in {item.name for item in draw}))


def format_of(question: str | None, output: str | None) -> str:
    """Return the format that is asked for or that the file's name says; PDF when neither does.

    Raises InputError when the two disagree, and for a name that says another kind of file.
    """
    if (output or "").lower().endswith(OTHER_FORMATS):
        raise InputError(
            phrase(
                "print.other_kind",
                path=output or "",
                known=phrase("either", one=FORMATS[0], other=FORMATS[1]),
            ),
            field="output",
        )
    named = next((kind for kind in FORMATS if (output or "").lower().endswith(f".{kind}")), None)
    if question and named and question != named:
        raise InputError(phrase("print.format", asked=question, path=output or ""), field="format")
    return question or named or FORMATS[0]


DOCUMENT = click.option("--document", metavar="ID")
PRESS = options.combine(
    click.option("--bleed", is_flag=True),
    click.option("--profile", metavar="FILE.icc", type=click.Path()),
)


def condition_of(profile: str | None) -> Any:
    """Return how a print shop prints, by its colour profile. Raises InputError for another file."""
    from pencilwright.generator import icc

    return icc.of_print_shop(profile, files.read(profile)) if profile else None


@by_game(seated_options)
@click.command()
@DOCUMENT
@click.option("--copies", metavar="N", type=click.IntRange(1, MOST_COPIES))
@click.option("--camera/--no-camera", default=None)
@click.option("--blank-numbers", is_flag=True)
@click.option("--names", metavar="LIST")
@click.option("--form/--no-form", default=None)
@click.option("--format", "file_format", type=click.Choice(FORMATS))
@PRESS
@options.SETUP
@options.PAPER
@options.OUTPUT
# A parameter for each option of the command, as click hands them over.
def sheet(
    chosen: Game,
    document: str | None,
    copies: int | None,
    camera: bool | None,
    blank_numbers: bool,
    names: str | None,
    form: bool | None,
    file_format: str | None,
    bleed: bool,
    profile: str | None,
    paper: str,
    theme: str,
    output: str | None,
    **drawn: Any,
) -> None:
    """Make the score sheets of a game."""
    from pencilwright.generator import fonts

    kind = format_of(file_format, output)
    if kind == "svg" and (copies or 1) > 1:
        raise InputError(phrase("print.svg.copies"), field="copies")
    named = names_in(names)
    if named and (kind == "svg" or form is False):
        raise InputError(phrase("print.names.form"), field="names")
    bleed = bleed or profile is not None
    if bleed and (kind == "svg" or form or named):
        raise InputError(phrase("print.bleed"), field="bleed")
    wanted = document_of(chosen.paper.DOCUMENTS, document or "score-sheet", chosen.name).id
    if camera is not None and not chosen.paper.DOCUMENTS[wanted].fillable:
        text = phrase(
            "print.no_camera", game=chosen.name, document=name_of(wanted), options=("--camera", "--no-camera")
        )
        raise InputError(text, field="camera")
    if camera and paper in WITHOUT_CAMERA:
        raise InputError(phrase("print.too_small", paper=paper), field="camera")
    seats = seats_of(chosen, wanted, drawn, is_open=blank_numbers)
    wishes = SetupOptions(**drawn)
    if form is not None and (kind == "svg" or not chosen.paper.DOCUMENTS[wanted].fillable):
        no_form = phrase("print.no_form", game=chosen.name, document=name_of(wanted))
        raise InputError(phrase("print.svg.form") if kind == "svg" else no_form, field="form")
    is_open = blank_numbers or (not wishes.wishes_text and wanted in chosen.paper.OPEN_BY_DEFAULT)
    custom = sources.user_components(chosen, wishes.components)
    order = PrintOrder(
        wanted,
        setup_for(chosen, wanted, wishes, custom, is_open=is_open),
        PrintOptions(
            language.chosen(),
            paper,
            theme,
            copies or 1,
            form is not False,
            is_open,
            camera=camera is not False,
            seats=seats,
            bleed=bleed,
            condition=condition_of(profile),
        ),
        custom,
        kind,
        named,
    )
    order = with_names(chosen, order, copies)
    if blank_numbers and not has_blanks(chosen, wanted, order.setup):
        text = phrase("print.no_blanks", game=chosen.name, document=name_of(wanted))
        raise InputError(text, field="blank-numbers")
    deliver(chosen, order, output)
    if lacking := fonts.lacking(order.names):
        click.echo(tell(phrase("form.lacking", signs=" ".join(lacking))), err=True)


@by_game(lambda chosen: chosen.options.DRAW)
@click.command()
@click.option("--size", type=click.Choice(["card", "page"]))
@DOCUMENT
@click.option("--backs", is_flag=True)
@click.option("--copies", metavar="N", type=click.IntRange(1, MOST_COPIES))
@PRESS
@options.SETUP
@options.PAPER
@options.OUTPUT
# A parameter for each option of the command, as click hands them over.
def card(
    chosen: Game,
    size: str | None,
    document: str | None,
    backs: bool,
    copies: int | None,
    bleed: bool,
    profile: str | None,
    paper: str,
    theme: str,
    output: str | None,
    **drawn: Any,
) -> None:
    """Make the setup card of a game."""
    wishes = SetupOptions(**drawn)
    if document and size:
        raise InputError(phrase("print.size"), field="size")
    document = document or f"setup-{size or 'card'}"
    wanted = document_of(chosen.paper.DOCUMENTS, document, chosen.name).id
    custom = sources.user_components(chosen, wishes.components)
    bleed = bleed or profile is not None
    order = PrintOrder(
        wanted,
        setup_for(chosen, wanted, wishes, custom),
        PrintOptions(
            language.chosen(),
            paper,
            theme,
            copies or (1 if bleed else copies_on_paper(chosen, wanted, paper)),
            backs=backs,
            bleed=bleed,
            condition=condition_of(profile),
        ),
        custom,
    )
    deliver(chosen, order, output)


@by_game(lambda chosen: ())
@click.command()
@DOCUMENT
@click.option("--code", metavar="CODE")
@click.option("--booklet", is_flag=True)
@click.option("--large", is_flag=True)
@options.COMPONENTS
@options.PAPER
@options.OUTPUT
def reference(
    chosen: Game,
    document: str | None,
    code: str | None,
    booklet: bool,
    large: bool,
    components: str | None,
    paper: str,
    theme: str,
    output: str | None,
) -> None:
    """Make the quick reference of a game."""
    whole = "letter" if paper == "letter" else "a4"
    if booklet and large:
        raise InputError(phrase("print.large_booklet"), field="large")
    custom = sources.user_components(chosen, components)
    order = PrintOrder(
        document_of(chosen.paper.DOCUMENTS, document or "reference", chosen.name).id,
        None if code is None else setup_options.choose(chosen, SetupOptions(code=code), custom),
        PrintOptions(
            language.chosen(),
            "a5" if booklet or large else paper,
            theme,
            booklet=whole if booklet else "",
            enlarged=whole if large else "",
        ),
        custom,
    )
    deliver(chosen, order, output)
