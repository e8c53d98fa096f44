"""What a person tells of the values that no source proves: asked, checked and shown."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import ValueLine
from pencilwright.templates.phrases import Atom, called, phrase


class OwnBoard:
    """The values of a game as a person tells them.

    Attributes
    ----------
    typed : key -> value, as the TOML file has it.
    """

    def __init__(self, game: Game, text: str) -> None:
        """Begin with what was told before; raises InputError for a text that does not hold."""
        self.game = game
        self._components: Any = game.own_values.load(text)
        self.typed: dict[str, Any] = tomllib.loads(text)

    @property
    def lines(self) -> Mapping[str, Sequence[ValueLine]]:
        """The lines in which each value is asked for, by keys."""
        question = self.game.own_values.value_lines(self._components)
        return {key: list(lines) for key, lines in groupby(question, lambda item: item.key)}

    @property
    def text(self) -> str:
        """What was told, as TOML."""
        return own_values.text_of(self.typed)

    @property
    def open(self) -> list[str]:
        """The keys that nobody has told yet."""
        return [key for key in self.lines if key not in self.typed]

    def words(self, name: str, plain: str) -> Atom:
        """Return what a value, or a line of it, is called."""
        return called(f"own.{self.game.id}.{name}", plain)

    def values_of(self, one: ValueLine) -> tuple[Any, ...]:
        """Return what a line has: what was told before, else ours."""
        before = self.typed.get(one.key)
        if one.row and before is not None:
            before = before.get(one.row) if one.in_table else before[int(one.row)]
        if before is None:
            return one.value
        return tuple(before) if one.is_list else (before,)

    def as_shown(self, one: ValueLine) -> Any:
        """Return the value that confirms a line as it is shown."""
        view = self.values_of(one)
        return list(view) if one.is_list else view[0]

    def tell(self, values: Mapping[str, Sequence[Any]]) -> None:
        """Take values: of each key what was told for each of its lines.

        Raises InputError, as a person with a board before them reads it, for what the game cannot have.
        """
        question = self.lines
        fields = self.typed | {key: own_values.joined(question[key], lines) for key, lines in values.items()}
        try:
            self._components = self.game.own_values.load(own_values.text_of(fields))
        except InputError as error:
            raise self.refusal(error, next(iter(values))) from error
        self.typed = fields

    def confirm_rest(self) -> None:
        """Take what is shown of all that nobody has told yet; what does not go with the rest stays open."""
        for key in self.open:
            with suppress(InputError):
                self.tell({key: [self.as_shown(line) for line in self.lines[key]]})

    def refusal(self, error: InputError, key: str) -> InputError:
        """Return the error for a board: it names what a value must be, not the file that values are in."""
        wanted = dict(error.sentence.words).get("wanted")
        if wanted is None:
            return error
        named = (error.field or "").partition(".")[0].partition("[")[0]
        key = named if named in self.lines else key
        what = self.words(f"{key}.name", key)
        return InputError(phrase("board.wrong", what=what, wanted=wanted), field=key)
