"""Every optimal line of the last half-days when their dice are known: exact enumeration, duplicates merged.

How it stays small and exact:

- The wheel depends on the dice alone, so each half-day's table is made once.
- A payment changes nothing but the spent counters, and no gain reads them. So a position is kept in two
  parts: the sheet without them (a *group*, expanded once through the rules) and the three counters. A group's
  children serve all of its positions.
- Values may ignore dominated payments: of two positions that differ in the counters alone, the one that spent
  no more of any resource can copy every later move of the other and scores at least as much, *unless* a later
  half-day can force the fallback (a player who can buy nothing gains by it). Where a later half-day has no
  free die, no payment is ignored.
- The first moves and the count of optimal lines ignore nothing: they walk over all payments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import rules
from pencilwright.games.troyes_dice.rules import Move
from pencilwright.solver.compiled import Progress
from pencilwright.templates.phrases import Phrase, phrase

LONGEST = 4
LIMIT = 50

Roll = tuple[int, int, int, int]
Cost = tuple[int, int, int]
Sheet = tuple[int, ...]


class MoveValue(NamedTuple):
    """One move of this half-day: the best final score after it, and how far that is below the optimum.

    `equivalents` are the other moves that lead to the very same sheet.
    """

    move: Move
    value: int
    loss: int
    equivalents: tuple[Move, ...]


class Line(NamedTuple):
    """One move for each half-day to the end; each stands for all moves that lead to the same sheet."""

    moves: tuple[Move, ...]
    final_score: int


class Advice(NamedTuple):
    """What is best, and how everything else compares.

    `value`: the best final score. `moves`: every first move, best first. `lines`: optimal lines in the order
    of their moves, at most `limit` of them; `n_lines` exist that differ on the sheet, and `n_spellings` when
    moves that lead to the same sheet count as different. `positions_visited`: distinct positions evaluated.
    `was_stopped`: the search was interrupted; `moves` are those that were weighed, and there are no lines.
    """

    value: int
    moves: tuple[MoveValue, ...]
    lines: tuple[Line, ...]
    n_lines: int
    n_spellings: int
    positions_visited: int
    was_stopped: bool = False


def best_lines(
    sheet: Sequence[int],
    table: Sequence[int],
    rolls: Sequence[Roll],
    *,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Advice:
    """Return the value of every move and all optimal lines, with every die to the end of the game known.

    `rolls` are (black, t1, t2, t3), one for each half-day left. If dice lie on the table already they are
    this half-day's, its raid is marked on the sheet, and `rolls` begins with the next half-day. `progress` is
    told what is being done, how much of it is done and how much there is.

    Raises InputError when the dice do not reach the end of the game or reach further, or when more than
    four half-days are left.
    """
    days = known_days(table, rolls)
    start = list(sheet)
    if not rules.dice_known(table):
        rules.attack(start, days[0].table)
    return _Search(days, progress).advise(tuple(start), limit)


class Place(NamedTuple):
    """A die after all changes: what can be done with it, and what it costs to get it there.

    `actions`: (some code of it, kind of building or -1, the building's column bit). `costs`: (cost, the codes
    of that cost with action 0), cheap first. `cheapest`: the costs that no other one undercuts.
    """

    actions: tuple[tuple[int, int, int], ...]
    costs: tuple[tuple[Cost, tuple[int, ...]], ...]
    cheapest: tuple[Cost, ...]


class KnownDay(NamedTuple):
    """One half-day with its dice on the table. `free_die`: whether everybody can buy a die."""

    table: list[int]
    places: tuple[Place, ...]
    free_die: bool


def known_days(table: Sequence[int], rolls: Sequence[Roll]) -> list[KnownDay]:
    """Return the half-days from here to the end of the game. Raises InputError when the dice do not fit."""
    given = len(rolls) + rules.dice_known(table)
    left = rules.OVER - table[rules.HALF]
    if left <= 0:
        raise InputError(phrase("troyes.advice.over"), field="table")
    if given > left:
        said = phrase("troyes.advice.too_many_dice", given=given, left=left, more=given - left)
        raise InputError(said, field="table.rolls")
    if given < left:
        raise InputError(_unknown_dice(given, left), field="table.rolls")
    if left > LONGEST:
        raise InputError(phrase("troyes.advice.early", left=left, longest=LONGEST), field="table")
    days = []
    wheel = list(table)
    for at in range(left):
        if not rules.dice_known(wheel):
            rules.place(wheel, *rolls[at - left + len(rolls)])
        days.append(_known_day(list(wheel)))
        rules.end_half(wheel)
    return days


def _unknown_dice(given: int, left: int) -> Phrase:
    needed = phrase("troyes.advice.needed", left=left)
    if left > LONGEST:
        needed = phrase("troyes.advice.needed_later", longest=LONGEST)
    if given == 0:
        return phrase("troyes.advice.unknown", needed=needed)
    return phrase("troyes.advice.unknown_after", n=given, needed=needed)


def _known_day(table: list[int]) -> KnownDay:
    """Read every action and its cost off a sheet that can pay all and build all."""
    rich = rules.new_sheet()
    rich[rules.GOT : rules.GOT + 3] = [18, 18, 18]
    codes = [0] * rules.MAX_MOVES
    counts = rules.new_counts()
    costs: dict[tuple[int, int, int], dict[Cost, set[int]]] = {}
    actions: dict[tuple[int, int, int], dict[int, int]] = {}
    for code in codes[: rules.main_moves(rich, table, codes)]:
        if code == rules.FALLBACK:
            continue
        after = rich[:]
        rules.apply(after, table, code, [], 0, counts)
        parts = rules.decode(code)
        place = (parts.colour, parts.value, rules.die_effect(table, parts.slot))
        cost = (after[rules.USED], after[rules.USED + 1], after[rules.USED + 2])
        costs.setdefault(place, {}).setdefault(cost, set()).add(code - parts.action)
        actions.setdefault(place, {}).setdefault(parts.action, code)
    places = tuple(_place(table, place, actions[place], costs[place]) for place in sorted(costs))
    return KnownDay(table, places, any((0, 0, 0) in found for found in costs.values()))


def _place(
    table: list[int], place: tuple[int, int, int], actions: dict[int, int], costs: dict[Cost, set[int]]
) -> Place:
    colour, value, _ = place
    uses = []
    for action, code in sorted(actions.items()):
        if action == rules.GAIN:
            uses.append((code, -1, 0))
        else:
            uses.append((code, 2 * colour + action - 1, 1 << table[rules.COLUMN + 7 * colour + value]))
    ordered = sorted(costs, key=lambda cost: (sum(cost), cost))
    cheapest: list[Cost] = []
    for cost in ordered:
        if not any(_covers(cost, other) for other in cheapest):
            cheapest.append(cost)
    return Place(tuple(uses), tuple((cost, tuple(sorted(costs[cost]))) for cost in ordered), tuple(cheapest))


def _covers(cost: Cost, cheaper: Cost) -> bool:
    return cheaper[0] <= cost[0] and cheaper[1] <= cost[1] and cheaper[2] <= cost[2]


# The three spent counters in one number: 64 per place keeps sums of four half-days apart.
def _pack(cost: Sequence[int]) -> int:
    return cost[0] + (cost[1] << 6) + (cost[2] << 12)


def _spent(packed: int) -> Cost:
    return (packed & 63, packed >> 6 & 63, packed >> 12)


class _Use(NamedTuple):
    """One action of one place from one group: the children and the choices that lead to each."""

    code: int
    children: tuple[tuple[int, tuple[tuple[int, ...], ...]], ...]


class _Group:
    """All positions of one half-day that differ only in what was spent. The raid is marked already."""

    __slots__ = ("_best", "fallback", "got", "sheet", "uses", "values")

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.got = sheet[rules.GOT : rules.GOT + 3]
        self.uses: list[tuple[Place, tuple[_Use, ...]]] | None = None
        self.fallback: _Use | None = None
        self.values: dict[int, int] = {}
        self._best: list[tuple[int, ...]] | None = None

    def best_table(self, groups: Sequence[_End]) -> list[tuple[int, ...]]:
        """Return (cost, change of resources, points) of every use worth looking at in the last half-day."""
        if self._best is None:
            assert self.uses is not None
            self._best = _worth_looking(self.got, self.uses, groups)
        return self._best


class _End(NamedTuple):
    """A group after the last half-day: circled resources, and all points but those for unspent resources."""

    got: Cost
    points: int


def _worth_looking(
    got: Sequence[int], uses: list[tuple[Place, tuple[_Use, ...]]], ends: Sequence[_End]
) -> list[tuple[int, ...]]:
    entries: set[tuple[int, ...]] = set()
    for place, found in uses:
        results = {ends[child] for use in found for child, _ in use.children}
        changes = {(end.points, *(a - b for a, b in zip(end.got, got, strict=True))) for end in results}
        for c0, c1, c2 in place.cheapest:
            entries.update((p, c0, c1, c2, g0 - c0, g1 - c1, g2 - c2) for p, g0, g1, g2 in changes)
    kept: list[tuple[int, ...]] = []
    for entry in sorted(entries, key=lambda e: (-2 * e[0] - e[4] - e[5] - e[6], e)):
        p, c0, c1, c2, b0, b1, b2 = entry
        for q, d0, d1, d2, a0, a1, a2 in kept:
            if q >= p and d0 <= c0 and d1 <= c1 and d2 <= c2 and a0 >= b0 and a1 >= b1 and a2 >= b2:
                break
        else:
            kept.append(entry)
    return kept


class _Search:
    """One enumeration: layers of groups forward, values backward on demand, then the optimal lines."""

    def __init__(self, days: list[KnownDay], progress: Progress | None) -> None:
        self.days = days
        self.last = len(days) - 1
        self.progress = progress
        self.layers: list[list[_Group]] = [[] for _ in days]
        self.index: list[dict[Sheet, int]] = [{} for _ in range(len(days) + 1)]
        self.ends: list[_End] = []
        self.all_payments = [not all(day.free_die for day in days[t + 1 :]) for t in range(len(days))]
        self.counts = rules.new_counts()
        self.visited = 0

    def advise(self, start: Sheet, limit: int) -> Advice:
        spent = _pack(start[rules.USED : rules.USED + 3])
        root = self._group(0, list(start), raid=False)
        first = self._steps(0, root, spent)
        values: list[int] = []
        try:
            for at, ((child, after), _) in enumerate(first):
                self._tell("moves", at, len(first))
                values.append(self._value(1, child, after))
        except KeyboardInterrupt:
            if not values:
                raise
        best = max(values)
        moves = [
            MoveValue(found[0], value, best - value, tuple(found[1:]))
            for (_, found), value in zip(first, values, strict=False)
        ]
        moves.sort(key=lambda m: (m.loss, m.move))
        if len(values) < len(first):
            return Advice(best, tuple(moves), (), 0, 0, self.visited, was_stopped=True)
        counts: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._tell("lines", 0, 1)
        n_lines, n_spellings = self._count(0, root, spent, best, counts)
        lines: list[Line] = []
        for line in self._lines(0, root, spent, best):
            if len(lines) == limit:
                break
            lines.append(Line(line, best))
        self._tell("lines", 1, 1)
        return Advice(best, tuple(moves), tuple(lines), n_lines, n_spellings, self.visited)

    def _tell(self, what: str, done: int, whole: int) -> None:
        if self.progress is not None:
            self.progress(phrase(f"progress.{what}"), done, whole)

    # -- positions -------------------------------------------------------------------------------------

    def _group(self, t: int, sheet: list[int], *, raid: bool = True) -> int:
        """Return the number of the group that this sheet belongs to at the start of half-day t's action."""
        sheet[rules.USED : rules.USED + 3] = (0, 0, 0)
        if raid and t <= self.last:
            rules.attack(sheet, self.days[t].table)
        key = tuple(sheet)
        index = self.index[t]
        number = index.get(key)
        if number is None:
            number = index[key] = len(index)
            if t <= self.last:
                self.layers[t].append(_Group(key))
            else:
                got = (key[0], key[1], key[2])
                self.ends.append(_End(got, rules.final_score(sheet) - sum(n // 2 for n in got)))
        return number

    def _expand(self, t: int, group: _Group) -> list[tuple[Place, tuple[_Use, ...]]]:
        """Return every use of every place from this group, whatever was spent."""
        if group.uses is None:
            sheet = group.sheet
            group.uses = []
            for place in self.days[t].places:
                found = []
                for code, kind, column in place.actions:
                    if kind >= 0 and (sheet[rules.BUILT + kind] | sheet[rules.STRUCK + kind // 2]) & column:
                        continue
                    found.append(self._use(t, sheet, code))
                group.uses.append((place, tuple(found)))
        return group.uses

    def _use(self, t: int, sheet: Sheet, code: int) -> _Use:
        """Return the action with every combination of its choices."""
        table, counts = self.days[t].table, self.counts
        choices = [0] * rules.MAX_CHOICES
        n_choices = 0
        children: dict[int, list[tuple[int, ...]]] = {}
        while True:
            after = list(sheet)
            used = rules.apply(after, table, code, choices, n_choices, counts)
            for later in range(n_choices, used):
                choices[later] = 0
            children.setdefault(self._group(t + 1, after), []).append(tuple(choices[:used]))
            n_choices = rules.next_choices(choices, used, used, counts) if used else 0
            if n_choices == 0:
                return _Use(code, tuple((child, tuple(found)) for child, found in children.items()))

    def _fallback(self, t: int, group: _Group) -> _Use:
        if group.fallback is None:
            group.fallback = self._use(t, group.sheet, rules.FALLBACK)
        return group.fallback

    def _steps(self, t: int, number: int, spent: int) -> list[tuple[tuple[int, int], list[Move]]]:
        """Every distinct sheet after one move, (group, spent), with the moves that lead there, sorted."""
        group = self.layers[t][number]
        available = [got - used for got, used in zip(group.got, _spent(spent), strict=True)]
        found: dict[tuple[int, int], list[Move]] = {}
        for place, uses in self._expand(t, group):
            for cost, heads in place.costs:
                if not _covers((available[0], available[1], available[2]), cost):
                    continue
                after = spent + _pack(cost)
                for use in uses:
                    action = use.code & 3
                    for child, ways in use.children:
                        moves = found.setdefault((child, after), [])
                        moves += [Move(head + action, choices) for head in heads for choices in ways]
        if not found:
            use = self._fallback(t, group)
            found = {(child, spent): [Move(use.code, way) for way in ways] for child, ways in use.children}
        for moves in found.values():
            moves.sort()
        return sorted(found.items(), key=lambda item: item[1][0])

    # -- values ----------------------------------------------------------------------------------------

    def _value(self, t: int, number: int, spent: int) -> int:
        """Return the best final score from a position."""
        if t > self.last:
            end = self.ends[number]
            return end.points + _unspent_points(end.got, spent)
        group = self.layers[t][number]
        value = group.values.get(spent)
        if value is None:
            self.visited += 1
            uses = self._expand(t, group)
            value = (
                self._last_value(group, spent) if t == self.last else self._inner_value(t, group, uses, spent)
            )
            if value < 0:
                children = self._fallback(t, group).children
                value = max(self._value(t + 1, child, spent) for child, _ in children)
            group.values[spent] = value
        return value

    def _last_value(self, group: _Group, spent: int) -> int:
        """Return the value in the last half-day, -1 where no die can be bought."""
        u0, u1, u2 = _spent(spent)
        a0, a1, a2 = group.got[0] - u0, group.got[1] - u1, group.got[2] - u2
        best = -1
        for p, c0, c1, c2, b0, b1, b2 in group.best_table(self.ends):
            if c0 <= a0 and c1 <= a1 and c2 <= a2:
                value = p + (a0 + b0 >> 1) + (a1 + b1 >> 1) + (a2 + b2 >> 1)
                best = max(best, value)
        return best

    def _inner_value(
        self, t: int, group: _Group, uses: list[tuple[Place, tuple[_Use, ...]]], spent: int
    ) -> int:
        """Return the value before the last half-day, -1 where no die can be bought."""
        u0, u1, u2 = _spent(spent)
        a0, a1, a2 = group.got[0] - u0, group.got[1] - u1, group.got[2] - u2
        best = -1
        following = self.layers[t + 1]
        for place, found in uses:
            costs: Iterable[Cost] = (
                [cost for cost, _ in place.costs] if self.all_payments[t] else place.cheapest
            )
            for c0, c1, c2 in costs:
                if c0 <= a0 and c1 <= a1 and c2 <= a2:
                    after = spent + c0 + (c1 << 6) + (c2 << 12)
                    for use in found:
                        for child, _ in use.children:
                            value = following[child].values.get(after)
                            if value is None:
                                value = self._value(t + 1, child, after)
                            best = max(best, value)
        return best

    # -- lines -----------------------------------------------------------------------------------------

    def _optimal(self, t: int, number: int, spent: int, target: int) -> Iterator[tuple[int, int, list[Move]]]:
        """Return the steps from here that keep the target in reach."""
        for (child, after), moves in self._steps(t, number, spent):
            if self._value(t + 1, child, after) == target:
                yield child, after, moves

    def _count(
        self,
        t: int,
        number: int,
        spent: int,
        target: int,
        counts: dict[tuple[int, int, int], tuple[int, int]],
    ) -> tuple[int, int]:
        """Return how many lines from here reach the target: distinct on the sheet, and as moves."""
        if t > self.last:
            return 1, 1
        known = counts.get((t, number, spent))
        if known is None:
            lines = spellings = 0
            for child, after, moves in self._optimal(t, number, spent, target):
                found, spelled = self._count(t + 1, child, after, target, counts)
                lines += found
                spellings += spelled * len(moves)
            known = counts[t, number, spent] = (lines, spellings)
        return known

    def _lines(self, t: int, number: int, spent: int, target: int) -> Iterator[tuple[Move, ...]]:
        """Return the optimal lines in the order of their moves."""
        if t > self.last:
            yield ()
            return
        for child, after, moves in self._optimal(t, number, spent, target):
            for rest in self._lines(t + 1, child, after, target):
                yield (moves[0], *rest)


def _unspent_points(got: Cost, spent: int) -> int:
    u0, u1, u2 = _spent(spent)
    return (got[0] - u0) // 2 + (got[1] - u1) // 2 + (got[2] - u2) // 2
