"""The marks of the score sheet: what each mark id means, and the way from a state to marks and back.

A mark's value is "" when the place is blank. Spaces 1 to 3 of the resource tracks are circled in print, so a
blank there counts as circled. Which of the circled spaces are crossed out does not matter; we cross out the
first ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.boxes import Exclusive, FromLeft, Group, MarksReading, SheetBox, SheetBoxes
from pencilwright.games.shared.marks import CIRCLED, SPENT, STRUCK, TICKED, SheetMark
from pencilwright.games.shared.problems import Problem
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice import state as states
from pencilwright.games.troyes_dice.legality import problems
from pencilwright.games.troyes_dice.play.history import table_after
from pencilwright.games.troyes_dice.play.known_dice import parse_table, table_text
from pencilwright.games.troyes_dice.play.vectors import half_index
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.templates.phrases import Phrase, phrase

CATHEDRAL_NUMBERS: Final = (1, 2, 3)
WHEEL: Final = "wheel"
"""The mark of a table that the places of the black die do not tell."""

SPACES: Final = range(1, box.COLUMNS + 1)
"""Columns of the districts."""


@cache
def slots_of(half: int) -> tuple[str, ...]:
    """Return the marks of a half-day 1 to 16: the places of the black die."""
    return tuple(f"slot.{half}.{slot}" for slot in range(box.SLOTS))


@cache
def numbers_of(column: int) -> tuple[str, ...]:
    """Return the marks of a cathedral's line."""
    return tuple(f"cathedral.{column}.{number}" for number in CATHEDRAL_NUMBERS)


@cache
def track_of(name: str) -> tuple[str, ...]:
    """Return the marks of a track, such as "influence" or "citizens.red"."""
    spaces = box.RESOURCE_SPACES if name in box.RESOURCES else box.CITIZEN_SPACES
    return tuple(f"{name}.{n}" for n in range(1, spaces + 1))


def _box(mark: str, kind: str, label: str, *fields: str, **values: str | int) -> SheetBox:
    """Return a box of the drawing; `values` are what its label speaks of."""
    return SheetBox(SheetMark(mark, kind, label, tuple(values.items())), (*fields, "sheet"))


def _boxes() -> Iterator[SheetBox]:
    """Yield the boxes of districts, tracks, wheel, words and a player's own points."""
    for colour in box.COLOURS:
        for n in SPACES:
            die, named = f"die.{colour}.{n}", f"colour.{colour}"
            yield _box(die, "strike", "mark.die", f"sheet.struck.{colour}.{n}", colour=named, column=n)
    for kind in box.KINDS:
        for n in SPACES:
            fields = [f"sheet.built.{kind}.{n}", f"sheet.built.{kind}"]
            name = f"building.{kind}"
            yield _box(f"{name}.{n}", "circle", "mark.building", *fields, building=name, column=n)
    for n in range(1, len(box.LINKS) + 1):
        yield _box(f"link.{n}", "circle", "mark.link", "sheet.links", id=n)
    for n in SPACES:
        for number, mark in zip(CATHEDRAL_NUMBERS, numbers_of(n), strict=True):
            yield _box(mark, "tick", "mark.cathedral", "sheet.built.cathedral", column=n, number=number)
    for name in box.RESOURCES:
        for n, mark in enumerate(track_of(name), start=1):
            fields = [f"sheet.{name}", f"sheet.{name}.{n}"]
            yield _box(mark, "resource", "mark.resource", *fields, resource=f"resource.{name}", n=n)
    for colour in box.COLOURS:
        for n, mark in enumerate(track_of(f"citizens.{colour}"), start=1):
            fields = [f"sheet.citizens.{colour}", f"sheet.citizens.{colour}.{n}"]
            yield _box(mark, "circle", "mark.citizen", *fields, citizen=f"citizen.{colour}", n=n)
    for half in range(1, box.HALF_DAYS + 1):
        for slot, mark in enumerate(slots_of(half)):
            label, day = f"mark.slot.{('pm', 'am')[half % 2]}", (half + 1) // 2
            yield _box(mark, "circle", label, "sheet.slots", "table", day=day, slot=slot)
    yield SheetBox(SheetMark("name", "text", "sheet.name"), ("sheet.player",))
    yield SheetBox(SheetMark("date", "text", "sheet.date"))
    yield SheetBox(SheetMark(WHEEL, "text", "mark.wheel"))  # on no paper: a tapped sheet keeps it
    yield from _points()


def _points() -> Iterator[SheetBox]:
    """Yield the places for a player's own points: they are compared, and never counted."""

    def points(mark: str, label: str, most: int, **fields: str | int) -> SheetBox:
        return _box(mark, "number", label, **fields)._replace(most=most, note=True)

    for n in SPACES:
        yield points(f"product.{n}", "mark.product", max(CATHEDRAL_NUMBERS) * box.COLUMNS, column=n)
    for name in box.RESOURCES:
        most = box.RESOURCE_SPACES // box.RESOURCES_PER_POINT
        yield points(f"points.{name}", "mark.points", most, what=f"resource.{name}")
    for colour in box.COLOURS:
        most = box.CITIZEN_SPACES * box.POINTS_PER_CITIZEN
        yield points(f"points.citizens.{colour}", "mark.points", most, what=f"citizen.{colour}.plural")
    yield points("total", "sheet.total", 0)


def _groups() -> Iterator[Group]:
    """A cathedral has one number, tracks are filled from the left, the black die lies at one place."""
    for n in SPACES:
        reason = phrase("troyes.rule.cathedral", column=n)
        yield Exclusive(numbers_of(n), reason, brings=f"building.cathedral.{n}")
    for name in box.RESOURCES:
        yield FromLeft(track_of(name), phrase(f"troyes.rule.{name}"), box.RESOURCE_START)
    for colour in box.COLOURS:
        yield FromLeft(track_of(f"citizens.{colour}"), phrase(f"troyes.rule.citizens.{colour}"))
    for half in range(1, box.HALF_DAYS + 1):
        rule = f"troyes.rule.slot.{('pm', 'am')[half % 2]}"
        yield Exclusive(slots_of(half), phrase(rule, day=(half + 1) // 2))


SHEET: Final = SheetBoxes(_boxes(), _groups())
"""The score sheet. The number of a cathedral marks its building, too."""
MARKS: Final = SHEET.marks
CONTROLS: Final = SHEET.controls
marks_of_field = SHEET.marks_of_field


def _built(kind: str) -> tuple[tuple[str, ...], ...]:
    """Return the marks of the buildings of a kind: of cathedrals each goes with its own number."""
    if kind == "cathedral":
        return tuple(mark for n in SPACES for mark in _numbered(n))
    return (tuple(f"building.{kind}.{n}" for n in SPACES),)


def _numbered(column: int) -> tuple[tuple[str, ...], ...]:
    """Return a cathedral and its numbers, each by itself."""
    return tuple((mark,) for mark in (f"building.cathedral.{column}", *numbers_of(column)))


def counted_from() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return line of the score -> groups of the marks that it is counted from."""
    tracks = (*box.RESOURCES, *(f"citizens.{colour}" for colour in box.COLOURS))
    products = {
        f"product.{column}": (*_numbered(column), *_built(box.KINDS[kind]))
        for column, kind in zip(SPACES, box.CATHEDRAL_SCORES, strict=True)
    }
    return products | {f"points.{track}": (track_of(track),) for track in tracks}


def to_marks(state: states.State) -> dict[str, str]:
    """Return the marks that the sheet of a state has: id -> value, without blank ones, in the order of MARKS.

    Link bonuses that the state does not record are marked as its buildings say.
    """
    sheet = state.sheet
    results: dict[str, str] = {"name": sheet.player} if sheet.player else {}
    for colour in box.COLOURS:
        results |= {f"die.{colour}.{n}": STRUCK for n in getattr(sheet.struck, colour)}
        results |= {f"citizens.{colour}.{n + 1}": CIRCLED for n in range(getattr(sheet.citizens, colour))}
    for kind in box.KINDS:
        results |= {f"building.{kind}.{n}": CIRCLED for n in states.built_columns(sheet, kind)}
    links = states.complete_links(sheet) if sheet.links is None else sheet.links
    results |= {f"link.{link.removeprefix('L')}": CIRCLED for link in links}
    numbers = enumerate(states.cathedral_numbers(sheet), start=1)
    results |= {f"cathedral.{n}.{number}": TICKED for n, number in numbers if number}
    for resource in box.RESOURCES:
        track = getattr(sheet, resource)
        results |= {f"{resource}.{n}": CIRCLED for n in range(box.RESOURCE_START + 1, track.circled + 1)}
        results |= {f"{resource}.{n}": SPENT for n in range(1, track.spent + 1)}
    results |= {f"slot.{half}.{slot}": CIRCLED for half, slot in enumerate(sheet.slots, start=1)}
    return SHEET.to_marks({}, results)


def tapped_marks(state: states.State) -> dict[str, str]:
    """Return `to_marks` and the table, where the places of the black die do not tell it."""
    setup, table = state.setup, state.table
    if setup is None or table is None:
        return to_marks(state)
    wheel = table_text(table)
    is_told = wheel == table_text(table_after(setup, state.sheet.slots))
    return to_marks(state) | ({} if is_told else {WHEEL: wheel})


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[states.State, tuple[Problem, ...]]:
    """Return the state that the marks of a sheet show, and what is wrong with the marks.

    Where every half-day up to now is marked, or nothing is, and the setup is known, the state has the table
    before the next roll, unless the rest of the sheet contradicts it, which is a problem. A table that a
    tapped sheet keeps goes before it as long as no later half-day is marked. A track with a gap counts what
    is marked. Of two numbers on one cathedral line the lower one counts. A cathedral without number and a
    number without cathedral count nothing.

    Parameters
    ----------
    values : mark id -> value; blank marks may be left out. The places for writing may hold anything; only the
        name is kept.
    setup : the setup printed on the sheet, if known.

    When no link bonus is marked although buildings have earned one, links count as not recorded. Raises
    InputError naming the mark for an unknown id or value.
    """
    reading = SHEET.read(values)
    marked = reading.marked
    influence, deniers, knowledge = (_resource(reading, resource) for resource in box.RESOURCES)
    built = {
        kind: tuple(n for n in SPACES if f"building.{kind}.{n}" in marked)
        for kind in box.KINDS
        if kind != "cathedral"
    }
    numbers = (reading.one_of(numbers_of(column)) for column in SPACES)
    cathedrals = states.CathedralNumbers(*(int(mark[-1]) if mark else 0 for mark in numbers))
    links = tuple(link for link in states.LINK_IDS if f"link.{link.removeprefix('L')}" in marked)
    sheet = states.Sheet(
        player=reading.name("name"),
        influence=influence,
        deniers=deniers,
        knowledge=knowledge,
        citizens=states.Citizens(*(reading.filled(track_of(f"citizens.{colour}")) for colour in box.COLOURS)),
        built=states.Buildings(cathedral=cathedrals, **built),
        struck=states.Struck(
            *(tuple(n for n in SPACES if f"die.{colour}.{n}" in marked) for colour in box.COLOURS)
        ),
        links=links,
        slots=_slots(reading),
    )
    if not links and states.complete_links(sheet):
        sheet = replace(sheet, links=None)
    state = states.normalize(states.State(setup=setup, sheet=sheet))
    is_untouched = replace(sheet, player="") == states.start(setup).sheet
    given = None if setup is None else _kept_table(reading)
    if given is not None:
        state = states.normalize(replace(state, table=given))
    is_late = given is not None and half_index(given) >= len(sheet.slots)
    if setup is not None and not is_late and (sheet.slots or is_untouched):
        remembered = _remembered(state, setup, sheet.slots)
        against = _against(state, remembered)
        if against is None:
            state = remembered
        else:
            reading.problems.append(_contradicted(state, setup, against))
    return state, tuple(reading.problems)


def _kept_table(reading: MarksReading) -> states.Table | None:
    """Return the table that a tapped sheet keeps, None for none; a text that is none is a problem."""
    if WHEEL not in reading.marked:
        return None
    try:
        return parse_table(reading.marked[WHEEL])
    except InputError as error:
        reading.problems.append(Problem(WHEEL, error.sentence, "", (WHEEL,)))
        return None


def _remembered(state: states.State, setup: Setup, slots: tuple[int, ...]) -> states.State:
    """Return a state with the table after half-days in which the black die lay at these places."""
    return replace(state, sheet=replace(state.sheet, slots=slots), table=table_after(setup, slots))


def _against(state: states.State, remembered: states.State) -> Problem | None:
    """Return the first problem that comes of the remembered table alone, None for none."""
    known = {problem.field for problem in problems(state)}
    return next((problem for problem in problems(remembered) if problem.field not in known), None)


def _slots(reading: MarksReading) -> tuple[int, ...]:
    """Return where the black die lay in each half-day played.

    Two places of one half-day are a fault, and so is a half-day after one that is not marked; nothing is
    remembered then.
    """
    ringed = {half: reading.among(slots_of(half)) for half in range(1, box.HALF_DAYS + 1)}
    lain = {half: reading.one_of(slots_of(half)) for half, marks in ringed.items() if marks}
    if lain and max(lain) > len(lain):
        blank = next(half for half in ringed if half not in lain)
        later = next(half for half in lain if half > blank)
        rule = phrase("troyes.marks.forgotten", time=_time(later), blank=_time(blank))
        reading.problems.append(Problem(lain[later], rule, "", ringed[later]))
    elif all(len(ringed[half]) == 1 for half in lain):
        return tuple(int(mark[-1]) for mark in lain.values())
    return ()


def _contradicted(state: states.State, setup: Setup, problem: Problem) -> Problem:
    """Return that the wheel remembered cannot be that of the rest of the sheet.

    The places of the next half-day that would settle it are missing: likely its black die was forgotten.
    """
    slots = state.sheet.slots
    halves = len(slots)
    missing = tuple(
        mark
        for place, mark in enumerate(slots_of(halves + 1) if halves < box.HALF_DAYS else ())
        if _against(state, _remembered(state, setup, (*slots, place))) is None
    )
    rule = phrase("troyes.marks.contradicted", time=_time(halves), why=problem.rule)
    last = slots_of(halves)
    others = (mark for mark in marks_of_field(problem.field) if not mark.startswith("slot."))
    return Problem(last[0], rule, "", (*missing, *last, *others), missing)


def _time(half: int) -> Phrase:
    """Return a half-day 1 to 16 in words."""
    return phrase(f"troyes.marks.{('pm', 'am')[half % 2]}", day=(half + 1) // 2)


def _resource(reading: MarksReading, resource: str) -> states.Resource:
    """Return a resource track."""
    track = track_of(resource)
    return states.Resource(reading.filled(track), sum(reading.marked.get(mark) == SPENT for mark in track))
