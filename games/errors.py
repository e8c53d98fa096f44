"""Errors that are shown to people as one sentence."""

from __future__ import annotations

from typing import cast

from pencilwright.templates.phrases import Phrase


class InputError(ValueError):
    """Something a person gave us is wrong.

    The sentence says what is wrong, where, and what would be right: a phrase, which the doors say in the
    language of the person; as a text (`str`) the error is in English. `field` is the dotted name of the field
    at fault (for example ``sheet.built.fortress``), or "" when no field fits. `codes` are those that may have
    been meant by a wrong one.
    """

    def __init__(self, sentence: Phrase, *, field: str = "", codes: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.field, self.codes = field, codes

    @property
    def sentence(self) -> Phrase:
        """What is wrong, for `say`."""
        return cast(Phrase, self.args[0])
