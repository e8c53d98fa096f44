"""A checker of finished lines: marks a sheet step by step, and knows neither engine nor solver.

Written from the rules dossier alone (sections 4, 7, 8, 9, 10). Speed is no aim here: every rule stands where
a reader would look for it. A line that passes here is legal, and its score is right.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pencilwright.solver.troyes_dice.proof.wheel import RED, WHITE, YELLOW, Die, HalfDay

INFLUENCE, DENIERS, KNOWLEDGE = 0, 1, 2
FORTRESS, COUNTS_PALACE, GREAT_MARKET, TOWN_HALL, CATHEDRAL, BISHOPS_PALACE = range(6)
GAIN, PRESTIGE, PUBLIC = 0, 1, 2
FALLBACK_SLOT = -1

_FORTRESS_CITIZEN = (RED, RED, YELLOW, YELLOW, WHITE, WHITE)
_FIFTEENTH = {
    RED: (GREAT_MARKET, CATHEDRAL),
    YELLOW: (FORTRESS, CATHEDRAL),
    WHITE: (FORTRESS, GREAT_MARKET),
}
_TWENTIETH = {RED: (YELLOW, WHITE), YELLOW: (RED, WHITE), WHITE: (RED, YELLOW)}
# (kind, left column): (what, which colour or resource, how many)
_LINKS = {
    (FORTRESS, 0): ("citizen", RED, 1),
    (FORTRESS, 2): ("citizen", YELLOW, 1),
    (FORTRESS, 4): ("citizen", WHITE, 1),
    (COUNTS_PALACE, 0): ("citizen", RED, 2),
    (COUNTS_PALACE, 4): ("resource", INFLUENCE, 3),
    (TOWN_HALL, 0): ("resource", DENIERS, 3),
    (TOWN_HALL, 2): ("citizen", YELLOW, 2),
    (BISHOPS_PALACE, 2): ("resource", KNOWLEDGE, 3),
    (BISHOPS_PALACE, 4): ("citizen", WHITE, 2),
}
_ANY_PUBLIC = (COUNTS_PALACE, TOWN_HALL, BISHOPS_PALACE)

# The question that a cascade asks: what for, and the building (kind * 6 + column) or colour candidates.
Chooser = Callable[[str, tuple[int, ...]], int]


class ProofStep(NamedTuple):
    """What one player does in one half-day.

    `slot` is -1 for the fallback; `pay` is the resource given for a cost "of any kind", else -1; `value` and
    `colour` are the die's after all changes; `action` is 0 gain, 1 prestige, 2 public building. The questions
    of its cascade are left open.
    """

    slot: int
    pay: int
    value: int
    colour: int
    action: int


FALLBACK = ProofStep(FALLBACK_SLOT, -1, 0, 0, GAIN)


class LineError(Exception):
    """A step breaks a rule; the sentence names the rule."""


class CheckSheet:
    """One player's sheet, as the pencil sees it."""

    def __init__(self, vector: Sequence[int]) -> None:
        self.got = list(vector[0:3])
        self.used = list(vector[3:6])
        self.citizens = list(vector[6:9])
        self.built = {
            (kind, column) for kind in range(6) for column in range(6) if vector[9 + kind] >> column & 1
        }
        self.struck = {(colour, c) for colour in range(3) for c in range(6) if vector[15 + colour] >> c & 1}
        self.number = list(vector[18:24])

    def vector(self) -> tuple[int, ...]:
        """Return the sheet in the engine's flat form."""
        built = [sum(1 << column for column in range(6) if (kind, column) in self.built) for kind in range(6)]
        struck = [
            sum(1 << column for column in range(6) if (colour, column) in self.struck) for colour in range(3)
        ]
        return (*self.got, *self.used, *self.citizens, *built, *struck, *self.number)

    def unspent(self) -> list[int]:
        """Return the available influence, deniers and knowledge."""
        return [got - used for got, used in zip(self.got, self.used, strict=True)]

    def buildable(self, kind: int, column: int) -> bool:
        """Not built yet, and the die box of that colour and column not struck."""
        return (kind, column) not in self.built and (kind // 2, column) not in self.struck

    def raid(self, half_day: HalfDay) -> None:
        """Let the black die strike; a fortress in the column keeps all three colours."""
        for colour, column in half_day.raids:
            if (FORTRESS, column) not in self.built:
                self.struck.add((colour, column))

    def score(self) -> int:
        """Return the final score, section 9."""
        types = [sum(kind == k for k, _ in self.built) for kind in range(6)]
        type_of_column = (FORTRESS, COUNTS_PALACE, GREAT_MARKET, TOWN_HALL, CATHEDRAL, BISHOPS_PALACE)
        lines = sum(number * types[type_of_column[column]] for column, number in enumerate(self.number))
        return lines + sum(unspent // 2 for unspent in self.unspent()) + sum(self.citizens)


class _Marking:
    """The marks of one half-day: circles one at a time, then the queue of bonuses, first in first out."""

    def __init__(self, sheet: CheckSheet, half_day: HalfDay, choose: Chooser) -> None:
        self.sheet = sheet
        self.half_day = half_day
        self.choose = choose
        self.queue: deque[tuple[str, int]] = deque()

    def circle_citizen(self, colour: int) -> None:
        citizens = self.sheet.citizens
        if citizens[colour] == 20:
            space = tuple(track for track in (RED, YELLOW, WHITE) if citizens[track] < 20)
            if not space:
                return
            colour = space[0] if len(space) == 1 else self.choose("spill", space)
        lowest = min(citizens)
        citizens[colour] += 1
        if citizens[colour] == 15:
            self.queue.append(("15th", colour))
        if citizens[colour] == 20:
            self.queue.append(("20th", colour))
        if min(citizens) > lowest and min(citizens) in (3, 6, 11):
            self.queue.append(("column", min(citizens)))

    def gain_citizens(self, colour: int, count: int) -> None:
        for _ in range(count):
            self.circle_citizen(colour)

    def gain_resources(self, resource: int, count: int) -> None:
        for _ in range(count):
            if self.sheet.got[resource] == 18:
                return
            self.sheet.got[resource] += 1
            if self.sheet.got[resource] in (6, 12, 18):
                self.circle_citizen(resource)

    def build(self, kind: int, column: int, die: Die | None) -> None:
        """Draw the building, mark its own gain (and what the die's tile adds), then its link."""
        sheet = self.sheet
        sheet.built.add((kind, column))
        if kind == FORTRESS:
            self.gain_citizens(_FORTRESS_CITIZEN[column], 1)
        elif kind == GREAT_MARKET:
            self.market(column, die)
        elif kind == CATHEDRAL:
            written = sum(1 for number in sheet.number if number)
            sheet.number[column] = written // 2 + 1
        else:
            self.gain_citizens(kind // 2, 2)
        if die is not None:
            self.feast(kind, die)
        left = column - column % 2
        if (kind, left) in _LINKS and (kind, left) in sheet.built and (kind, left + 1) in sheet.built:
            what, which, count = _LINKS[kind, left]
            (self.gain_citizens if what == "citizen" else self.gain_resources)(which, count)

    def market(self, column: int, die: Die | None) -> None:
        colour = column // 2
        seen = self.half_day.lying[colour] + (1 if die is not None and die.feast(7) else 0)
        if column % 2 == 0:
            self.gain_resources(colour, 3 * seen)
        else:
            self.gain_citizens(colour, 2 * seen)

    def feast(self, kind: int, die: Die) -> None:
        if kind == FORTRESS and die.feast(4):
            self.circle_citizen(RED)
            self.circle_citizen(self.choose("feast", (YELLOW, WHITE)))
        elif kind == CATHEDRAL and die.feast(5):
            for resource in (INFLUENCE, DENIERS, KNOWLEDGE):
                self.gain_resources(resource, 1)
        elif kind in _ANY_PUBLIC and die.feast(6):
            self.gain_citizens(kind // 2, 1)

    def work_queue(self) -> None:
        while self.queue:
            bonus, which = self.queue.popleft()
            if bonus == "15th":
                self.free_building(bonus, _FIFTEENTH[which])
            elif bonus == "20th":
                for colour in _TWENTIETH[which]:
                    self.circle_citizen(colour)
            elif which == 3:
                for resource in (INFLUENCE, DENIERS, KNOWLEDGE):
                    self.gain_resources(resource, 1)
            else:
                self.free_building("column", _ANY_PUBLIC)

    def free_building(self, bonus: str, kinds: tuple[int, ...]) -> None:
        legal = tuple(k * 6 + c for k in kinds for c in range(6) if self.sheet.buildable(k, c))
        if legal:
            building = legal[0] if len(legal) == 1 else self.choose(bonus, legal)
            self.build(building // 6, building % 6, None)


def cost(die: Die, step: ProofStep) -> list[int]:
    """Return influence, deniers and knowledge that the step takes: slot, tile, and changes of the die."""
    price = [0, 0, 0]
    if not die.feast(3):
        if die.slot == 1:
            if step.pay not in (INFLUENCE, DENIERS, KNOWLEDGE):
                raise LineError("the second slot costs one resource, and no kind is named")
            price[step.pay] += 1
        else:
            price[DENIERS] += (0, 0, 1, 2)[die.slot]
    if step.pay != -1 and (die.slot != 1 or die.feast(3)):
        raise LineError("a resource of choice is paid where the slot asks for none")
    for tile, resource in ((3, DENIERS), (4, INFLUENCE), (5, KNOWLEDGE)):
        price[resource] += die.pillaged(tile)
    change = abs(step.value - die.value)
    if change and die.pillaged(1):
        raise LineError("this die's value cannot be changed")
    price[INFLUENCE] += (change + 1) // 2 if die.feast(1) else change
    if step.colour != die.colour:
        if die.pillaged(2):
            raise LineError("this die's colour cannot be changed")
        price[KNOWLEDGE] += 1 if die.feast(2) else 2
    return price


def _can_buy(sheet: CheckSheet, die: Die) -> bool:
    """Return whether slot and surcharge can be paid at all."""
    pays = (-1,) if die.slot != 1 or die.feast(3) else (INFLUENCE, DENIERS, KNOWLEDGE)
    unchanged = (ProofStep(die.slot, pay, die.value, die.colour, GAIN) for pay in pays)
    return any(_payable(sheet, cost(die, step)) for step in unchanged)


def _payable(sheet: CheckSheet, price: list[int]) -> bool:
    return all(have >= need for have, need in zip(sheet.unspent(), price, strict=True))


def mark(sheet: CheckSheet, half_day: HalfDay, step: ProofStep, choose: Chooser) -> None:
    """Mark one step on the sheet (the raid is not part of it). Raises LineError if it is illegal."""
    marking = _Marking(sheet, half_day, choose)
    if step.slot == FALLBACK_SLOT:
        if any(_can_buy(sheet, die) for die in half_day.dice):
            raise LineError("the fallback is for a player who can buy no die")
        for resource in (INFLUENCE, DENIERS, KNOWLEDGE):
            marking.gain_resources(resource, 1)
    else:
        _take_die(marking, step)
    marking.work_queue()


def _take_die(marking: _Marking, step: ProofStep) -> None:
    sheet, half_day = marking.sheet, marking.half_day
    die = next((die for die in half_day.dice if die.slot == step.slot), None)
    if die is None:
        raise LineError(f"no die may be taken from slot {step.slot}")
    if not (1 <= step.value <= 6 or step.value == die.value == 0):
        raise LineError(f"a die cannot show {step.value}")
    price = cost(die, step)
    if not _payable(sheet, price):
        raise LineError(f"the step costs {price} and the player has {sheet.unspent()}")
    sheet.used = [used + need for used, need in zip(sheet.used, price, strict=True)]
    if step.action == GAIN:
        marking.gain_resources(step.colour, step.value)
        return
    if step.value == 0:
        raise LineError("no building has the number 0")
    if step.action == PRESTIGE and die.pillaged(7):
        raise LineError("no prestige building can be built with this die")
    kind = 2 * step.colour + (step.action == PUBLIC)
    column = half_day.column_of[step.colour * 7 + step.value]
    if not sheet.buildable(kind, column):
        raise LineError(f"building {kind} in column {column + 1} is built or its box is struck")
    marking.build(kind, column, die)


def outcomes(sheet: Sequence[int], half_day: HalfDay, step: ProofStep) -> set[tuple[int, ...]]:
    """Return every sheet that the step can end in, however its questions are answered (raid already marked).

    Raises LineError where the step is illegal.
    """
    results: set[tuple[int, ...]] = set()
    open_prefixes: list[tuple[int, ...]] = [()]
    while open_prefixes:
        prefix = open_prefixes.pop()
        questions: list[tuple[int, tuple[int, ...]]] = []

        def choose(
            _bonus: str,
            candidates: tuple[int, ...],
            requests: list[tuple[int, tuple[int, ...]]] = questions,
            prefix: tuple[int, ...] = prefix,
        ) -> int:
            at = len(requests)
            answer = prefix[at] if at < len(prefix) else candidates[0]
            requests.append((answer, candidates))
            return answer

        position = CheckSheet(sheet)
        mark(position, half_day, step, choose)
        answers = tuple(answer for answer, _ in questions)
        results.add(position.vector())
        for at in range(len(prefix), len(questions)):
            open_prefixes += [(*answers[:at], other) for other in questions[at][1][1:]]
    return results


def steps(sheet: Sequence[int], half_day: HalfDay) -> list[ProofStep]:
    """Return every legal step (raid already marked)."""
    position = CheckSheet(sheet)
    results = [
        step
        for die in half_day.dice
        for pay in (-1, INFLUENCE, DENIERS, KNOWLEDGE)
        for value in range(7)
        for colour in (RED, YELLOW, WHITE)
        for action in (GAIN, PRESTIGE, PUBLIC)
        if _is_legal(position, half_day, step := ProofStep(die.slot, pay, value, colour, action))
    ]
    return results or [FALLBACK]


def _is_legal(position: CheckSheet, half_day: HalfDay, step: ProofStep) -> bool:
    trial = CheckSheet(position.vector())
    try:
        mark(trial, half_day, step, lambda _bonus, candidates: candidates[0])
    except LineError:
        return False
    return True
