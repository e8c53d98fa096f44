"""One ledger pasted in every way that people paste: read as it is, or refused with the true cause."""

import html
import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from pencilwright.games.terra_mystica import log
from pencilwright.games.terra_mystica.example import play_game
from pencilwright.games.terra_mystica.setup import draw, to_code
from tests.app.doors import Door
from tests.games.terra_mystica.log.writing import to_ledger

Way = Callable[[str], str | bytes]
WIDE = {ord(digit): ord(digit) + 0xFEE0 for digit in "0123456789"}


def made(seed: int) -> str:
    """The ledger of a game of simple players, all items of the mini-expansion in it."""
    setup = draw(seed, players=4, expansion=True, pass_order=True)
    _, rows = play_game(setup, seed)
    own_items = [to_code(setup), *(f"{name}: {'. '.join(commands)}" for name, commands in rows)]
    return to_ledger(log.replayed("\n".join(own_items)))


def course(answer: str | bytes) -> str:
    """The rows of an answer without the numbers of their lines, which are those of the paste."""
    return json.dumps([row | {"line": 0} for row in json.loads(answer)["rows"]]).casefold()


@pytest.fixture(scope="module")
def ledger() -> str:
    """The ledger that is pasted."""
    return made(11)


def each(change: Callable[[str], str]) -> Way:
    """A way that changes line after line."""
    return lambda text: "".join(change(line) + "\n" for line in text.splitlines())


def rows(change: Callable[[str], str]) -> Way:
    """A way that changes the rows of players."""
    return each(lambda line: change(line) if "\t" in line else line)


def columns(line: str) -> str:
    """A row in columns of a fixed width."""
    cells = line.split("\t")
    return "".join(cell.ljust(15 if place == 0 else 12) for place, cell in enumerate(cells[:-1])) + cells[-1]


def table(text: str) -> str:
    """A web page with the head in lines and the rows in a table, indented as pages are."""
    parts = []
    for line in text.splitlines():
        if "\t" in line:
            cells = "".join(f"\n   <td class='x'>{html.escape(cell)}</td>" for cell in line.split("\t"))
            parts.append(f"  <tr>{cells}\n   <td><a href='#'>show history</a></td>\n  </tr>")
        else:
            parts.append(f"  <tr><td colspan=14><b>{html.escape(line)}</b></td></tr>")
    body = "\n".join(parts)
    return f"<!DOCTYPE html>\n<html><body>\n<table>\n<tbody>\n{body}\n</tbody></table></body></html>"


def numbered(text: str) -> str:
    """The text with the number of each line before it."""
    return "\n".join(f"{n:4}  {line}" for n, line in enumerate(text.splitlines(), start=1))


def quoted_cells(line: str) -> str:
    """A row with commas, cells with a comma or blank in quotes."""
    return ",".join(f'"{cell}"' if " " in cell else cell for cell in line.split("\t"))


with_links = rows(lambda line: line + "  show history")
in_bars = rows(lambda line: "| " + line.replace("\t", " | ") + " |")
RIGHT: dict[str, Way] = {
    "as it is copied": lambda text: text,
    "a blank for each tab": lambda text: text.replace("\t", " "),
    "columns of blanks": rows(columns),
    "no-break spaces": lambda text: text.replace("\t", "\xa0 \xa0").replace(" ", "\xa0"),
    "wide blanks and digits": lambda text: text.replace(" ", "\u3000").translate(WIDE),
    "signs without width": lambda text: text.replace(" ", " \u200b").replace("VP", "\u200eVP"),
    "Windows line ends": lambda text: text.replace("\n", "\r\n"),
    "old line ends": lambda text: text.replace("\n", "\r"),
    "a mark at the beginning": lambda text: text.encode("utf-8-sig"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "blank lines between": lambda text: text.replace("\n", "\n\n"),
    "indented": each(lambda line: f"    {line}  "),
    "words of the page": lambda text: f"List players\n{with_links(text)}Chat\n",
    "capital letters": rows(str.upper),
    "quoted": each(lambda line: f"> {line}"),
    "quoted twice": each(lambda line: f"> > {line}"),
    "HTML entities": lambda text: html.escape(text).replace("\t", "&nbsp;&#9;"),
    "an HTML table": table,
    "a page with breaks": lambda text: "<p>" + html.escape(text).replace("\n", "<br>\n") + "</p>",
    "a Markdown table": lambda text: f"```\n{in_bars(text)}```",
    "commas": rows(quoted_cells),
    "semicolons": lambda text: re.sub(r"\t", ";", text),
    "a cell a line": lambda text: re.sub(r"\t+", "\n", text),
    "wrapped": each(lambda line: "\n".join(textwrap.wrap(line.expandtabs(4), 60)) if "\t" in line else line),
    "wrapped and quoted": each(lambda line: "\n".join(f"> {part}" for part in textwrap.wrap(line, 50))),
    "cut at 64 letters": each(lambda line: re.sub(r"(.{64})(?=.)", r"\1\n", line.expandtabs(8))),
    "numbered lines": numbered,
    "times before the rows": rows(lambda line: f"[2026-01-03 12:00:07] {line}"),
    "minus signs": lambda text: text.replace("\t-", "\t\u2212"),
    "the same game twice": lambda text: text + "\n" + text,
    "half of it again": lambda text: text + "\n" + text[: len(text) // 2].rpartition("\n")[0],
}  # fmt: skip
REFUSED: dict[str, tuple[Way, str, str]] = {
    "two games": (lambda text: text + made(12), "mystica.ledger.several", r"\b2\b.* 1, \d+\b"),
    "no head": (lambda text: text[text.index("\t20 VP") :].partition("\n")[2], "mystica.ledger.no_setup", ""),
    "a row is missing": (
        lambda text: re.sub(r".*upgrade.*\n", "", text, count=1), "mystica.refused.no_offer", r"line \d+: ",
    ),
    "no points": (lambda text: re.sub(r"\t\d+ VP\t", "\t", text), "mystica.ledger.columns", r"line \d+: "),
    "another site": (
        lambda _: "Game board: Base Game\nann is playing the Auren Faction (with 40 VP Starting VPs)\n",
        "mystica.ledger.site.bga", "",
    ),
    "another site without its head": (
        lambda _: "ann places a Dwelling [F5]\n~ Income phase ~\n", "mystica.ledger.site.bga", "",
    ),
    "another program": (
        lambda _: "Game: Base\nScoringTiles: SCORE1, SCORE2\n\nRound 1\nTurnOrder: Cultists, Nomads\n",
        "mystica.ledger.site.grid", "",
    ),
    "half a UTF-16": (lambda text: text.encode("utf-16")[2:] + b"\xff", "file.utf8", ""),
}  # fmt: skip
"""What is refused: by the sentence of this key, with these numbers in it."""


def written(text: str | bytes) -> str:
    """A file with what was pasted."""
    Path("paste.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
    return "paste.txt"


@pytest.mark.parametrize("way", RIGHT)
def test_a_ledger_is_read_right_in_whatever_way_it_is_pasted(ledger: str, way: str, door: Door) -> None:
    plain = log.replayed(ledger)
    ran = door("replay --rows --json", written(RIGHT[way](ledger)))
    assert course(ran.out) == course(msgspec.json.encode(log.as_data(plain, rows=True)))
    assert door("replay paste.txt").says("mystica.log.compared", n=plain.compared, many=0)


@pytest.mark.parametrize("way", REFUSED)
def test_what_cannot_be_read_is_refused_with_the_true_cause(ledger: str, way: str, door: Door) -> None:
    change, key, numbers = REFUSED[way]
    ran = door.refused("replay --rows", written(change(ledger)))
    assert ran.says(key) and re.search(numbers, ran.err), ran.err
