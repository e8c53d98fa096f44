"""A position as one line of text, for people to paste; the grammar is in docs/formats.md."""

from __future__ import annotations

import re
from typing import Final

from pencilwright.games.shared.textform import (
    NONE,
    Form,
    TextLine,
    TextPart,
    Unreadable,
    need,
    number,
    pairs,
    record,
    row,
    several,
    share_code,
    text,
)
from pencilwright.games.tianxia.components import BARGES, GOODS, RESOURCES, ROUNDS, SECTIONS, TRACKS
from pencilwright.games.tianxia.rules.normalize import normalize
from pencilwright.games.tianxia.setup import SETUPS
from pencilwright.games.tianxia.state import Barges, Palace, PalaceTrack, Player, Section, Ships, State

SUPPLY: Final = ("coin", *RESOURCES, *GOODS, "resources", "goods")
PORTS: Final = ("yan", "qi", "chu")
_NUMBER: Final = number(3)
_LETTERS: Final = text("[A-Z]+", none="")
_BUILDING: Final = text(".+", case=str.upper, none="")
_SPACE: Final = text(".+", "space", case=str.lower)
_SECTION: Final = re.compile(r"([0-9]{1,2})(!?):(.*)", re.ASCII)
_TRACK: Final = re.compile(r"(?:[A-Z](?:10|[0-9]))+|[A-Z]+")


def _track_text(track: PalaceTrack) -> str:
    """Return a track such as "B7O7N4", or "BON" without heights."""
    steps = track.steps or ("",) * len(track.order)
    return "".join(f"{letter}{step}" for letter, step in zip(track.order, steps, strict=True)) or NONE


def _track(given: str) -> PalaceTrack:
    """Return a palace track."""
    need(given == NONE or _TRACK.fullmatch(given))
    return PalaceTrack("".join(re.findall("[A-Z]", given)), tuple(map(int, re.findall("[0-9]+", given))))


_ROWS: Final = row(".", *((name, _LETTERS) for name in ("soldiers", "walls", "towers", "double")))


def _section(given: str) -> Section:
    """Return a section of the wall, such as "10!:OBOBO.B.B.-"."""
    result = _SECTION.fullmatch(given)
    if result is None:
        raise Unreadable
    return Section(int(result[1]), bool(result[2]), **_ROWS.read(result[3]))


_WALL: Final = Form(
    lambda section: f"{section.nomads}{'!' if section.battle else ''}:{_ROWS.write(section)}",
    _section,
    f"nomads[!]:{_ROWS.grammar}",
)
_GOAL: Final = Form(lambda goal: goal.removeprefix("OB"), lambda given: f"OB{given.upper()}")
_PLAYER: Final = row(
    ":",
    ("letter", text("[A-Z]")),
    row(
        "/",
        ("points", _NUMBER),
        ("jade", _NUMBER),
        row(".", *((name, _NUMBER) for name in SUPPLY)),
        ("meeples", _NUMBER),
        ("tiles", _NUMBER),
        ("ships", record(Ships, row(".", *((port, _NUMBER) for port in PORTS)))),
        ("goals", several(".", _GOAL)),
        ("start", _BUILDING),
        ("board", _BUILDING),
    ),
)
_PALACE: Final = row("/", *((track, Form(_track_text, _track)) for track in TRACKS))
_ROUND: Final = text(f"[1-{ROUNDS}]|over", f"1 to {ROUNDS}, or over", case=str.lower)


def _part(name: str, form: Form, *examples: str) -> TextPart:
    return TextPart(name, f"tianxia.part.{name}", form, examples)


LINE: Final = TextLine(
    (
        _part("setup", share_code(SETUPS), "TX1-4MYD-ZT33-SJ9J-8XW4-YPJE"),
        _part("round", _ROUND, "4", "over"),
        _part(
            "players",
            several(",", record(Player, _PLAYER, strict=True)),
            "B:62/4/3.2.0.0.1.0.0.0.0/4/9/0.0.0/10.28.15/A1/1A",
        ),
        _part("palace", record(Palace, _PALACE), "B7O7N4/-/-/P3"),
        _part("wall", several("/", _WALL, SECTIONS), "/".join(["10!:OBOBO.B.B.-"] * SECTIONS)),
        _part("governors", pairs(",", ":", _SPACE, text(".+", "letters")), "zhao2:B,wei2:BO"),
        _part("buildings", pairs(",", ":", _SPACE, text(".+", "tile", case=str.upper)), "zhao2:P6,wei1:I4"),
        _part("tokens", several(",", _SPACE), "zhao2,wei1"),
        _part("barges", record(Barges, row("/", *((name, _LETTERS) for name in BARGES))), "BO/-/N"),
    ),
    longest=2000,
)


def to_text(state: State) -> str:
    """Return the state as one line of text. Names and the plan are left out."""
    values = {part.name: getattr(state, part.name) for part in LINE.parts}
    return LINE.write(values | ({"round": "over"} if state.over else {}))


def parse_text(text: str) -> State:
    """Return the state of a text line. Raises InputError naming the part at fault and what it should be."""
    values = LINE.read(text)
    over = values["round"] == "over"
    return normalize(State(**values | {"round": ROUNDS if over else int(values["round"]), "over": over}))
