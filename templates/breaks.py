"""Where lines break, and about how wide signs are: what running text on a page needs to know of type.

Fonts are measured on a higher floor (generator/fonts.py), which breaks lines by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

NO_START: Final = frozenset(
    "、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】〗ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
    "…‥‐–—/％‰℃°′″,.:;?!)]}%»›×÷→"
)
"""Characters that may not begin a line (kinsoku shori)."""

NO_END: Final = frozenset("‘“（〔［｛〈《「『【〖([{«‹¥￥$＄£#＃")
"""Characters that may not end a line."""

NO_BREAK: Final = "\N{NO-BREAK SPACE}"

_ASCII: Final = (
    224, 323, 474, 555, 555, 921, 680, 278, 338, 338, 467, 555, 278, 347, 278, 392, 555, 555, 555, 555, 555,
    555, 555, 555, 555, 555, 278, 278, 555, 555, 555, 474, 946, 608, 657, 638, 688, 589, 552, 689, 728, 293,
    535, 646, 543, 812, 723, 742, 633, 742, 635, 596, 599, 721, 575, 878, 573, 531, 603, 338, 392, 338, 555,
    559, 606, 563, 618, 510, 620, 554, 325, 564, 607, 275, 275, 552, 284, 926, 610, 606, 620, 620, 388, 468,
    377, 607, 521, 802, 498, 521, 475, 338, 270, 338, 555,
)  # fmt: skip
"""Widths of the signs from space to ~ in the regular weight of our font, in thousandths of the type size."""
_OTHERS: Final = {"·": 561, "–": 536, "−": 555, NO_BREAK: 224}
_FULL: Final = 1000


def pieces(text: str) -> Iterator[str]:
    """Cut words where a line may break; runs of spaces are pieces of their own."""
    start = 0
    for i in range(1, len(text)):
        if _breaks(text[i - 1], text[i]):
            yield text[start:i]
            start = i
    if text:
        yield text[start:]


def _breaks(before: str, after: str) -> bool:
    """Whether a line may break (or a space begin or end) between two characters."""
    if (before == " ") != (after == " "):
        return True
    if before in NO_END or after in NO_START or NO_BREAK in (before, after):
        return False
    if before in "-‐–" and after.isalnum():
        return True
    return _wide(before) or _wide(after)


def _wide(sign: str) -> bool:
    """Whether the sign is set solid, without spaces between words."""
    return "\u2e80" <= sign <= "\uffef"


def estimated_lines(text: str, size: float, width: float) -> int:
    """How many lines words of `size` mm take in `width` mm in the regular weight.

    Exact for the signs that our words use; others count as a full square.
    """
    room = width / size * 1000 + 0.001
    count, used, gap = 1, 0, 0
    for piece in pieces(text):
        wide = sum(map(_width, piece))
        if not piece.strip(" "):
            gap = wide
            continue
        if used and used + gap + wide > room:
            count, used = count + 1, 0
        used += (gap if used else 0) + wide
        gap = 0
    return count


def _width(sign: str) -> int:
    """Width of a sign in thousandths of the type size."""
    if " " <= sign <= "~":
        return _ASCII[ord(sign) - ord(" ")]
    return _OTHERS.get(sign, _FULL)
