"""Errors that are shown to people as one sentence."""


class InputError(ValueError):
    """Something a person gave us is wrong.

    The message is one sentence: what is wrong, where, and what would be right. `field` is the dotted
    name of the field at fault (for example ``sheet.built.fortress``), or "" when no field fits.
    """

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.field = field
