"""Whether a position can arise: every check is a fact about all games that the rules allow.

A position reached by real play never has a problem here (the tests play hundreds of games to hold this). The
converse does not hold: some impossible positions pass, since the order of past half-days is not on the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pencilwright.games.shared.problems import Problem, refuse
from pencilwright.games.troyes_dice import ledger, rules
from pencilwright.games.troyes_dice.components import (
    CATHEDRAL_NUMBER_BY_ORDER,
    CITIZEN_SPACES,
    COLOUR_LETTERS,
    COLOURS,
    COLUMNS,
    DAYS,
    HALF_DAYS,
    KIND_PLURALS,
    LINKS,
    RESOURCE_SPACES,
    RESOURCE_START,
    RESOURCES,
    SLOTS,
)
from pencilwright.games.troyes_dice.ledger import FORTRESS, Facts
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.games.troyes_dice.state import Sheet, State, Table, cathedral_numbers, complete_links
from pencilwright.games.troyes_dice.vectors import half_index, sheet_vector, table_vector


def problems(state: State) -> list[Problem]:
    """Return every problem found in a state; when single fields are wrong, only those."""
    found = [*_resources(state.sheet), *_citizen_counts(state.sheet), *_cathedrals(state.sheet)]
    found += [*_links(state.sheet), *_fortresses(state.sheet)]
    if state.table is not None:
        found += [*_time(state.table), *_dice(state.table), *_plazas(state.setup, state.table)]
    if not found:
        facts = ledger.facts_of(state)
        found += [*_wheel(state), *_strikes(facts), *_raid_marked(state), *ledger.problems(facts)]
    return found


def check(state: State) -> State:
    """Return the state. Raises InputError with the first problem and the number of others."""
    refuse(problems(state))
    return state


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


def _strikes(facts: Facts) -> Iterator[Problem]:
    """One raid strikes at most one box, from day 3 on; X8 on its pillage side adds a second."""
    count = sum(len(columns) for columns in facts.struck)
    most = facts.raids * (2 if rules.TILE_BLACK in facts.pillaged else 1)
    if count > most:
        struck = f"struck at most {most}{facts.when}"
        rule = f"raids begin on day 3 and have {struck}, but {count} boxes are struck"
        yield Problem("sheet.struck", rule, f"at most {most} struck")
    first_seen = facts.half is not None and facts.raids > 0 and rules.TILE_BLACK not in facts.tiles
    if count == 0 and first_seen and not facts.built[FORTRESS]:
        rule = f"no box is struck{facts.when}, but the first raid strikes one when there is no fortress"
        yield Problem("sheet.struck", rule, "one struck box, or a fortress")


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
