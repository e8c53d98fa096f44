"""What a game says of each thing that it prints: the records of its room `paper`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import Option
from pencilwright.templates.phrases import Word, phrase


class Seated(NamedTuple):
    """How a sheet without a setup learns who plays.

    Attributes
    ----------
    option : what a person may say: how many play, or as whom.
    number : what was said -> a number above 0 for the page code, less than 2**40. Raises InputError.
    printed : the number -> marks that such a sheet need not have, since what they say is printed on it.
    """

    option: Option
    number: Callable[[Any], int]
    printed: Callable[[int], Mapping[str, str]] = lambda _number: {}


class Document(NamedTuple):
    """One printable thing.

    Attributes
    ----------
    id : its name in file names and on the command line.
    number : its number in the page code (0 to 7); never reused.
    version : version of its geometry (1 to 15): raised when a mark moves.
    template : Jinja2 template below templates/; "" for that of its name in the game's folder, see `listed`.
    size : "page" (one of `papers`) or the size of a card in mm, such as "70x120".
    fillable : whether it has marks that a pencil or a form fills.
    parts : pages or cards that make one copy; the template is given the number of each as `part`.
    back : template of the back of a card, the same for all of them; "" when it has none.
    seated : how a sheet without a setup learns who plays; None: it does not. The room's `data`
        takes the number as `seats`.
    sheet : what begins the names of the rooms that know its marks ("grid": grid_marks, grid_markrules); ""
        for marks and markrules, those of the game's score sheet.
    final : whether it is filled when the game is over, so that nothing can be asked about what is on it.
    papers : ids of the papers that it is drawn for.
    small_parts : how many pages it has on A5, where these are not as many as on other papers.
    table : share code of the setup that its booklet shows where none is given; "": its booklet is it alone.
    bound : ids of the documents in the booklet of one with a table, in their order.
    is_last_behind : whether its last card is the back of the first one; so backs are always printed.
    """

    id: str
    number: int
    version: int
    template: str = ""
    size: str = "page"
    fillable: bool = False
    parts: int = 1
    back: str = ""
    seated: Seated | None = None
    sheet: str = ""
    final: bool = False
    papers: tuple[str, ...] = ("a4", "letter")
    is_last_behind: bool = False
    small_parts: int = 0
    table: str = ""
    bound: tuple[str, ...] = ("setup-card", "reference")

    def parts_on(self, paper: str) -> int:
        """Return how many pages or cards make one copy on a paper."""
        return (paper == "a5" and self.small_parts) or self.parts


WITH_A5: Final = ("a4", "letter", "a5")
"""The papers of a document that is also drawn on half a sheet."""
WITH_A6: Final = (*WITH_A5, "a6")
"""The papers of a pad that is also drawn for a pocket, without what a camera needs."""


def listed(folder: str, *documents: Document) -> dict[str, Document]:
    """Return the documents of a game by their ids, with their templates in its folder below templates/."""
    return {
        item.id: item._replace(template=item.template or f"{folder}/{item.id.replace('-', '_')}.svg.j2")
        for item in documents
    }


def document_of(documents: Mapping[str, Document], document_id: str, game: Word) -> Document:
    """Return a document of a game. Raises InputError naming those there are."""
    if document_id not in documents:
        text = phrase("print.document", game=game, document=document_id, known=tuple(documents))
        raise InputError(text, field="document")
    return documents[document_id]


def without_setup(document_id: str) -> InputError:
    """Return the refusal of a document that needs a setup and got none."""
    return InputError(phrase("print.setup", document=document_id), field="setup")
