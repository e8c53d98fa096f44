"""The sRGB colour profile that an archival PDF needs, built from the numbers of IEC 61966-2-1."""

from __future__ import annotations

import struct
from functools import cache

_PRIMARIES = {
    b"rXYZ": (0.4360747, 0.2225045, 0.0139322),
    b"gXYZ": (0.3850649, 0.7168786, 0.0971045),
    b"bXYZ": (0.1430804, 0.0606169, 0.7141733),
}
"""The primaries of sRGB, adapted to the profile's white D50 (Bradford)."""
_WHITE = (0.9642, 1.0, 0.8249)
_STEPS = 1024
_NAME = b"sRGB IEC61966-2.1"
_RIGHTS = b"No rights reserved: these are the numbers of a public standard."


@cache
def srgb() -> bytes:
    """An ICC profile of version 2.1, always the same bytes."""
    curve = b"curv" + bytes(4) + struct.pack(">I", _STEPS)
    curve += b"".join(struct.pack(">H", round(65535 * _linear(i / (_STEPS - 1)))) for i in range(_STEPS))
    tags = {
        b"desc": b"desc"
        + bytes(4)
        + struct.pack(">I", len(_NAME) + 1)
        + _NAME
        + bytes(1 + 4 + 4 + 2 + 1 + 67),
        b"cprt": b"text" + bytes(4) + _RIGHTS + bytes(1),
        b"wtpt": _xyz(_WHITE),
        **{name: _xyz(values) for name, values in _PRIMARIES.items()},
        b"rTRC": curve,
        b"gTRC": curve,
        b"bTRC": curve,
    }
    table, body, offset, placed = b"", b"", 128 + 4 + 12 * len(tags), dict[bytes, int]()
    for name, data in tags.items():
        padded = data + bytes(-len(data) % 4)
        if data not in placed:
            placed[data] = offset + len(body)
            body += padded
        table += struct.pack(">4sII", name, placed[data], len(data))
    content = struct.pack(">I", len(tags)) + table + body
    return _header(128 + len(content)) + content


def _linear(value: float) -> float:
    """Return the transfer curve of sRGB."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _xyz(values: tuple[float, float, float]) -> bytes:
    return b"XYZ " + bytes(4) + _fixed(values)


def _fixed(values: tuple[float, float, float]) -> bytes:
    return struct.pack(">3i", *(round(value * 65536) for value in values))


def _header(size: int) -> bytes:
    date = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    head = struct.pack(">I4sI4s4s4s", size, bytes(4), 0x02100000, b"mntr", b"RGB ", b"XYZ ")
    rest = b"acsp" + bytes(4) + bytes(4) + bytes(4) + bytes(4) + bytes(8) + bytes(4) + _fixed(_WHITE)
    return (head + date + rest).ljust(128, b"\0")
