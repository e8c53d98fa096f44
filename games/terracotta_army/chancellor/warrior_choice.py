"""Which warrior the chancellor builds and where: type, group, space, each narrowed rule by rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.rules.building import next_to
from pencilwright.games.terracotta_army.rules.grid import Grid, Group, around, neighbours
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, Word, phrase

Say = Callable[[str, Phrase], None]
"""Takes the number of a rule and what it decided, in words."""


def _quiet(_rule: str, _words: Phrase) -> None:
    """Take no note."""


def did(what: str, **words: Word) -> Phrase:
    """Return what he does at a rule, in words."""
    return phrase(f"terracotta.step.{what}", **words)


# --- Type -------------------------------------------------------------------------------------------------


def choose_type(state: State, feasible: Sequence[str], weapons: bool, say: Say = _quiet) -> str:
    """Return the type that he builds (section 9.7).

    Parameters
    ----------
    feasible : types that may be built at all, at least one.
    weapons : whether he prefers types whose weapon is active: in a build or captain action.
    say : takes note of each rule that decides something.
    """
    remaining = list(feasible)
    if weapons:
        remaining = _with_active_weapon(state, remaining, say)
    best = max(state.value_of_type(kind) for kind in remaining)
    dearest = [kind for kind in remaining if state.value_of_type(kind) == best]
    remaining = _narrow(remaining, dearest, say, 2, n=best)
    if len(remaining) > 1:
        for tile in state.tiles[state.round - 1 :]:
            named = [kind for kind in remaining if tile == f"type:{kind}"]
            if named:
                return _narrow(remaining, named, say, 3, tile=names.tile(tile))[0]
        row = state.leader.row
        order = row if state.board.weapon_preference == "left" else row[::-1]
        remaining.sort(key=lambda kind: order.index(box.WEAPON_OF_TYPE[kind]))
        end = state.board.weapon_preference
        weapon = names.weapon(box.WEAPON_OF_TYPE[remaining[0]])
        say("type 4", did(f"type.4.{end}", types=names.pieces(remaining), weapon=weapon))
    return remaining[0]


def _with_active_weapon(state: State, remaining: list[str], say: Say) -> list[str]:
    """Keep the types whose weapon is active, unless one without is worth 3 more than every other."""
    active = [kind for kind in remaining if box.WEAPON_OF_TYPE[kind] in state.him.active]
    for kind in remaining:
        others = [state.value_of_type(other) for other in remaining if other != kind]
        if kind not in active and others and state.value_of_type(kind) >= max(others) + box.EXCEPTION_LEAD:
            say("type 1", did("type.lead", type=names.piece(kind), n=box.EXCEPTION_LEAD))
            return remaining
    return _narrow(remaining, active, say, 1)


def _narrow(remaining: list[str], fewer: list[str], say: Say, rule: int, **fields: Word) -> list[str]:
    """Return the fewer unless there are none; say so when something is left out."""
    if not fewer or len(fewer) == len(remaining):
        return remaining
    say(f"type {rule}", did(f"type.{rule}", types=names.pieces(fewer), **fields))
    return fewer


# --- Group ------------------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """How the two of you stand in a group: warriors and archers of yours and of his."""

    yours: int
    his: int
    your_archers: int
    his_archers: int


def standing(state: State, group: Group) -> Standing:
    """Return how the two of you stand in a group or a single warrior."""
    you, him = state.human.letter, state.him.letter
    return Standing(group.count(you), group.count(him), group.faced.count(you), group.faced.count(him))


def condition(now: Standing, rounds_left: int) -> str:
    """Return the first condition a to f that a group meets (section 9.7); "" for none.

    `rounds_left` counts this round too.
    """
    lead = now.yours - now.his
    you_lead = (now.yours, now.your_archers) > (now.his, now.his_archers)
    he_leads = (now.his, now.his_archers) > (now.yours, now.your_archers)
    if not you_lead and not he_leads:
        return "a"
    if lead == 1 or (lead == 0 and now.your_archers - now.his_archers == 1):
        return "b"
    if you_lead and lead > 0 and now.his > 0:
        return "c"
    if you_lead and lead <= rounds_left:
        return "d"
    if he_leads and now.yours > 0:
        return "e"
    return "f" if now.yours == 0 else ""


def open_cells(grid: Grid, group: Group) -> list[int]:
    """Return the empty spaces next to a group."""
    near = neighbours(grid.cols, grid.rows)
    results = {other for cell in group.cells for other in near[cell] if other not in grid.at}
    return sorted(results)


def choose_spaces(state: State, kind: str, say: Say = _quiet) -> list[int]:
    """Return the spaces among which he places a warrior of a type: next to a group, or alone."""
    grid = state.grid
    left = box.ROUNDS + 1 - state.round
    by_rule: dict[str, list[Group]] = {}
    for group in grid.components():
        if group.kind == kind and open_cells(grid, group):
            by_rule.setdefault(condition(standing(state, group), left), []).append(group)
    rule = next((letter for letter in box.LADDER if letter in by_rule), "")
    if not rule:
        alone = [cell for cell in grid.empty() if not next_to(grid, cell, kind)]
        say("group 2", did("group.2", type=names.piece(kind)))
        if not alone:
            say("group 2", did("group.2.full"))
        return alone or grid.empty()
    results = by_rule[rule]
    most = max(group.size for group in results)
    largest = [group for group in results if group.size == most]
    where = tuple(grid.name(min(group.cells)) for group in largest)
    say(f"group 1{rule}", did(f"group.1{rule}", cells=where))
    if len(largest) < len(results):
        say("group 4", did("group.4", n=len(results), most=most, cells=where))
    return sorted({cell for group in largest for cell in open_cells(grid, group)})


# --- Space ------------------------------------------------------------------------------------------------


def priority(state: State, cell: int) -> int:
    """Return the priority of a space by the inspectors' places; 1 is best (section 9.8, step 1)."""
    grid, seen = state.grid, state.board.inspectors
    down = (cell // grid.cols - state.row) * seen.row_step % grid.rows
    across = (cell % grid.cols - state.col) * seen.col_step % grid.cols
    return state.board.priority(down, across)


def narrow_spaces(state: State, cells: Sequence[int], say: Say = _quiet) -> list[int]:
    """Return the spaces that are left after steps 1 to 6 of section 9.8; several: you choose (step 7)."""
    grid = state.grid
    remaining = list(cells)

    def keep(fewer: Iterable[int], rule: int, **fields: Word) -> None:
        nonlocal remaining
        results = list(fewer)
        if results and len(results) < len(remaining):
            say(f"space {rule}", did(f"space.{rule}", cells=tuple(map(grid.name, results)), **fields))
            remaining = results

    limit = box.PRIORITY_LIMIT[state.round - 1]
    keep((cell for cell in remaining if priority(state, cell) <= limit), 2, n=limit)
    for tile in state.tiles[state.round - 1 :]:
        served = scoring.tile_cells(grid, tile)
        if served is not None:
            inside = set(served)
            keep((cell for cell in remaining if cell in inside), 3, tile=names.tile(tile))
    best = min(priority(state, cell) for cell in remaining)
    keep((cell for cell in remaining if priority(state, cell) == best), 4, n=best)
    seen = {cell: musicians_in_sight(grid, cell) for cell in remaining}
    most = max(seen.values())
    keep((cell for cell in remaining if seen[cell] == most), 5, n=most)
    _keep_footmen(state, remaining, keep)
    return remaining


def musicians_in_sight(grid: Grid, cell: int) -> int:
    """Return the musicians in the row or the column of a space."""
    return sum(
        piece.cells[0] // grid.cols == cell // grid.cols or piece.cells[0] % grid.cols == cell % grid.cols
        for piece in grid.of_kind("musician")
    )


def _keep_footmen(state: State, remaining: Sequence[int], keep: Callable[[Iterable[int], int], None]) -> None:
    """Keep spaces beside a footman; of several footmen the one where the two of you differ least."""
    grid = state.grid
    you, him = state.human.letter, state.him.letter
    ring = around(grid.cols, grid.rows)
    gap: dict[int, int] = {}
    for piece in grid.of_kind("footman"):
        counts = scoring.tally(grid.warriors_on(ring[piece.cells[0]]))
        apart = abs(counts.get(him, 0) - counts.get(you, 0))
        for cell in ring[piece.cells[0]]:
            gap[cell] = min(apart, gap.get(cell, apart))
    beside = [cell for cell in remaining if cell in gap]
    if beside:
        least = min(gap[cell] for cell in beside)
        keep((cell for cell in beside if gap[cell] == least), 6)
