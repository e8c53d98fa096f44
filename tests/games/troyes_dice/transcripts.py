"""Reading and replaying transcripts: games written down half-day by half-day (games/*.txt)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pencilwright.games.troyes_dice.components import (
    CITIZEN_SPACES,
    COLOUR_LETTERS,
    COLOURS,
    KINDS,
    LINKS,
    RESOURCES,
)
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.move_text import Event
from pencilwright.games.troyes_dice.play.rules import Move, Vector
from pencilwright.templates.phrases import phrase

FOLDER = Path(__file__).parent / "games"
MARKET_TRACKS = ("influence", "denier", "knowledge")


@dataclass
class HalfDay:
    """One half-day as written: its title and its lines, by their first word."""

    title: str
    lines: dict[str, str] = field(default_factory=dict)


@dataclass
class Transcript:
    """A whole game as written: the setup, the half-days, and the closing lines."""

    setup: dict[str, str]
    half_days: list[HalfDay]
    score: dict[str, str]


def read(path: Path) -> Transcript:
    """Read a transcript: blocks parted by empty lines; lines that begin with # are remarks."""
    text = "\n".join(line for line in path.read_text("utf-8").splitlines() if not line.startswith("#"))
    setup, *middle, score = [block.splitlines() for block in text.strip().split("\n\n")]
    return Transcript(
        _lines(setup), [HalfDay(block[0], _lines(block[1:])) for block in middle], _lines(score)
    )


def _lines(block: list[str]) -> dict[str, str]:
    """Return first word -> rest."""
    return {word: rest.strip() for word, _, rest in (line.strip().partition(" ") for line in block)}


def first_table(transcript: Transcript) -> Vector:
    """Return the table that the setup lines describe."""
    faces = [tuple(map(COLOUR_LETTERS.index, pair.split("/"))) for pair in transcript.setup["plazas"].split()]
    tiles = [pair.split(":") for pair in transcript.setup["tiles"].split() if pair != "-"]
    return rules.new_table(
        [(up, hidden) for up, hidden in faces],
        [[int(digit) for digit in row] for row in transcript.setup["numbers"].split()],
        [(int(notch[1:]), int(tile[1:])) for notch, tile in tiles],
    )


def replay(transcript: Transcript) -> Iterator[tuple[HalfDay, dict[str, str], Vector]]:
    """Play a transcript; yield each half-day with what the rules make of each of its lines, and the sheet."""
    table = first_table(transcript)
    sheet = rules.new_sheet()
    for written in transcript.half_days:
        half = table[rules.HALF]
        black, dice = written.lines["dice"].split()
        rules.place(table, int(black), *(int(digit) for digit in dice))
        facts = {
            "title": f"day {half // 2 + 1} {('am', 'pm')[half % 2]}",
            "wheel": wheel(table),
            "raid": raid(sheet, table),
        }
        rules.attack(sheet, table)
        move = move_text.parse_move(written.lines["move"], sheet, table)
        after = rules.apply_action(sheet, table, move)
        facts["move"] = move_text.notation(sheet, table, move)
        facts["words"] = str(move_text.describe(sheet, table, move))
        facts["paid"] = slashes(after[rules.USED + k] - sheet[rules.USED + k] for k in range(3))
        facts["effect"] = effect(sheet, table, move)
        got = after[rules.GOT : rules.GOT + 3]
        left = slashes(after[rules.GOT + k] - after[rules.USED + k] for k in range(3))
        facts["left"] = f"{left} ({slashes(got)})"
        facts["citizens"] = slashes(after[rules.CIT : rules.CIT + 3])
        sheet = after
        yield written, facts, sheet
        rules.end_half(table)


def slashes(values: Iterator[int] | list[int]) -> str:
    """Return "1/2/3"."""
    return "/".join(str(value) for value in values)


def wheel(table: Vector) -> str:
    """Return the four slots: "P1:R1 P2:**black** W2 ..."."""
    words = []
    for slot in range(4):
        notch = rules.NOTCH[4 * table[rules.HALF] + slot]
        black = "**black** " if slot == table[rules.BLACK] else ""
        words.append(f"P{notch}:{black}{COLOUR_LETTERS[rules.face(table, notch)]}{table[rules.DICE + slot]}")
    return " ".join(words)


def raid(sheet: Vector, table: Vector) -> str:
    """Return the raid as the worked game writes it: "R6 struck", "R2 already struck", "R4 blocked ..."."""
    words = []
    for part in str(move_text.describe_attack(sheet, table)).split("; "):
        if part:
            colour, _, column, *rest = part.replace(":", "").split()
            result = " ".join(rest[:3]).removeprefix("is ")
            words.append(f"{colour[0].upper()}{column} {result}")
    return "; ".join(words) or "-"


def effect(sheet: Vector, table: Vector, move: Move) -> str:
    """Return what a move brings in the words of the worked game's column "effect"."""
    story = move_text.events(sheet, table, move)
    words: list[str] = []
    counts = list(sheet[rules.CIT : rules.CIT + 3])
    spaces = list(sheet[rules.GOT : rules.GOT + 3])
    begin = story.index(Event("action"))
    if move.code != rules.FALLBACK and rules.decode(move.code).action == rules.GAIN:
        parts = rules.decode(move.code)
        words.append(f"gain {parts.value} {RESOURCES[parts.colour]}")
    for index, event in enumerate(story[begin:], begin):
        words.extend(_effect_words(event, story[index + 1 :], counts, spaces, story[index - 1]))
    return _joined(words)


def _effect_words(
    event: Event, later: list[Event], counts: list[int], spaces: list[int], before: Event
) -> list[str]:
    """Return the words of one event; keeps the running citizens and spaces up to date."""
    if event.what == "build":
        return [f"build {phrase(f'building.{KINDS[event.a]}')} c{event.b + 1}"]
    if event.what == "market":
        return [f"dice counted: {event.a}"]
    if event.what == "number":
        return [f"writes {event.b}"]
    if event.what == "resource":
        spaces[event.a] += event.b
        reached = range(spaces[event.a] - event.b + 1, spaces[event.a] + 1)
        return [f"{MARKET_TRACKS[event.a]} space {space}" for space in reached if space in (6, 12, 18)]
    if event.what == "lost":
        return [f"{MARKET_TRACKS[event.a]} track full, rest lost"]
    if event.what == "citizen":
        counts[event.a] += 1
        return [f"@{COLOUR_LETTERS[event.a]}{counts[event.a]}"]
    if event.what == "link":
        return [_link_words(later)]
    if event.what == "bonus":
        name = str(move_text.bonus_name(event.a)).removesuffix(" bonus").replace(" citizen", "")
        return [f"**{name} bonus**"]
    if event.what == "spill":
        return [f"{COLOURS[event.a]} track full ({CITIZEN_SPACES})"]
    return [event.what] if event.what in ("feast", "nothing", "no_track") else []


def _link_words(later: list[Event]) -> str:
    """Return "LINK bonus (2 white citizens)"."""
    if later[0].what == "citizen":
        amount = 0
        while amount < len(later) and later[amount] == later[0]:
            amount += 1
        return f"LINK bonus ({amount} {COLOURS[later[0].a]} citizen{'s' if amount > 1 else ''})"
    amounts = {link.gain: link.amount for link in LINKS if not link.citizens}
    return f"LINK bonus ({amounts[later[0].a]} {RESOURCES[later[0].a]})"


def _joined(words: list[str]) -> str:
    """Join, writing runs of citizens of one colour as "Y citizens 4-9"."""
    result: list[str] = []
    for index, word in enumerate(words):
        if not word.startswith("@"):
            result.append(word)
            continue
        colour = word[1]
        if index and words[index - 1].startswith(f"@{colour}"):
            first = result[-1].split()[-1].split("-")[0]
            result[-1] = f"{colour} citizens {first}-{word[2:]}"
        else:
            result.append(f"{colour} citizen {word[2:]}")
    return "; ".join(result)
