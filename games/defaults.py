"""What holds of a game that says nothing of its own; the fields of `rooms.Rooms` say what each function is.

Each has the game's own module as its first parameter, which `games.Game` fills in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, structs

from pencilwright.games.errors import InputError

if TYPE_CHECKING:
    from pencilwright.games.markrules import MarkRule
    from pencilwright.games.numberrules import NumberRules
    from pencilwright.games.shared.rows import Row

S = TypeVar("S")


def draw_with(setup: Any, _components: object, seed: int | str, **options: object) -> Any:
    """Return the setup of a seed: the box makes no difference."""
    return setup.draw(seed, **options)


def rows_of(setup_words: Any, setup: object, _components: object) -> Sequence[Row]:
    """Return the setup in words: the box makes no difference."""
    rows: Sequence[Row] = setup_words.rows(setup)
    return rows


def start_with(state: Any, setup: object, _components: object) -> Any:
    """Return the start of a game in which the box makes no difference.

    Raises InputError with NO_START, where a game has that sentence: no position follows from its setup.
    """
    if hasattr(state, "NO_START"):
        raise InputError(state.NO_START, field="setup")
    return state.start(setup)


def with_components(_room: object, state: S, components: object) -> S:
    """Return the position with another box; without one in it, it does not depend on the box."""
    if isinstance(state, Struct) and "box" in state.__struct_fields__:
        return structs.replace(state, box=components)
    return state


def player_of(_room: object, state: object) -> str:
    """Return the name of the only player; "" where several play or none has a name."""
    players: Sequence[object] = getattr(state, "players", ())
    return getattr(players[0], "name", "") if len(players) == 1 else ""


def check(legality: Any, state: S) -> S:
    """Return the state. Raises InputError with the first of its problems and the number of others."""
    from pencilwright.games.shared.problems import refuse

    refuse(legality.problems(state))
    return state


def notes(_room: object, _setup: object) -> tuple[str, ...]:
    """Return no notes."""
    return ()


def counted_from(_room: object) -> Mapping[str, Sequence[Sequence[str]]]:
    """Return nothing: the lines of the score are not told apart."""
    return {}


def band(_room: object, _points: int, _components: object) -> None:
    """Return None: there is no table of score bands."""


def mark_rules(markrules: Any, _setup: object) -> Sequence[MarkRule]:
    """Return RULES, which no setup changes."""
    rules: Sequence[MarkRule] = markrules.RULES
    return rules


def number_rules(markrules: Any, _setup: object) -> NumberRules:
    """Return NUMBER_RULES, which no setup changes; without it those of a sheet without written numbers."""
    from pencilwright.games.numberrules import NumberRules

    own: NumberRules | None = getattr(markrules, "NUMBER_RULES", None)
    return NumberRules() if own is None else own


def sheet_marks(_puzzle: object, _question: object) -> Mapping[str, str]:
    """Return no marks on a puzzle's small sheet."""
    return {}


def unverified(_session: object, _state: object) -> Sequence[str]:
    """Return the unproven values that a session rests on: none."""
    return ()


def tapped_marks(marks: Any, state: object) -> Mapping[str, str]:
    """Return the marks of a state: a tapped sheet keeps nothing else."""
    result: Mapping[str, str] = marks.to_marks(state)
    return result


def brought(_session: object, state: S, _mark: str) -> S:
    """Return the position as it is: a mark brings nothing."""
    return state
