"""What a player's commands do, singly and in whole turns: played.txt, case by case."""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.commands import apply_actions
from tests.games import cases
from tests.games.tianxia.positions import changes, position
from tests.refusals import noted

CASES = cases.read(Path(__file__).parent / "played.txt")


@pytest.mark.parametrize("case", [pytest.param(case, id=case[0]) for case in CASES])
def test_what_commands_change(case: list[str]) -> None:
    _, text, commands, result = case
    assert answer(text, commands) == result


def answer(text: str, commands: str) -> str:
    """Return what commands change, or the sentence that refuses the last of them."""
    state = position(text)
    *first, last = commands.split(" / ")
    apply_actions(state, "B", first)
    try:
        return changes(state, apply_actions(state, "B", [*first, last])) or "nothing"
    except InputError as error:
        why = noted(dict(error.sentence.words).get("why", error.sentence))
        return why.partition(" commands=")[0]
