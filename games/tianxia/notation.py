"""A position as one line of text, for people to paste; the grammar is in docs/formats.md."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.canonical import canonical
from pencilwright.games.tianxia.components import BARGES, GOODS, RESOURCES, ROUNDS, SECTIONS, TRACKS
from pencilwright.games.tianxia.setup import PREFIX, from_code, to_code
from pencilwright.games.tianxia.state import Barges, Palace, Player, Section, State, Track
from pencilwright.templates.phrases import Phrase, chained, phrase

PARTS: Final = ("setup", "round", "players", "palace", "wall", "governors", "buildings", "tokens", "barges")
LONGEST: Final = 2000
NONE: Final = "-"
SUPPLY: Final = ("coin", *RESOURCES, *GOODS, "resources", "goods")
PORTS: Final = ("yan", "qi", "chu")
_EXAMPLE: Final = "B:62/4/3.2.0.0.1.0.0.0.0/4/9/0.0.0/10.28.15/A1/1A"
_SECTION: Final = re.compile(r"(\d{1,2})(!?):([A-Z]+|-)\.([A-Z]+|-)\.([A-Z]+|-)\.([A-Z]+|-)")
_TRACK: Final = re.compile(r"(?:[A-Z](?:10|\d))+|[A-Z]+")


def to_text(state: State) -> str:
    """Return the state as one line of text. Names and the plan are left out."""
    return " ".join(
        (
            PREFIX if state.setup is None else to_code(state.setup),
            "over" if state.over else str(state.round),
            ",".join(_player_text(owner) for owner in state.players),
            "/".join(_track_text(getattr(state.palace, track)) for track in TRACKS),
            "/".join(_section_text(section) for section in state.wall),
            ",".join(f"{space}:{owners}" for space, owners in state.governors.items()) or NONE,
            ",".join(f"{space}:{tile}" for space, tile in state.buildings.items()) or NONE,
            ",".join(state.tokens) or NONE,
            "/".join(getattr(state.barges, barge) or NONE for barge in BARGES),
        )
    )


def _player_text(owner: Player) -> str:
    """Return one player: letter, points, jade, supply, meeples, tiles, ships, goals, start, board."""
    return f"{owner.letter}:" + "/".join(
        (
            str(owner.points),
            str(owner.jade),
            ".".join(str(getattr(owner, name)) for name in SUPPLY),
            str(owner.meeples),
            str(owner.tiles),
            ".".join(str(getattr(owner.ships, port)) for port in PORTS),
            ".".join(goal.removeprefix("OB") for goal in owner.goals) or NONE,
            owner.start or NONE,
            owner.board or NONE,
        )
    )


def _track_text(track: Track) -> str:
    """Return a track such as "B7O7N4", or "BON" without heights."""
    steps = track.steps or ("",) * len(track.order)
    return "".join(f"{letter}{step}" for letter, step in zip(track.order, steps, strict=True)) or NONE


def _section_text(section: Section) -> str:
    """Return a section such as "10!:OBOBO.B.B.-"."""
    rows = (section.soldiers, section.walls, section.towers, section.double)
    return f"{section.nomads}{'!' if section.battle else ''}:" + ".".join(row or NONE for row in rows)


def parse_text(text: str) -> State:
    """Return the state of a text line. Raises InputError naming the part at fault and what it should be."""
    parts = text.split()
    if len(text) > LONGEST or len(parts) != len(PARTS):
        said = phrase("tianxia.wrong.parts", n=len(PARTS), parts=tuple(map(_part, PARTS)), has=len(parts))
        raise InputError(said, field="line")
    setup, time, players, palace, wall, governors, buildings, tokens, barges = parts
    over = time.lower() == "over"
    if not over and time not in tuple(str(n) for n in range(1, ROUNDS + 1)):
        raise _wrong("round", time, "4", "over")
    return canonical(
        State(
            setup=None if setup.upper() == PREFIX else from_code(setup),
            round=ROUNDS if over else int(time),
            over=over,
            players=tuple(_player(part) for part in players.split(",")),
            palace=Palace(*(_track(part) for part in _split(palace, len(TRACKS), "palace", "B7O7N4/-/-/P3"))),
            wall=tuple(
                _section(part)
                for part in _split(wall, SECTIONS, "wall", "/".join(["10!:OBOBO.B.B.-"] * SECTIONS))
            ),
            governors=_by_space(governors, "governors", "zhao2:B,wei2:BO"),
            buildings=_by_space(buildings.upper(), "buildings", "zhao2:P6,wei1:I4"),
            tokens=() if tokens == NONE else tuple(tokens.lower().split(",")),
            barges=Barges(
                *(_owners(part, "barges") for part in _split(barges, len(BARGES), "barges", "BO/-/N"))
            ),
        )
    )


def _part(name: str) -> Phrase:
    """Return the name of a part."""
    return phrase(f"tianxia.part.{name}")


def _wrong(part: str, text: str, *examples: str) -> InputError:
    """Return the error for a part that cannot be read."""
    shown = [phrase("quoted", text=example) for example in examples]
    said = phrase("tianxia.wrong.part", part=_part(part), text=text[:60], example=chained(shown, "either"))
    return InputError(said, field=f"line.{part}")


def _split(text: str, size: int, part: str, example: str) -> list[str]:
    """Return the pieces between slashes. Raises InputError when there are not so many."""
    pieces = text.split("/")
    if len(pieces) != size:
        raise _wrong(part, text, example)
    return pieces


def _numbers(text: str, size: int, whole: str) -> list[int]:
    """Return so many numbers with points between them."""
    pieces = text.split(".")
    if len(pieces) != size or not all(p.isascii() and p.isdigit() and len(p) <= 3 for p in pieces):
        raise _wrong("players", whole, _EXAMPLE)
    return [int(piece) for piece in pieces]


def _names(text: str) -> tuple[str, ...]:
    """Return names with points between them, a hyphen for none."""
    return () if text == NONE else tuple(text.upper().split("."))


def _player(text: str) -> Player:
    """Return one player."""
    letter, colon, rest = text.partition(":")
    pieces = rest.split("/")
    if not colon or len(pieces) != 9 or len(letter) != 1 or not "A" <= letter <= "Z":
        raise _wrong("players", text, _EXAMPLE)
    points, jade, supply, meeples, tiles, ships, goals, start, board = pieces
    single = _numbers(".".join((points, jade, meeples, tiles)), 4, text)
    values = {
        "letter": letter,
        "points": single[0],
        "jade": single[1],
        "meeples": single[2],
        "tiles": single[3],
        "goals": tuple(f"OB{name}" for name in _names(goals)),
        "ships": dict(zip(PORTS, _numbers(ships, len(PORTS), text), strict=True)),
        "start": "" if start == NONE else start.upper(),
        "board": "" if board == NONE else board.upper(),
        **dict(zip(SUPPLY, _numbers(supply, len(SUPPLY), text), strict=True)),
    }
    try:
        return msgspec.convert(values, Player)
    except msgspec.ValidationError as error:
        raise _wrong("players", text, _EXAMPLE) from error


def _track(text: str) -> Track:
    """Return a palace track."""
    if text == NONE:
        return Track()
    if not _TRACK.fullmatch(text):
        raise _wrong("palace", text, "B7O7N4")
    steps = tuple(int(number) for number in re.findall(r"\d+", text))
    return Track("".join(letter for letter in text if letter.isalpha()), steps)


def _section(text: str) -> Section:
    """Return a section of the wall."""
    match = _SECTION.fullmatch(text)
    if not match:
        raise _wrong("wall", text, "10!:OBOBO.B.B.-")
    rows = ("" if row == NONE else row for row in match.groups()[2:])
    return Section(int(match[1]), bool(match[2]), *rows)


def _by_space(text: str, part: str, example: str) -> dict[str, str]:
    """Return what lies at each building space."""
    result: dict[str, str] = {}
    for piece in [] if text == NONE else text.split(","):
        space, colon, value = piece.partition(":")
        if not colon or not value or space.lower() in result:
            raise _wrong(part, text, example)
        result[space.lower()] = value
    return result


def _owners(text: str, part: str) -> str:
    """Return letters, a hyphen for none."""
    if text != NONE and not re.fullmatch("[A-Z]+", text):
        raise _wrong(part, text, "BO/-/N")
    return "" if text == NONE else text
