"""The catalogues hold what section 10 of the dossier holds."""

from __future__ import annotations

from pencilwright.games.tianxia.cards import catalogue
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import (
    JADE_POINTS,
    REGIONS,
    SPACE_IDS,
    SPACES,
)


def test_the_catalogues_have_the_sizes_of_the_box() -> None:
    kinds = [building.kind for building in catalogue.BUILDINGS]
    assert [kinds.count(kind) for kind in ("start", "income", "passive")] == [6, 10, 18]
    assert len(catalogue.GOALS) == 28
    assert (len(catalogue.DEMAND), len(catalogue.DEMANDS)) == (32, 16)
    assert len(catalogue.MERCHANTS) == 24
    assert len(catalogue.STEPS) == 16
    assert len(catalogue.BONUSES) == 20


def test_ids_run_without_gaps() -> None:
    assert list(catalogue.GOAL_IDS) == [f"OB{n}" for n in range(1, 29)]
    assert [entry.id for entry in catalogue.BONUSES] == [f"BT-{n:02}" for n in range(1, 21)]
    assert sorted(catalogue.DEMAND, key=lambda name: int(name[1:])) == [f"D{n}" for n in range(1, 33)]
    assert catalogue.DEMAND["D22"] is catalogue.DEMAND["D21"]
    assert catalogue.DEMANDS[0].twin == "D2"


def test_place_goals_are_exactly_the_six_pairs_of_four_colours() -> None:
    pairs = {frozenset(goal.over) for goal in catalogue.GOALS if goal.kind == "place"}
    assert len(pairs) == 6


def test_governor_goals_cover_four_buildings_but_ob19_five() -> None:
    covered = {
        goal.id: sum(SPACES[region] for region in goal.over) for goal in catalogue.GOALS if goal.kind == "gov"
    }
    assert len(covered) == 10
    assert {name for name, spaces in covered.items() if spaces != 4} == {"OB19"}
    assert covered["OB19"] == 5
    assert len(SPACE_IDS) == 12
    assert {space[:-1] for space in SPACE_IDS} == set(REGIONS)


def test_every_shorthand_text_can_be_read() -> None:
    texts = [goal.benefit for goal in catalogue.GOALS] + [tile.effects for tile in catalogue.BUILDINGS]
    texts += [demand.rewards + demand.costs for demand in catalogue.DEMANDS]
    texts += [parse(tile.cost) + parse(tile.effect) for tile in catalogue.BONUSES]
    texts += [parse(entry.effect) for entry in (*catalogue.MERCHANTS, *catalogue.STEPS)]
    assert sum(map(len, texts)) > 100
    assert {demand.costs[0].what for demand in catalogue.DEMANDS if demand.costs} == {
        "helmet", "jewel", "silk", "good",
    }  # fmt: skip


def test_effects_are_read_with_number_and_place() -> None:
    assert parse("+1 wood, soldier(2, any), nomad(-1), track(W, 1), goal(-1, void)") == (
        Effect("gain", 1, "wood"),
        Effect("soldier", 2, "any"),
        Effect("nomad", -1),
        Effect("track", 1, "W"),
        Effect("goal", -1, "void"),
    )
    assert parse("") == ()


def test_merchants_and_steps_have_ids_of_their_own() -> None:
    names = [entry.id for entry in (*catalogue.MERCHANTS, *catalogue.STEPS)]
    assert len(set(names)) == 40
    assert {"1A-1", "4B-3", "white-3", "blue-10"} <= set(names)


def test_jade_points_are_the_triangular_numbers() -> None:
    assert JADE_POINTS == (0, 1, 3, 6, 10, 15, 21)


def test_tiles_with_doubts_name_the_defect_or_question() -> None:
    doubts = {entry.id: entry.doubt for entry in (*catalogue.GOALS, *catalogue.DEMANDS) if entry.doubt}
    assert doubts == {"OB12": "X17", "OB19": "X18", "OB20": "Q21", "OB22": "X2", "D17": "X10"}
