"""A game's documents as files: which, for which setup, how they are printed, and what they are called."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

from pencilwright.app.positions.setups import OwnValues, code_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates.flow import SMALLEST
from pencilwright.templates.phrases import Word, called, phrase


class PrintOrder(NamedTuple):
    """One file to make: which document, for which setup, how it is printed, and with whose names."""

    document: str
    setup: Any
    options: PrintOptions = PrintOptions()
    user_values: OwnValues = OwnValues(None)
    format: str = "pdf"
    names: tuple[str, ...] = ()

    @property
    def printing(self) -> PrintOptions:
        """The options with the mark of the person's own values, where there are some."""
        return replace(self.options, pad_mark=self.user_values.mark)


def make(chosen: Game, order: PrintOrder) -> bytes:
    """Return the bytes of the file that the order describes. Raises InputError for names that cannot be."""
    from pencilwright.generator import documents

    if order.format == "svg":
        from pencilwright.generator import svg

        return svg.draw(page_of(chosen, order)).encode()
    data = documents.build(
        chosen.id,
        order.document,
        setup=order.setup,
        options=order.printing,
        components=order.user_values.components,
    )
    if order.names:
        from pencilwright.generator.fill import fill

        for copy, names in enumerate(names_by_copy(chosen, order), 1):
            try:
                data = fill(data, names, copy)
            except InputError as error:
                raise InputError(error.sentence, field="names") from error
    return data


def names_in(text: str | None) -> tuple[str, ...]:
    """Return the names of a list such as "Ann, Bo". Raises InputError for a text without one."""
    names = tuple(name.strip() for name in re.split("[,、，]", text or "") if name.strip())
    if text is not None and not names:
        raise InputError(phrase("print.names.none", text=text), field="names")
    return names


def with_names(chosen: Game, order: PrintOrder, copies: int | None) -> PrintOrder:
    """Return the order with room for its names. Raises InputError where the `copies` asked for have none."""
    sheets = len(names_by_copy(chosen, order))
    if copies and sheets > copies:
        raise InputError(phrase("print.names.many", n=len(order.names), copies=copies), field="names")
    return order._replace(options=replace(order.options, copies=max(order.options.copies, sheets)))


def names_by_copy(chosen: Game, order: PrintOrder) -> list[dict[str, str]]:
    """Return for each copy that players' names stand on the marks that take them.

    Raises InputError where a name would be smaller than any words on paper.
    """
    if not order.names:
        return []
    from pencilwright.generator.written_values import written

    texts = [mark for mark in page_of(chosen, order).marks if mark.kind == "text"]
    places = {mark.id: mark for mark in texts if "name" in mark.id.split(".")}
    if not places:
        text = phrase("print.no_names", game=chosen.name, document=name_of(order.document))
        raise InputError(text, field="names")
    starts = range(0, len(order.names), len(places))
    results = [dict(zip(places, order.names[start:], strict=False)) for start in starts]
    for place, name in (item for names in results for item in names.items()):
        if any(line.size < SMALLEST for line in written(name, places[place].rect)):
            raise InputError(phrase("print.names.long", name=name[:40]), field="names")
    return results


def page_of(chosen: Game, order: PrintOrder) -> Any:
    """Return the first page."""
    from pencilwright.generator.documents import render_copy

    return render_copy(
        chosen.id,
        order.document,
        setup=order.setup,
        options=order.printing,
        copy=1,
        components=order.user_values.components,
    ).page


def copies_on_paper(chosen: Game, document: str, paper: str) -> int:
    """Return how many copies of a document fill one sheet of paper."""
    from pencilwright.generator import documents

    return documents.copies_on_paper(chosen.paper.DOCUMENTS[document], paper)


def name_of(document: str) -> Word:
    """Return what a document is called; its id where the words have no name for it."""
    return called(f"document.{document}", document)


def file_name(chosen: Game, order: PrintOrder) -> str:
    """Return a name that tells game, document, setup, and every choice that differs from the usual."""
    options, usual_copies = order.options, copies_on_paper(chosen, order.document, order.options.paper)
    parts = [chosen.id, order.document]
    if order.setup is not None:
        parts.append(code_of(chosen, order.setup, order.user_values.mark))
    named = {
        "blank": options.blank_numbers,
        "bleed": options.bleed,
        f"for-{options.seats}": options.seats,
        "backs": options.backs,
        "no-camera": not options.camera,
        "booklet": options.booklet,
        "large": options.enlarged,
        f"{options.copies}-copies": options.copies not in (1, usual_copies),
    }
    parts += [name for name, is_chosen in named.items() if is_chosen]
    parts += [
        choice
        for choice, usual in (
            (options.language, "en"),
            (options.booklet or options.enlarged or options.paper, "a4"),
            (options.theme, "colour"),
        )
        if choice != usual
    ]
    return "-".join(parts) + f".{order.format}"


def has_blanks(chosen: Game, document: str, setup: Any) -> bool:
    """Return whether a document shows something of its setup that can be left open instead."""
    paper = chosen.paper
    try:
        return bool(paper.data(document, setup) != paper.data(document, setup, blank_numbers=True))
    except InputError:
        return setup is None
