"""Problems and own values as all games share them."""

from __future__ import annotations

import tomllib
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pencilwright.games.shared import own_values, plans
from pencilwright.games.shared.boxfile import BoxFile, Source
from pencilwright.games.shared.problems import Problem, refuse
from tests.refusals import refused

VALUES: dict[str, Any] = {"points": [1, 2], "stacks": True, "way": "up", "costs": {"wall": 3, "tower": 4}}
PROVEN = Source("rules")
BOX = BoxFile(
    {"meeples": 15, **VALUES}, {"meeples": PROVEN, **dict.fromkeys(VALUES, Source("ours", verified=False))}
)


class Values(msgspec.Struct, frozen=True, kw_only=True):
    """Values of a game's box."""

    points: Annotated[tuple[Annotated[int, Meta(ge=0, le=9)], ...], Meta(min_length=2, max_length=2)]
    stacks: bool
    way: Literal["up", "down"]
    costs: dict[Literal["wall", "tower"], Annotated[int, Meta(ge=1, le=5)]]
    changed: frozenset[str] = frozenset()


OURS = msgspec.convert(VALUES, Values)


def test_what_cannot_be_seen_in_a_command_is_a_blank() -> None:
    assert plans.commands("dig 1\u202e; \x1b[2J;\u3000build\u3000E7") == ("dig 1", "[2J", "build E7")


def test_nothing_is_refused_where_there_is_no_problem() -> None:
    refuse([])
    with refused("problem.more", "a", n=1, nearest="right", rule="is wrong"):
        refuse([Problem("a", "is wrong", "right"), Problem("b", "too")])
    with refused("problem.at field=b rule=too"):
        refuse([Problem("b", "too")])


def test_own_values_are_written_commented_out_and_read_back() -> None:
    costs = {"wall": 3, "two words": 4}
    values: dict[str, Any] = {"points": [1, 2], "stacks": True, "way": 'u"p', "costs": costs}
    box = BoxFile(values, dict.fromkeys(values, Source("ours", verified=False)))
    text = own_values.write(box, "Two\nlines")
    assert text.startswith("# Two\n# lines\n\n## ours\n#points = [1, 2]\n")
    assert tomllib.loads(text) == {}
    lines = [line for line in text.splitlines() if line.startswith("#") and line[1] not in "# "]
    assert tomllib.loads("\n".join(line[1:] for line in lines)) == values
    own = own_values.load("points = [1, 9]\n[costs]\ntower = 1", OURS, BOX)
    assert own == msgspec.structs.replace(
        OURS, points=(1, 9), costs={"wall": 3, "tower": 1}, changed=frozenset({"points", "costs"})
    )
    assert own_values.load("[costs]\ntower = 1", OURS, BOX, whole=("costs",)).costs == {"tower": 1}
