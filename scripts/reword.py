"""Put a word into the middle of every English sentence of five words or more, in a clone of the last commit.

python -m scripts.reword output/reworded indeed
cd output/reworded && ../../.venv/bin/python -m pytest    # what fails holds a sentence
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SENTENCE = re.compile(r'(?<=" = ").*(?="$)', re.MULTILINE)
GAP = re.compile(r"\{[^}]*\}|`[^`]*`|(?<=[\w}`,;]) (?=[a-z`{])")
"""Blanks and what is typed, where no word goes in; the spaces where one does."""


def reworded(text: str, word: str) -> str:
    """Return a sentence with one word more, a shorter one as it is."""
    gaps = [gap.start() for gap in GAP.finditer(text) if gap[0] == " "]
    middle = min(gaps, key=lambda gap: abs(2 * gap - len(text)), default=0)
    return f"{text[:middle]} {word}{text[middle:]}" if gaps and len(text.split()) >= 5 else text


if __name__ == "__main__":
    folder, word = sys.argv[1:]
    subprocess.run(["git", "clone", "--quiet", ".", folder], check=True)
    for path in Path(folder, "templates/words/en").glob("*.toml"):
        path.write_text(SENTENCE.sub(lambda x: reworded(x[0], word), path.read_text("utf-8")), "utf-8")
