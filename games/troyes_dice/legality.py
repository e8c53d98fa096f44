"""Whether a position can arise: every check is a fact about all games that the rules allow.

A position reached by real play never has a problem here (the tests play hundreds of games to hold this). The
converse does not hold: some impossible positions pass, since the order of past half-days is not on the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from pencilwright.games.troyes_dice import rules
from pencilwright.games.troyes_dice.components import (
    CATHEDRAL_NUMBER_BY_ORDER,
    CITIZEN_SPACES,
    COLOUR_LETTERS,
    COLOURS,
    COLUMN_BONUS_AT,
    COLUMNS,
    DAYS,
    FIFTEENTH,
    FORTRESS_CITIZEN,
    HALF_DAYS,
    KIND_NAMES,
    KIND_PLURALS,
    KINDS,
    LINKS,
    MARKET_AMOUNT,
    MARKET_COLOUR,
    MARKET_GIVES_CITIZENS,
    PRESTIGE_BONUS_AT,
    PUBLIC_CITIZENS,
    RESOURCE_CITIZEN_AT,
    RESOURCE_SPACES,
    RESOURCE_START,
    RESOURCES,
    SLOTS,
    TILES,
    TWENTIETH,
)
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.games.troyes_dice.state import (
    Problem,
    Sheet,
    State,
    Table,
    built_columns,
    cathedral_numbers,
    complete_links,
    half_index,
    sheet_vector,
    table_vector,
)

HALF_NAMES = {"am": "morning", "pm": "afternoon"}
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
        return HALF_DAYS if self.half is None else self.half

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
            for column in range(1, COLUMNS + 1)
        )


def problems(state: State) -> list[Problem]:
    """Return every problem found in a state; when single fields are wrong, only those."""
    found = [*_resources(state.sheet), *_citizen_counts(state.sheet), *_cathedrals(state.sheet)]
    found += [*_links(state.sheet), *_fortresses(state.sheet)]
    if state.table is not None:
        found += [*_time(state.table), *_dice(state.table), *_plazas(state.setup, state.table)]
    if not found:
        facts = _facts(state)
        found += [*_wheel(state), *_strikes(facts, state.table), *_raid_marked(state)]
        found += [*_bonus_builds(facts), *_resource_floor(facts), *_citizen_sums(facts)]
        found += [*_spending(facts, state.table), *_actions(facts, state.table)]
    return found


def _facts(state: State) -> Facts:
    """Return the position as numbers."""
    vector = sheet_vector(state.sheet)
    half = None if state.table is None else half_index(state.table)
    raids = HALF_DAYS - rules.FIRST_ATTACK
    if state.table is not None and half is not None:
        marked = bool(state.table.rolls) and state.table.attacked and rules.FIRST_ATTACK <= half < HALF_DAYS
        raids = max(0, half - rules.FIRST_ATTACK) + marked
    tiles = pillaged = frozenset(tile.id for tile in TILES)
    if state.setup is not None:
        tiles = pillaged = frozenset(tile for _, tile in state.setup.expansion)
        if state.table is not None:
            turned = state.table.pillage
            pillaged = frozenset(tile for notch, tile in state.setup.expansion if notch in turned)
    return Facts(
        tuple(vector[rules.GOT : rules.GOT + 3]),
        tuple(vector[rules.USED : rules.USED + 3]),
        tuple(vector[rules.CIT : rules.CIT + 3]),
        tuple(built_columns(state.sheet, kind) for kind in KINDS),
        tuple(getattr(state.sheet.struck, colour) for colour in COLOURS),
        half,
        raids,
        tiles,
        pillaged,
    )


# --- Single fields of the sheet ---------------------------------------------------------------------------


def _resources(sheet: Sheet) -> Iterator[Problem]:
    """Circled lies between 3 and 18, spent between 0 and circled."""
    for resource in RESOURCES:
        track = getattr(sheet, resource)
        field = f"sheet.{resource}.circled"
        if track.circled > RESOURCE_SPACES:
            rule = f"{track.circled} spaces of {resource} cannot be circled; the track has {RESOURCE_SPACES}"
            yield Problem(field, rule, f"{RESOURCE_SPACES} circled")
        elif track.circled < RESOURCE_START:
            rule = f"the first {RESOURCE_START} spaces of {resource} are circled from the start"
            yield Problem(field, rule, f"{RESOURCE_START} circled")
        if track.spent > track.circled:
            rule = f"{track.spent} {resource} spent, but only {track.circled} ever circled"
            yield Problem(f"sheet.{resource}.spent", rule, f"{track.circled} spent")


def _citizen_counts(sheet: Sheet) -> Iterator[Problem]:
    """A citizen track has 20 spaces."""
    for colour in COLOURS:
        count = getattr(sheet.citizens, colour)
        if count > CITIZEN_SPACES:
            rule = f"{count} {colour} citizens cannot be circled; the track has {CITIZEN_SPACES}"
            yield Problem(f"sheet.citizens.{colour}", rule, f"{CITIZEN_SPACES} {colour} citizens")


def _cathedrals(sheet: Sheet) -> Iterator[Problem]:
    """Cathedrals carry 1, 1, 2, 2, 3, 3 in the order in which they were built."""
    numbers = cathedral_numbers(sheet)
    written = sorted(number for number in numbers if number)
    right = list(CATHEDRAL_NUMBER_BY_ORDER[: len(written)])
    if written == right:
        return
    order = sorted((number, column) for column, number in enumerate(numbers, start=1) if number)
    nearest = sorted((column, number) for (_, column), number in zip(order, right, strict=True))
    rule = (
        f"{len(written)} cathedrals carry {_listed(right)} in the order in which they were built, "
        f"not {_listed(written)}"
    )
    if len(written) == 1:
        rule = f"the first cathedral built carries 1, not {written[0]}"
    reading = ", ".join(f"cathedral {column}: {number}" for column, number in nearest)
    yield Problem("sheet.built.cathedral", rule, reading)


def _listed(values: Sequence[int]) -> str:
    """Return numbers with commas."""
    return ", ".join(map(str, values))


def _links(sheet: Sheet) -> Iterator[Problem]:
    """A link bonus is gained exactly when both its buildings stand."""
    if sheet.links is None:
        return
    earned = complete_links(sheet)
    for link in LINKS:
        pair = f"{KIND_PLURALS[link.kind]} {link.columns[0]} and {link.columns[1]}"
        if link.id in sheet.links and link.id not in earned:
            rule = f"link bonus {link.id} needs {pair}, and they do not both stand"
            yield Problem("sheet.links", rule, f"without {link.id}")
        if link.id not in sheet.links and link.id in earned:
            rule = f"{pair} both stand, so link bonus {link.id} was gained at once"
            yield Problem("sheet.links", rule, f"with {link.id}")


def _fortresses(sheet: Sheet) -> Iterator[Problem]:
    """A fortress cannot be built in a struck box, and once built no raid strikes its column."""
    for column in sheet.built.fortress:
        if column in sheet.struck.red:
            rule = (
                f"a fortress stands in column {column} and the red box there is struck: struck first it "
                "could not be built, built first it protects the box"
            )
            yield Problem("sheet.struck.red", rule, f"red box {column} not struck")


# --- Single fields of the table ---------------------------------------------------------------------------


def _time(table: Table) -> Iterator[Problem]:
    """Days run from 1 to 8; the game is over after day 8; dice come only for half-days that are left."""
    if not 1 <= table.day <= DAYS:
        nearest = f"day {min(max(table.day, 1), DAYS)}"
        yield Problem("table.day", f"there is no day {table.day}; the game has {DAYS} days", nearest)
        return
    if table.half == "over" and table.day != DAYS:
        rule = f"the game is over after day {DAYS}, not on day {table.day}"
        yield Problem("table.half", rule, f"day {DAYS}")
    left = HALF_DAYS - half_index(table)
    if len(table.rolls) > left:
        rule = f"there are dice for {len(table.rolls)} half-days, but only {left} are left"
        yield Problem("table.rolls", rule, f"the dice of the first {left}" if left else "no dice")


def _dice(table: Table) -> Iterator[Problem]:
    """A roll is a black die and three transparent ones, each 1 to 6."""
    for index, roll in enumerate(table.rolls):
        field = f"table.rolls[{index}]"
        if len(roll.dice) != SLOTS - 1:
            rule = f"{len(roll.dice)} transparent dice are given; three are rolled with the black one"
            yield Problem(f"{field}.dice", rule, "three dice")
        for name, die in [("black", roll.black), *(("dice", die) for die in roll.dice)]:
            if not 1 <= die <= 6:
                yield Problem(f"{field}.{name}", f"a die shows 1 to 6, not {die}", "1" if die < 1 else "6")


def _plazas(setup: Setup | None, table: Table) -> Iterator[Problem]:
    """Each plaza shows one of its two faces; only a plaza with a tile can be pillaged."""
    if setup is None:
        return
    for notch, (letter, plaza) in enumerate(zip(table.up, setup.plazas, strict=True)):
        faces = [COLOUR_LETTERS[COLOURS.index(colour)] for colour in dict.fromkeys(plaza)]
        if letter not in faces:
            rule = f"the plaza on P{notch} shows {letter}, but its faces are {'/'.join(faces)}"
            yield Problem("table.up", rule, f"{' or '.join(faces)} on P{notch}")
    places = [notch for notch, _ in setup.expansion]
    for notch in table.pillage:
        if notch not in places:
            where = ", ".join(f"P{place}" for place in places)
            rule = f"P{notch} is marked as pillaged, but no tile lies there"
            rule += f" (only on {where})" if where else ""
            yield Problem("table.pillage", rule, f"without {notch}")


# --- The wheel --------------------------------------------------------------------------------------------


def _wheel(state: State) -> Iterator[Problem]:
    """Each half-day the black die turns one of its four plazas: not every pattern of faces can be reached."""
    if state.setup is None or state.table is None:
        return
    half = half_index(state.table)
    reachable = reachable_wheels(state.setup, half)
    seen = _wheel_mask(state.setup, state.table)
    if seen in reachable:
        return
    nearest = min(reachable, key=lambda mask: ((mask ^ seen).bit_count(), mask))
    rule = f"after {half} half-days, each with one plaza under the black die, the plazas cannot lie like this"
    yield Problem("table.up", rule, _wheel_text(state.setup, nearest))


def reachable_wheels(setup: Setup, half: int) -> set[int]:
    """Return all wheels possible after so many half-days, as bit masks by notch.

    A bit says: turned to the other face (two colours), or tile on its pillage side (tile); other plazas have
    none. A transparent die on X8's pillage side turns only that plaza, whose faces are equal: no matter.
    """
    two_faced = sum(1 << notch for notch, (up, hidden) in enumerate(setup.plazas) if up != hidden)
    tiled = sum(1 << notch for notch, _ in setup.expansion)
    masks = {0}
    for played in range(half):
        bits = [1 << notch for notch in rules.NOTCH[SLOTS * played : SLOTS * (played + 1)]]
        masks = {mask ^ (bit & two_faced) | (bit & tiled) for mask in masks for bit in bits}
    return masks


def _wheel_mask(setup: Setup, table: Table) -> int:
    """Return the wheel of a table as reachable_wheels has it."""
    mask = 0
    for notch, (letter, plaza) in enumerate(zip(table.up, setup.plazas, strict=True)):
        if COLOURS[COLOUR_LETTERS.index(letter)] != plaza[0]:
            mask |= 1 << notch
    return mask | sum(1 << notch for notch in table.pillage)


def _wheel_text(setup: Setup, mask: int) -> str:
    """Return a wheel mask in words: the colours up, and the pillaged tiles."""
    tiled = [notch for notch, _ in setup.expansion]
    up = "".join(
        COLOUR_LETTERS[COLOURS.index(plaza[mask >> notch & 1])] for notch, plaza in enumerate(setup.plazas)
    )
    turned = [f"P{notch}" for notch in tiled if mask >> notch & 1]
    return f"up {up}" + (f", pillage {' '.join(turned)}" if turned else ", no pillage" if tiled else "")


# --- Raids ------------------------------------------------------------------------------------------------


def _strikes(facts: Facts, table: Table | None) -> Iterator[Problem]:
    """One raid strikes at most one box, from day 3 on; X8 on its pillage side adds a second."""
    count = sum(len(columns) for columns in facts.struck)
    most = facts.raids * (2 if rules.TILE_BLACK in facts.pillaged else 1)
    when = "" if table is None else f" by {_when(table)}"
    if count > most:
        rule = f"raids begin on day 3 and have struck at most {most}{when}, but {count} boxes are struck"
        yield Problem("sheet.struck", rule, f"at most {most} struck")
    first_seen = facts.half is not None and facts.raids > 0 and rules.TILE_BLACK not in facts.tiles
    if count == 0 and first_seen and not facts.built[FORTRESS]:
        rule = f"no box is struck{when}, but the first raid strikes one when there is no fortress"
        yield Problem("sheet.struck", rule, "one struck box, or a fortress")


def _when(table: Table) -> str:
    """Return the time of a table in words."""
    return "the end" if table.half == "over" else f"day {table.day} {HALF_NAMES[table.half]}"


def _raid_marked(state: State) -> Iterator[Problem]:
    """When the raid of the dice shown is said to be marked, its box is struck or protected."""
    table = state.table
    if state.setup is None or table is None or not table.rolls or not table.attacked:
        return
    before = sheet_vector(state.sheet)
    after = before[:]
    rules.attack(after, table_vector(state.setup, table))
    for colour in range(3):
        for column in range(COLUMNS):
            if (after[rules.STRUCK + colour] ^ before[rules.STRUCK + colour]) >> column & 1:
                box = f"{COLOURS[colour]} box {column + 1}"
                rule = f"the black die raids {box}, which is neither struck nor protected by a fortress"
                yield Problem("table.attacked", rule, f"{box} struck, or attacked: false")


# --- Buildings and bonuses --------------------------------------------------------------------------------


def _bonus_builds(facts: Facts) -> Iterator[Problem]:
    """The 15th citizen of a track, and the 6th and 11th of all three, build something if anything can be."""
    certain = [track for track in _full_enough(facts) if facts.can_build(FIFTEENTH[track])]
    if not any(_fits(facts, kinds) for kinds in product(*(FIFTEENTH[track] for track in certain))):
        names = " and ".join(COLOURS[track] for track in certain)
        wanted = "; ".join(f"{COLOURS[t]}: {_either(FIFTEENTH[t])}" for t in certain)
        rule = f"the 15th citizen ({names}) builds a prestige building at once ({wanted}), and it is missing"
        yield Problem("sheet.built", rule, f"with that building, or {PRESTIGE_BONUS_AT - 1} {names} citizens")
    fired = [at for at in COLUMN_BONUS_AT[1:] if facts.lowest >= at]
    if facts.count(PUBLIC_KINDS) < len(fired) and facts.can_build(PUBLIC_KINDS):
        rule = f"{fired[-1]} citizens on all three tracks have built {len(fired)} public buildings as a bonus"
        yield Problem("sheet.built", rule, f"at least {len(fired)} public buildings")


def _full_enough(facts: Facts) -> list[int]:
    """Return the tracks that have taken their 15th citizen's bonus."""
    return [track for track in range(3) if facts.citizens[track] >= PRESTIGE_BONUS_AT]


def _fits(facts: Facts, kinds: Sequence[int]) -> bool:
    """Return whether there are buildings enough for each to come from one of these bonuses."""
    return all(kinds.count(kind) <= len(facts.built[kind]) for kind in set(kinds))


def _either(kinds: Sequence[int]) -> str:
    """Return kinds in words with "or"."""
    return " or ".join(KIND_NAMES[kind] for kind in kinds)


def _most_bonus_builds(facts: Facts) -> int:
    """Return how many of the buildings may have come from bonuses, at most."""
    tracks = _full_enough(facts)
    options = product(*((*FIFTEENTH[track], -1) for track in tracks))
    prestige = max(
        len(real)
        for real in ([kind for kind in kinds if kind >= 0] for kinds in options)
        if _fits(facts, real)
    )
    fired = sum(facts.lowest >= at for at in COLUMN_BONUS_AT[1:])
    return prestige + min(fired, facts.count(PUBLIC_KINDS))


def _least_bonus_builds(facts: Facts) -> int:
    """Return how many of the buildings have come from bonuses for certain."""
    prestige = sum(facts.can_build(FIFTEENTH[track]) for track in _full_enough(facts))
    fired = sum(facts.lowest >= at for at in COLUMN_BONUS_AT[1:])
    return prestige + (fired if facts.can_build(PUBLIC_KINDS) else 0)


# --- Resources --------------------------------------------------------------------------------------------


def _sure_resources(facts: Facts, kind: int) -> int:
    """Return what links and column bonus 3 have given of one resource (some may be past space 18)."""
    gains = sum(
        link.amount for link in LINKS if not link.citizens and link.gain == kind and _complete(facts, link.id)
    )
    return gains + (facts.lowest >= COLUMN_BONUS_AT[0])


def _complete(facts: Facts, link_id: str) -> bool:
    """Return whether both buildings of a link stand."""
    return any(link.id == link_id and set(link.columns) <= set(facts.built[link.kind]) for link in LINKS)


def _resource_floor(facts: Facts) -> Iterator[Problem]:
    """Link bonuses and column bonus 3 circle resources at once."""
    for kind, resource in enumerate(RESOURCES):
        sure = _sure_resources(facts, kind)
        least = min(RESOURCE_SPACES, RESOURCE_START + sure)
        if facts.got[kind] < least:
            rule = (
                f"the start, link bonuses and column bonus 3 have circled at least {least} {resource}, "
                f"not {facts.got[kind]}"
            )
            yield Problem(f"sheet.{resource}.circled", rule, f"{least} circled")


def _market_dice(facts: Facts) -> int:
    """Return the most dice that a great market may have counted: 3, one more by X7 and one by X8."""
    return 3 + (7 in facts.tiles) + (8 in facts.tiles)


def _other_resources(facts: Facts, kind: int) -> int:
    """Return the most of one resource that may have come without a gaining action."""
    markets = sum(
        MARKET_AMOUNT[column - 1] * _market_dice(facts)
        for column in facts.built[2]
        if not MARKET_GIVES_CITIZENS[column - 1] and MARKET_COLOUR[column - 1] == kind
    )
    feasts = len(facts.built[CATHEDRAL]) if 5 in facts.tiles else 0
    return _sure_resources(facts, kind) + markets + feasts


def _least_gaining(facts: Facts) -> int:
    """Return how many actions without a building there were at least: each gains up to 6 of one resource, or
    1 of each (the fallback)."""
    missing = [facts.got[kind] - RESOURCE_START - _other_resources(facts, kind) for kind in range(3)]
    # With the wheel's own prices a player falls back only when all that the start gave has been spent.
    dearer = bool(facts.pillaged & {3, 4, 5, 8})
    most_fallbacks = RESOURCE_SPACES if dearer or min(facts.used) >= RESOURCE_START else 0
    return min(
        fallbacks + sum(-(-max(0, short - fallbacks) // 6) for short in missing)
        for fallbacks in range(most_fallbacks + 1)
    )


def _spending(facts: Facts, table: Table | None) -> Iterator[Problem]:
    """One action spends at most 6 influence, 2 deniers, 3 knowledge; with some tiles one more."""
    extra = (bool(facts.pillaged & {4, 6}), 3 in facts.pillaged, 5 in facts.pillaged)
    for kind, (base, more) in enumerate(zip((6, 2, 3), extra, strict=True)):
        most = facts.actions * (base + more)
        if facts.used[kind] > most:
            resource = RESOURCES[kind]
            when = "" if table is None else f" by {_when(table)}"
            rule = f"{facts.used[kind]} {resource} cannot be spent in {facts.actions} actions{when}"
            yield Problem(f"sheet.{resource}.spent", rule, f"at most {most} spent")
    changes = (5 + extra[0], int(extra[1]), 2 + extra[2])
    influence, deniers, knowledge = (
        max(0, used - facts.actions * free) for used, free in zip(facts.used, changes, strict=True)
    )
    slots = influence + -(-deniers // 2) + knowledge
    if slots > facts.actions:
        rule = (
            f"each action pays for one place on the wheel; the resources spent pay for at least {slots}, "
            f"and there were {facts.actions} actions"
        )
        yield Problem("sheet", rule, "fewer spent")
    for kind, resource in enumerate(RESOURCES):
        if facts.half == 1 and facts.used[kind] > RESOURCE_START:
            rule = f"the first action is paid from the {RESOURCE_START} {resource} of the start"
            yield Problem(f"sheet.{resource}.spent", rule, f"at most {RESOURCE_START} spent")


def _actions(facts: Facts, table: Table | None) -> Iterator[Problem]:
    """The buildings and resources need their half-days, and no half-day leaves no trace."""
    builds = facts.count(range(len(KINDS)))
    needed = builds - _most_bonus_builds(facts) + _least_gaining(facts)
    if needed > facts.actions:
        rule = (
            f"the buildings and resources marked need at least {needed} actions; there were {facts.actions}"
        )
        nearest = "fewer marks" if needed > HALF_DAYS else f"{_time_text(needed)} or later, or fewer marks"
        yield Problem("sheet" if table is None else "table.day", rule, nearest)
    zero = 6 in facts.pillaged
    if facts.half is None or max(facts.got) == RESOURCE_SPACES or zero:
        return
    sure = sum(_sure_resources(facts, kind) for kind in range(3))
    traces = sum(facts.got) - 3 * RESOURCE_START - sure + builds - _least_bonus_builds(facts)
    if traces < facts.half:
        rule = (
            f"{facts.half} actions were taken, each of which builds or circles a resource, "
            f"but the marks show at most {traces}"
        )
        yield Problem("table.day", rule, f"{_time_text(traces)}, or more marks")


def _time_text(half: int) -> str:
    """Return the time after so many half-days, in words."""
    return "the end" if half >= HALF_DAYS else f"day {half // 2 + 1} {('morning', 'afternoon')[half % 2]}"


# --- Citizens ---------------------------------------------------------------------------------------------


def _sure_citizens(facts: Facts, counts: Sequence[int]) -> list[int]:
    """Return how many citizens of each colour the marks have given for certain, before any spill-over."""
    gains = [sum(facts.got[kind] >= at for at in RESOURCE_CITIZEN_AT) for kind in range(3)]
    for column in facts.built[FORTRESS]:
        gains[FORTRESS_CITIZEN[column - 1]] += 1
    for kind in PUBLIC_KINDS:
        gains[kind // 2] += PUBLIC_CITIZENS * len(facts.built[kind])
    for link in LINKS:
        if link.citizens and _complete(facts, link.id):
            gains[link.gain] += link.amount
    for track, colours in enumerate(TWENTIETH):
        if counts[track] == CITIZEN_SPACES:
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
        if MARKET_GIVES_CITIZENS[column - 1]:
            amount = MARKET_AMOUNT[column - 1]
            dice = range(_market_dice(facts) + 1)
            result[MARKET_COLOUR[column - 1]] = tuple(amount * count for count in dice)
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
    open_tracks = [track for track in range(3) if counts[track] < CITIZEN_SPACES]
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
    field, nearest = "sheet.citizens", "other counts"
    for distance, colour, sign in product(range(1, CITIZEN_SPACES + 1), range(3), (1, -1)):
        count = facts.citizens[colour] + sign * distance
        other = [*facts.citizens[:colour], count, *facts.citizens[colour + 1 :]]
        if 0 <= count <= CITIZEN_SPACES and citizens_fit(facts, other):
            field, nearest = f"sheet.citizens.{COLOURS[colour]}", f"{count} {COLOURS[colour]} citizens"
            break
    yield Problem(field, _citizen_rule(facts), nearest)


def _citizen_rule(facts: Facts) -> str:
    """Return in words what the marks say about the citizens."""
    sure, feasts = _sure_citizens(facts, facts.citizens), _feast_citizens(facts)
    spilling = CITIZEN_SPACES in facts.citizens
    parts = []
    for colour, gains in enumerate(_market_gains(facts)):
        most = sure[colour] + gains[-1] + feasts[colour]
        fits = any(0 <= facts.citizens[colour] - sure[colour] - gain <= feasts[colour] for gain in gains)
        if fits and not spilling:
            continue
        text = f"{sure[colour]} {COLOURS[colour]}"
        if most > sure[colour]:
            step = " in steps of 2" if len(gains) > 1 and not feasts[colour] else ""
            text = f"{sure[colour]} to {most} {COLOURS[colour]}{step}"
        parts.append(text)
    given = f"buildings, links and resource spaces give {', '.join(parts)} citizens"
    if spilling:
        given += ", those of a full track going to another"
    return f"{given}, which does not lead to {'/'.join(map(str, facts.citizens))}"
