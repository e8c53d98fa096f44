"""The room `forecast` of every game: who plans, what is at hand, what comes; a plan command by command."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pencilwright.games import GAMES, Game, game
from pencilwright.games.errors import InputError
from pencilwright.games.shared import plans
from pencilwright.games.troyes_dice.scoring import score
from pencilwright.templates.phrases import languages, say
from tests.japanese import english_in

ARMY, DICE, MAP, CHINA = map(game, ("terracotta-army", "troyes-dice", "terra-mystica", "tianxia"))
WITCHES = "TM1 r3 | witches vp:20 c:20 w:9 p:1 pw:2/4/6 D:F4,F2 bon:BON9 | nomads passed vp:20 D:F3"


@pytest.mark.parametrize("known", [entry for entry in GAMES.values() if "forecast" in entry.rooms], ids=str)
def test_what_is_at_hand_and_what_comes_has_words_and_rests_on_values_that_are_unproven(known: Game) -> None:
    room, state = known.forecast, known.examples.example(3, 1)
    (who,) = {
        "terra-mystica": lambda: [state.players[0].faction],
        "tianxia": lambda: ["B"],
        "terracotta-army": lambda: [""],
    }.get(known.id, lambda: [""])()
    who = room.player(state, who)
    heads = [head for head, _ in room.has(state, who)]
    assert len(set(map(repr, heads))) == len(heads) > 3
    rows = [row.what for row in room.ahead(state, who)]
    assert rows and all(row.lines for row in room.ahead(state, who))
    for item in (*heads, *rows, *(line for row in room.ahead(state, who) for line in row.lines)):
        assert all(say(item, language) for language in languages()) and not english_in(item)
    assert set(known.unverified(state)) <= set(known.components.STANDARD.unverified)


def test_commands_stand_between_their_own_signs_and_a_plan_has_an_end() -> None:
    assert DICE.forecast.commands(" a;b \n\n c;") == ("a", "b", "c")
    assert MAP.forecast.commands("dig 1. build E7.") == ("dig 1", "build E7")
    for known in (ARMY, DICE, MAP, CHINA):
        commands = known.forecast.commands
        assert commands("") == ()
        with pytest.raises(InputError) as refused:
            commands("x.;\n" * (plans.MOST + 1))
        assert refused.value.field == "plan"
        with pytest.raises(InputError):
            commands("x" * (plans.LONGEST + 1))


def test_a_sheet_of_troyes_dice_is_one_player_s() -> None:
    state = DICE.examples.example(1, 2)
    assert DICE.forecast.player(state, "") == ""
    with pytest.raises(InputError) as refused:
        DICE.forecast.player(state, "Ana")
    assert refused.value.field == "for"


def test_of_terracotta_army_the_person_is_meant_who_is_alone_or_named() -> None:
    room, example = ARMY.forecast, ARMY.examples.example
    solo = example(1, 2)
    assert room.player(solo, "") == solo.human.letter
    assert room.player(solo, solo.human.colour.upper()) == solo.human.letter
    three = example(1, 2, players=3)
    for name in ("", "pink"):
        with pytest.raises(InputError) as refused:
            room.player(three, name)
        assert refused.value.field == "for"
    for player in three.players:
        assert room.player(three, player.letter.lower()) == room.player(three, player.colour) == player.letter


def test_of_tianxia_and_terra_mystica_the_player_is_named() -> None:
    china, mystica = CHINA.examples.example(1, 1), MAP.parse(WITCHES)
    assert CHINA.forecast.player(china, " b ") == "B"
    assert MAP.forecast.player(mystica, "green") == "witches"
    alone = replace(china, players=china.players[:1])
    assert CHINA.forecast.player(alone, "") == china.players[0].letter
    for known, state in ((CHINA, china), (MAP, mystica)):
        for name in ("", "nobody"):
            with pytest.raises(InputError):
                known.forecast.player(state, name)


def test_a_plan_of_terra_mystica_is_followed_to_the_command_that_is_refused() -> None:
    room, state = MAP.forecast, MAP.parse(WITCHES)
    plan = room.commands("dig 1. build E7. build E6")
    ways = MAP.follow(state, "witches", plan)
    dug = next(ways)
    built = next(ways)
    assert [value for _, value in room.has(dug, "witches")][:3] == [20, 20, 6]
    assert [value for _, value in room.has(built, "witches")][:3] == [20, 18, 5]
    with pytest.raises(InputError):
        next(ways)


def test_a_plan_of_troyes_dice_counts_the_points_after_each_half_day() -> None:
    room, rules = DICE.forecast, DICE.room("rules")
    state = DICE.examples.example("outlook", 2, 2)
    table = DICE.room("vectors").position(state)
    move = rules.legal_actions(*table)[0]
    (after,) = DICE.follow(state, "", [DICE.room("move_text").notation(*table, move)])
    assert room.has(after, "")[0][1] == score(after).total
    assert after.table.half != state.table.half or after.table.day != state.table.day
    assert str(score(after).total) in say(room.ahead(after, "")[0].lines[0], "en")


def test_a_placement_of_terracotta_army_is_paid_and_a_second_there_is_refused() -> None:
    room, state = ARMY.forecast, ARMY.examples.example("outlook", 3)
    you = state.human
    you.wet, you.coins = 9, 5
    space = state.grid.name(state.grid.empty()[0])
    build = f"build officer {space} for 3 clay"
    ways = ARMY.follow(state, you.letter, [build, build])
    after = next(ways)
    goods = [[value for _, value in room.has(item, you.letter)] for item in (state, after)]
    assert goods[0][2] + goods[0][3] - goods[1][2] - goods[1][3] == 3
    with pytest.raises(InputError):
        next(ways)


def test_commands_of_tianxia_are_followed_one_by_one() -> None:
    room, state = CHINA.forecast, CHINA.examples.example(2, 1)
    assert list(room.follow(state, "B", [])) == []
    with pytest.raises(InputError):
        list(room.follow(state, "B", ["fly away"]))
