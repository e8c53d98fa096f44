"""The points of a Troyes Dice sheet, line by line, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pencilwright.games.shared.scores import Score, ScoreLine
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.move_text import citizens_of
from pencilwright.games.troyes_dice.play.vectors import sheet_vector
from pencilwright.games.troyes_dice.state import State
from pencilwright.templates.phrases import Sentence, phrase

BAND_IDS: Final = ("visitor", "apprentice", "journeyman", "master", "alderman", "legend")
"""Keys of the house default's score bands in templates/words."""


def score(state: State) -> Score:
    """Return the score of a state's sheet as it stands (section 9 of the rules); the rest does not matter."""
    return score_sheet(sheet_vector(state.sheet))


def scores(state: State) -> tuple[tuple[str, Score], ...]:
    """Return the score of each player of a position with the name: here of the one sheet."""
    return ((state.sheet.player, score(state)),)


def band(points: int, components: box.Components) -> Sentence:
    """Return the title of the score band that `points` falls in: a phrase, or what the user calls it."""
    place = sum(band.at_least <= max(points, 0) for band in components.score_bands) - 1
    own = "score_bands" not in components.unverified
    return components.score_bands[place].title if own else phrase(f"troyes.band.{BAND_IDS[place]}")


def score_sheet(sheet: Sequence[int]) -> Score:
    """Return the score of a sheet vector (see rules.py): six cathedrals, three resources, three tracks."""
    lines = (
        *(_cathedral(sheet, column) for column in range(box.COLUMNS)),
        *(_resource(sheet, kind) for kind in range(3)),
        *(_citizens(sheet, colour) for colour in range(3)),
    )
    return Score(total=sum(line.points or 0 for line in lines), lines=lines)


def _cathedral(sheet: Sequence[int], column: int) -> ScoreLine:
    """Return the line of one cathedral: its number times the buildings of its kind, whenever built."""
    number = sheet[rules.CATHEDRAL_NUMBER + column]
    kind = box.CATHEDRAL_SCORES[column]
    buildings = sheet[rules.BUILT + kind].bit_count()
    reason = phrase("troyes.score.cathedral.none", column=column + 1)
    if number:
        standing = phrase(f"troyes.amount.{box.KINDS[kind]}", n=buildings)
        reason = phrase("troyes.score.cathedral", n=number, buildings=standing)
    return ScoreLine(f"product.{column + 1}", number * buildings, reason)


def _resource(sheet: Sequence[int], kind: int) -> ScoreLine:
    """Return the line of one resource: a point for every two unspent of this kind (A28).

    A sheet with more spent than circled breaks a rule, which is told; nothing is unspent on it.
    """
    unspent = max(0, sheet[rules.GOT + kind] - sheet[rules.USED + kind])
    reason = phrase(f"troyes.score.{box.RESOURCES[kind]}", n=unspent)
    return ScoreLine(f"points.{box.RESOURCES[kind]}", unspent // box.RESOURCES_PER_POINT, reason)


def _citizens(sheet: Sequence[int], colour: int) -> ScoreLine:
    """Return the line of one citizen track: a point for each."""
    count = sheet[rules.CIT + colour]
    reason = citizens_of(colour, count)
    return ScoreLine(f"points.citizens.{box.COLOURS[colour]}", count * box.POINTS_PER_CITIZEN, reason)
