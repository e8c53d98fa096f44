"""Whether a position can arise: every check is a fact about all games that the rules allow.

A position reached by real play never has a problem here (the tests play hundreds of games to hold this). The
converse does not hold: some impossible positions pass, since the order of past half-days is not on the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator

from pencilwright.games.shared.problems import Problem, too_many
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice import state as states
from pencilwright.games.troyes_dice.components import Link
from pencilwright.games.troyes_dice.play import rules, totals
from pencilwright.games.troyes_dice.play.history import raids_by_colour
from pencilwright.games.troyes_dice.play.move_text import box_name
from pencilwright.games.troyes_dice.play.totals import FORTRESS, Facts
from pencilwright.games.troyes_dice.play.vectors import half_index, sheet_vector, table_vector
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.templates.phrases import Phrase, chained, phrase


def problems(state: states.State) -> list[Problem]:
    """Return every problem found in a state; when single fields are wrong, only those."""
    results = [*_resources(state.sheet), *_citizen_counts(state.sheet), *_cathedrals(state.sheet)]
    results += [*_links(state.sheet), *_fortresses(state.sheet)]
    if state.table is not None:
        results += [*_time(state.table), *_dice(state.table), *_plazas(state.setup, state.table)]
    if not results:
        facts = totals.facts_of(state)
        results += [*_wheel(state), *_strikes(facts), *_raided_plazas(state, facts)]
        results += [*_raid_marked(state), *totals.problems(facts)]
    return results


# --- Single fields of the sheet ---------------------------------------------------------------------------


def _resources(sheet: states.Sheet) -> Iterator[Problem]:
    """Circled lies between 3 and 18, spent between 0 and circled."""
    for resource in box.RESOURCES:
        track = getattr(sheet, resource)
        field = f"sheet.{resource}.circled"
        name = phrase(f"resource.{resource}")
        if track.circled > box.RESOURCE_SPACES:
            yield too_many(field, track.circled, box.RESOURCE_SPACES, name)
        elif track.circled < box.RESOURCE_START:
            rule = phrase("troyes.problem.start", n=box.RESOURCE_START, resource=name)
            yield Problem(field, rule, str(box.RESOURCE_START))
        if track.spent > track.circled:
            rule = phrase("troyes.problem.spent", n=track.spent, resource=name, circled=track.circled)
            yield Problem(f"sheet.{resource}.spent", rule, str(track.circled))


def _citizen_counts(sheet: states.Sheet) -> Iterator[Problem]:
    """A citizen track has 20 spaces."""
    for colour in box.COLOURS:
        count = getattr(sheet.citizens, colour)
        if count > box.CITIZEN_SPACES:
            name = phrase(f"citizen.{colour}.plural")
            yield too_many(f"sheet.citizens.{colour}", count, box.CITIZEN_SPACES, name)


def _cathedrals(sheet: states.Sheet) -> Iterator[Problem]:
    """Cathedrals carry 1, 1, 2, 2, 3, 3 in the order in which they were built."""
    numbers = states.cathedral_numbers(sheet)
    written = sorted(number for number in numbers if number)
    right = list(box.CATHEDRAL_NUMBER_BY_ORDER[: len(written)])
    if written == right:
        return
    order = sorted((number, column) for column, number in enumerate(numbers, start=1) if number)
    nearest = sorted((column, number) for (_, column), number in zip(order, right, strict=True))
    rule = phrase("troyes.problem.numbers", n=len(written), right=tuple(right), written=tuple(written))
    readings = [phrase("troyes.nearest.cathedral", column=column, n=number) for column, number in nearest]
    marks = tuple(f"cathedral.{column}.{number}" for number, column in order)
    yield Problem("sheet.built.cathedral", rule, chained(readings, "troyes.list.comma"), marks)


def _links(sheet: states.Sheet) -> Iterator[Problem]:
    """A link bonus is gained exactly when both its buildings stand."""
    if sheet.links is None:
        return
    earned = states.complete_links(sheet)
    for link in box.LINKS:
        number, pair = link.id.removeprefix("L"), pair_name(link)
        mark, bonus = f"link.{number}", phrase("troyes.bonus.link", id=number)
        if link.id in sheet.links and link.id not in earned:
            standing = states.built_columns(sheet, box.KINDS[link.kind])
            missing = (f"building.{box.KINDS[link.kind]}.{n}" for n in link.columns if n not in standing)
            rule = phrase("troyes.problem.link", id=number, pair=pair)
            yield Problem("sheet.links", rule, phrase("troyes.nearest.without", what=bonus), (mark, *missing))
        if link.id not in sheet.links and link.id in earned:
            rule = phrase("troyes.problem.link.gained", id=number, pair=pair)
            yield Problem("sheet.links", rule, phrase("troyes.nearest.with", what=bonus), (mark,))


def pair_name(link: Link) -> Phrase:
    """Return the two buildings of a link bonus: "town halls 3 and 4"."""
    first, other = link.columns
    return phrase(
        "troyes.pair", buildings=phrase(f"building.{box.KINDS[link.kind]}.plural"), one=first, other=other
    )


def _fortresses(sheet: states.Sheet) -> Iterator[Problem]:
    """A fortress cannot be built in a struck box, and once built no raid strikes its column."""
    for column in sheet.built.fortress:
        if column in sheet.struck.red:
            rule = phrase("troyes.problem.fortress", column=column)
            nearest = phrase("troyes.nearest.not_struck", box=box_name(0, column - 1))
            marks = (f"die.red.{column}", f"building.fortress.{column}")
            yield Problem("sheet.struck.red", rule, nearest, marks)


# --- Single fields of the table ---------------------------------------------------------------------------


def _time(table: states.Table) -> Iterator[Problem]:
    """Days run from 1 to 8; the game is over after day 8; dice come only for half-days that are left."""
    if not 1 <= table.day <= box.DAYS:
        nearest = phrase("troyes.puzzle.day", day=min(max(table.day, 1), box.DAYS))
        yield Problem("table.day", phrase("troyes.problem.day", n=table.day, of=box.DAYS), nearest)
        return
    if table.half == "over" and table.day != box.DAYS:
        rule = phrase("troyes.problem.over", n=table.day, of=box.DAYS)
        yield Problem("table.half", rule, phrase("troyes.puzzle.day", day=box.DAYS))
    left = box.HALF_DAYS - half_index(table)
    if len(table.rolls) > left:
        rule = phrase("troyes.problem.rolls", n=len(table.rolls), left=left)
        yield Problem("table.rolls", rule, phrase("nearest.most", n=left))


def _dice(table: states.Table) -> Iterator[Problem]:
    """A roll is a black die and three transparent ones."""
    for index, roll in enumerate(table.rolls):
        if len(roll.dice) != box.SLOTS - 1:
            rule = phrase("troyes.refused.dice")
            yield Problem(f"table.rolls[{index}].dice", rule, phrase("json.list.exactly", n=box.SLOTS - 1))


def _plazas(setup: Setup | None, table: states.Table) -> Iterator[Problem]:
    """Each plaza shows one of its two faces; only a plaza with a tile can be pillaged."""
    if setup is None:
        return
    for notch, (letter, plaza) in enumerate(zip(table.up, setup.plazas, strict=True)):
        faces = [box.COLOUR_LETTERS[box.COLOURS.index(colour)] for colour in dict.fromkeys(plaza)]
        if letter not in faces:
            view, *known = (
                phrase(f"colour.{box.COLOURS[box.COLOUR_LETTERS.index(name)]}") for name in (letter, *faces)
            )
            rule = phrase("troyes.problem.plaza", n=notch, shown=view, faces=tuple(known))
            nearest = phrase("troyes.nearest.plaza", n=notch, faces=chained(known, "either"))
            yield Problem("table.up", rule, nearest)
    places = [notch for notch, _ in setup.expansion]
    for notch in table.pillage:
        if notch not in places:
            rule = phrase("troyes.problem.pillage", n=notch)
            yield Problem("table.pillage", rule, phrase("troyes.nearest.without", what=f"P{notch}"))


# --- The wheel --------------------------------------------------------------------------------------------


def _wheel(state: states.State) -> Iterator[Problem]:
    """Each half-day the black die turns one of its four plazas: not every pattern of faces can be reached."""
    if state.setup is None or state.table is None:
        return
    half = half_index(state.table)
    reachable = reachable_wheels(state.setup, half)
    seen = _wheel_mask(state.setup, state.table)
    if seen in reachable:
        return
    nearest = min(reachable, key=lambda mask: ((mask ^ seen).bit_count(), mask))
    rule = phrase("troyes.problem.wheel", n=half)
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
        bits = [1 << notch for notch in rules.NOTCH[box.SLOTS * played : box.SLOTS * (played + 1)]]
        masks = {mask ^ (bit & two_faced) | (bit & tiled) for mask in masks for bit in bits}
    return masks


def _wheel_mask(setup: Setup, table: states.Table) -> int:
    """Return the wheel of a table as reachable_wheels has it."""
    mask = 0
    for notch, (letter, plaza) in enumerate(zip(table.up, setup.plazas, strict=True)):
        if box.COLOURS[box.COLOUR_LETTERS.index(letter)] != plaza[0]:
            mask |= 1 << notch
    return mask | sum(1 << notch for notch in table.pillage)


def _wheel_text(setup: Setup, mask: int) -> Phrase:
    """Return a wheel mask in words: the colours up, and the pillaged tiles."""
    tiled = [notch for notch, _ in setup.expansion]
    up = "".join(
        box.COLOUR_LETTERS[box.COLOURS.index(plaza[mask >> notch & 1])]
        for notch, plaza in enumerate(setup.plazas)
    )
    if not tiled:
        return phrase("troyes.nearest.wheel", up=up)
    turned = tuple(f"P{notch}" for notch in tiled if mask >> notch & 1)
    return phrase("troyes.nearest.wheel.turned", up=up, places=turned or "-")


# --- Raids ------------------------------------------------------------------------------------------------


def _strikes(facts: Facts) -> Iterator[Problem]:
    """One raid strikes at most one box, from day 3 on; X8 on its pillage side adds a second."""
    count = sum(len(columns) for columns in facts.struck)
    most = facts.raids * (2 if rules.TILE_BLACK in facts.pillaged else 1)
    if count > most:
        rule = facts.by(phrase("troyes.problem.strikes", n=count, most=most))
        yield Problem("sheet.struck", rule, phrase("nearest.most", n=most))
    first_seen = facts.half is not None and facts.raids > 0 and rules.TILE_BLACK not in facts.tiles
    if count == 0 and first_seen and not facts.built[FORTRESS]:
        rule = facts.by(phrase("troyes.problem.no_strike"))
        yield Problem("sheet.struck", rule, phrase("troyes.nearest.one_struck"))


def _raided_plazas(state: states.State, facts: Facts) -> Iterator[Problem]:
    """Each struck box has the colour of a plaza on which the black die is said to have lain from day 3 on.

    Without a fortress and without X8, the first of these raids on a colour strikes a box.
    """
    slots, table = state.sheet.slots, state.table
    if (
        state.setup is None
        or table is None
        or half_index(table) != len(slots)
        or table.attacked * table.rolls
    ):
        return
    may_miss = bool(facts.built[FORTRESS]) or rules.TILE_BLACK in facts.tiles
    raids = raids_by_colour(state.setup, slots)
    for name, most, struck in zip(box.COLOURS, raids, facts.struck, strict=True):
        rule = phrase("troyes.problem.raided", n=len(struck), colour=phrase(f"colour.{name}"), most=most)
        if len(struck) > most:
            yield Problem(f"sheet.struck.{name}", rule, phrase("nearest.most", n=most))
        elif most and not struck and not may_miss:
            yield Problem(f"sheet.struck.{name}", rule, phrase("troyes.nearest.one_struck"))


def _raid_marked(state: states.State) -> Iterator[Problem]:
    """When the raid of the dice shown is said to be marked, its box is struck or protected."""
    table = state.table
    if state.setup is None or table is None or not table.rolls or not table.attacked:
        return
    before = sheet_vector(state.sheet)
    after = before[:]
    rules.attack(after, table_vector(state.setup, table))
    for colour in range(3):
        for column in range(box.COLUMNS):
            if (after[rules.STRUCK + colour] ^ before[rules.STRUCK + colour]) >> column & 1:
                die = box_name(colour, column)
                rule, nearest = phrase("troyes.problem.raid", box=die), phrase("troyes.nearest.raid", box=die)
                yield Problem("table.attacked", rule, nearest, (f"die.{box.COLOURS[colour]}.{column + 1}",))
