"""A setup of Terracotta Army in words."""

from __future__ import annotations

from pencilwright.games.shared.tables import SetupRow
from pencilwright.games.terracotta_army import paper
from pencilwright.games.terracotta_army.components import Components
from pencilwright.games.terracotta_army.setup import Setup
from pencilwright.games.terracotta_army.words import names
from pencilwright.games.terracotta_army.words.difficulty import MEASURED
from pencilwright.templates.phrases import Sentence, phrase


def rows(setup: Setup, components: Components) -> tuple[SetupRow, ...]:
    """Return who plays, the scoring tiles, the wheel, and how the chancellor begins."""
    laid = paper.data("setup-page", setup, components=components)
    tiles = tuple(
        phrase("told.round", n=tile["round"], what=names.tile(tile["key"])) for tile in laid["tiles"]
    )
    wheel: tuple[Sentence, ...] = (phrase("terracotta.setup.rings.inner", n=laid["upgrade_at"]),)
    if laid["builder_at"] is not None:
        wheel += (phrase("terracotta.setup.rings.middle", n=laid["builder_at"]),)
    results = (
        SetupRow(phrase("terracotta.setup.tiles"), tiles),
        SetupRow(phrase("terracotta.setup.wheel"), wheel),
    )
    if not setup.solo:
        return (*results, SetupRow(phrase("told.players"), (_players(setup),)))
    weapons = tuple(names.weapon(name) for name in setup.weapons)
    masters = tuple(names.master(name) for name in setup.masters)
    return (
        *results,
        SetupRow(phrase("told.players"), (_players(setup),)),
        SetupRow(phrase("terracotta.setup.weapons"), (phrase("told.list", all=weapons),)),
        SetupRow(phrase("terracotta.setup.masters"), masters),
        SetupRow(
            phrase("terracotta.setup.him"),
            (phrase("terracotta.setup.overseer", n=laid["overseer"]), _difficulty(setup), *_harder(setup)),
        ),
    )


def _players(setup: Setup) -> Sentence:
    if setup.solo:
        return phrase("terracotta.setup.solo")
    return phrase("terracotta.setup.players", n=setup.players, first=setup.first)


def _difficulty(setup: Setup) -> Sentence:
    if not setup.difficulty:
        return phrase("terracotta.setup.difficulty.none")
    return phrase("terracotta.setup.difficulty", list=setup.difficulty)


def _harder(setup: Setup) -> tuple[Sentence, ...]:
    """Return how hard each option was for our player."""
    results = []
    for option in setup.difficulty:
        measured = MEASURED[option]
        less, error = measured.rounded
        known = {"option": option, "error": error, "games": measured.games}
        if not measured.is_clear:
            results.append(phrase("terracotta.setup.harder.unclear", n=less, **known))
        elif less > 0:
            results.append(phrase("terracotta.setup.harder.clear", n=less, **known))
        else:
            results.append(phrase("terracotta.setup.harder.easier", n=-less, **known))
    return tuple(results)
