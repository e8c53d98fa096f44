"""A book of puzzles as one PDF: cover, how to read, the puzzles, hints, answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from zlib import crc32

from pencilwright import games
from pencilwright.games import puzzlecode
from pencilwright.games.question import Question
from pencilwright.games.shared import localized_notation
from pencilwright.generator import documents, fonts, inset, svg
from pencilwright.generator.listing import SIZES, AnswerLine, Block, columns
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates import frame
from pencilwright.templates.page import Area, Item, Page, Text, box
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import Phrase, dotted, joined, say, sentences, word
from pencilwright.templates.render import SCREEN, theme_colours

FORMAT: Final = "pencilwright-book/1"
ROWS: Final = 24
"""Lines of a column on the cover's table, at most; the tallest line is 11 mm."""
TABLE: Final = 142.0
"""Height of that table in mm."""
MINUS: Final = "\N{MINUS SIGN}"
ACROSS: Final = 2
"""Columns of the answers."""
EDGE: Final = 1.0
"""Blank edge of a drawing on a screen, in mm."""


class EntryAnswer(NamedTuple):
    """An answer: its short form, in words, its value for people, and its credit."""

    name: str
    text: tuple[Phrase, ...]
    value: str
    credit: int


class Entry(NamedTuple):
    """A puzzle for the book, and what is said of its answers.

    Attributes
    ----------
    code, kind, level : see solver.puzzles.Puzzle.
    hints : from vague to plain.
    answers : the best first; () where no answer is told.
    best : the best answer in words, one list of phrases a move.
    worth, why, trap, shares : of the best answer: its value, why, what tempts, who sees it; () for none.
    bounds : what is said where answers are worth at most their value, perhaps less.
    name : of no meaning, to speak of it; no other puzzle of the book has it. `build` gives it.
    """

    code: str
    kind: str
    level: int
    hints: tuple[Phrase, ...] = ()
    answers: tuple[EntryAnswer, ...] = ()
    best: tuple[tuple[Phrase, ...], ...] = ()
    worth: tuple[Phrase, ...] = ()
    why: tuple[Phrase, ...] = ()
    bounds: tuple[Phrase, ...] = ()
    trap: tuple[Phrase, ...] = ()
    shares: tuple[Phrase, ...] = ()
    name: str = ""


def build(
    game_id: str, entries: Sequence[Entry], *, options: PrintOptions, arguments: str, is_page: bool = False
) -> bytes:
    """Make the book. The same arguments give the same bytes.

    Parameters
    ----------
    entries : the puzzles in the order of the book.
    options : language, paper and theme; the rest does not matter here.
    arguments : with which arguments the book was made, as the cover tells it.
    is_page : whether the puzzles are printed alone, each with its answer below it.

    Raises InputError for an unknown language, paper or theme.
    """
    from pencilwright.generator import postprocess

    documents.check(options)
    entries = _named(entries, options.language)
    maker = _Maker(game_id, options)
    pages = [] if is_page else [maker.cover(entries, arguments), maker.how()]
    before = len(pages)
    questions = tuple(enumerate(entries, 1))
    pages += [maker.puzzle(number, entry, before + number, is_solved=is_page) for number, entry in questions]
    if not is_page:
        pages += maker.back(entries, len(pages) + 1)
    title = f"{maker.title} · {maker.size(entries)}"
    about = postprocess.About(title, title, options.language)
    described = json.dumps(
        {
            "format": FORMAT,
            "game": game_id,
            "puzzles": [
                {"page": before + number, "code": puzzlecode.compact(entry.code), "kind": entry.kind}
                for number, entry in questions
            ],
        },
        separators=(",", ":"),
    ).encode()
    return postprocess.finish(pages, about, described)


def _named(entries: Sequence[Entry], language: str) -> list[Entry]:
    """Return the puzzles with a name each: the one that its code falls on, or the next that is free."""
    names = word(language, "puzzles.names").split("|")
    taken: dict[str, Entry] = {}
    for entry in entries:
        first = crc32(entry.code.encode()) % len(names)
        name = next(name for name in names[first:] + names[:first] if name not in taken)
        taken[name] = entry._replace(name=name)
    return list(taken.values())


PART, ROOM, PLACE = "part.", "room.", "place."
"""What begins the names of parts among the areas of a puzzle's page, of those that concern one room of the
drawing ("part.room.NAME."), and of places that are tapped."""


class RoomShape(NamedTuple):
    """A part of a drawing, as `parts` gives it: its room, "" for all rooms, and its space in mm."""

    room: str
    box: Box


class Shapes(NamedTuple):
    """What a screen knows of a drawing: all of it, its parts, and where the places of answers are, in mm."""

    whole: Box
    parts: tuple[RoomShape, ...]
    places: dict[str, Box]


def drawing(game_id: str, entry: Entry, language: str, shade: str) -> str:
    """Return the drawing of a puzzle's page as SVG, for a screen: without question, code, hints and lines.

    shade : "light" or "dark". Raises InputError for an unknown language.
    """
    page, window = _on_screen(game_id, entry, language)
    named = say(games.game(game_id).kind_named(entry.kind), language)
    place = Box(0, 0, window.width, window.height)
    items = inset.inset(page, window, place, named, 1)
    drawn = page._replace(items=items, marks=(), width=window.width, height=window.height)
    return svg.draw(drawn, shade=shade)


def shapes(game_id: str, entry: Entry, language: str) -> Shapes:
    """Return the parts of a `drawing` that a narrow screen shows one below the other, and what is tapped."""
    page, window = _on_screen(game_id, entry, language)

    def moved(item: Box) -> Box:
        moved = Box(item.x - window.x, item.y - window.y, item.width, item.height)
        return Box(*(round(value, 1) for value in moved))

    named = {area.id: moved(area.rect) for area in page.areas}
    parts = ((name.removeprefix(PART), box) for name, box in named.items() if name.startswith(PART))
    rooms = ((name.split(".")[1] if name.startswith(ROOM) else "", box) for name, box in parts)
    places = {name.removeprefix(PLACE): box for name, box in named.items() if name.startswith(PLACE)}
    return Shapes(moved(window), tuple(RoomShape(*room) for room in rooms), places)


def _on_screen(game_id: str, entry: Entry, language: str) -> tuple[Page, Box]:
    """Return a puzzle's page as screens show it, and the part of it that is drawn on."""
    documents.check(PrintOptions(language))
    page = _Maker(game_id, PrintOptions(language, theme=SCREEN)).puzzle(1, entry, 1, screen=True)
    spaces = [space for item in page.items for space in _spaces(item)]
    left, top = min(space.x for space in spaces), min(space.y for space in spaces)
    right, bottom = max(space.right for space in spaces), max(space.bottom for space in spaces)
    return page, Box(left, top, right - left, bottom - top).grown(EDGE)


def _spaces(item: Item) -> list[Box]:
    """Return the space that an item takes on its page: a box, or one a line of words."""
    if not isinstance(item, Text):
        return [box(item)]
    return [Box(line.x, line.y - item.size, line.width, item.size * 1.25) for line in fonts.layout(item)]


class _Maker:
    """Renders the pages of one book."""

    def __init__(self, game_id: str, options: PrintOptions) -> None:
        self.game_id, self.options = game_id, options
        self.game = games.game(game_id)
        self.room = self.game.puzzles
        self.title = say(self.game.name, options.language)

    def say(self, key: str, **params: object) -> str:
        """Return words of the book's language."""
        return word(self.options.language, key, **params)

    def phrases(self, messages: Sequence[Phrase]) -> str:
        """Return phrases as one text."""
        return joined(messages, self.options.language)

    def render(self, template: str, data: dict[str, Any]) -> Page:
        """Return a page of the book."""
        from pencilwright.generator import template_pages

        return template_pages.rendered(template, {"game": self.title} | data, self.options)

    def kind(self, entry: Entry) -> str:
        """Return the name of a puzzle's kind."""
        return say(self.game.kind_named(entry.kind), self.options.language)

    def named(self, entry: Entry) -> str:
        """Return the name of a puzzle, and of what kind it is."""
        return dotted((entry.name, self.kind(entry)), self.options.language)

    def size(self, entries: Sequence[Entry]) -> str:
        """Return how many puzzles there are, in words."""
        return self.say("puzzles.cover.count", n=len(entries))

    def cover(self, entries: Sequence[Entry], arguments: str) -> Page:
        """Return the cover with the table of puzzles."""
        across = max(2, -(-len(entries) // ROWS))
        rows = -(-len(entries) // across)
        contents = [
            {"number": number, "title": self.named(entry), "level": entry.level}
            for number, entry in enumerate(entries, 1)
        ]
        data = {
            "title": f"{self.title} · {self.size(entries)}",
            "size": self.size(entries),
            "contents": contents,
            "columns": across,
            "rows": rows,
            "row_height": min(11.0, TABLE / rows),
            "arguments": arguments,
            "drawings": self.room.COVER,
        }
        return self.render("puzzles/cover.svg.j2", data)

    def how(self) -> Page:
        """Return the page that says how to read the puzzles: the game's part, then what all books share."""
        own, shared = f"{self.room.WORDS}.puzzle.how", "puzzles.how"
        sections = [
            {
                "title": self.say(f"{key}.{name}"),
                "texts": [self.say(f"{key}.{name}.{n}") for n in range(1, count + 1)],
            }
            for key, listed in ((own, self.room.HOW), (shared, HOW))
            for name, count in listed
        ]
        return self.render("puzzles/how.svg.j2", {"sections": sections, "page_number": 2})

    def puzzle(
        self, number: int, entry: Entry, page_number: int, *, screen: bool = False, is_solved: bool = False
    ) -> Page:
        """Return the page of one puzzle, the position drawn on it; for a screen the drawing alone.

        is_solved : whether the answer, where it is known, stands below the hints, on its head like them.
        """
        question = self.room.from_code(entry.code)
        solution = self.answer(entry) if is_solved and entry.answers else ""
        data = {
            "number": number,
            "title": self.kind(entry),
            "name": entry.name,
            "question": self.phrases(self.room.question_text(question)),
            "level": entry.level,
            "qr": puzzlecode.compact(entry.code),
            "code_text": entry.code,
            "hints": [self.phrases((hint,)) for hint in entry.hints],
            "solution": solution,
            "solution_lines": fonts.line_count(solution, 2.4, 164),
            "page_number": page_number,
            "screen": screen,
        }
        page = self.render(self.room.TEMPLATE, self.room.page(question) | data)
        return self.with_sheet(page, question, number) if self.room.SHEET else page

    def with_sheet(self, page: Page, question: Question, number: int) -> Page:
        """Return a puzzle's page with the game's own sheet on it, filled in and made smaller."""
        setup, options = question.state.setup, self.options
        if options.theme == SCREEN:
            view = documents.on_screen(self.game_id, self.room.SHEET, setup=setup, language=options.language)
        else:
            view = documents.render_copy(
                self.game_id, self.room.SHEET, setup=setup, options=options, copy=1
            ).page
        ink = theme_colours(self.options.theme)["ink"]
        left, top, width, height = self.room.WINDOW
        origin = frame.sheet("page", self.options.paper)
        marked = (area.rect for area in view.areas if area.id == "window")
        window = next(marked, Box(left + origin.left, top + origin.top, width, height))
        alt = self.say("puzzles.figure", n=number)
        group = max((item.tag.last for item in page.items), default=0) + 1
        figure = inset.inset(
            inset.filled(view, self.game.sheet_marks(question), ink), window, page.area("inset"), alt, group
        )
        areas = [Area(PLACE + mark.id, mark.rect) for mark in view.marks]
        areas += [area for area in view.areas if area.id.startswith(PLACE)]
        tapped = (area._replace(rect=inset.fitted(area.rect, window, page.area("inset"))) for area in areas)
        return page._replace(items=(*figure, *page.items), areas=(*page.areas, *tapped))

    def back(self, entries: Sequence[Entry], first: int) -> list[Page]:
        """Return the pages of the answers, numbered from the first one on."""
        blocks = [self.answers(number, entry) for number, entry in enumerate(entries, 1)]
        return [self.listing(lines, number) for number, lines in enumerate(columns(blocks, ACROSS), first)]

    def answers(self, number: int, entry: Entry) -> Block:
        """Return the answers of a puzzle: those that bring credit one by one, the others counted."""
        listed = [
            AnswerLine(self.phrases(answer), self.short(name), value.replace("-", MINUS), points)
            for name, answer, value, points in entry.answers
        ]
        paid = [item for item in listed if item.credit]
        rest = ""
        if len(paid) < len(listed):
            rest = self.say("puzzles.rest", n=len(listed) - len(paid), value=listed[len(paid)].value)
        title = dotted((self.say("puzzles.title.number", n=number), self.named(entry)), self.options.language)
        return Block(title, self.solution(entry), tuple(paid), rest)

    def short(self, name: str) -> str:
        """Return the short form of an answer with the words of the language, "" where it has none."""
        return localized_notation.localized(name, self.room.WORDS, self.options.language) or ""

    def answer(self, entry: Entry) -> str:
        """Return the best answer, of a line its first move, what it is worth and why, in one text."""
        first, *_, worth = self.best(entry)
        answer = self.say("puzzles.solution.of", answer=first, worth=worth)
        return sentences((answer, *entry.why, *entry.bounds), self.options.language)

    def best(self, entry: Entry) -> list[str]:
        """Return the best answer, a text a move, and what it is worth."""
        numbered = len(entry.best) > 1
        best = [
            (f"{number}. " if numbered else "") + self.phrases(move)
            for number, move in enumerate(entry.best, 1)
        ]
        return [*best, self.phrases(entry.worth)]

    def solution(self, entry: Entry) -> tuple[str, ...]:
        """Return the best answer and what there is to say about it, a text a paragraph; the first is bold."""
        besides = (*entry.why, *entry.bounds, *entry.trap, *entry.shares)
        return (*self.best(entry), *(self.phrases((note,)) for note in besides))

    def listing(self, lines: list[dict[str, Any]], number: int) -> Page:
        """Return a page of answers."""
        data = {"title": self.say("puzzles.answers"), "lines": lines, "page_number": number, "sizes": SIZES}
        return self.render("puzzles/listing.svg.j2", data)


HOW: Final = (("answers", 3), ("levels", 2), ("computer", 2))
"""Sections of the page that says how to read, and how many paragraphs each has."""
