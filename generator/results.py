"""The result of a game as a PDF: places, names, points and where they are from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from pencilwright import games
from pencilwright.generator import documents, fonts
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates.flow import SMALLEST
from pencilwright.templates.phrases import say, word

TEMPLATE: Final = "results/result.svg.j2"
FORMAT: Final = "pencilwright-result/1"
TOP, BOTTOM, APART = 15.0, 256.0, 3.0
"""Where bands begin and end, and what is between two of them, in mm."""
HEAD, FOOT = 16.0, 3.0
"""Of a band: what place and name take, and what is left below the last line."""
SIZE, LEADING = 2.9, 4.2
LEFT, ACROSS, GUTTER, WIDTH = 17.0, 2, 9.0, 82.0
"""Of the lines of points: where the first of two columns begins, what is between them, how wide each is."""
ROOM = WIDTH - 9
NAME, NAME_SIZE = 130.0, 6.0
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
"""Ends a name that is too long at the smallest size."""


class ResultPlayer(NamedTuple):
    """A player of the result.

    Attributes
    ----------
    lines : where the points are from: in words, and how many.
    ties : what parted equal points, in words; "" for nothing.
    """

    place: int
    name: str
    points: int
    lines: tuple[tuple[str, int], ...]
    ties: str = ""


def build(game_id: str, players: Sequence[ResultPlayer], day: date, options: PrintOptions) -> bytes:
    """Make the PDF. The same arguments give the same bytes.

    Parameters
    ----------
    players : in the order of their places.
    options : language, paper and theme; the rest does not matter here.

    Raises InputError for an unknown language, paper or theme, and GlyphError for a name with control
    characters.
    """
    from pencilwright.generator import postprocess, template_pages

    documents.check(options)
    drawn = pages(game_id, players, day, options.language)
    title = drawn[0]["title"]
    about = postprocess.About(title, f"{title} · {drawn[0]['date']}", options.language)
    fields = {"format": FORMAT, "game": game_id, "date": day.isoformat()}
    return template_pages.build(TEMPLATE, drawn, about, fields, options)


def pages(game_id: str, players: Sequence[ResultPlayer], day: date, language: str) -> list[dict[str, Any]]:
    """Return the data of each page."""
    title = word(language, "result.title", game=say(games.game(game_id).name, language))
    shared = {
        "title": title,
        "date": word(language, "result.date", year=day.year, month=f"{day:%m}", day=f"{day:%d}"),
        "size": SIZE,
        "leading": LEADING,
        "width": WIDTH,
    }
    return [shared | {"players": bands} for bands in _pages(players)]


def _fitted(name: str) -> str:
    """Return as much of a name as there is room for in the smallest size."""
    if fonts.measure(name, SMALLEST, 700) <= NAME:
        return name
    while fonts.measure(name + ELLIPSIS, SMALLEST, 700) > NAME:
        name = name[:-1]
    return name + ELLIPSIS


def _pages(players: Sequence[ResultPlayer]) -> list[list[dict[str, Any]]]:
    """Return the bands of each page."""
    pages: list[list[dict[str, Any]]] = [[]]
    y = TOP
    for player in players:
        band = _band(player, y)
        if pages[-1] and y + band["height"] > BOTTOM:
            pages.append([])
            y = TOP
            band = _band(player, y)
        pages[-1].append(band)
        y += band["height"] + APART
    return pages


def _band(player: ResultPlayer, y: float) -> dict[str, Any]:
    """Return the band of a player that begins at a height: the lines of points in two columns."""
    wrapped = [(fonts.wrap(text, ROOM, SIZE), points) for text, points in player.lines]
    half = -(-len(wrapped) // ACROSS)
    lines, lowest = [], y + HEAD
    for column in range(ACROSS):
        at = y + HEAD
        for texts, points in wrapped[column * half : (column + 1) * half]:
            lines.append(
                {
                    "x": LEFT + column * (WIDTH + GUTTER),
                    "y": round(at + SIZE, 3),
                    "texts": texts,
                    "points": points,
                }
            )
            at += LEADING * len(texts)
        lowest = max(lowest, at)
    ties = fonts.wrap(player.ties, 2 * WIDTH + GUTTER, SIZE) if player.ties else []
    ties_y = round(lowest + SIZE, 3)
    lowest += LEADING * len(ties)
    name = _fitted(fonts.drawable(player.name))
    return {
        "place": player.place,
        "name": name,
        "size": round(min(NAME_SIZE, NAME_SIZE * NAME / fonts.measure(name or ELLIPSIS, NAME_SIZE, 700)), 3),
        "points": player.points,
        "lines": lines,
        "ties": ties,
        "ties_y": ties_y,
        "y": round(y, 3),
        "height": round(lowest + FOOT - y, 3),
    }
