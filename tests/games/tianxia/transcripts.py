"""Transcripts: positions in one line, what happens to them, and the positions and points after it.

A line is "position LINE", "attack" (the attack phase), "score LETTER TOTAL ...", "winners LETTERS REASON" or
a comment with #. After "attack" the next "position" line must be what came out.
"""

from __future__ import annotations

from pathlib import Path

from pencilwright.games.tianxia.notation import parse_text, to_text
from pencilwright.games.tianxia.rules.battle import attack_phase
from pencilwright.games.tianxia.scoring import score
from pencilwright.games.tianxia.state import State

FOLDER = Path(__file__).parent / "games"


def replay(path: Path) -> int:
    """Replay a transcript and return how many of its lines were compared."""
    state: State | None = None
    acted, compared = False, 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        word, _, rest = line.partition(" ")
        if not line or word == "#":
            continue
        if word == "position":
            if acted:
                assert state is not None
                assert to_text(state) == rest, f"line {number}"
                compared += 1
            state, acted = parse_text(rest), False
        elif word == "attack":
            assert state is not None
            state, _ = attack_phase(state)
            acted = True
        elif word == "score":
            assert state is not None
            text = " ".join(f"{letter} {entry.total}" for letter, entry in score(state).players.items())
            assert text == rest, f"line {number}"
            compared += 1
        else:
            assert word == "winners" and state is not None, f"line {number}"
            result = score(state)
            assert f"{result.winners} {result.tie_break}".strip() == rest, f"line {number}"
            compared += 1
    return compared
