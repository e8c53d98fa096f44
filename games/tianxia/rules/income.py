"""The income phase: barges, buildings, and the neutral workers of two and three players (dossier 5.2)."""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.catalogue import BUILDING, INCOME_IDS
from pencilwright.games.tianxia.state import Barges, Player, State, pieces, step_of, uses
from pencilwright.templates.phrases import Word, chained, phrase

STEP_COUNTED = 3


class IncomeGain(NamedTuple):
    """What one player gets: step of the phase, source (barge or building), the effect in words."""

    step: str
    player: str
    source: str
    effect: Word


class Income(NamedTuple):
    """The gains in order, the barges after the phase, and who was pushed off where (barge, letter).

    A player's pushed-off worker becomes a merchant beside any action with a free place, else goes to supply
    (Q15); a neutral one goes back to its area (Q34).
    """

    gains: tuple[IncomeGain, ...]
    barges: Barges
    pushed: tuple[tuple[str, str], ...]


def income(state: State) -> Income:
    """Return the income of a round.

    Round 1 has no barge income and no neutral workers, but buildings pay. Raises InputError where I8 or I10
    needs heights of a palace track that were not recorded.
    """
    first = state.round == 1
    gains: list[IncomeGain] = []
    for owner in state.players:
        if not first:
            for barge in box.BARGES:
                count = getattr(state.barges, barge).count(owner.letter)
                if count:
                    gains.append(IncomeGain("a", owner.letter, barge, phrases.amount(count, barge, "+")))
        tiles = [owner.start] if owner.start else []
        tiles += [tile for tile in INCOME_IDS if owner.letter in uses(state, tile)]
        gains += [IncomeGain("b", owner.letter, tile, effect_of(state, owner, tile)) for tile in tiles]
    if first or len(state.players) == box.MOST_PLAYERS:
        return Income(tuple(gains), state.barges, ())
    after = {barge: box.NEUTRAL + getattr(state.barges, barge) for barge in box.BARGES}
    pushed = tuple(
        (barge, letters[box.BARGE_PLACES :])
        for barge, letters in after.items()
        if letters[box.BARGE_PLACES :]
    )
    barges = Barges(**{barge: letters[: box.BARGE_PLACES] for barge, letters in after.items()})
    return Income(tuple(gains), barges, pushed)


def effect_of(state: State, owner: Player, tile: str) -> Word:
    """Return the effect of an income building for a player, with what it counts counted.

    I5 and I6 count own pieces unless the box says everyone's (Q8); I5 adds walls and soldiers (Q9). I7 and I9
    stay choices.
    """

    def count(part: str) -> int:
        if state.box.everyones_pieces:
            return sum(len(getattr(section, part)) for section in state.wall)
        return pieces(state, owner.letter, part)

    if tile == "I5":
        return phrases.amount(count("walls") + count("soldiers"), "pp", "+")
    if tile == "I6":
        return phrases.amount(3 * count("towers"), "pp", "+")
    if tile in ("I8", "I10"):
        heights = {track: step_of(state, track, owner.letter) for track in box.TRACKS}
        if tile == "I8":
            return phrases.amount(sum(step >= STEP_COUNTED for step in heights.values()), "pp", "+")
        low = min(heights.values())
        lowest = [phrases.track(track) for track, step in heights.items() if step == low]
        return chained([phrase("tianxia.effect.track.one", n=1, track=track) for track in lowest], "either")
    return phrases.building(BUILDING[tile]).lines[0]
