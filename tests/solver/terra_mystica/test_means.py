"""Areas paid for with changed goods, bridges, free spades and skipping agree with trying everything."""

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica.board import LAND, TERRAIN
from pencilwright.games.terra_mystica.components import STANDARD
from pencilwright.games.terra_mystica.reach import largest_network
from pencilwright.games.terra_mystica.table import Table
from pencilwright.solver.terra_mystica import area
from pencilwright.solver.terra_mystica.means import Means, means_of
from tests.games.terra_mystica.helpers import at
from tests.solver.terra_mystica import brute


def scattered(faction: str, seed: int, taken: int = 14) -> tuple[Table, Stream]:
    """Return a position with two structures of a faction and many of an opponent, and what draws goods."""
    stream = Stream.from_seed(f"{faction} {seed}")
    table = at(f"{faction} dig:{0 if faction == 'darklings' else 1}")
    table.bridge_places = STANDARD.bridge_places
    seat = table.seats[faction]
    homes = [name for name in stream.shuffled(LAND) if TERRAIN[name] == seat.colour]
    seat.structures = dict.fromkeys(homes[:2], "D")
    other = at("nomads" if seat.colour != "yellow" else "giants").seats
    table.seats |= other
    for name in [name for name in stream.shuffled(LAND) if name not in seat.structures][:taken]:
        next(iter(other.values())).structures[name] = "D"
    return table, stream


@pytest.mark.parametrize("faction", ["dwarves", "fakirs", "engineers", "darklings", "alchemists", "giants"])
@pytest.mark.parametrize("seed", range(2))
def test_areas_with_means_agree_with_trying_everything(faction: str, seed: int) -> None:
    table, stream = scattered(faction, seed)
    seat = table.seats[faction]
    actions = tuple(name for name in ("ACT1", "ACT4", "ACT5") if stream.below(2))
    actions += ("BRIDGE",) if faction == "engineers" else ()
    bowls = (0, stream.below(5), 2 + stream.below(3))
    points, rate = (1, 2) if faction == "alchemists" else (0, 3)
    goods = (1 + stream.below(3), 1 + stream.below(3), stream.below(2))
    means = Means(*goods, bowls, actions, points=points, rate=rate)
    found = area.best_area(area.Question(table, faction, means))
    assert (found.size, found.cost) == brute.area_with_means(table, faction, means)
    seat.structures |= dict.fromkeys(found.built, "D")
    table.bridges = dict.fromkeys(found.bridges, faction)
    assert len(largest_network(table, seat)) == len(found.network) == found.size


def test_a_bridge_and_changed_goods_make_the_area_larger() -> None:
    table = at("witches D:F3,G1")
    table.bridge_places = STANDARD.bridge_places
    for bowls, size in (((0, 0, 2), 1), ((0, 0, 3), 2), ((0, 2, 2), 2)):
        means = Means(0, 0, 0, bowls, ("ACT1",))
        answer = area.best_area(area.Question(table, "witches", means))
        assert answer.size == size and answer.bridges == (("F3-G1",) if size == 2 else ())
        assert answer.changes == (("burn 1",) if bowls[1] else ())
    alone = at("witches dig:2 D:F4")
    question = area.Question(alone, "witches", Means(0, 1, 3, (0, 0, 1)))
    paid = area.best_area(question)
    assert paid.size == 2 and "convert 1pw to 1c" in paid.changes and "convert 2p to 2w" in paid.changes


def test_what_a_player_may_pay_with_is_read_from_the_position() -> None:
    table = at("giants c:1 w:2 p:3 pw:1/2/3 bon:BON1 SH:G2 | engineers | alchemists vp:7")
    table.used = {"ACT2"}
    assert means_of(table, table.seats["giants"]) == Means(
        2, 1, 3, (1, 2, 3), ("ACT1", "ACT3", "ACT4", "ACT5", "ACT6", "BON1", "SH"), room=4
    )
    assert "BRIDGE" in means_of(table, table.seats["engineers"]).actions
    trader = means_of(table, table.seats["alchemists"])
    assert (trader.points, trader.rate) == (7, 2)
