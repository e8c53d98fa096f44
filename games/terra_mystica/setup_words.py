"""A setup of Terra Mystica in words."""

from __future__ import annotations

from pencilwright.games.shared.tables import SetupRow
from pencilwright.games.terra_mystica.components import ROUNDS
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import Sentence, phrase


def rows(setup: Setup, _components: object = None) -> tuple[SetupRow, ...]:
    """Return the scoring tiles with their cult bonuses, the bonus cards, the factions, and what is added."""
    scoring = tuple(_round(n, tile) for n, tile in enumerate(setup.scoring, start=1))
    cards = tuple(phrase("told.named", id=card, what=phrase(f"mystica.card.{card}")) for card in setup.bonus)
    factions = tuple(
        phrase("told.place", n=n, who=names.who(name)) for n, name in enumerate(setup.seated, start=1)
    ) or tuple(map(names.who, setup.factions))
    results = (
        SetupRow(phrase("mystica.setup.rounds"), scoring),
        SetupRow(phrase("mystica.setup.cards"), cards),
        SetupRow(phrase(f"mystica.setup.{setup.pick}"), factions or (phrase("mystica.setup.all"),)),
    )
    notes = (
        ("towns", "towns" in setup.extras),
        ("revised", setup.revised_start),
        ("passing", setup.pass_order),
    )
    added = tuple(phrase(f"mystica.setup.{name}") for name, holds in notes if holds)
    return (*results, SetupRow(phrase("told.added"), added)) if added else results


def _round(n: int, tile: str) -> Sentence:
    """Return the scoring tile of a round with the bonus at its end."""
    last = phrase("mystica.setup.no_bonus")
    bonus = last if n == ROUNDS else phrase(f"mystica.bonus_of.{tile}")
    what = phrase("told.named", id=tile, what=phrase(f"mystica.tile.{tile}"))
    return phrase("told.round.bonus", n=n, what=what, bonus=bonus)
