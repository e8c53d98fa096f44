"""`python -m tests.golden`: compare what the program gives with the golden files, or write these anew."""

from __future__ import annotations

import argparse
import os
import sys

from tests.golden.files import FILES, ROOMS, SENTENCES, compare, write


def main(arguments: list[str] | None = None) -> int:
    """Compare or rewrite, and show what differs; 1 where a comparison finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    parser.add_argument("--update", action="store_true", help="write the files, and say what changed")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games, or languages")
    parser.add_argument(
        "--room", choices=(*ROOMS, SENTENCES), action="append", help="only this room; repeatable"
    )
    text = parser.parse_args(arguments)
    os.environ["PENCILWRIGHT_CONFIG"] = os.path.join(os.sep, "nowhere")  # nobody's own values
    differs = False
    for file in FILES:
        if file.game in (text.games or [file.game]) and file.room in (text.room or [file.room]):
            result = file.entries()
            for line in compare(file, result):
                differs = True
                print(line, flush=True)
            if text.update:
                write(file, result)
    return int(differs and not text.update)


if __name__ == "__main__":
    sys.exit(main())
