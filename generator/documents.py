"""A game's document, a setup and the printing options become one PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any, NamedTuple

from pencilwright import games
from pencilwright.games import pagecode
from pencilwright.games.document import Document, document_of
from pencilwright.games.errors import InputError
from pencilwright.generator import fonts, icc, imposition, manifest
from pencilwright.generator.copies import copier
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates import frame
from pencilwright.templates.flow import NoRoom
from pencilwright.templates.page import Page
from pencilwright.templates.phrases import Word, called, chained, dotted, phrase, say
from pencilwright.templates.render import SCREEN, render, themes

IN_BLACK = "ink-saver"
"""The theme of black ink alone."""
BOOKLET = "booklet.svg.j2"
"""The template of a booklet's cover and of its pages for notes."""


class Rendered(NamedTuple):
    """One copy of a document: its number, its page code and its page (or card)."""

    copy: int
    code: str
    page: Page


def check(
    options: PrintOptions, spoken: Sequence[str] = (), papers: Sequence[str] = ("a4", "letter")
) -> None:
    """Raise InputError naming the option and what it may be.

    spoken : languages besides those of all pages: a pad's own. papers : those that it is drawn for.
    """
    own_items = tuple(item for item in spoken if item in pagecode.LANGUAGES)
    for field, value, known in (
        ("language", options.language, tuple(dict.fromkeys((*pagecode.page_languages(), *own_items)))),
        ("paper", options.paper, tuple(papers)),
        ("theme", options.theme, themes()),
    ):
        if field == "paper" and value in frame.PAPERS and value not in known:
            raise InputError(
                phrase("print.not_drawn", paper=value, known=chained(known, "either")), field=field
            )
        if value not in known:
            raise InputError(
                phrase(
                    "print.choice", what=phrase(f"page.{field}"), value=value, known=chained(known, "either")
                ),
                field=field,
            )
    if not 1 <= options.copies <= frame.COPIES:
        raise InputError(phrase("print.copies", n=options.copies, most=frame.COPIES), field="copies")


def document(game_id: str, document_id: str) -> Document:
    """Return the document's entry in the game's paper.py. Raises InputError naming those there are."""
    game = games.game(game_id)
    return document_of(game.paper.DOCUMENTS, document_id, game.name)


def copies_on_paper(kind: Document, paper: str) -> int:
    """Return how many copies of a document fill one sheet of paper: cards lie side by side on it.

    Raises InputError for a paper that the document is not drawn for.
    """
    check(PrintOptions(paper=paper), papers=kind.papers)
    if kind.size == "page":
        return 1
    return max(1, len(imposition.layout(kind.size, paper).places) // kind.parts)


def render_copy(
    game_id: str,
    document_id: str,
    *,
    setup: Any,
    options: PrintOptions,
    copy: int,
    components: Any = None,
    part: int = 1,
    back: bool = False,
) -> Rendered:
    """Render one copy of a document, or one part of it.

    Parameters
    ----------
    game_id, document_id : ids as on the command line.
    setup : the game's Setup, or None for a document that needs none.
    components : the game's components with a user's own values; None for the standard ones.
    part : which page or card of a document that has several, from 1.
    back : render the back of its cards instead.

    Raises
    ------
    InputError : an unknown id or option, or a document that needs a setup and got none.
    """
    game = games.game(game_id)
    kind = document(game_id, document_id)
    check(options, game.languages, kind.papers)
    own: dict[str, Any] = {} if components is None else {"components": components}
    own |= {"seats": options.seats} if options.seats else {}
    data = game.paper.data(document_id, setup, blank_numbers=options.blank_numbers, **own)
    code, printed, text = _codes(game, kind, setup, options, copy)
    if data.get("setup_code"):
        data["setup_code"] = f"{data['setup_code']}{options.pad_mark}"
    page = _rendered(
        kind.back if back else kind.template,
        data=data | {"part": part, "bleed": frame.BLEED * options.bleed},
        language=options.language,
        theme=options.theme,
        paper=options.paper,
        code=printed,
        code_text=text,
        copy=copy,
        size=kind.size,
        camera=_camera(kind, options),
        line_count=fonts.line_count,
    )
    return Rendered(copy, code, page)


def _codes(
    game: games.Game, kind: Document, setup: Any, options: PrintOptions, copy: int
) -> tuple[str, str, str]:
    """Return the page code of a copy, what is printed as QR code, and that for people."""
    setup_code = _setup_code(game, kind.id, setup)
    code = pagecode.encode(
        pagecode.PageCode(
            game.prefix,
            kind.number,
            kind.version,
            options.language,
            options.theme,
            options.paper,
            options.blank_numbers,
            copy,
            setup_code or None,
            options.seats,
        )
    )
    # A sheet's code rebuilds the page that a pencil marked; all else has only the setup to tell.
    printed = code if kind.fillable or not setup_code else setup_code + options.pad_mark
    return code, printed, pagecode.pretty(code) if printed == code else printed


def _camera(kind: Document, options: PrintOptions) -> bool:
    """Whether a document has what a camera needs."""
    return (options.camera and options.paper not in frame.WITHOUT_CAMERA) or not kind.fillable


def copies_of(
    first: Rendered, game: games.Game, kind: Document, setup: Any, options: PrintOptions
) -> Iterator[Rendered]:
    """Yield as many copies of a page as are wanted, from the first on."""
    sheet, camera = frame.sheet(kind.size, options.paper), _camera(kind, options)

    def printed(copy: int) -> tuple[str, frame.Frame]:
        code, as_code, text = _codes(game, kind, setup, options, copy)
        return code, frame.build(copy, as_code, text, content=sheet.content, camera=camera)

    yield first
    frames = map(printed, range(first.copy, first.copy + options.copies))
    again = copier(first.page, next(frames)[1], sheet)
    for copy, (code, drawn) in enumerate(frames, first.copy + 1):
        yield Rendered(copy, code, again(drawn))


def on_screen(
    game_id: str,
    document_id: str,
    *,
    setup: Any,
    language: str,
    blank_numbers: bool = False,
    components: Any = None,
    part: int = 1,
    seats: int = 0,
) -> Page:
    """Render a document for a screen: in the theme "screen", without what only a camera or a printer needs.

    seats : who plays, as `PrintOptions` has it. The other parameters and errors are those of `render_copy`.
    """
    check(PrintOptions(language), games.game(game_id).languages)
    kind = document(game_id, document_id)
    own: dict[str, Any] = {} if components is None else {"components": components}
    own |= {"seats": seats} if seats else {}
    data = games.game(game_id).paper.data(document_id, setup, blank_numbers=blank_numbers, **own)
    return _rendered(
        kind.template,
        data=data | {"part": part},
        language=language,
        theme=SCREEN,
        paper="a4",
        size=kind.size,
        line_count=fonts.line_count,
    )


def _rendered(template: str, **fields: Any) -> Page:
    """Return a page. Raises FitError for a person's own pad that does not fit on it."""
    try:
        return render(template, **fields)
    except NoRoom as error:
        side = "width" if error.is_wide else "height"
        lacks = phrase(f"pad.no_room.{side}", n=ceil(error.lacks))
        small = phrase("pad.no_room.small", said=lacks) if fields["paper"] == "a5" else lacks
        raise fonts.FitError(small, field="pad") from error


def figure(template: str, data: Mapping[str, Any], language: str) -> Page:
    """Render a drawing for a screen that is no document: its template has an area "screen"."""
    return render(
        template, data=dict(data), language=language, theme=SCREEN, paper="a4", line_count=fonts.line_count
    )


def build(
    game_id: str, document_id: str, *, setup: Any, options: PrintOptions | None = None, components: Any = None
) -> bytes:
    """Make the PDF of a document: every copy a page, cards imposed on the paper with crop marks.

    The same arguments give the same bytes. Raises InputError as `render_copy`, and GlyphError or
    FitError when a user's own words can't be printed.
    """
    options = options or PrintOptions()
    kind = document(game_id, document_id)
    check_booklet(game_id, document_id, options)
    check(options, games.game(game_id).languages, kind.papers)
    form, backs = options.form and kind.fillable and not options.bleed, options.backs or kind.is_last_behind
    options = replace(options, form=form, backs=backs)
    if backs and not kind.back:
        raise _without("print.backs", game_id, document_id, "backs")
    has_setup = bool(options.booklet and kind.table)
    if has_setup and setup is None:
        setup = games.game(game_id).setups.from_code(kind.table)
    kinds = [
        (document(game_id, name), part)
        for name in (kind.bound if has_setup else (document_id,))
        for part in range(1, document(game_id, name).parts_on(options.paper) + 1)
    ]
    columns = []
    for each, part in kinds:
        printed = options if each.size == kind.size else replace(options, paper=options.booklet)
        first = render_copy(
            game_id, each.id, setup=setup, options=printed, copy=1, components=components, part=part
        )
        columns.append(copies_of(first, games.game(game_id), each, setup, printed))
    copies = [copy for row in zip(*columns, strict=True) for copy in row]
    origin = manifest.Origin(
        game_id,
        document_id,
        kind.version,
        options.language,
        options.theme,
        options.paper,
        _setup_code(games.game(game_id), document_id, setup),
    )
    numbered = [manifest.Copy(c.copy, c.code) for c in copies]
    described = manifest.build(origin, numbered, [c.page for c in copies])
    back = None
    if options.backs and kind.size != "page":
        back = render_copy(
            game_id, document_id, setup=setup, options=options, copy=1, components=components, back=True
        ).page
    pages = _sheets(game_id, kind, [c.page for c in copies], back, options)
    labels = _labels(len(pages), options)
    from pencilwright.generator import postprocess

    title = copies[0].page.title
    condition = options.condition or (icc.black() if options.bleed and options.theme == IN_BLACK else None)
    about = postprocess.About(
        title, _subject(games.game(game_id).name, document_id, origin), options.language
    )
    bookmarks = [f"{title} · {label}" if len(pages) > 1 else title for label in labels]
    return postprocess.finish(
        pages,
        about,
        described,
        bookmarks=bookmarks,
        copies=numbered if options.form else (),
        labels=labels if any("-" in label for label in labels) else (),
        turned="Short" if options.booklet else "Long" if options.backs else "",
        bleed=options.bleed,
        condition=condition,
    )


def check_booklet(game_id: str, document_id: str, options: PrintOptions) -> None:
    """Raise InputError for a booklet, or large pages, of a document that has no pages of half a sheet."""
    kind = document(game_id, document_id)
    for field, is_wanted in (("booklet", options.booklet), ("large", options.enlarged)):
        is_sheet = field == "large" and kind.fillable  # enlarged, its ruler would be wrong
        if is_wanted and (is_sheet or "a5" not in kind.papers):
            raise _without(f"print.no_{field}", game_id, document_id, field)


def _without(key: str, game_id: str, document_id: str, field: str) -> InputError:
    """Return the error of a document that has no such thing."""
    title = called(f"document.{document_id}", document_id)
    return InputError(phrase(key, document=title, game=games.game(game_id).name), field=field)


def covered(game_id: str, pages: Sequence[Page], options: PrintOptions) -> list[Page]:
    """Return the pages of a booklet as they are read: cover, pages, cards as large as these, notes, back.

    Four or a multiple of it: what the pages leave is for notes, and the last of them is the cover's back.
    """
    pages = [
        page
        if page.width == frame.PAPERS[options.paper][0]
        else imposition.enlarged(page, options.paper, frame.SAFE_MARGIN)
        for page in pages
    ]
    titles = [page.title for page in pages]
    left = -(len(pages) + 1) % 4
    data = {
        "id": game_id,
        "game": games.game(game_id).name,
        "contents": [
            {"title": title, "page": at + 2} for at, title in enumerate(titles) if title not in titles[:at]
        ],
    }
    cover, notes, back = (
        _rendered(
            BOOKLET,
            data=data | {"side": side},
            language=options.language,
            theme=options.theme,
            paper=options.paper,
            line_count=fonts.line_count,
        )
        for side in ("front", "notes", "back")
    )
    return [cover, *pages, *[notes] * (left - 1), *[back] * (left > 0)]


def _sheets(
    game_id: str, kind: Document, pages: list[Page], back: Page | None, options: PrintOptions
) -> list[Page]:
    """Return sheets of paper with the pages or cards of all copies on them."""
    if kind.size != "page":
        return _imposed(kind, pages, back, options)
    if options.booklet:
        read = imposition.numbered(covered(game_id, pages, options), options.booklet)
        return imposition.two_up(imposition.booklet(read), options.paper, options.booklet)
    if options.enlarged:
        return [imposition.enlarged(page, options.enlarged) for page in pages]
    return pages


def _labels(sheets: int, options: PrintOptions) -> list[str]:
    """Return what each side of paper is called: its number, or those of the two pages on it ("8-1")."""
    if not options.booklet:
        return [str(number) for number in range(1, sheets + 1)]
    numbers = imposition.booklet(range(1, 2 * sheets + 1))
    return ["-".join(map(str, numbers[at : at + 2])) for at in range(0, len(numbers), 2)]


def _imposed(kind: Document, cards: Sequence[Page], back: Page | None, options: PrintOptions) -> list[Page]:
    """Return cards on sheets of paper, or with bleed each by itself; backs come behind their fronts."""
    plan = imposition.layout(kind.size, options.paper)
    if back is None:
        return list(cards) if options.bleed else imposition.impose(cards, plan)
    fronts, backs = cards, [back] * len(cards)
    if kind.is_last_behind:
        fronts, backs = _last_behind(cards, backs, kind.parts)
    if options.bleed:
        return [page for pair in zip(fronts, backs, strict=True) for page in pair]
    behind = imposition.impose(backs, plan, mirrored=True)
    return [page for pair in zip(imposition.impose(fronts, plan), behind, strict=True) for page in pair]


def _last_behind(
    cards: Sequence[Page], backs: Sequence[Page], parts: int
) -> tuple[Sequence[Page], list[Page]]:
    """Return the cards without the last of each set, and their backs: the last is that of the first."""
    fronts = [page for at, page in enumerate(cards, 1) if at % parts]
    behind = [cards[at + parts - 2] if at % parts == 1 else backs[at - 1] for at in range(1, len(cards) + 1)]
    return fronts, [page for at, page in enumerate(behind, 1) if at % parts]


def _setup_code(game: games.Game, document_id: str, setup: Any) -> str:
    """Return the share code that a document carries, "" when it is not made for one setup."""
    if setup is None or document_id not in game.paper.WITH_SETUP:
        return ""
    return str(game.setups.to_code(setup))


def _subject(title: Word, document_id: str, origin: manifest.Origin) -> str:
    """Return what a document is, in its language, and of which setup."""
    named = called(f"document.{document_id}", document_id)
    parts = [say(part, origin.language) for part in (title, named)]
    return dotted((*parts, origin.setup), origin.language)
