"""The rules of one action written a second time, from the rules' text, slowly and plainly.

Shares no code, table or number with troyes_dice/play/rules.py beyond the layout of the vectors, which are
unpacked here. `outcomes` yields every sheet that one half-day's action can lead to.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

COLOURS = "RYW"
PRESTIGE = {"R": "fortress", "Y": "market", "W": "cathedral"}
PUBLIC = {"R": "count", "Y": "hall", "W": "bishop"}
COLOUR_OF = {name: colour for row in (PRESTIGE, PUBLIC) for colour, name in row.items()}
LINKS: dict[tuple[str, frozenset[int]], tuple[str, int]] = {
    ("fortress", frozenset({1, 2})): ("citizen R", 1),
    ("fortress", frozenset({3, 4})): ("citizen Y", 1),
    ("fortress", frozenset({5, 6})): ("citizen W", 1),
    ("count", frozenset({1, 2})): ("citizen R", 2),
    ("count", frozenset({5, 6})): ("resource R", 3),
    ("hall", frozenset({1, 2})): ("resource Y", 3),
    ("hall", frozenset({3, 4})): ("citizen Y", 2),
    ("bishop", frozenset({3, 4})): ("resource W", 3),
    ("bishop", frozenset({5, 6})): ("citizen W", 2),
}
MARKETS = {
    1: ("R", "resource R", 3),
    2: ("R", "citizen R", 2),
    3: ("Y", "resource Y", 3),
    4: ("Y", "citizen Y", 2),
    5: ("W", "resource W", 3),
    6: ("W", "citizen W", 2),
}
Chooser = Callable[[list[object]], object]


class Die:
    """One die on the wheel: slot, colour of its plaza, value rolled, black or not, tile such as "X3+"."""

    def __init__(self, slot: int, colour: str, value: int, black: bool, tile: str) -> None:
        self.slot, self.colour, self.value, self.tile = slot, colour, value, tile
        self.usable = not black
        if tile == "X8+":
            self.usable = True
        if tile == "X8-":
            self.usable = False


class Wheel:
    """The dice of a half-day and the numbers in the boxes, unpacked from a table vector."""

    def __init__(self, table: Sequence[int]) -> None:
        half, dice, black = table[0], table[1:5], table[5]
        sides, faces, numbers = table[6:15], table[15:33], table[33:51]
        day, afternoon = half // 2 + 1, half % 2
        self.dice = []
        for slot in range(4):
            notch = (day + slot + (4 if afternoon else 0)) % 9
            tile = f"X{table[72 + notch]}" + ("-" if table[81 + notch] else "+")
            colour = COLOURS[faces[2 * notch + sides[notch]]]
            self.dice.append(Die(slot, colour, dice[slot], slot == black, tile))
        self.column = {
            (colour, numbers[6 * index + column]): column + 1
            for index, colour in enumerate(COLOURS)
            for column in range(6)
        }

    def count(self, colour: str) -> int:
        """Count the dice that a market of this colour sees."""
        return sum(die.usable and die.colour == colour for die in self.dice)


class Sheet:
    """A player's sheet as sets and dictionaries."""

    def __init__(self, vector: Sequence[int]) -> None:
        self.got = dict(zip(COLOURS, vector[0:3], strict=True))
        self.spent = dict(zip(COLOURS, vector[3:6], strict=True))
        self.people = dict(zip(COLOURS, vector[6:9], strict=True))
        kinds = ("fortress", "count", "market", "hall", "cathedral", "bishop")
        self.built = {
            (kind, column)
            for index, kind in enumerate(kinds)
            for column in range(1, 7)
            if vector[9 + index] >> (column - 1) & 1
        }
        self.struck = {
            (colour, column)
            for index, colour in enumerate(COLOURS)
            for column in range(1, 7)
            if vector[15 + index] >> (column - 1) & 1
        }
        self.written = {column: vector[17 + column] for column in range(1, 7)}
        self.queue: deque[tuple[str, str]] = deque()

    def vector(self) -> tuple[int, ...]:
        """Pack again."""
        kinds = ("fortress", "count", "market", "hall", "cathedral", "bishop")
        masks = [sum(1 << c - 1 for c in range(1, 7) if (kind, c) in self.built) for kind in kinds]
        struck = [sum(1 << c - 1 for c in range(1, 7) if (colour, c) in self.struck) for colour in COLOURS]
        return (
            *self.got.values(),
            *self.spent.values(),
            *self.people.values(),
            *masks,
            *struck,
            *self.written.values(),
        )

    def left(self, colour: str) -> int:
        """Return what is unspent of a colour's resource."""
        return self.got[colour] - self.spent[colour]

    def can_build(self, kind: str, column: int) -> bool:
        """Tell whether a building may still be built."""
        return (kind, column) not in self.built and (COLOUR_OF[kind], column) not in self.struck


class Turn:
    """One action in progress: the sheet, the wheel, and who makes the choices."""

    def __init__(self, sheet: Sheet, wheel: Wheel, choose: Chooser) -> None:
        self.sheet, self.wheel, self.choose = sheet, wheel, choose

    def citizen(self, colour: str) -> None:
        """Gain one citizen."""
        people = self.sheet.people
        if people[colour] == 20:
            others: list[object] = [other for other in COLOURS if people[other] < 20]
            if not others:
                return
            colour = str(self.choose(others))
        people[colour] += 1
        now = people[colour]
        if now in (15, 20):
            self.sheet.queue.append((str(now), colour))
        if now in (3, 6, 11) and min(people.values()) == now:
            self.sheet.queue.append(("column", str(now)))

    def gain(self, what: str, amount: int) -> None:
        """Gain citizens or resources one at a time."""
        kind, colour = what.split()
        for _ in range(amount):
            if kind == "citizen":
                self.citizen(colour)
            elif self.sheet.got[colour] < 18:
                self.sheet.got[colour] += 1
                if self.sheet.got[colour] in (6, 12, 18):
                    self.citizen(colour)

    def build(self, kind: str, column: int, tile: str) -> None:
        """Build, gain, link."""
        sheet = self.sheet
        sheet.built.add((kind, column))
        if kind == "fortress":
            self.citizen("RRYYWW"[column - 1])
            if tile == "X4+":
                self.citizen("R")
                self.citizen(str(self.choose(["Y", "W"])))
        elif kind == "market":
            colour, what, amount = MARKETS[column]
            self.gain(what, amount * (self.wheel.count(colour) + (tile == "X7+")))
        elif kind == "cathedral":
            before = sum(number > 0 for number in sheet.written.values())
            sheet.written[column] = before // 2 + 1
            if tile == "X5+":
                for colour in COLOURS:
                    self.gain(f"resource {colour}", 1)
        else:
            self.gain(f"citizen {COLOUR_OF[kind]}", 3 if tile == "X6+" else 2)
        for (row, pair), (what, amount) in LINKS.items():
            if row == kind and column in pair and all((kind, other) in sheet.built for other in pair):
                self.gain(what, amount)

    def bonus_build(self, kinds: list[str]) -> None:
        """Build one of the kinds in any column, if any can stand."""
        options: list[object] = [
            (kind, column) for kind in kinds for column in range(1, 7) if self.sheet.can_build(kind, column)
        ]
        if options:
            chosen = self.choose(options)
            assert isinstance(chosen, tuple)
            self.build(chosen[0], chosen[1], "")

    def work_queue(self) -> None:
        """Resolve the queued bonuses, first in first out."""
        while self.sheet.queue:
            what, which = self.sheet.queue.popleft()
            others = [colour for colour in COLOURS if colour != which]
            if what == "15":
                self.bonus_build([PRESTIGE[colour] for colour in others])
            elif what == "20":
                for colour in others:
                    self.citizen(colour)
            elif which == "3":
                for colour in COLOURS:
                    self.gain(f"resource {colour}", 1)
            else:
                self.bonus_build(list(PUBLIC.values()))


def prices(die: Die) -> list[dict[str, int]]:
    """Return the ways to pay for a die (R influence, Y deniers, W knowledge)."""
    extra = {"X3-": "Y", "X4-": "R", "X5-": "W"}.get(die.tile, "")
    if die.tile == "X3+" or die.slot == 0:
        ways = [{"R": 0, "Y": 0, "W": 0}]
    elif die.slot == 1:
        ways = [{colour: int(colour == paid) for colour in COLOURS} for paid in COLOURS]
    else:
        ways = [{"R": 0, "Y": die.slot - 1, "W": 0}]
    return [{colour: way[colour] + (colour == extra) for colour in COLOURS} for way in ways]


def changes(die: Die) -> Iterator[tuple[str, int, int, int]]:
    """Yield (colour, value, influence, knowledge) for all that a die may be changed to."""
    start = 0 if die.tile == "X6-" else die.value
    for value in range(0 if start == 0 else 1, 7):
        steps = abs(value - start)
        if steps and die.tile == "X1-":
            continue
        influence = -(-steps // 2) if die.tile == "X1+" else steps
        for colour in COLOURS:
            if colour != die.colour and die.tile == "X2-":
                continue
            knowledge = 0 if colour == die.colour else 1 if die.tile == "X2+" else 2
            yield colour, value, influence, knowledge


def actions(vector: Sequence[int], wheel: Wheel) -> Iterator[Callable[[Turn], None]]:
    """Yield every legal action as something that is done to a turn."""
    sheet = Sheet(vector)
    bought = False
    for die in wheel.dice:
        for way in prices(die) if die.usable else []:
            if any(way[colour] > sheet.left(colour) for colour in COLOURS):
                continue
            bought = True
            for colour, value, influence, knowledge in changes(die):
                cost = dict(way)
                cost["R"] += influence
                cost["W"] += knowledge
                if any(cost[kind] > sheet.left(kind) for kind in COLOURS):
                    continue
                yield _gain(cost, colour, value)
                for kind in (PRESTIGE[colour], PUBLIC[colour]) if value else ():
                    column = wheel.column[colour, value]
                    barred = die.tile == "X7-" and kind == PRESTIGE[colour]
                    if sheet.can_build(kind, column) and not barred:
                        yield _build(cost, kind, column, die.tile)
    if not bought:
        yield _fallback


def _spend(turn: Turn, cost: dict[str, int]) -> None:
    """Pay."""
    for colour in COLOURS:
        turn.sheet.spent[colour] += cost[colour]


def _gain(cost: dict[str, int], colour: str, value: int) -> Callable[[Turn], None]:
    def act(turn: Turn) -> None:
        _spend(turn, cost)
        turn.gain(f"resource {colour}", value)

    return act


def _build(cost: dict[str, int], kind: str, column: int, tile: str) -> Callable[[Turn], None]:
    def act(turn: Turn) -> None:
        _spend(turn, cost)
        turn.build(kind, column, tile)

    return act


def _fallback(turn: Turn) -> None:
    for colour in COLOURS:
        turn.gain(f"resource {colour}", 1)


def _chooser(script: list[int], scripts: list[list[int]]) -> Chooser:
    """Return a chooser that follows a script; past its end it takes the first option and notes the others."""
    taken = 0

    def choose(options: list[object]) -> object:
        nonlocal taken
        if len(options) == 1:
            return options[0]
        if taken == len(script):
            scripts.extend([*script, other] for other in range(1, len(options)))
            script.append(0)
        taken += 1
        return options[script[taken - 1]]

    return choose


def outcomes(vector: Sequence[int], table: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every sheet that one action can lead to from this sheet and these dice."""
    wheel = Wheel(table)
    for act in actions(vector, wheel):
        scripts: list[list[int]] = [[]]
        while scripts:
            turn = Turn(Sheet(vector), wheel, _chooser(scripts.pop(), scripts))
            act(turn)
            turn.work_queue()
            yield turn.sheet.vector()


def raid(vector: Sequence[int], table: Sequence[int]) -> tuple[int, ...]:
    """Return the sheet after the raids of this half-day."""
    sheet, wheel = Sheet(vector), Wheel(table)
    for die in wheel.dice:
        column = wheel.column[die.colour, die.value]
        if not die.usable and table[0] // 2 + 1 >= 3 and ("fortress", column) not in sheet.built:
            sheet.struck.add((die.colour, column))
    return sheet.vector()
