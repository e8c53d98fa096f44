"""Files of cases: a fact at the margin, below it its cases, a line each, in cells parted by bars."""

from __future__ import annotations

from pathlib import Path


def read(path: Path) -> list[list[str]]:
    """Return each case as fact, cells and, where it has one, the line without a bar below it.

    Cells that are empty at the beginning of a case are those of the case above; "-" is nothing.
    """
    results: list[list[str]] = []
    fact = ""
    for line in path.read_text("utf-8").splitlines():
        if line[:1] in ("", "#"):
            continue
        if "|" in line:
            cells = [cell.strip() for cell in line.split("|")]
            empty = next(n for n, cell in enumerate(cells) if cell)
            above = results[-1][1 : empty + 1] if empty else []
            results.append([fact, *above, *("" if cell == "-" else cell for cell in cells[empty:])])
        elif line[0] == " ":
            results[-1].append(line.strip())
        else:
            fact = line
    return results
