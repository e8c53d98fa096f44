"""A checker of finished lines: marks a sheet step by step, and knows neither engine nor solver.

Written from the rules dossier alone (sections 4, 7, 8, 9, 10). So are the uses of dice (options.py) and the
tables of bonuses and links (tables.py), which the model of the proof has as well. Speed is no aim here. A
line that passes here is legal, and its score is right.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from pencilwright.solver.troyes_dice.proof.options import (
    CATHEDRALS,
    NO_BUILDING,
    NOTHING,
    Gain,
    Option,
    Triple,
    building_gain,
    options,
)
from pencilwright.solver.troyes_dice.proof.tables import (
    CITIZEN_END,
    COLUMN_MARKS,
    FIFTEENTH,
    FREE_BUILDINGS,
    LINKS,
    PLAIN_GAIN,
    RESOURCE_END,
    RESOURCE_MARKS,
    TWENTIETH,
)
from pencilwright.solver.troyes_dice.proof.wheel import RED, WHITE, YELLOW, HalfDay

Chooser = Callable[[tuple[int, ...]], int]
"""Answers a question of a cascade: which of these buildings (kind * 6 + column) or colours."""
Step = Option | None
"""What one player does in one half-day, the questions of its cascade left open; None is the fallback."""


class LineError(Exception):
    """A step breaks a rule; the sentence names the rule."""


class CheckSheet:
    """One player's sheet, as the pencil sees it."""

    def __init__(self, vector: Sequence[int]) -> None:
        self.got = list(vector[0:3])
        self.used = list(vector[3:6])
        self.citizens = list(vector[6:9])
        self.built = {n for n in range(36) if vector[9 + n // 6] >> n % 6 & 1}
        self.struck = {(colour, c) for colour in range(3) for c in range(6) if vector[15 + colour] >> c & 1}
        self.number = list(vector[18:24])

    def vector(self) -> tuple[int, ...]:
        """Return the sheet in the engine's flat form."""
        built = [
            sum(1 << column for column in range(6) if 6 * kind + column in self.built) for kind in range(6)
        ]
        struck = [
            sum(1 << column for column in range(6) if (colour, column) in self.struck) for colour in range(3)
        ]
        return (*self.got, *self.used, *self.citizens, *built, *struck, *self.number)

    def unspent(self) -> list[int]:
        """Return the available influence, deniers and knowledge."""
        return [got - used for got, used in zip(self.got, self.used, strict=True)]

    def can_pay(self, cost: Triple) -> bool:
        """Return whether so much is available."""
        return all(have >= need for have, need in zip(self.unspent(), cost, strict=True))

    def buildable(self, building: int) -> bool:
        """Not built yet, and the die box of that colour and column not struck."""
        return building not in self.built and (building // 12, building % 6) not in self.struck

    def raid(self, half_day: HalfDay) -> None:
        """Let the black die strike; a fortress in the column keeps all three colours."""
        for colour, column in half_day.raids:
            if column not in self.built:
                self.struck.add((colour, column))

    def score(self) -> int:
        """Return the final score, section 9: the cathedral of a column counts the buildings of its kind."""
        kinds = [sum(kind == n // 6 for n in self.built) for kind in range(6)]
        lines = sum(number * count for number, count in zip(self.number, kinds, strict=True))
        return lines + sum(unspent // 2 for unspent in self.unspent()) + sum(self.citizens)


class _Marking:
    """The marks of one half-day: circles one at a time, then the queue of bonuses, first in first out."""

    def __init__(self, sheet: CheckSheet, half_day: HalfDay, choose: Chooser) -> None:
        self.sheet = sheet
        self.half_day = half_day
        self.choose = choose
        self.queue: deque[int] = deque()

    def circle_citizen(self, colour: int) -> None:
        citizens = self.sheet.citizens
        if citizens[colour] == CITIZEN_END:
            space = tuple(track for track in (RED, YELLOW, WHITE) if citizens[track] < CITIZEN_END)
            if not space:
                return
            colour = space[0] if len(space) == 1 else self.choose(space)
        lowest = min(citizens)
        citizens[colour] += 1
        if citizens[colour] == 15:
            self.queue.append(FIFTEENTH + colour)
        if citizens[colour] == 20:
            self.queue.append(TWENTIETH + colour)
        if min(citizens) > lowest and min(citizens) in COLUMN_MARKS:
            self.queue.append(COLUMN_MARKS.index(min(citizens)))

    def gain(self, gain: Gain) -> None:
        """Circle resources, each 6th of a kind with a citizen, then citizens."""
        for resource, count in enumerate(gain.resources):
            for _ in range(min(count, RESOURCE_END - self.sheet.got[resource])):
                self.sheet.got[resource] += 1
                if self.sheet.got[resource] in RESOURCE_MARKS:
                    self.circle_citizen(resource)
        for colour, count in enumerate(gain.citizens):
            for _ in range(count):
                self.circle_citizen(colour)

    def build(self, building: int, own: Gain, extra: Gain = NOTHING, *, red_and_choice: bool = False) -> None:
        """Draw the building, mark its own gain, what the die's tile adds, then its link."""
        sheet = self.sheet
        sheet.built.add(building)
        if building in CATHEDRALS:
            written = sum(1 for number in sheet.number if number)
            sheet.number[building % 6] = written // 2 + 1
        self.gain(own)
        self.gain(extra)
        if red_and_choice:
            self.circle_citizen(RED)
            self.circle_citizen(self.choose((YELLOW, WHITE)))
        left = building - building % 2
        if left in LINKS and {left, left + 1} <= sheet.built:
            self.gain(LINKS[left])

    def work_queue(self) -> None:
        while self.queue:
            bonus = self.queue.popleft()
            for gain in PLAIN_GAIN.get(bonus, ()):
                self.gain(gain)
            legal = tuple(filter(self.sheet.buildable, FREE_BUILDINGS[bonus]))
            if legal:
                building = legal[0] if len(legal) == 1 else self.choose(legal)
                self.build(building, building_gain(building, self.half_day.lying))


def use_of(half_day: HalfDay, parts: Iterable[int]) -> Option:
    """Return the use of a die by its slot, pay, value, colour and action. Raises LineError where none is."""
    wanted = tuple(parts)
    for option in options(half_day):
        if option[: len(wanted)] == wanted:
            return option
    raise LineError(f"no die can be used like {wanted}")


def mark(sheet: CheckSheet, half_day: HalfDay, step: Step, choose: Chooser) -> None:
    """Mark one step on the sheet (the raid is not part of it). Raises LineError if it is illegal."""
    marking = _Marking(sheet, half_day, choose)
    if step is None:
        if any(sheet.can_pay(option.cost) for option in options(half_day)):
            raise LineError("the fallback is for a player who can buy no die")
        marking.gain(Gain(resources=(1, 1, 1)))
    else:
        if not sheet.can_pay(step.cost):
            raise LineError(f"the step costs {step.cost} and the player has {sheet.unspent()}")
        sheet.used = [used + need for used, need in zip(sheet.used, step.cost, strict=True)]
        if step.building == NO_BUILDING:
            marking.gain(step.own)
        elif sheet.buildable(step.building):
            marking.build(step.building, step.own, step.extra, red_and_choice=step.red_and_choice)
        else:
            raise LineError(f"building {step.building} is built or its box is struck")
    marking.work_queue()


class _Unanswered(Exception):
    """A question of a cascade that is not answered yet."""


def outcomes(sheet: Sequence[int], half_day: HalfDay, step: Step) -> set[tuple[int, ...]]:
    """Return every sheet that the step can end in, however its questions are answered (raid already marked).

    Raises LineError where the step is illegal.
    """
    results: set[tuple[int, ...]] = set()
    open_answers: list[tuple[int, ...]] = [()]
    while open_answers:
        given = open_answers.pop()
        left = list(reversed(given))

        def choose(
            candidates: tuple[int, ...], given: tuple[int, ...] = given, left: list[int] = left
        ) -> int:
            if left:
                return left.pop()
            open_answers.extend((*given, candidate) for candidate in candidates)
            raise _Unanswered

        position = CheckSheet(sheet)
        with suppress(_Unanswered):
            mark(position, half_day, step, choose)
            results.add(position.vector())
    return results


def steps(sheet: Sequence[int], half_day: HalfDay) -> list[Step]:
    """Return every legal step (raid already marked)."""
    position = CheckSheet(sheet)
    payable = [option for option in options(half_day) if position.can_pay(option.cost)]
    legal = [
        option for option in payable if option.building == NO_BUILDING or position.buildable(option.building)
    ]
    return [*legal] if payable else [None]
