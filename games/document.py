"""What a game says of each thing that it prints: the records of its room `paper`."""

from __future__ import annotations

from typing import NamedTuple


class Document(NamedTuple):
    """One printable thing.

    Attributes
    ----------
    id : its name in file names and on the command line.
    number : its number in the page code (0 to 7); never reused.
    version : version of its geometry (1 to 15): raised when a mark moves.
    template : Jinja2 template below templates/.
    size : "page" (A4 or Letter) or the size of a card in mm, such as "70x120".
    fillable : whether it has marks that a pencil or a form fills.
    parts : pages or cards that make one copy; the template is given the number of each as `part`.
    back : template of the back of a card, the same for all of them; "" when it has none.
    """

    id: str
    number: int
    version: int
    template: str
    size: str
    fillable: bool
    parts: int = 1
    back: str = ""
