"""A player's plan, followed on the table: what is at hand after each command, and what comes."""

from __future__ import annotations

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import forecast, reading
from pencilwright.games.terra_mystica.log import replay
from pencilwright.games.terra_mystica.rules import networks
from pencilwright.games.terra_mystica.rules.apply import is_note
from pencilwright.games.terra_mystica.setup import draw, parse_fixed, to_code
from tests.games.terra_mystica.log.test_read import made
from tests.refusals import noted, refused

CODE = to_code(draw(1, players=2, fixed=parse_fixed(["R3=SCORE7", "P1=witches", "P2=nomads"])))
TEXT = "TM1 r3 | witches vp:20 c:20 w:9 p:1 pw:2/4/6 D:F4,F2 bon:BON9 | nomads passed vp:20 D:F3"


def ahead(text: str, who: str) -> dict[str, list[str]]:
    """What comes: the keys of the rows, and their lines."""
    results = forecast.ahead(reading.parse(text), who)
    return {noted(row.what).removeprefix("mystica.forecast."): [*map(noted, row.lines)] for row in results}


def test_a_player_is_meant_by_faction_by_colour_or_by_being_alone() -> None:
    state = reading.parse(TEXT)
    assert forecast.player(state, "Witches") == forecast.player(state, " green ") == "witches"
    assert forecast.player(reading.parse("TM1 r3 | auren D:F4"), "") == "auren"
    for name in ("", "swarmlings", "purple"):
        with pytest.raises(InputError):
            forecast.player(state, name)


def test_goods_after_each_command_and_others_neither_act_nor_take_power() -> None:
    state = reading.parse(TEXT)
    plan = forecast.commands("dig 1. build E7. upgrade F4 to TH. advance ship")
    states = list(forecast.follow(state, "witches", plan))
    after = [[cell for _, cell in forecast.has(state, "witches")] for state in states]
    coins, workers = [row[1] for row in after], [row[2] for row in after]
    assert workers == [6, 5, 3, 3]
    assert coins == [20, 18, 15, 11], "a trading house beside the Nomads costs 3 coins"
    last = states[-1]
    assert last.player("nomads") == state.player("nomads") and last.player("witches").shipping == 1
    assert state.player("witches").coins == 20, "the position that was entered stays as it is"


def test_goods_are_changed_after_passing_and_nothing_else_is_done() -> None:
    state = reading.parse(
        "TM1 r3 bon:BON3=2 | alchemists vp:0 c:0 w:0 p:0 pw:5/2/0 D:G5 bon:BON1 | nomads D:I8 bon:BON2"
    )
    plan = forecast.commands("pass BON3. convert 2c to 1vp. burn 1. convert 1pw to 1c")
    assert [after.player("alchemists").points for after in forecast.follow(state, "alchemists", plan)][1] == 1
    for more in ("pass BON3", "build H5", "leech 1 from nomads"):
        with refused("mystica.refused.round_over"):
            list(forecast.follow(state, "alchemists", (*plan, more)))
    passed = reading.parse(TEXT.replace("witches vp", "witches passed vp"))
    with refused("mystica.refused.round_over"):
        list(forecast.follow(passed, "witches", ["convert 1w to 1c"]))
    assert forecast.commands("dig 1. action ACT5. build E7") == ("action ACT5", "dig 1", "build E7")


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (("build E7",), "mystica.refused.few_spades has=0 hex=E7 n=1 terrain=(mystica.land.green)"),
        (("dig 1", "build E7", "dance"), "json.word where=command word=dance"),
        (("upgrade F4 to TH", "upgrade F4 to TE"), "mystica.left.favour"),
        (("pass", "advance ship"), "words.wrong example='pass BON3' text=pass"),
    ],
)
def test_the_first_command_that_is_not_allowed_and_what_is_left_to_settle_end_it(
    plan: tuple[str, ...], words: str
) -> None:
    with refused(words):
        list(forecast.follow(reading.parse(TEXT), "witches", plan))


def test_income_counts_the_card_only_when_it_was_taken() -> None:
    fields = ahead(TEXT, "witches")
    assert fields["income"] == ["mystica.amount.W n=3", "mystica.forecast.no_card"]
    passed = ahead(TEXT.replace("witches vp", "witches passed vp").replace("BON9", "BON7"), "witches")
    assert passed["income"] == ["mystica.amount.W n=4"] and passed["now"] == ["mystica.amount.VP n=20"]


def test_points_on_passing_are_told_while_there_are_any() -> None:
    assert ahead(TEXT, "witches")["now"] == ["mystica.amount.VP n=20", "mystica.forecast.passing n=2"]


def test_the_last_round_brings_no_income_and_no_cult_bonus() -> None:
    summary = ahead(TEXT.replace("r3", "r6"), "witches")
    assert set(summary) == {"now", "end"}


@pytest.mark.parametrize(
    ("tile", "cults", "words"),
    [
        ("SCORE2", "0/0/8/0", "mystica.amount.spade n=2"),
        ("SCORE2", "9/9/3/9", "mystica.amount.none"),
        ("SCORE5", "0/9/0/0", "mystica.amount.none"),
    ],
)
def test_the_bonus_of_a_cult_is_told_with_the_rounds_tile(tile: str, cults: str, words: str) -> None:
    drawn = draw(1, players=2, fixed=parse_fixed([f"R3={tile}", "P1=witches", "P2=nomads", "BON9"]))
    text = TEXT.replace("TM1", to_code(drawn)).replace("pw:2/4/6 D", f"pw:2/4/6 cult:{cults} D")
    assert ahead(text, "witches")["cult"] == [words]


def test_a_plan_over_the_border_of_rounds_comes_to_the_next_round_of_the_game() -> None:
    """The last to pass, from the pass before: income, cult bonus, cards and start player are the game's."""
    game, compared = made(11, 3), 0
    for number in range(1, 6):
        passes = [
            row
            for row in game.entries
            if row.round == number and any(text.startswith("pass") for text in row.commands)
        ]
        order, last = [row.faction for row in passes], passes[-1]
        before = replay.replay(game.record, replay.At(line=passes[-2].line)).position
        wanted = replay.replay(game.record, replay.At(round=number + 1)).position
        assert before is not None and wanted is not None
        if any(row.label == "spades" for row in game.entries if row.faction != last.faction):
            continue
        rows = [
            row for row in game.entries
            if row.faction == last.faction and row.round == number and row.line > passes[-2].line
        ]  # fmt: skip
        plan = [text for row in rows for text in row.commands if not is_note(text)]
        ends = plan.index(last.commands[-1]) + 1
        plan[ends:ends] = [f"order {' '.join(order)}"]
        *_, after = forecast.follow(before, last.faction, plan)
        assert after.player(last.faction) == wanted.player(last.faction)
        assert (after.round, after.start, after.cards) == (wanted.round, wanted.start, wanted.cards)
        assert [player.passed for player in after.players] == [False] * 3
        compared += 1
    assert compared > 2


def test_cult_spades_are_used_before_the_next_round_begins() -> None:
    drawn = draw(1, players=2, fixed=parse_fixed(["R3=SCORE2", "P1=witches", "P2=nomads", "BON9", "BON3"]))
    text = TEXT.replace("TM1", to_code(drawn)).replace("pw:2/4/6 D", "pw:2/4/6 cult:0/0/4/0 D")
    state = reading.parse(text)
    state.cards = {"BON3": 2}
    plan = ["pass BON3", "order witches nomads", "transform E7", "build E7"]
    passed, between, dug, built = forecast.follow(state, "witches", plan)
    assert (passed.round, between.round, dug.round) == (3, 3, 4)
    assert dug.terrain_of("E7") == "green" and built.player("witches").structures["E7"] == "D"
    assert dug.player("witches").bonus == "BON3" and dug.player("witches").coins == 20 + 2 + 6
    assert dug.start == "witches" and dug.cards == {"BON9": 1}


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (
            ["order witches nomads"],
            "mystica.refused.not_passed who=(mystica.faction.witches)",
        ),
        (["pass BON3", "order witches"], "mystica.refused.order_all who=(mystica.faction.nomads)"),
        (
            ["pass BON3", "order witches nomads witches"],
            "mystica.refused.order_once who=(mystica.faction.witches)",
        ),
        (
            ["pass BON3", "advance ship"],
            "mystica.refused.round_over example='order witches nomads' who=(mystica.faction.witches)",
        ),
        (["pass BON3", "order nomads BON1 witches"], "mystica.refused.passed who=(mystica.faction.nomads)"),
    ],
)
def test_an_order_of_passing_that_cannot_be_is_refused(plan: list[str], words: str) -> None:
    state = reading.parse(TEXT.replace("TM1", CODE))
    state.cards = {"BON3": 0, "BON1": 0}
    with refused(words):
        list(forecast.follow(state, "witches", plan))


@pytest.mark.parametrize("amount", [0, 2, 99])
def test_no_building_gives_more_power_than_stands_beside_a_hex(amount: int) -> None:
    """No hex lies beside both dwellings of the Witches, so that 1 power is the most."""
    with refused("mystica.refused.leech", n=1, wanted=amount):
        list(forecast.follow(reading.parse(TEXT), "witches", [f"leech {amount} from nomads"]))


def test_a_bridge_that_may_be_built_carries_power_too() -> None:
    state = reading.parse(TEXT.replace("D:F4,F2", "SH:F2"))
    a, b = next(place.split("-") for place in state.bridge_places)
    own = state.player("witches")
    own.structures = {a: "SH"}
    assert b not in networks.direct(state, a) and networks.most_offered(state, own, "nomads") == 3
    around = networks.direct(state, b)
    own.structures |= dict.fromkeys([name for name in around if not state.owner(name)][:1], "TE")
    assert networks.most_offered(state, own, "nomads") == 5, (
        "both beside a building on the bridge's other end"
    )


def test_others_take_the_cards_that_are_named_and_power_is_taken_where_a_plan_says_so() -> None:
    text = TEXT.replace("TM1", CODE).replace("D:F4,F2", "D:F2 TH:F4")
    state = reading.parse(text.replace("nomads passed vp:20", "nomads vp:20 bon:BON1"))
    state.cards = {"BON3": 0, "BON10": 2}
    plan = ["leech 2 from nomads", "pass BON3", "order witches nomads BON10"]
    leeched, _, after = forecast.follow(state, "witches", plan)
    assert leeched.player("witches").bowls == (0, 6, 6) and leeched.player("witches").points == 19
    assert after.player("nomads").bonus == "BON10" and after.cards == {"BON9": 1, "BON1": 1}
    with pytest.raises(InputError):
        list(forecast.follow(state, "witches", ["leech 2 from witches"]))
    bare = text.replace(CODE, "TM1")
    for text, words in ((bare, "mystica.refused.no_tile"), (bare.replace("r3", "r6"), "wrong.over")):
        other = reading.parse(text)
        other.cards = {"BON3": 0}
        with refused(words):
            list(forecast.follow(other, "witches", ["pass BON3" if "r3" in text else "pass", *plan[2:]]))
