"""How a document is printed: one record from the command line, the page and the API to the generator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.generator import icc


@dataclass(frozen=True)
class PrintOptions:
    """How a document is printed.

    Attributes
    ----------
    language, paper, theme : ids ("en", "a4", "colour").
    copies : pages or cards with the same setup, numbered from 1; each has markers of its own.
    form : make marks fillable on a screen.
    blank_numbers : leave the setup's numbers out, for people who write their own.
    backs : after each sheet of cards their backs, for printing on both sides (turned on the long edge).
    pad_mark : follows the share code wherever it is printed: it goes with a person's own values.
    camera : print markers, page code and samples on sheets, where the paper has room; plain paper without.
    booklet : the paper that a booklet is folded from: pages of half a sheet, its cover and those bound with
        them, in the order of a folded booklet; "" for none.
    enlarged : the paper on which pages of half a sheet, `paper`, are drawn as large as it has room for; ""
        for none.
    seats : what the page code of a sheet without a setup says of who plays: `Document.seated`; 0: nothing.
    bleed : for a print shop: each card or page by itself, 3 mm of bleed around it, without form fields.
    condition : how it will be printed, for PDF/X-4; None in black alone is `icc.black`.
    """

    language: str = "en"
    paper: str = "a4"
    theme: str = "colour"
    copies: int = 1
    form: bool = True
    blank_numbers: bool = False
    backs: bool = False
    pad_mark: str = ""
    camera: bool = True
    booklet: str = ""
    enlarged: str = ""
    seats: int = 0
    bleed: bool = False
    condition: icc.Condition | None = None
