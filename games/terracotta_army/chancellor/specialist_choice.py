"""The specialist that the chancellor buys: which one he wants, and where it goes (section 9)."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.chancellor import warrior_choice
from pencilwright.games.terracotta_army.chancellor.simulation import YOU, Simulation
from pencilwright.games.terracotta_army.components import FOOTMAN_VP
from pencilwright.games.terracotta_army.rules import building
from pencilwright.games.terracotta_army.rules.grid import DIRECTIONS, GridPiece, Group, around, rays
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import phrase


def buy_specialist(play: Simulation) -> None:
    """Buy a specialist that he wants, by his active weapons from the right; else gain a coin."""
    state, him = play.state, play.state.him
    of_weapon = {weapon: kind for kind, weapon in state.board.specialist_weapon.items()}
    joker = him.active == ("sword",)
    for weapon in state.leader.row[::-1]:
        if not joker and weapon not in him.active:
            continue
        kind = of_weapon[weapon]
        if kind == "horse" or state.bought(kind) >= box.PER_SPECIALIST:
            continue
        cost = building.cost_of(state, kind)
        places = wanted(state, kind) if cost <= him.coins else []
        if places:
            cell, direction = play.choose(
                YOU,
                phrase("terracotta.choice.builds", piece=names.piece(kind)),
                places,
                lambda place: names.place(state.grid.name(place[0]), place[1]),
            )
            him.coins -= cost
            flipped = "sword" if joker else weapon
            building.flip(him, flipped, active=False)
            state.grid = building.put_specialist(state.grid, kind, cell, direction)
            fields = {"piece": names.one(kind), "where": names.place(state.grid.name(cell), direction)}
            price, used = names.count(cost, "coin"), names.weapon(flipped)
            play.say("specialist", warrior_choice.did("specialist", weapon=used, price=price, **fields))
            return
    him.coins += 1
    play.say("specialist", warrior_choice.did("specialist.none"))


def wanted(state: State, kind: str) -> list[tuple[int, str]]:
    """Return the spaces on which he wants a specialist, the best ones; none when he does not want it."""
    if kind == "kneeling_archer":
        return archer_places(state)
    measure = _footman_worth if kind == "footman" else _musician_worth
    worth = {cell: value for cell in state.grid.empty() if (value := measure(state, cell)) is not None}
    best = max(worth.values(), default=0)
    return [(cell, "") for cell, value in worth.items() if value == best]


def _difference(state: State, warriors: Sequence[GridPiece]) -> int:
    """Return his warriors less yours."""
    counts = scoring.tally(warriors)
    return counts.get(state.him.letter, 0) - counts.get(state.human.letter, 0)


def _footman_worth(state: State, cell: int) -> int | None:
    """Return his points less yours around a space when his are safe: more ahead than empty spaces there."""
    grid = state.grid
    ring = around(grid.cols, grid.rows)[cell]
    seen = grid.warriors_on(ring)
    if _difference(state, seen) <= sum(other not in grid.at for other in ring):
        return None
    points = scoring.dominates(scoring.tally(seen), None, FOOTMAN_VP)
    return points[state.him.letter] - points.get(state.human.letter, 0)


def _musician_worth(state: State, cell: int) -> int | None:
    """Return his lead in the row and the column of a space when it is enough for a musician."""
    grid = state.grid
    seen = grid.warriors_on((*grid.row(cell // grid.cols), *grid.col(cell % grid.cols)))
    lead = _difference(state, seen)
    return lead if lead >= state.board.musician_lead else None


def archer_places(state: State) -> list[tuple[int, str]]:
    """Return where an archer can face his warrior of the closest group of both without an archer."""
    ranked: dict[tuple[int, bool], list[tuple[int, str]]] = {}
    for group in state.grid.groups():
        now = warrior_choice.standing(state, group)
        if now.yours and now.his and not group.archers:
            places = _facing(state, group)
            if places:
                rank = (abs(now.yours - now.his), now.his > now.yours)
                ranked.setdefault(rank, []).extend(places)
    return sorted(set(ranked[min(ranked)])) if ranked else []


def _facing(state: State, group: Group) -> list[tuple[int, str]]:
    """Return the empty spaces and directions that face his warriors of a group."""
    grid, him = state.grid, state.him.letter
    own_warriors = {cell for piece in group.warriors if piece.owner == him for cell in piece.cells}
    lines = rays(grid.cols, grid.rows)
    return [
        (cell, direction)
        for cell in grid.empty()
        for direction in DIRECTIONS
        if (ray := lines[cell][direction]) and ray[0] in own_warriors
    ]
