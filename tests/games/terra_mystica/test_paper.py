"""The data that Terra Mystica's templates are given says what the box and the setup say."""

from __future__ import annotations

from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica import paper
from pencilwright.games.terra_mystica.setup import draw

TABLE = draw("paper", players=4)


def test_the_setup_shows_the_tiles_in_round_order_with_their_cult_bonus_and_none_at_the_end() -> None:
    rounds = paper.data("setup-page", TABLE)["rounds"]
    assert [tile["id"] for tile in rounds] == list(TABLE.scoring)
    assert [tile["round"] for tile in rounds if not tile["last"]] == [1, 2, 3, 4, 5]
    for tile in rounds:
        one = box.SCORING[tile["id"]]
        assert (tile["event"], tile["points"], tile["cult"]) == (one.event, one.points, one.cult)
        assert (tile["per"], tile["amount"], tile["reward"]) == (one.per, one.amount, one.reward)


def test_every_bonus_card_is_drawn_with_all_that_it_gives() -> None:
    cards = {name: paper.bonus_card(name) for name in box.BONUS}
    assert cards["BON5"]["income"] == [(1, "W"), (3, "PW")]
    assert (cards["BON6"]["points"], cards["BON6"]["each"]) == (4, ["SH", "SA"])
    assert [name for name, card in cards.items() if card["ship"]] == ["BON4"]
    assert [name for name, card in cards.items() if card["action"]] == ["BON1", "BON2"]
    assert all(card["income"] for card in cards.values())
    assert [card["id"] for card in paper.data("setup-card", TABLE)["bonus"]] == list(TABLE.bonus)
