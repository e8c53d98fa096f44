"""Papers: every document of a game, as the command prints it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.answers import documents
from pencilwright.app.positions import setups, sources
from pencilwright.app.web import responses
from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.app.web.views.sections import sections_of
from pencilwright.games import Game, game
from pencilwright.games.document import document_of
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import MOST_COPIES, PAPERS, THEMES, page_languages
from pencilwright.generator import fonts
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates.phrases import native_name, phrase

USUAL, LARGE, BLEED = EDITIONS = ("as-is", "large", "bleed")
AT_FIELDS: Final[dict[str | None, str]] = {"copies": "copies", "names": "names", "large": "edition"}
"""Fields of errors -> where the page tells them."""
PREFIX: Final = "papers"
"""Seed of the setup on the drawings of papers for which none is drawn yet."""


def _fresh(known: Game, seed: str = "") -> str:
    """Return the share code of a setup that is drawn for a paper."""
    custom = sources.user_components(known, None)
    return known.setups.to_code(setups.drawn(known, seed or setups.fresh_seed(), {}, custom))


def title_of(request: PageRequest, document: str) -> str:
    """Return what a document is called."""
    return request.say(documents.name_of(document))


async def page(request: PageRequest) -> Response:
    """Show every document of a game, and how it is printed."""
    return _page(request, request.game())


def _page(request: PageRequest, known: Game, error: InputError | None = None) -> Response:
    """Show it as the address says; with what is wrong at a field."""
    code = request.query_params.get("code", "")
    if code:
        code = known.setups.to_code(setups.of_code(known, code, sources.user_components(known, None)))
    coded = f"&code={code}" if code else ""
    known_papers = {paper for document in known.paper.DOCUMENTS.values() for paper in document.papers}
    papers = [paper for paper in PAPERS if paper in known_papers]
    editions = EDITIONS if "reference" in known.paper.DOCUMENTS else (USUAL, BLEED)
    usual = {"paper": PAPERS[0], "language": request.language, "ink": THEMES[0], "edition": USUAL}
    chosen = {"copies": "", "names": "", **usual, **request.query_params}
    return responses.page(
        request,
        "papers.html.j2",
        status=422 if error else 200,
        wrong=dict.fromkeys(chosen, "") | ({AT_FIELDS[error.field]: error.sentence} if error else {}),
        game=known,
        section="papers",
        sections=sections_of(known, setup=code),
        code=code,
        documents=[
            {
                "id": name,
                "title": title_of(request, name),
                "picture": f"/papers/{known.id}/{name}.svg?language={request.language}{coded}",
                "draws": not code and needs_setup(known, name),
                "tap": tap_address(known, name, code) if document.fillable else "",
            }
            for name, document in known.paper.DOCUMENTS.items()
        ],
        choices={
            "paper": [(paper, request.say(phrase(f"web.papers.{paper}"))) for paper in papers],
            "language": [(language, native_name(language)) for language in page_languages()],
            "ink": [(theme, request.say(phrase(f"web.papers.{theme}"))) for theme in THEMES],
            "edition": [(edition, request.say(phrase(f"web.papers.{edition}"))) for edition in editions],
        },
        chosen=chosen,
    )


def tap_address(known: Game, document: str, code: str) -> str:
    """Return the address of a sheet to tap."""
    return f"/sheet/{known.id}?{urlencode({'document': document} | ({'code': code} if code else {}))}"


def _lacks_setup(known: Game, fields: dict[str, str]) -> bool:
    """Return whether a document is asked for that shows a setup, and none is named."""
    document = fields["document"]
    return not fields.get("code") and document in known.paper.DOCUMENTS and needs_setup(known, document)


def needs_setup(known: Game, document: str) -> bool:
    """Return whether a document cannot be printed without a setup."""
    paper = known.paper
    return document in paper.WITH_SETUP and document not in paper.OPEN_BY_DEFAULT


async def pdf(request: PageRequest) -> Response:
    """Return a document as PDF: the bytes of the command."""
    known, text = request.game(), _order_of(request)
    try:
        order = order_of(known, text)
        if _lacks_setup(known, text):
            return responses.redirect(request.address_with(code=await to_thread.run_sync(_fresh, known)))
        body = await request.server.jobs.run("quick", made, known.id, text, **request.visitor)
    except InputError as error:
        if error.field not in AT_FIELDS:
            raise
        return _page(request, known, error)
    return responses.file(body, "application/pdf", documents.file_name(known, order), is_shown=True)


async def picture(request: PageRequest) -> Response:
    """Return the first page of a document as a drawing."""
    known, fields = request.game(), {**_order_of(request), "format": "svg", "copies": "1"}
    if _lacks_setup(known, fields):
        fields["code"] = await to_thread.run_sync(_fresh, known, PREFIX)
    order_of(known, fields)
    is_here = "here" in fields and fields.get("code")
    fields["link"] = request.server.link(f"/setup/{known.id}/{fields['code']}") if is_here else ""
    body = await request.server.jobs.drawn(made, known.id, fields, **request.visitor)
    return responses.gzipped(request, body, "image/svg+xml")


def _order_of(request: PageRequest) -> dict[str, str]:
    """Return what an address says about a document, and which one it is."""
    return {**request.query_params, "document": request.path_params["document"], "spoken": request.language}


def made(game_id: str, wishes: dict[str, str]) -> bytes:
    """Return the file that an address asks for; for a worker."""
    known = game(game_id)
    order = order_of(known, wishes)
    if order.format == "svg":
        from pencilwright.generator import svg

        page = documents.page_of(known, order)
        page = svg.with_address(page, link) if (link := wishes.get("link")) else page
        return svg.draw(svg.turned_over(page) if wishes.get("shade") == "dark" else page).encode()
    return documents.make(known, documents.with_names(known, order, int(wishes.get("copies") or 0)))


def order_of(known: Game, fields: dict[str, Any]) -> documents.PrintOrder:
    """Return what an address asks for. Raises NotFound and InputError for what there is not."""
    document, paper_room = fields["document"], known.paper
    try:
        document_of(paper_room.DOCUMENTS, document, known.name)
    except InputError as error:
        raise NotFound(error.sentence) from error
    custom = sources.user_components(known, None)
    code = fields.get("code", "") if document in paper_room.WITH_SETUP else ""
    paper = one_of(fields.get("paper", PAPERS[0]), PAPERS, "page.paper")
    copies = fields.get("copies", "")
    if copies and not (copies.isdecimal() and len(copies) < 5 and 1 <= int(copies) <= MOST_COPIES):
        raise InputError(phrase("web.papers.many", most=MOST_COPIES), field="copies")
    is_open = not code and document in paper_room.OPEN_BY_DEFAULT
    names = documents.names_in(fields.get("names") or None)
    edition = one_of(fields.get("edition", USUAL), EDITIONS, "web.papers.edition")
    if names and edition != USUAL:
        raise InputError(phrase("web.papers.names.as-is"), field="names")
    if lacking := fonts.lacking(names):
        raise InputError(phrase("form.lacking", signs=" ".join(lacking)), field="names")
    usual = documents.copies_on_paper(known, document, paper) if edition == USUAL else 1
    whole = "letter" if paper == "letter" else "a4"
    return documents.PrintOrder(
        document,
        setups.of_code(known, code, custom) if code else None,
        PrintOptions(
            one_of(fields.get("language", fields["spoken"]), page_languages(), "page.language"),
            "a5" if edition == LARGE else paper,
            one_of(fields.get("ink", THEMES[0]), THEMES, "page.theme"),
            int(copies) if copies else usual,
            blank_numbers=is_open,
            enlarged=whole if edition == LARGE else "",
            bleed=edition == BLEED,
        ),
        custom,
        fields.get("format", "pdf") if fields.get("format", "pdf") in ("pdf", "svg") else "pdf",
        names,
    )


def one_of(value: str, known: Sequence[str], what: str) -> str:
    """Return a value that is among those known. Raises InputError for another, which says what it is of."""
    if value not in known:
        text = phrase("page.none", what=phrase(what), value=value[:20], known=tuple(known))
        raise InputError(text, field=what.rpartition(".")[2])
    return value
