"""What the trials say: the lines of the results' file, the table by area, the survivors."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mutants.making import Mutant
from mutants.sample import AREAS
from mutants.trial import EQUIVALENT, SURVIVED, VERDICTS, Verdict


class Result(NamedTuple):
    """A mutant and its verdict, as one line of JSON keeps them."""

    id: str
    before: str
    after: str
    verdict: str
    by: str
    tests: int
    seconds: float

    @property
    def area(self) -> str:
        """Return the area that the mutant lies in."""
        return self.id.split("/", 1)[0]

    def belongs_to(self, mutant: Mutant) -> bool:
        """Return whether this is the result of the mutant as it is today."""
        return (self.id, self.before, self.after) == (mutant.id, mutant.before, mutant.after)


def result(mutant: Mutant, verdict: Verdict) -> Result:
    """Return the result that a verdict makes."""
    return Result(mutant.id, mutant.before, mutant.after, *verdict)


def append(path: Path, one: Result) -> None:
    """Add a result to the file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(one._asdict(), ensure_ascii=False) + "\n")


def read(path: Path) -> list[Result]:
    """Return the results of a file, the last where there are several of one mutant; none without a file."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    results = [Result(**json.loads(line)) for line in lines if line.endswith("}")]
    return list({one.id: one for one in results}.values())


def table(results: Sequence[Result]) -> str:
    """Return the table by area, as Markdown; the rate is of mutants noticed, equivalent ones apart."""
    lines = [
        "| area | mutants | killed | survived | timed out | equivalent | rate |",
        "|---|---|---|---|---|---|---|",
    ]
    for area in (*AREAS, "all"):
        count = Counter(one.verdict for one in results if area in (one.area, "all"))
        judged = sum(count.values()) - count[EQUIVALENT]
        rate = f"{100 * (judged - count[SURVIVED]) / judged:.0f} %" if judged else ""
        cells = [area, sum(count.values()), *(count[verdict] for verdict in VERDICTS), rate]
        if sum(count.values()):
            lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def in_words(one: Result) -> str:
    """Return a mutant with its old and its new line."""
    return f"{one.id}\n    - {one.before}\n    + {one.after}"


def survivors(results: Sequence[Result]) -> str:
    """Return the survivors; those that no test reaches say so."""
    return "\n".join(
        in_words(one) + ("" if one.tests else "\n    no test reaches it")
        for one in results
        if one.verdict == SURVIVED
    )
