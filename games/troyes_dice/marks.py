"""The marks of the score sheet: what each mark id means, and the way from a state to marks and back.

A mark's value is "" when the place is blank. Spaces 1 to 3 of the resource tracks are circled in print, so a
blank there counts as circled. Which of the circled spaces are crossed out does not matter; we cross out the
first ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from pencilwright.games.controls import Control, Number, OneOf, Text, Toggle, Track
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import TICKED, Mark, checked, name_at
from pencilwright.games.shared.problems import Problem
from pencilwright.games.troyes_dice.components import (
    CITIZEN_SPACES,
    COLOURS,
    COLUMNS,
    HALF_DAYS,
    KINDS,
    LINKS,
    RESOURCE_SPACES,
    RESOURCE_START,
    RESOURCES,
    SLOTS,
)
from pencilwright.games.troyes_dice.history import table_after
from pencilwright.games.troyes_dice.legality import problems
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.games.troyes_dice.state import (
    LINK_IDS,
    Buildings,
    CathedralNumbers,
    Citizens,
    Resource,
    Sheet,
    State,
    Struck,
    built_columns,
    canonical,
    cathedral_numbers,
    complete_links,
)
from pencilwright.games.troyes_dice.wording import listed
from pencilwright.templates.phrases import Phrase, phrase

STRUCK: Final = "struck"
CIRCLED: Final = "circled"
SPENT: Final = "spent"
VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "strike": (STRUCK,),
    "circle": (CIRCLED,),
    "resource": (CIRCLED, SPENT),
    "tick": (TICKED,),
    "number": (),
    "text": (),
}
"""The values of each kind of mark besides blank; a text may be anything, also what should be a number."""
CATHEDRAL_NUMBERS: Final = (1, 2, 3)


def _of(one: str, first: str | int, other: str, second: str | int) -> tuple[tuple[str, str | int], ...]:
    """Return the parameters of a label that speaks of two things."""
    return (one, first), (other, second)


def _districts() -> list[Mark]:
    """Return the marks of die boxes, buildings, links and cathedral lines."""
    columns = range(1, COLUMNS + 1)
    result = [
        Mark(f"die.{colour}.{n}", "strike", "mark.die", _of("colour", f"colour.{colour}", "column", n))
        for colour in COLOURS
        for n in columns
    ]
    result += [
        Mark(f"{name}.{n}", "circle", "mark.building", _of("building", name, "column", n))
        for name in (f"building.{kind}" for kind in KINDS)
        for n in columns
    ]
    result += [Mark(f"link.{n}", "circle", "mark.link", (("id", n),)) for n in range(1, len(LINKS) + 1)]
    result += [
        Mark(f"cathedral.{n}.{number}", "tick", "mark.cathedral", _of("column", n, "number", number))
        for n in columns
        for number in CATHEDRAL_NUMBERS
    ]
    return result


def _tracks() -> list[Mark]:
    """Return the marks of resource and citizen tracks."""
    result = [
        Mark(f"{resource}.{n}", "resource", "mark.resource", _of("resource", f"resource.{resource}", "n", n))
        for resource in RESOURCES
        for n in range(1, RESOURCE_SPACES + 1)
    ]
    result += [
        Mark(f"citizens.{colour}.{n}", "circle", "mark.citizen", _of("citizen", f"citizen.{colour}", "n", n))
        for colour in COLOURS
        for n in range(1, CITIZEN_SPACES + 1)
    ]
    return result


def _slots_of(half: int) -> tuple[str, ...]:
    """Return the marks of a half-day 1 to 16: the places of the black die."""
    return tuple(f"slot.{half}.{slot}" for slot in range(SLOTS))


def _wheel() -> list[Mark]:
    """Return the marks for where the black die lay."""
    return [
        Mark(mark, "circle", f"mark.slot.{('pm', 'am')[half % 2]}", _of("day", (half + 1) // 2, "slot", slot))
        for half in range(1, HALF_DAYS + 1)
        for slot, mark in enumerate(_slots_of(half))
    ]


def _texts() -> list[Mark]:
    """Return the places for words."""
    return [Mark("name", "text", "sheet.name"), Mark("date", "text", "sheet.date")]


def _numbers() -> list[Mark]:
    """Return the places for a player's own points: they are compared, and never counted."""
    result = [Mark(f"product.{n}", "number", "mark.product", (("column", n),)) for n in range(1, COLUMNS + 1)]
    result += [
        Mark(f"points.{resource}", "number", "mark.points", (("what", f"resource.{resource}"),))
        for resource in RESOURCES
    ]
    result += [
        Mark(f"points.citizens.{colour}", "number", "mark.points", (("what", f"citizen.{colour}.plural"),))
        for colour in COLOURS
    ]
    return [*result, Mark("total", "number", "sheet.total")]


MARKS: Final[tuple[Mark, ...]] = (*_districts(), *_tracks(), *_wheel(), *_texts(), *_numbers())
"""All marks of the score sheet, in a fixed order."""
_KIND_OF: Final = {mark.id: mark.kind for mark in MARKS}


def _controls() -> list[Control]:
    """Return the controls in the order of MARKS."""
    columns = range(1, COLUMNS + 1)
    single = [mark.id for mark in _districts() if mark.kind != "tick"]
    result: list[Control] = [Toggle(name) for name in single]
    for n in columns:
        numbers = tuple(f"cathedral.{n}.{number}" for number in CATHEDRAL_NUMBERS)
        result.append(OneOf(numbers, f"building.cathedral.{n}"))
    result += [Track(_track_of(resource, RESOURCE_SPACES), RESOURCE_START) for resource in RESOURCES]
    result += [Track(_track_of(f"citizens.{colour}", CITIZEN_SPACES)) for colour in COLOURS]
    result += [OneOf(_slots_of(half)) for half in range(1, HALF_DAYS + 1)]
    result += [Text(mark.id) for mark in _texts()]
    return [*result, *(Number((mark.id,), (1,)) for mark in _numbers())]


def _track_of(name: str, spaces: int) -> tuple[str, ...]:
    """Return the marks of a track."""
    return tuple(f"{name}.{n}" for n in range(1, spaces + 1))


CONTROLS: Final[tuple[Control, ...]] = tuple(_controls())
"""What a tap sets; the number of a cathedral marks its building, too."""
_FIELDS: Final = {
    "sheet.player": "name",
    "sheet.built": "building",
    "sheet.struck": "die",
    "sheet.links": "link",
    "sheet.citizens": "citizens",
    "sheet.slots": "slot",
    **{f"sheet.{resource}": resource for resource in RESOURCES},
}
"""Fields of a state -> what their marks begin with; what follows a field's name follows the mark's."""


def marks_of_field(field: str) -> tuple[str, ...]:
    """Return the marks that show a field of a state; the field itself when it is a mark; () for none."""
    if field in _KIND_OF:
        return (field,)
    if field == "sheet":
        return tuple(mark.id for mark in MARKS if mark.kind != "text")
    known = next((known for known in _FIELDS if f"{field}.".startswith(f"{known}.")), None)
    if known is None:
        return ()
    rest = field[len(known) :]
    first = _FIELDS[known] + ("" if rest in (".circled", ".spent") else rest)
    found = tuple(mark for mark in _KIND_OF if f"{mark}.".startswith(f"{first}."))
    if field == "sheet.built.cathedral":
        found += tuple(mark for mark in _KIND_OF if mark.startswith("cathedral."))
    return found


def to_marks(state: State) -> dict[str, str]:
    """Return the marks that the sheet of a state has: id -> value, without blank ones, in the order of MARKS.

    Link bonuses that the state does not record are marked as its buildings say.
    """
    sheet = state.sheet
    found: dict[str, str] = {"name": sheet.player} if sheet.player else {}
    for colour in COLOURS:
        found |= {f"die.{colour}.{n}": STRUCK for n in getattr(sheet.struck, colour)}
        found |= {f"citizens.{colour}.{n + 1}": CIRCLED for n in range(getattr(sheet.citizens, colour))}
    for kind in KINDS:
        found |= {f"building.{kind}.{n}": CIRCLED for n in built_columns(sheet, kind)}
    links = complete_links(sheet) if sheet.links is None else sheet.links
    found |= {f"link.{link.removeprefix('L')}": CIRCLED for link in links}
    numbers = enumerate(cathedral_numbers(sheet), start=1)
    found |= {f"cathedral.{n}.{number}": TICKED for n, number in numbers if number}
    for resource in RESOURCES:
        track = getattr(sheet, resource)
        found |= {f"{resource}.{n}": CIRCLED for n in range(RESOURCE_START + 1, track.circled + 1)}
        found |= {f"{resource}.{n}": SPENT for n in range(1, track.spent + 1)}
    found |= {f"slot.{half}.{slot}": CIRCLED for half, slot in enumerate(sheet.slots, start=1)}
    _refuse_unprintable(found)
    return {mark.id: found[mark.id] for mark in MARKS if mark.id in found}


def _refuse_unprintable(found: Mapping[str, str]) -> None:
    """Raise InputError when a state has something that the sheet has no place for."""
    for mark_id in found:
        if mark_id not in _KIND_OF:
            raise InputError(phrase("troyes.marks.no_place", mark=mark_id), field=mark_id)


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the state that the marks of a sheet show, and what is wrong with the marks.

    Where every half-day up to now is marked and the setup is known, the state has the table before the next
    roll, unless the rest of the sheet contradicts it, which is a problem. A track with a gap counts what is
    marked. Of two numbers on one cathedral line the lower one counts. A cathedral without number and a number
    without cathedral count nothing.

    Parameters
    ----------
    values : mark id -> value; blank marks may be left out. The places for writing may hold anything; only the
        name is kept.
    setup : the setup printed on the sheet, if known.

    When no link bonus is marked although buildings have earned one, links count as not recorded. Raises
    InputError naming the mark for an unknown id or value.
    """
    marked = checked(values, _KIND_OF, VALUES)
    faults: list[Problem] = []
    influence, deniers, knowledge = (_resource(marked, resource, faults) for resource in RESOURCES)
    columns = range(1, COLUMNS + 1)
    built = {kind: tuple(n for n in columns if f"building.{kind}.{n}" in marked) for kind in KINDS}
    numbers = CathedralNumbers(*(_cathedral(marked, column, faults) for column in columns))
    links = tuple(link for link in LINK_IDS if f"link.{link.removeprefix('L')}" in marked)
    sheet = Sheet(
        player=name_at(marked, "name", faults),
        influence=influence,
        deniers=deniers,
        knowledge=knowledge,
        citizens=Citizens(*(_citizens(marked, colour, faults) for colour in COLOURS)),
        built=Buildings(
            *(numbers if kind == "cathedral" else columns for kind, columns in built.items())  # type: ignore[arg-type]
        ),
        struck=Struck(*(tuple(n for n in columns if f"die.{colour}.{n}" in marked) for colour in COLOURS)),
        links=links,
        slots=_slots(marked, faults),
    )
    if not links and complete_links(sheet):
        sheet = replace(sheet, links=None)
    state = canonical(State(setup, None, sheet))
    if setup is not None and sheet.slots:
        remembered = State(setup, table_after(setup, sheet.slots), state.sheet)
        known = {problem.field for problem in problems(state)}
        against = next((one for one in problems(remembered) if one.field not in known), None)
        if against is None:
            state = remembered
        else:
            faults.append(_contradicted(len(sheet.slots), against))
    return state, tuple(faults)


def _slots(marked: Mapping[str, str], faults: list[Problem]) -> tuple[int, ...]:
    """Return where the black die lay in each half-day played.

    Two places of one half-day are a fault, and so is a half-day after one that is not marked; nothing is
    remembered then.
    """
    ringed = [[mark for mark in _slots_of(half) if mark in marked] for half in range(1, HALF_DAYS + 1)]
    halves = [half for half, marks in enumerate(ringed, start=1) if marks]
    found: list[Problem] = []
    for half in halves:
        marks = ringed[half - 1]
        if len(marks) > 1:
            rule = phrase("troyes.marks.slots", time=_time(half), n=len(marks))
            found.append(Problem(marks[1], rule, "", tuple(marks)))
    if halves and halves[-1] > len(halves):
        blank = next(half for half in range(1, HALF_DAYS + 1) if half not in halves)
        later = next(half for half in halves if half > blank)
        rule = phrase("troyes.marks.forgotten", time=_time(later), blank=_time(blank))
        found.append(Problem(ringed[later - 1][0], rule, "", tuple(ringed[later - 1])))
    faults += found
    return () if found else tuple(int(ringed[half - 1][0][-1]) for half in halves)


def _contradicted(halves: int, problem: Problem) -> Problem:
    """Return that the wheel remembered cannot be that of the rest of the sheet."""
    rule = phrase("troyes.marks.contradicted", time=_time(halves), why=problem.rule)
    last = tuple(mark for mark in _slots_of(halves))
    return Problem(last[0], rule, "", (*last, *marks_of_field(problem.field)))


def _time(half: int) -> Phrase:
    """Return a half-day 1 to 16 in words."""
    return phrase(f"troyes.marks.{('pm', 'am')[half % 2]}", day=(half + 1) // 2)


def _resource(marked: Mapping[str, str], resource: str, gaps: list[Problem]) -> Resource:
    """Return a resource track; a blank space before a marked one is added to the gaps."""
    ids = [f"{resource}.{n}" for n in range(1, RESOURCE_SPACES + 1)]
    circled = _without_gap(marked, ids, RESOURCE_START, phrase(f"troyes.marks.{resource}"), gaps)
    return Resource(circled, sum(marked.get(mark_id) == SPENT for mark_id in ids))


def _citizens(marked: Mapping[str, str], colour: str, gaps: list[Problem]) -> int:
    """Return how many citizens a track has; a blank before a marked one is added to the gaps."""
    ids = [f"citizens.{colour}.{n}" for n in range(1, CITIZEN_SPACES + 1)]
    return _without_gap(marked, ids, 0, phrase(f"troyes.marks.citizens.{colour}"), gaps)


def _without_gap(
    marked: Mapping[str, str], ids: list[str], printed: int, name: Phrase, gaps: list[Problem]
) -> int:
    """Return how many places of a track are marked; its first `printed` ones are circled in print."""
    numbers = [
        number for number, mark_id in enumerate(ids, start=1) if number <= printed or mark_id in marked
    ]
    count = len(numbers)
    for before, number in zip([0, *numbers], numbers, strict=False):
        if number > before + 1:
            rule = phrase("troyes.marks.gap", name=name, n=number, blank=before + 1)
            nearest = phrase("troyes.marks.filled", name=name, n=count)
            gaps.append(Problem(ids[number - 1], rule, nearest, (ids[number - 1], *ids[before : number - 1])))
    return count


def _cathedral(marked: Mapping[str, str], column: int, faults: list[Problem]) -> int:
    """Return the number of a cathedral that counts, 0 when none does; marks that disagree are faults."""
    ticked = [number for number in CATHEDRAL_NUMBERS if f"cathedral.{column}.{number}" in marked]
    building = f"building.cathedral.{column}"
    numbers = tuple(f"cathedral.{column}.{number}" for number in ticked or CATHEDRAL_NUMBERS)
    uncounted = phrase("troyes.marks.uncounted")
    if building not in marked:
        if ticked:
            rule = phrase("troyes.marks.number_alone", column=column, n=ticked[0])
            faults.append(Problem(numbers[0], rule, uncounted, (*numbers, building), (building,)))
        return 0
    if not ticked:
        rule = phrase("troyes.marks.no_number", column=column, numbers=CATHEDRAL_NUMBERS)
        faults.append(Problem(building, rule, uncounted, (building, *numbers), numbers))
        return 0
    if len(ticked) > 1:
        rule = phrase("troyes.marks.numbers", column=column, numbers=listed(ticked))
        nearest = phrase("troyes.marks.number", n=ticked[0])
        # The lowest one counts: it is the last that a remedy would take away.
        faults.append(Problem(numbers[1], rule, nearest, (*reversed(numbers),)))
    return ticked[0]
