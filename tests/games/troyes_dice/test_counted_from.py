"""What lines of a score are counted from: other marks change nothing, and of a group only how many do."""

from random import Random

import pytest

from pencilwright.games import game
from pencilwright.games.shared.marks import VALUES

TROYES = game("troyes-dice")
COUNTED = TROYES.counted_from()
MARKS = [mark for mark in TROYES.marks.MARKS if VALUES[mark.kind]]


def some_marks(chance: Random) -> dict[str, str]:
    """Marks at random, as no game has them."""
    return {mark.id: chance.choice(VALUES[mark.kind]) for mark in MARKS if chance.random() < 0.4}


def points(values: dict[str, str]) -> dict[str, int]:
    state, _ = TROYES.marks.read(values, None)
    return {line.id: line.points for line in TROYES.room("scoring").score(state).lines}


@pytest.mark.parametrize("seed", range(20))
def test_a_line_is_counted_from_its_marks_alone(seed: int) -> None:
    chance = Random(seed)
    values, others = some_marks(chance), some_marks(chance)
    for line, groups in COUNTED.items():
        own_groups = {name for group in groups for name in group}
        mixed = {name: value for name, value in values.items() if name in own_groups}
        mixed |= {name: value for name, value in others.items() if name not in own_groups}
        assert points(mixed)[line] == points(values)[line]


@pytest.mark.parametrize("seed", range(20))
def test_of_a_group_only_the_number_of_each_value_counts(seed: int) -> None:
    chance = Random(seed)
    values = some_marks(chance)
    printed = {f"{name}.{n}" for name in ("influence", "deniers", "knowledge") for n in (1, 2, 3)}
    for line, groups in COUNTED.items():
        mixed = dict(values)
        for group in groups:
            free = [name for name in group if name not in printed]
            shuffled = chance.sample(free, len(free))
            mixed |= {name: values.get(other, "") for name, other in zip(free, shuffled, strict=True)}
        assert points({name: value for name, value in mixed.items() if value})[line] == points(values)[line]


def test_every_line_says_what_it_is_counted_from() -> None:
    assert COUNTED.keys() == points({}).keys()
