"""Colour profiles: sRGB from the numbers of IEC 61966-2-1, black ink on white paper, and a print shop's."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import PurePath
from typing import NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

_PRIMARIES = {
    b"rXYZ": (0.4360747, 0.2225045, 0.0139322),
    b"gXYZ": (0.3850649, 0.7168786, 0.0971045),
    b"bXYZ": (0.1430804, 0.0606169, 0.7141733),
}
"""The primaries of sRGB, adapted to the profile's white D50 (Bradford)."""
_WHITE = (0.9642, 1.0, 0.8249)
_STEPS = 1024
_NAME = b"sRGB IEC61966-2.1"
_BLACK = b"Black ink on white paper"
_GAIN = 0.16
"""How much larger dots of black that cover half of the paper print: ISO 12647-2, coated paper."""
_RIGHTS = b"No rights reserved: these are the numbers of a public standard."


class Condition(NamedTuple):
    """How a file will be printed: what the condition is called, and its colour profile."""

    name: str
    profile: bytes


@cache
def srgb() -> bytes:
    """An ICC profile of version 2.1, always the same bytes."""
    curve = _curve(_linear)
    primaries = {name: _xyz(values) for name, values in _PRIMARIES.items()}
    return _profile(_NAME, b"mntrRGB XYZ ", {**primaries, b"rTRC": curve, b"gTRC": curve, b"bTRC": curve})


@cache
def black() -> Condition:
    """Return the condition of a print in one ink."""
    return Condition(_BLACK.decode(), _profile(_BLACK, b"prtrGRAYXYZ ", {b"kTRC": _curve(_paper)}))


def of_print_shop(file: str, profile: bytes) -> Condition:
    """Return the condition of a print shop's profile for four inks. Raises InputError for another file."""
    if profile[12:20] != b"prtrCMYK" or profile[36:40] != b"acsp":
        raise InputError(phrase("print.profile", file=file), field="profile")
    return Condition(PurePath(file).stem, profile)


def _profile(name: bytes, kind: bytes, tags: Mapping[bytes, bytes]) -> bytes:
    """Return a profile of a class, a colour space and the space that it leads to."""
    tags = {
        b"desc": b"desc" + bytes(4) + struct.pack(">I", len(name) + 1) + name + bytes(1 + 4 + 4 + 2 + 1 + 67),
        b"cprt": b"text" + bytes(4) + _RIGHTS + bytes(1),
        b"wtpt": _xyz(_WHITE),
        **tags,
    }
    table, body, offset, placed = b"", b"", 128 + 4 + 12 * len(tags), dict[bytes, int]()
    for key, data in tags.items():
        padded = data + bytes(-len(data) % 4)
        if data not in placed:
            placed[data] = offset + len(body)
            body += padded
        table += struct.pack(">4sII", key, placed[data], len(data))
    content = struct.pack(">I", len(tags)) + table + body
    return _header(128 + len(content), kind) + content


def _curve(of: Callable[[float], float]) -> bytes:
    steps = (struct.pack(">H", round(65535 * of(i / (_STEPS - 1)))) for i in range(_STEPS))
    return b"curv" + bytes(4) + struct.pack(">I", _STEPS) + b"".join(steps)


def _linear(value: float) -> float:
    """Return the transfer curve of sRGB."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _paper(value: float) -> float:
    """Return how much paper a grey leaves once its dots have grown."""
    return value - 4 * _GAIN * value * (1 - value)


def _xyz(values: tuple[float, float, float]) -> bytes:
    return b"XYZ " + bytes(4) + _fixed(values)


def _fixed(values: tuple[float, float, float]) -> bytes:
    return struct.pack(">3i", *(round(value * 65536) for value in values))


def _header(size: int, kind: bytes) -> bytes:
    date = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    head = struct.pack(">I4sI12s", size, bytes(4), 0x02100000, kind)
    rest = b"acsp" + bytes(4) + bytes(4) + bytes(4) + bytes(4) + bytes(8) + bytes(4) + _fixed(_WHITE)
    return (head + date + rest).ljust(128, b"\0")
