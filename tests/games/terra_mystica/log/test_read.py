"""Ledgers of the server, read as they are pasted: games of our own making, and real ones of a folder."""

import os
import random
import re
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica import example, log, reading
from pencilwright.games.terra_mystica.boards.factions import FACTION_IDS
from pencilwright.games.terra_mystica.components import CULTS
from pencilwright.games.terra_mystica.example import play_game
from pencilwright.games.terra_mystica.legality import problems
from pencilwright.games.terra_mystica.log import read
from pencilwright.games.terra_mystica.log.pasted import OTHER_FACTIONS
from pencilwright.games.terra_mystica.log.replay import History
from pencilwright.games.terra_mystica.rules import apply
from pencilwright.games.terra_mystica.rules.legal_actions import legal_actions
from pencilwright.games.terra_mystica.rules.turn import (
    ACTIONS,
    SPADES,
    Midgame,
    begin,
    drop_out,
    open_offers,
    whose,
)
from pencilwright.games.terra_mystica.setup import draw, from_code, parse_fixed, to_code
from pencilwright.games.terra_mystica.state import in_order
from tests.games.terra_mystica.helpers import under_way
from tests.games.terra_mystica.log.writing import to_ledger, to_text
from tests.refusals import refused

FOLDER = os.environ.get("PENCILWRIGHT_LEDGERS", "")
REAL = sorted(Path(FOLDER).glob("*.txt")) if FOLDER else []
WITHOUT = "no real ledgers: the folder PENCILWRIGHT_LEDGERS has none"


def course(result: History) -> list[tuple[object, ...]]:
    """What happened to whom in a game, and what they had after it."""
    return [(entry.faction, entry.label, entry.after, entry.round) for entry in result.entries]


def made(seed: int, players: int) -> History:
    """A game of simple players, with turns in the order of passing and all items of the mini-expansion."""
    setup = draw(seed, players=players, expansion=True, pass_order=True)
    _, rows = play_game(setup, seed)
    text = "\n".join([to_code(setup), *(f"{name}: {'. '.join(commands)}" for name, commands in rows)])
    return log.replayed(text)


def test_a_ledger_gives_the_setup_and_each_row_agrees_with_its_columns(game: History, text: str) -> None:
    result = log.replayed(text)
    assert result.setup == game.setup and game.setup.pass_order and result.game.is_over
    rows = sum("\t" in line for line in text.splitlines())
    assert result.compared == rows > 150 and result.differences == []
    assert course(result) == course(game) and result.score == game.score


def test_our_form_and_the_ledger_say_the_same_game(game: History, text: str) -> None:
    result = log.replayed(text)
    assert to_ledger(result) == text
    again = log.replayed(to_text(result))
    assert course(again) == course(game) and to_text(again) == to_text(result)


def test_commands_alone_are_enough(text: str) -> None:
    head = [line for line in text.splitlines() if "\t" not in line and "dropped" not in line]
    bare = [re.sub(r"^(\w+)\t.*\t", r"\1: ", line) for line in text.splitlines() if "\t" in line]
    result = log.replayed("\n".join(head[:20] + bare))
    assert result.game.is_over and not result.compared and result.score == log.replayed(text).score


def test_spaces_in_place_of_tabs_and_words_of_the_page_are_read(text: str) -> None:
    pasted = "List players\nactive games (3)\n" + "\n".join(
        line.replace("\t", "  ") + ("  show history" if "\t" in line else "") for line in text.splitlines()
    )
    result = log.replayed(pasted)
    assert result.differences == [] and result.compared > 150 and result.record.remarks == 2


def test_a_column_that_differs_is_named_with_its_line(text: str) -> None:
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if "upgrade" in line)
    lines[number] = re.sub(r"(\d+) C", lambda match: f"{int(match[1]) + 1} C", lines[number])
    result = log.replayed("\n".join(lines))
    assert [difference.line for difference in result.differences] == [number + 1]
    assert not log.is_right(result) and f"line {number + 1}" in str(log.checks(result)[1])


def test_power_that_neighbours_are_offered_is_compared_too(text: str) -> None:
    changed = re.sub(r"\t1\t((?:dig 1\. )?build)", r"\t7\t\1", text, count=1)
    assert changed != text
    results = log.replayed(changed).differences
    assert [(item.column, item.logged, item.ours) for item in results] == [("offered", "7", "1")]


def test_an_award_that_the_rules_do_not_give_differs(text: str) -> None:
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if "vp for AIR" in line)
    del lines[number]
    assert {difference.column for difference in log.replayed("\n".join(lines)).differences} >= {"air"}


def test_the_position_after_any_row_can_be_had(text: str) -> None:
    result = log.replayed(text, "r6")
    state = log.position(result)
    assert state.round == 6 and not any(player.passed for player in state.players) and not problems(state)
    numbers = [line.number for line in result.record.lines]
    for number in numbers[:: len(numbers) // 12]:
        state = log.position(log.replayed(text, str(number)))
        assert problems(state) == [] and reading.parse(reading.to_json(state)) == state
    with refused("mystica.ledger.no_row", n=9999):
        log.replayed(text, "9999")
    with refused("words.wrong", example="r6"):
        log.replayed(text, "r7")
    with refused("mystica.ledger.no_round", n=6):
        log.replayed("\n".join(text.splitlines()[:80]), "r6")


def test_points_by_source_add_up_to_the_total(game: History) -> None:
    tables = {str(item.title): item for item in log.points(game)}
    assert len(tables) == 4
    for total, point in zip(game.score.totals.values(), log.points(game), strict=True):
        assert point.rows[-1][-1] == total == sum(int(row[-1]) for row in point.rows[:-1])


@pytest.mark.parametrize("players", (2, 3, 5))
def test_ledgers_of_other_numbers_of_players_are_read(players: int) -> None:
    game = made(20 + players, players)
    result = log.replayed(to_ledger(game))
    assert result.differences == [] and result.setup == game.setup and course(result) == course(game)


# --- what is not ours ---------------------------------------------------------------------------------------


LEECH, OTHER = "option strict-leech", "mystica.ledger.other text="


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (LEECH, "map 0123456789abcdef", f"{OTHER}'map 0123456789ab'"),
        (LEECH, "option fire-and-ice-final-scoring", f"{OTHER}fire-and-ice-final-scoring"),
        (LEECH, "Added final scoring tile: building-on-edge", f"{OTHER}building-on-edge"),
        (LEECH, "yetis: build E5\noption strict-leech", f"{OTHER}yetis"),
        (LEECH, "setup riverwalkers for ann", f"{OTHER}riverwalkers"),
        (LEECH, "drop-faction player3", f"{OTHER}'player3 dropped from the game'"),
        ("Round 4 scoring", "Round four scoring", "mystica.ledger.no_tile rounds=[4]"),
        ("Removing tile", "Removing tile BON1\nRemoving tile", "mystica.ledger.cards must=7 n=6 players=4"),
        (" PW\t", " PW ", ""),
        ("/0 PW\t", "/0\t", "mystica.ledger.columns"),
    ],
)
def test_what_cannot_be_read_is_named_in_a_sentence(text: str, old: str, new: str, words: str) -> None:
    changed = text.replace(old, new)
    assert changed != text
    if not words:
        assert log.replayed(changed).differences == []
        return
    with refused(words):
        log.replayed(changed)


def test_points_at_the_start_that_were_bid_for_are_those_of_the_log(game: History, text: str) -> None:
    who = game.setup.factions[0]
    summary = to_text(game).partition("\n")
    result = log.replayed(f"{summary[0]}\npoints {who} 34\n{summary[2]}")
    assert result.score.totals == {**game.score.totals, who: game.score.totals[who] + 14}
    again = log.replayed(to_ledger(result))
    assert again.record.points == {who: 34} and not again.setup.revised_start
    assert again.differences == [] and course(again) == course(result)
    assert f"points {who} 34\n" in to_text(result)
    (table, *_) = log.points(again)
    assert table.rows[0][1] == 34


def test_a_row_of_ours_that_names_nobody_is_no_rest_of_the_row_before(game: History) -> None:
    lines = to_text(game).splitlines()
    number = next(n for n, line in enumerate(lines) if "pass BON" in line)
    lines.insert(number + 1, "burn 1")
    with refused("wrong.line", n=number + 2):
        log.replayed("\n".join(lines))


def test_one_wrong_number_at_the_start_differs_from_the_next_row(text: str) -> None:
    result = log.replayed(text.replace("\t20 VP", "\t24 VP", 1))
    assert result.differences and not log.is_right(result)


def test_a_log_names_the_factions_that_were_chosen_at_the_table(game: History) -> None:
    rows = to_text(game).partition("\n")[2]
    bid = replace(
        game.setup, factions=tuple(sorted(game.setup.factions, key=FACTION_IDS.index)), pick="auction"
    )
    named = "\n".join(f"setup {who}" for who in game.setup.factions)
    result = log.replayed(f"{to_code(bid)}\n{named}\n{rows}")
    assert result.setup == game.setup and course(result) == course(game)
    with refused("mystica.setup.undecided"):
        log.replayed(f"{to_code(bid)}\n{rows}")
    strange = next(name for name in FACTION_IDS if name not in game.setup.factions)
    with refused("mystica.problem.pool"):
        log.replayed(f"{to_code(bid)}\n{named.replace(game.setup.factions[0], strange)}\n{rows}")


@pytest.mark.parametrize("id", read._OTHER_MAPS)
def test_each_other_map_is_refused_by_its_name(text: str, id: str) -> None:
    with refused("mystica.ledger.other", text=f"map {read._OTHER_MAPS[id]}"):
        log.replayed(text.replace("option strict-leech", f"map {id}"))


@pytest.mark.parametrize("name", [*OTHER_FACTIONS, "riverwalkers_v5", "Ice Maidens"])
def test_each_other_faction_is_refused_by_its_name(text: str, name: str) -> None:
    plain = name.removesuffix("_v5").lower().replace(" ", "")
    first = text.splitlines()[[line.partition("\t")[2] != "" for line in text.splitlines()].index(True)]
    changes = (
        (first, name + "\t" + first.partition("\t")[2]),
        ("option strict-leech", f"setup {name.lower().replace(' ', '')} for ann"),
        ("option strict-leech", f"option strict-leech\n{name}: build E5"),
    )
    for old, new in changes:
        with refused("mystica.ledger.other", text=plain):
            log.replayed(text.replace(old, new, 1))


def test_the_map_with_the_leagues_points_at_the_start_is_ours() -> None:
    setup = draw(3, players=3, revised_start=True)
    _, rows = play_game(setup, 3, 1)
    message = "\n".join(f"{name}: {'. '.join(commands)}" for name, commands in rows)
    written = to_ledger(log.replayed(f"{to_code(setup)}\n{message}"))
    assert log.replayed(written).setup.revised_start
    bare = re.sub(r"^.*\tsetup\n", "", written, flags=re.MULTILINE)
    named = "map 91645cdb135773c2a7a50e5ca9cb18af54c664c4\n" + bare
    assert log.replayed(named).setup == setup


def test_untrusted_text_is_bounded(text: str) -> None:
    with refused("wrong.long", most=2000):
        log.replayed(text + "witches: " + "x" * 3000)
    with refused("wrong.long"):
        log.replayed("a\n" * 600_000)


def test_a_spoilt_ledger_is_read_or_refused_in_a_sentence(text: str) -> None:
    refused = 0
    for seed in range(80):
        chance = random.Random(seed)
        lines = text.splitlines()[: chance.randint(5, 80)]
        at = chance.randrange(len(lines))
        cut = chance.randrange(len(lines[at]))
        junk = "".join(chance.choice("0 9\tVP/.:+-abz\u3042\x00%") for _ in range(chance.randint(0, 4)))
        lines[at] = lines[at][:cut] + junk + lines[at][cut + chance.randint(0, 4) :]
        try:
            result = log.replayed("\n".join(lines))
        except InputError as error:
            refused += bool(str(error))
        else:
            assert log.rows(result).title and to_ledger(result)
    assert 10 < refused < 80


# --- what the server's rows have ----------------------------------------------------------------------------


def test_power_is_answered_for_after_others_have_acted_and_the_cultists_step_late() -> None:
    game = under_way("cultists c:9 w:9 pw:5/7/0 D:E6 | nomads c:9 w:9 vp:9 pw:5/7/0 D:F3,F5 | auren p:1")
    game.state.terrain["F5"] = "yellow"
    apply.apply_turn(game, "cultists", ["upgrade E6 to TH"])
    assert whose(game) == "nomads" and game.current == "nomads"
    apply.apply_turn(game, "nomads", ["leech 1 from cultists"])
    assert game.owed == 1 and game.current == "nomads"
    apply.apply_turn(game, "nomads", ["pass BON3"])
    apply.apply_turn(game, "auren", ["send p to fire"])
    apply.apply_turn(game, "cultists", ["+AIR", "burn 1", "convert 1pw to 1c", "upgrade E6 to TE", "+FAV9"])
    assert game.state.seats["cultists"].cults == (1, 0, 0, 1) and game.owed == 0


def test_a_row_goes_on_in_a_later_one() -> None:
    game = under_way("witches c:9 w:9 pw:0/0/6 D:F4 fav:FAV6 | nomads D:A5")
    apply.apply_row(game, "witches", ["action FAV6"])
    assert game.current == "witches"
    with refused("mystica.refused.row_ends"):
        apply.apply_turn(game, "nomads", ["pass BON3"])
    apply.apply_turn(game, "witches", ["+AIR"])
    assert game.state.seats["witches"].cults[3] == 1 and game.current == "nomads"


def test_a_player_left_alone_takes_several_actions_in_one_row() -> None:
    row = ["build E6", "dig 1", "build E7", "advance ship", "send p to air"]
    game = under_way("witches c:20 w:9 p:2 D:F4 | nomads passed D:A5")
    game.state.terrain["E6"] = "green"
    apply.apply_turn(game, "witches", row)
    seat = game.state.seats["witches"]
    assert seat.structures.keys() == {"F4", "E6", "E7"} and seat.shipping == 1 and seat.cults[3] == 3
    game = under_way("witches c:20 w:9 p:2 D:F4 | nomads D:A5")
    game.state.terrain["E6"] = "green"
    with refused("mystica.refused.order"):
        apply.apply_turn(game, "witches", row)


@pytest.mark.parametrize("row", ["+FAV4. +TW3", "+TW3. +FAV4"])
def test_the_key_of_a_town_carries_a_favours_steps_to_ten_in_any_order(row: str) -> None:
    game = under_way("witches c:9 w:9 cult:0/0/0/8 pw:2/0/0 D:E4,E5 TH:E6,E7 | nomads D:A5")
    game.state.terrain |= {"E4": "green", "E5": "green", "E6": "green", "E7": "green"}
    game.state.seats["witches"].structures["E8"] = "D"
    game.state.terrain["E8"] = "green"
    apply.apply_turn(game, "witches", ["upgrade E6 to TE", *row.split(". ")])
    assert game.state.seats["witches"].cults[3] == 10 and game.state.seats["witches"].keys == 0


def test_steps_given_up_say_which_cult_comes_to_ten() -> None:
    game = under_way("witches c:9 w:9 cult:0/9/0/9 D:E4,E5,E6 TH:E7 | nomads D:A5")
    game.state.terrain |= dict.fromkeys(("E4", "E5", "E6", "E7"), "green")
    game.state.seats["witches"].structures["E5"] = "TH"
    apply.apply_turn(game, "witches", ["upgrade E6 to TH", "-water", "+TW5"])
    assert game.state.seats["witches"].cults == (1, 9, 1, 10)
    game = under_way("witches cult:0/3/0/9 D:E4 | nomads D:A5")
    with refused("mystica.refused.no_step_back"):
        apply.apply_turn(game, "witches", ["-water"])


def test_two_tiles_at_once_and_a_step_twice_are_told_apart_and_spades_are_bought_to_free_ones() -> None:
    assert apply.spelled(("+2TW3", "+AIR", "+air")) == ("+TW3", "+TW3", "+2air")
    assert apply.spelled(("burn 1", "dig 1", "action ACT5")) == ("burn 1", "action ACT5", "dig 1")


def test_a_row_is_carried_out_as_it_is_written_and_answers_come_first_only_where_they_must() -> None:
    late = ("convert 1w to 1c", "send p to fire", "leech 1 from nomads")
    for written, order in ((late, (late[2], *late[:2])), (late[:2], late[:2])):
        game = under_way("nomads w:9 c:9 D:F3 | witches w:9 p:1 vp:9 pw:5/7/0 D:F4")
        apply.apply_row(game, "nomads", ["upgrade F3 to TH"])
        assert apply.apply_row(game, "witches", written) == order
    game = under_way("alchemists vp:0 c:0 w:0 p:0 pw:5/2/0 D:G5 bon:BON1 | nomads D:I8 bon:BON2")
    row = ("pass BON3", "convert 1vp to 1c", "convert 2c to 1vp")
    with refused("mystica.refused.price"):
        apply.apply_row(game.copied(), "alchemists", row)
    game.state.cards = {"BON3": 2}
    assert apply.apply_row(game, "alchemists", (row[0], row[2])) == (row[0], row[2])
    assert game.state.seats["alchemists"].points == 1, "paid with what passing brought"


def test_terrain_may_be_turned_away_from_home_but_not_through_it() -> None:
    game = under_way("darklings p:9 D:E7,E10 c:20 | nomads D:A5")
    game.state.terrain |= {"E7": "black"}
    apply.apply_turn(game, "darklings", ["dig 1", "transform F4 to gray"])  # from green
    assert game.state.terrain_of("F4") == "gray" and game.state.seats["darklings"].points == 2
    game.current = "darklings"
    with refused("mystica.refused.few_spades", n=5):  # the short way from blue to brown leads through black
        apply.apply_turn(game, "darklings", ["dig 2", "transform E11 to brown"])


def test_the_mermaids_name_the_land_that_a_river_joins() -> None:
    for row in ("connect r20", "connect F3:G1", "connect G1 : F3"):
        game = under_way("mermaids c:9 w:9 D:E4,G1 TH:E5 SH:F3 | nomads D:A5")
        game.state.terrain |= dict.fromkeys(("E5", "F3", "G1"), "blue")
        apply.apply_row(game, "mermaids", [row, "+TW1", "convert 1w to 1c"])
        assert game.state.seats["mermaids"].towns[0].hexes == ("E4", "E5", "F3", "G1")
    with refused("mystica.refused.no_river_between"):
        apply.apply_turn(game, "mermaids", ["connect A1:I12"])


def test_who_drops_out_has_no_turn_and_no_offer_but_income_and_points() -> None:
    setup = draw(5, players=3)
    game, _ = play_game(setup, 5, 1)
    assert game.phase == ACTIONS
    first, second, third = game.clockwise(game.current)
    seat = game.state.seats[second]
    card, coins = seat.bonus, seat.coins
    drop_out(game, second)
    assert game.state.cards[card] == 0 and seat.bonus == "" and game.current == first
    apply.apply_turn(
        game, first, ["pass " + next(c for c in game.state.cards if c != game.state.seats[first].bonus)]
    )
    assert game.current == third
    apply.apply_turn(
        game, third, ["pass " + next(c for c in game.state.cards if c != game.state.seats[third].bonus)]
    )
    assert game.state.round == 3 or game.phase == SPADES
    state = in_order(game.state)
    assert state.player(second).dropped and problems(state) == [] and seat.coins >= coins
    assert reading.parse(reading.to_json(state)) == state


def test_turns_go_in_the_order_of_passing_where_it_is_played() -> None:
    for option, expected in ((True, "passing"), (False, "seats")):
        setup = draw(9, players=4, pass_order=option)
        game = begin(setup)
        game.state.round, game.phase, game.current = 1, ACTIONS, setup.factions[0]
        for name in setup.factions:
            game.state.seats[name].bonus = ""
        order = [setup.factions[n] for n in (2, 0, 3, 1)]
        for name in order:
            game.current = name
            card = next(iter(game.state.cards))
            apply.apply_row(game, name, [f"pass {card}"])
        apply.go_on(game)
        result = game.clockwise(game.state.start)
        seats = list(setup.factions)
        assert list(result) == (order if expected == "passing" else seats[2:] + seats[:2])


def test_the_option_has_its_place_in_the_share_code() -> None:
    setup = draw(1, players=5, expansion=True)
    passing = replace(setup, pass_order=True)
    assert from_code(to_code(passing)) == passing and from_code(to_code(setup)) == setup
    assert draw(1, fixed=parse_fixed(["order=passing"])).pass_order


# --- real games ---------------------------------------------------------------------------------------------


def _check(path: Path) -> int:
    """Replay a real ledger: every row is as its columns say. Return how many were compared."""
    text = path.read_text(encoding="utf-8")
    result = log.replayed(text)
    rows = sum("\t" in line for line in text.splitlines())
    assert result.game.is_over and result.differences == [] and result.compared == rows
    assert course(log.replayed(to_text(result))) == course(result)
    written = log.replayed(to_ledger(result))
    assert course(written) == course(result) and written.differences == []
    return rows


def test_a_line_of_nothing_but_blanks_between_words_is_refused_at_once(text: str) -> None:
    began = time.process_time()
    with refused("wrong.long", n=200002):
        read.parse(f"{text}x{' ' * 200_000}y\n")
    assert time.process_time() - began < 2


@pytest.mark.skipif(not REAL, reason=WITHOUT)
def test_a_real_ledger_is_replayed_as_it_is_pasted() -> None:
    assert _check(REAL[0]) > 250


@pytest.mark.long
@pytest.mark.skipif(not REAL, reason=WITHOUT)
def test_all_real_ledgers_are_replayed_as_they_are_pasted() -> None:
    assert sum(map(_check, REAL)) > 250 * len(REAL)


def test_texts_that_are_no_log_are_left_alone() -> None:
    for text in ("", "TM1 r6 | witches vp:34 D:E5", '{"format": "terra-mystica/1"}', to_code(draw(1))):
        assert not read.has_rows(text)
    assert read.has_rows("witches: build E5") and not read.is_log("hello")


# --- games at a distance ------------------------------------------------------------------------------------


def _late_row(game: Midgame, chance: random.Random, stream: Stream) -> tuple[Midgame, str]:
    """Go on with a game by a row that may come late or early: the game after it, and the row."""
    question = open_offers(game)
    waits = not game.current or game.phase != ACTIONS
    if question and (waits or chance.random() < 0.4):
        offer = chance.choice(question)
        word = "leech" if chance.random() < 0.7 else "decline"
        name, row = offer.faction, (f"{word} {offer.power} from {offer.source}",)
    elif game.owed and (waits or chance.random() < 0.3):
        name, row = "cultists", (f"+{chance.choice(CULTS)}",)
    elif game.phase == ACTIONS and game.state.round > 1 and chance.random() < 0.004:
        name = game.current
        drop_out(game, name)
        apply.go_on(game)
        return game, f"{name} dropped from the game"
    else:
        after, (name, row) = (
            example.step(game, stream) if game.phase != ACTIONS else example.turn(game, game.current, stream)
        )
        return after, f"{name}: {'. '.join(row)}"
    apply.apply_turn(game, name, row)
    return game, f"{name}: {'. '.join(row)}"


def _at_a_distance(seed: int) -> None:
    """Play a game with late answers and drop-outs, and read it back in both forms."""
    chance, stream = random.Random(seed), Stream.from_seed(seed)
    setup = draw(f"late {seed}", players=2 + seed % 4, expansion=seed % 3 > 0, pass_order=seed % 2 == 0)
    game, rows = begin(setup), [to_code(setup)]
    while not game.is_over:
        game, row = _late_row(game, chance, stream)
        rows.append(row)
    result = log.replayed("\n".join(rows))
    ended = {name: read.columns(seat) for name, seat in game.state.seats.items()}
    assert {name: read.columns(seat) for name, seat in result.game.state.seats.items()} == ended
    written = to_ledger(result)
    again = log.replayed(written)
    assert again.differences == [] and again.compared == sum("\t" in line for line in written.splitlines())
    assert course(again) == course(result) == course(log.replayed(to_text(again)))
    assert not problems(in_order(game.state))


def test_a_game_at_a_distance_is_read_back_row_by_row() -> None:
    _at_a_distance(4)


@pytest.mark.long
def test_games_at_a_distance_are_read_back_row_by_row() -> None:
    for seed in range(40):
        _at_a_distance(seed)


# --- games of listed commands -------------------------------------------------------------------------------


def _listed_game(chance: random.Random, factions: str = "") -> tuple[Midgame, list[str]]:
    """Play a game of listed commands, offers answered or left, goods changed before and after passing."""
    fixed = parse_fixed([f"P{n}={name}" for n, name in enumerate(factions.split(), start=1)])
    setup = draw(chance.getrandbits(30), players=2 if factions else chance.randint(2, 4), fixed=fixed)
    game, rows, row = begin(setup), [to_code(setup)], list[str]()
    while not game.is_over:
        who = game.row.faction if game.row else whose(game)
        if not game.row and game.phase == ACTIONS and game.current and chance.random() < 0.4:
            who = game.current  # who takes no notice of offers
        listed = legal_actions(game, who)
        changes = [text for text in listed if text.startswith(("burn", "convert"))]
        rest = [text for text in listed if text not in changes and text != apply.DONE]
        able = [text for text in rest if not text.startswith("pass")] if chance.random() < 0.85 else rest
        choice = chance.choice(changes if changes and chance.random() < 0.2 else able or rest or [apply.DONE])
        apply.apply_action(game, who, choice)
        row += [choice] if choice != apply.DONE else []
        if game.row is None:
            rows.append(f"{who}: {'. '.join(row)}")
            row = []
    return game, rows


def _is_read_back(game: Midgame, rows: list[str]) -> None:
    """Read a game back in both forms, row by row the same."""
    result = log.replayed("\n".join(rows))
    assert in_order(result.game.state) == in_order(game.state) and result.game.ledger == game.ledger
    again = log.replayed(to_ledger(result))
    assert again.differences == [] and course(again) == course(result)


@pytest.mark.parametrize("factions", ["", "alchemists cultists", "giants darklings"])
def test_a_game_of_listed_commands_is_read_back_from_its_rows(factions: str) -> None:
    _is_read_back(*_listed_game(random.Random(f"listed {factions}"), factions))


@pytest.mark.long
def test_games_of_listed_commands_are_read_back_from_their_rows() -> None:
    for seed in range(40):
        _is_read_back(*_listed_game(random.Random(seed)))
