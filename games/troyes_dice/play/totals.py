"""What the marks of a sheet add up to: whether so many half-days can have brought them.

Each check is a sum over the whole sheet: buildings against bonuses and actions, resources against what gives
and takes them, citizens against what brings them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from pencilwright.games.shared.problems import Problem
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.move_text import amount_of, citizens_of
from pencilwright.games.troyes_dice.play.vectors import half_index, sheet_vector
from pencilwright.games.troyes_dice.state import State, built_columns
from pencilwright.templates.phrases import Phrase, Word, chained, phrase

FORTRESS, CATHEDRAL = 0, 4
PUBLIC_KINDS = (1, 3, 5)


class Facts(NamedTuple):
    """What a position says, as numbers.

    Attributes
    ----------
    got, used, citizens : by colour, as on the tracks.
    built, struck : columns 1..6, by kind and by colour.
    half : half-days played and done with, or None when the table is not known.
    raids : most half-days whose raid may be on the sheet.
    tiles : expansion tiles that may have taken part.
    pillaged : whether the tile of each number may have been on its pillage side.
    """

    got: tuple[int, ...]
    used: tuple[int, ...]
    citizens: tuple[int, ...]
    built: tuple[tuple[int, ...], ...]
    struck: tuple[tuple[int, ...], ...]
    half: int | None
    raids: int
    tiles: frozenset[int]
    pillaged: frozenset[int]

    @property
    def actions(self) -> int:
        """Most actions that may have been taken."""
        return box.HALF_DAYS if self.half is None else self.half

    def by(self, rule: Phrase) -> Phrase:
        """Return a rule with the time until which has been played ("day 3 morning"), where that is known."""
        return (
            rule if self.half is None else phrase("troyes.problem.by", rule=rule, time=time_text(self.half))
        )

    @property
    def lowest(self) -> int:
        """The shortest citizen track: what the column bonuses go by."""
        return min(self.citizens)

    def count(self, kinds: Sequence[int]) -> int:
        """Return how many buildings of these kinds stand."""
        return sum(len(self.built[kind]) for kind in kinds)

    def can_build(self, kinds: Sequence[int]) -> bool:
        """Return whether one more building of these kinds can be built: no bonus for them was ever lost."""
        return any(
            column not in self.built[kind] and column not in self.struck[kind // 2]
            for kind in kinds
            for column in range(1, box.COLUMNS + 1)
        )


def facts_of(state: State) -> Facts:
    """Return the position as numbers."""
    vector = sheet_vector(state.sheet)
    half = None if state.table is None else half_index(state.table)
    raids = box.HALF_DAYS - rules.FIRST_ATTACK
    if state.table is not None and half is not None:
        marked = (
            bool(state.table.rolls) and state.table.attacked and rules.FIRST_ATTACK <= half < box.HALF_DAYS
        )
        raids = max(0, half - rules.FIRST_ATTACK) + marked
    tiles = pillaged = frozenset(box.TILES)
    if state.setup is not None:
        tiles = pillaged = frozenset(tile for _, tile in state.setup.expansion)
        if state.table is not None:
            turned = state.table.pillage
            pillaged = frozenset(tile for notch, tile in state.setup.expansion if notch in turned)
    return Facts(
        tuple(vector[rules.GOT : rules.GOT + 3]),
        tuple(vector[rules.USED : rules.USED + 3]),
        tuple(vector[rules.CIT : rules.CIT + 3]),
        tuple(built_columns(state.sheet, kind) for kind in box.KINDS),
        tuple(getattr(state.sheet.struck, colour) for colour in box.COLOURS),
        half,
        raids,
        tiles,
        pillaged,
    )


def time_text(half: int) -> Phrase:
    """Return the time after so many half-days, in words."""
    if half >= box.HALF_DAYS:
        return phrase("troyes.when.end")
    return phrase("troyes.when", day=half // 2 + 1, half=phrase(f"half.{('am', 'pm')[half % 2]}"))


def problems(facts: Facts) -> Iterator[Problem]:
    """Yield every sum that does not come out."""
    yield from _bonus_builds(facts)
    yield from _resource_floor(facts)
    yield from _citizen_sums(facts)
    yield from _spending(facts)
    yield from _actions(facts)


# --- Buildings and bonuses --------------------------------------------------------------------------------


def _bonus_builds(facts: Facts) -> Iterator[Problem]:
    """The 15th citizen of a track, and the 6th and 11th of all three, build something if anything can be."""
    certain = [track for track in _full_enough(facts) if facts.can_build(box.FIFTEENTH[track])]
    if not any(_fits(facts, kinds) for kinds in product(*(box.FIFTEENTH[track] for track in certain))):
        colours = {track: phrase(f"troyes.track.{box.COLOURS[track]}") for track in certain}
        wanted = [
            phrase("troyes.problem.fifteenth.wanted", track=name, buildings=_either(box.FIFTEENTH[track]))
            for track, name in colours.items()
        ]
        rule = phrase(
            "troyes.problem.fifteenth", n=box.PRESTIGE_BONUS_AT, wanted=chained(wanted, "list.semicolon")
        )
        fewer = tuple(citizens_of(track, box.PRESTIGE_BONUS_AT - 1) for track in certain)
        marks = tuple(f"citizens.{box.COLOURS[track]}.{box.PRESTIGE_BONUS_AT}" for track in certain)
        yield Problem("sheet.built", rule, phrase("troyes.nearest.fifteenth", citizens=fewer), marks)
    fired = [at for at in box.COLUMN_BONUS_AT[1:] if facts.lowest >= at]
    if facts.count(PUBLIC_KINDS) < len(fired) and facts.can_build(PUBLIC_KINDS):
        rule = phrase("troyes.problem.column", citizens=fired[-1], n=len(fired))
        marks = tuple(f"citizens.{colour}.{fired[-1]}" for colour in box.COLOURS)
        yield Problem("sheet.built", rule, phrase("troyes.nearest.column", n=len(fired)), marks)


def _full_enough(facts: Facts) -> list[int]:
    """Return the tracks that have taken their 15th citizen's bonus."""
    return [track for track in range(3) if facts.citizens[track] >= box.PRESTIGE_BONUS_AT]


def _fits(facts: Facts, kinds: Sequence[int]) -> bool:
    """Return whether there are buildings enough for each to come from one of these bonuses."""
    return all(kinds.count(kind) <= len(facts.built[kind]) for kind in set(kinds))


def _either(kinds: Sequence[int]) -> Word:
    """Return kinds in words with "or"."""
    return chained([phrase(f"building.{box.KINDS[kind]}") for kind in kinds], "either")


def _most_bonus_builds(facts: Facts) -> int:
    """Return how many of the buildings may have come from bonuses, at most."""
    tracks = _full_enough(facts)
    options = product(*((*box.FIFTEENTH[track], -1) for track in tracks))
    prestige = max(
        len(real)
        for real in ([kind for kind in kinds if kind >= 0] for kinds in options)
        if _fits(facts, real)
    )
    fired = sum(facts.lowest >= at for at in box.COLUMN_BONUS_AT[1:])
    return prestige + min(fired, facts.count(PUBLIC_KINDS))


def _least_bonus_builds(facts: Facts) -> int:
    """Return how many of the buildings have come from bonuses for certain."""
    prestige = sum(facts.can_build(box.FIFTEENTH[track]) for track in _full_enough(facts))
    fired = sum(facts.lowest >= at for at in box.COLUMN_BONUS_AT[1:])
    return prestige + (fired if facts.can_build(PUBLIC_KINDS) else 0)


# --- Resources --------------------------------------------------------------------------------------------


def _sure_resources(facts: Facts, kind: int) -> int:
    """Return what links and column bonus 3 have given of one resource (some may be past space 18)."""
    gains = sum(
        link.amount
        for link in box.LINKS
        if not link.citizens and link.gain == kind and _complete(facts, link.id)
    )
    return gains + (facts.lowest >= box.COLUMN_BONUS_AT[0])


def _complete(facts: Facts, link_id: str) -> bool:
    """Return whether both buildings of a link stand."""
    return any(link.id == link_id and set(link.columns) <= set(facts.built[link.kind]) for link in box.LINKS)


def _resource_floor(facts: Facts) -> Iterator[Problem]:
    """Link bonuses and column bonus 3 circle resources at once."""
    for kind, resource in enumerate(box.RESOURCES):
        sure = _sure_resources(facts, kind)
        least = min(box.RESOURCE_SPACES, box.RESOURCE_START + sure)
        if facts.got[kind] < least:
            rule = phrase("troyes.problem.floor", amount=amount_of(kind, least), n=facts.got[kind])
            marks = tuple(f"{resource}.{n}" for n in range(facts.got[kind] + 1, least + 1))
            yield Problem(f"sheet.{resource}.circled", rule, str(least), marks)


def _market_dice(facts: Facts) -> int:
    """Return the most dice that a great market may have counted: 3, one more by X7 and one by X8."""
    return 3 + (7 in facts.tiles) + (8 in facts.tiles)


def _other_resources(facts: Facts, kind: int) -> int:
    """Return the most of one resource that may have come without a gaining action."""
    markets = sum(
        box.MARKET_AMOUNT[column - 1] * _market_dice(facts)
        for column in facts.built[2]
        if not box.MARKET_GIVES_CITIZENS[column - 1] and box.MARKET_COLOUR[column - 1] == kind
    )
    feasts = len(facts.built[CATHEDRAL]) if 5 in facts.tiles else 0
    return _sure_resources(facts, kind) + markets + feasts


def _least_gaining(facts: Facts) -> int:
    """Return how many actions without a building there were at least: each gains up to 6 of one resource, or
    1 of each (the fallback)."""
    missing = [facts.got[kind] - box.RESOURCE_START - _other_resources(facts, kind) for kind in range(3)]
    # With the wheel's own prices a player falls back only when all that the start gave has been spent.
    dearer = bool(facts.pillaged & {3, 4, 5, 8})
    most_fallbacks = box.RESOURCE_SPACES if dearer or min(facts.used) >= box.RESOURCE_START else 0
    return min(
        fallbacks + sum(-(-max(0, short - fallbacks) // 6) for short in missing)
        for fallbacks in range(most_fallbacks + 1)
    )


def _spending(facts: Facts) -> Iterator[Problem]:
    """One action spends at most 6 influence, 2 deniers, 3 knowledge; with some tiles one more."""
    extra = (bool(facts.pillaged & {4, 6}), 3 in facts.pillaged, 5 in facts.pillaged)
    for kind, (base, more) in enumerate(zip((6, 2, 3), extra, strict=True)):
        most = facts.actions * (base + more)
        if facts.used[kind] > most:
            amount = amount_of(kind, facts.used[kind])
            rule = facts.by(phrase("troyes.problem.spending", amount=amount, n=facts.actions))
            nearest = phrase("nearest.most", n=most)
            yield Problem(f"sheet.{box.RESOURCES[kind]}.spent", rule, nearest)
    changes = (5 + extra[0], int(extra[1]), 2 + extra[2])
    influence, deniers, knowledge = (
        max(0, used - facts.actions * free) for used, free in zip(facts.used, changes, strict=True)
    )
    slots = influence + -(-deniers // 2) + knowledge
    if slots > facts.actions:
        rule = phrase("troyes.problem.places", n=slots, actions=facts.actions)
        marks = tuple(
            f"{resource}.{n}"
            for resource, used in zip(box.RESOURCES, facts.used, strict=True)
            for n in range(1, used + 1)
        )
        yield Problem("sheet", rule, phrase("troyes.nearest.fewer_marks"), marks)
    for kind, resource in enumerate(box.RESOURCES):
        if facts.half == 1 and facts.used[kind] > box.RESOURCE_START:
            rule = phrase("troyes.problem.first", amount=amount_of(kind, box.RESOURCE_START))
            nearest = phrase("nearest.most", n=box.RESOURCE_START)
            yield Problem(f"sheet.{resource}.spent", rule, nearest)


def _actions(facts: Facts) -> Iterator[Problem]:
    """The buildings and resources need their half-days, and no half-day leaves no trace."""
    builds = facts.count(range(len(box.KINDS)))
    needed = builds - _most_bonus_builds(facts) + _least_gaining(facts)
    if needed > facts.actions:
        rule = phrase("troyes.problem.actions", n=needed, actions=facts.actions)
        nearest = phrase("troyes.nearest.fewer_marks")
        if needed <= box.HALF_DAYS:
            nearest = phrase("troyes.nearest.later", time=time_text(needed))
        yield Problem("sheet" if facts.half is None else "table.day", rule, nearest, _gained(facts))
    zero = 6 in facts.pillaged
    if facts.half is None or max(facts.got) == box.RESOURCE_SPACES or zero:
        return
    sure = sum(_sure_resources(facts, kind) for kind in range(3))
    traces = sum(facts.got) - 3 * box.RESOURCE_START - sure + builds - _least_bonus_builds(facts)
    if traces < facts.half:
        rule = phrase("troyes.problem.traces", actions=facts.half, n=traces)
        nearest = phrase("troyes.nearest.more_marks", time=time_text(traces))
        yield Problem("table.day", rule, nearest, _gained(facts))


def _gained(facts: Facts) -> tuple[str, ...]:
    """Return the marks of all buildings, and of the resources gained since the start."""
    spaces = [
        f"{resource}.{n}"
        for resource, got in zip(box.RESOURCES, facts.got, strict=True)
        for n in range(box.RESOURCE_START + 1, got + 1)
    ]
    built = zip(box.KINDS, facts.built, strict=True)
    return (*(f"building.{kind}.{column}" for kind, columns in built for column in columns), *spaces)


# --- Citizens ---------------------------------------------------------------------------------------------


def _sure_citizens(facts: Facts, counts: Sequence[int]) -> list[int]:
    """Return how many citizens of each colour the marks have given for certain, before any spill-over."""
    gains = [sum(facts.got[kind] >= at for at in box.RESOURCE_CITIZEN_AT) for kind in range(3)]
    for column in facts.built[FORTRESS]:
        gains[box.FORTRESS_CITIZEN[column - 1]] += 1
    for kind in PUBLIC_KINDS:
        gains[kind // 2] += box.PUBLIC_CITIZENS * len(facts.built[kind])
    for link in box.LINKS:
        if link.citizens and _complete(facts, link.id):
            gains[link.gain] += link.amount
    for track, colours in enumerate(box.TWENTIETH):
        if counts[track] == box.CITIZEN_SPACES:
            for colour in colours:
                gains[colour] += 1
    return gains


def _feast_citizens(facts: Facts) -> list[int]:
    """Return the most citizens of each colour that X4 and X6 may have added."""
    fortresses = len(facts.built[FORTRESS]) if 4 in facts.tiles else 0
    return [fortresses + (len(facts.built[kind]) if 6 in facts.tiles else 0) for kind in PUBLIC_KINDS]


def _market_gains(facts: Facts) -> list[tuple[int, ...]]:
    """Return for each colour the citizens that its great market may have given: (0,) when it is not built."""
    result: list[tuple[int, ...]] = [(0,), (0,), (0,)]
    for column in facts.built[2]:
        if box.MARKET_GIVES_CITIZENS[column - 1]:
            amount = box.MARKET_AMOUNT[column - 1]
            dice = range(_market_dice(facts) + 1)
            result[box.MARKET_COLOUR[column - 1]] = tuple(amount * count for count in dice)
    return result


def citizens_fit(facts: Facts, counts: Sequence[int]) -> bool:
    """Return whether the tracks can stand at these counts, given everything else on the sheet.

    Every citizen gained lies on its own track, or on another one if its own was full, or is lost if all three
    were. A track that is not full now never was: it has lost nothing, and the rest has come from full ones.
    """
    sure, feasts = _sure_citizens(facts, counts), _feast_citizens(facts)
    for markets in product(*_market_gains(facts)):
        low = [a + b for a, b in zip(sure, markets, strict=True)]
        high = [a + b for a, b in zip(low, feasts, strict=True)]
        if _tracks_fit(counts, low, high):
            return True
    return False


def _tracks_fit(counts: Sequence[int], low: Sequence[int], high: Sequence[int]) -> bool:
    """Return whether gains between low and high, by colour, can end at these counts."""
    open_tracks = [track for track in range(3) if counts[track] < box.CITIZEN_SPACES]
    if any(low[track] > counts[track] for track in open_tracks):
        return False
    if len(open_tracks) == 3:
        return all(counts[track] <= high[track] for track in range(3))
    most = sum(min(high[t], counts[t]) if t in open_tracks else high[t] for t in range(3))
    total = sum(counts)
    return most >= total and (not open_tracks or sum(low) <= total)


def _citizen_sums(facts: Facts) -> Iterator[Problem]:
    """Every citizen comes from a building, a link, a resource space, a 20th citizen or a feast."""
    if citizens_fit(facts, facts.citizens):
        return
    field, nearest = "sheet.citizens", phrase("troyes.nearest.counts")
    for distance, colour, sign in product(range(1, box.CITIZEN_SPACES + 1), range(3), (1, -1)):
        count = facts.citizens[colour] + sign * distance
        other = [*facts.citizens[:colour], count, *facts.citizens[colour + 1 :]]
        if 0 <= count <= box.CITIZEN_SPACES and citizens_fit(facts, other):
            field, nearest = f"sheet.citizens.{box.COLOURS[colour]}", citizens_of(colour, count)
            break
    yield Problem(field, _citizen_rule(facts), nearest)


def _citizen_rule(facts: Facts) -> Phrase:
    """Return in words what the marks say about the citizens."""
    sure, feasts = _sure_citizens(facts, facts.citizens), _feast_citizens(facts)
    spilling = box.CITIZEN_SPACES in facts.citizens
    parts = []
    for colour, gains in enumerate(_market_gains(facts)):
        most = sure[colour] + gains[-1] + feasts[colour]
        fits = any(0 <= facts.citizens[colour] - sure[colour] - gain <= feasts[colour] for gain in gains)
        if fits and not spilling:
            continue
        number = citizens_of(colour, sure[colour])
        if most > sure[colour]:
            number = phrase(f"troyes.range.citizens.{box.COLOURS[colour]}", low=sure[colour], n=most)
        even = most > sure[colour] and len(gains) > 1 and not feasts[colour]
        key = "troyes.problem.given.even" if even else "troyes.problem.given"
        parts.append(phrase(key, citizens=number, n=facts.citizens[colour]))
    key = "troyes.problem.citizens.spilling" if spilling else "troyes.problem.citizens"
    return phrase(key, given=tuple(parts))
