"""Makes the bundled fonts from the full Noto Sans JP files (needs fonttools; run by hand, results are kept).

    python templates/fonts/build.py FOLDER

FOLDER is an unpacked copy of the npm package @expo-google-fonts/noto-sans-jp, which carries the static
TrueType weights under the SIL Open Font License 1.1. Kept are Latin, kana, CJK punctuation, full-width forms,
arrows, a few signs, and the kanji of JIS X 0208 levels 1 and 2; "Form" keeps only what form fields need.
Layout features are dropped: text is set one glyph a character.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from fontTools import subset  # type: ignore[import-untyped]
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

HERE = Path(__file__).parent
WEIGHTS = {"Regular": "400Regular/NotoSansJP_400Regular.ttf", "Bold": "700Bold/NotoSansJP_700Bold.ttf"}
RANGES = (
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x017F),  # Latin-1 and Latin Extended-A
    (0x2010, 0x2044),  # dashes, quotation marks, ellipsis, per mille, primes
    (0x20AC, 0x20AC),  # euro
    (0x2190, 0x2199),  # arrows
    (0x2212, 0x2212),  # minus
    (0x2460, 0x2473),  # numbers in circles
    (0x25A0, 0x25CF),  # squares, triangles, circles
    (0x2605, 0x2606),  # stars
    (0x3000, 0x30FF),  # CJK punctuation, hiragana, katakana
    (0xFF01, 0xFF9F),  # full-width and half-width forms
)
EXTRA = "×÷±≤≥≠√∞←→↑↓✓"


def wanted() -> set[int]:
    """Code points to keep, where the font has them."""
    keep = {code for first, last in RANGES for code in range(first, last + 1)} | {ord(sign) for sign in EXTRA}
    for row in range(0x21, 0x75):
        for cell in range(0x21, 0x7F):
            try:
                keep.add(ord(bytes((row + 0x80, cell + 0x80)).decode("euc_jp")))
            except UnicodeDecodeError:
                continue  # an empty place of JIS X 0208
    return keep


def latin() -> set[int]:
    """Code points of Windows code page 1252: what people type into a form field."""
    return {ord(sign) for code in range(32, 256) for sign in bytes((code,)).decode("cp1252", "ignore")}


def reduce(source: Path, target: Path, weight: str, keep: set[int]) -> None:
    """Write the reduced font under its own PostScript name (PDF writers mix up fonts with equal names)."""
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += [
        "GSUB",
        "GPOS",
        "GDEF",
        "BASE",
        "vhea",
        "vmtx",
        "VORG",
        "STAT",
        "DSIG",
        "gasp",
        "meta",
    ]
    options.recalc_timestamp = False
    font = TTFont(source, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=keep)
    subsetter.subset(font)
    family = "Pencilwright Noto Sans JP"
    postscript = f"PencilwrightNotoSansJP-{weight}"
    names = {1: family, 2: weight, 3: f"pencilwright {weight}", 4: f"{family} {weight}", 6: postscript}
    for name_id, text in names.items():
        font["name"].setName(text, name_id, 3, 1, 0x409)
    font["name"].names = [record for record in font["name"].names if record.platformID == 3]
    font.save(target)


def main() -> None:
    """Build both weights from the folder that is named on the command line."""
    folder = Path(sys.argv[1])
    for weight, path in WEIGHTS.items():
        reduce(folder / path, HERE / f"NotoSansJP-{weight}.ttf", weight, wanted())
    reduce(folder / WEIGHTS["Regular"], HERE / "NotoSansJP-Form.ttf", "Form", latin())
    shutil.copyfile(folder / "LICENSE_FONT", HERE / "LICENSE")


if __name__ == "__main__":
    main()
