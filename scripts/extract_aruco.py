"""Writes templates/aruco.txt: the bit patterns of OpenCV's dictionary DICT_4X4_1000 (by hand; needs opencv).

One line a word, in the order of the ids: four hexadecimal digits, one a row, 1 = white.
"""

from __future__ import annotations

from pathlib import Path

import cv2

SIDE = 4
HEADER = """\
# Bit patterns of the marker dictionary DICT_4X4_1000 of OpenCV (Apache License 2.0; see NOTICE.md).
# Line n (from 0, without these) is marker n: four rows of four modules, a hexadecimal digit a row, 1 = white.
# Written by scripts/extract_aruco.py.
"""


def main() -> None:
    """Draw every marker with one pixel a module and write down its inside."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    lines = []
    for marker in range(len(dictionary.bytesList)):
        inside = cv2.aruco.generateImageMarker(dictionary, marker, SIDE + 2)[1:-1, 1:-1] > 0
        lines.append(
            "".join(f"{sum(int(bit) << (SIDE - 1 - i) for i, bit in enumerate(row)):x}" for row in inside)
        )
    path = Path(__file__).parent.parent / "templates" / "aruco.txt"
    path.write_text(HEADER + "\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
