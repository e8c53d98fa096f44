#!/usr/bin/env bash
# python-barcode 0.16.1: all numbers of four digits, and a few longer and shorter texts, as Code 128 (the bar code of parcels and shelves);
# read by zxing-cpp 3.1.1, and decoded here by hand from the widths of the bars (start, symbols, check sign), so that no reader is to blame.
# The guess: what was given is what is in the bars. Seen: where a text begins with 99 the bars hold it without these two digits: "9970" reads 70,
# "991" reads 1, "99A" reads A, and "99" is a start and a stop with nothing between them. So it is with each of the 100 of the 10,000
# numbers that begin so, and with no other. The check sign is reckoned over what is left, so every reader accepts it, and the text printed below still says 9970. In set C
# (two digits a symbol, ISO/IEC 15417) symbol 99 is the digits 99; the writer takes it for the order to change to set C and leaves it out. A 99 later on is
# kept; zxing-cpp's own writer draws all of them right. One label in a hundred is another's: read each back, or give the number a letter in front.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv --without-pip "$dir/v"
python3 -m pip --python "$dir/v" install -q --disable-pip-version-check python-barcode==0.16.1 zxing-cpp==3.1.1 numpy==2.4.6
cat > "$dir/run.py" <<'P'
import importlib.metadata as meta
import itertools
import sys

import barcode
import numpy as np
import zxingcpp
from barcode.charsets import code128

WRITER = barcode.get_barcode_class("code128")
SYMBOLS = {bars: value for value, bars in enumerate(code128.CODES)}


def picture(bars):
    row = np.array([0 if bar == "1" else 255 for bar in bars], np.uint8)
    return np.pad(np.tile(np.repeat(row, 3), (60, 1)), 45, constant_values=255)


def by_hand(bars):
    """Return the digits in the bars of a number that is wholly in set C, or None; its check sign has to be right."""
    *values, check = [SYMBOLS[bars[at : at + 11]] for at in range(0, len(bars) - 13, 11)]
    if check != (values[0] + sum(at * value for at, value in enumerate(values[1:], 1))) % 103:
        sys.exit("CHANGED: a check sign is wrong")
    return "".join(f"{value:02}" for value in values[1:]) if values[0] == 105 and max(values[1:], default=0) < 100 else None


def by_reader(bars):
    return [code.text for code in zxingcpp.read_barcodes(picture(bars), formats=zxingcpp.BarcodeFormat.Code128)]


print("python-barcode", meta.version("python-barcode"), "zxing-cpp", meta.version("zxing-cpp"))
cut, other = [], []
for digits in itertools.product("0123456789", repeat=4):
    number = "".join(digits)
    found = by_hand(WRITER(number).build()[0])
    if found != number:
        (cut if found == number[2:] else other).append(number)
print(f"of 10,000 numbers: without their first two digits {len(cut)}, {cut[0]} to {cut[-1]}; otherwise wrong {len(other)}")
seen = {}
for number in ("9970", "991", "99A", "99708269712916", "1299", "12349970", "A9970", "99"):
    code = WRITER(number)
    own = zxingcpp.create_barcode(number, zxingcpp.BarcodeFormat.Code128).to_image(scale=3, add_quiet_zones=True)
    seen[number] = by_reader(code.build()[0]), code.get_fullcode(), [found.text for found in zxingcpp.read_barcodes(own)]
    print(f"{number}: bars {seen[number][0]}, text below {seen[number][1]}, zxing-cpp's own {seen[number][2]}")
ok = cut == [f"99{rest:02}" for rest in range(100)] and not other
ok = ok and all(below == number and own == [number] for number, (_, below, own) in seen.items())
ok = ok and [seen[number][0] for number in ("9970", "991", "99A", "99708269712916", "99")] == [["70"], ["1"], ["A"], ["708269712916"], []]
ok = ok and all(seen[number][0] == [number] for number in ("1299", "12349970", "A9970"))
print("as recorded" if ok else "CHANGED")
sys.exit(not ok)
P
"$dir/v/bin/python" "$dir/run.py"
