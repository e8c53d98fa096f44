"""The whole last round: its line is what the rules allow, its bound is what no line exceeds."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica import commands, reading
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.boards.hexes import LAND, NEIGHBOURS
from pencilwright.games.terra_mystica.components import CULTS, FAVOURS
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.advice import answer_for
from pencilwright.solver.terra_mystica.whole_round import answer
from pencilwright.solver.terra_mystica.whole_round.bound import Round
from pencilwright.solver.terra_mystica.whole_round.context import PARTS, WHOLE, RoundPart, ground_of
from pencilwright.solver.terra_mystica.whole_round.playouts import greedy, worth
from pencilwright.solver.verify import Disagreement
from tests.solver.terra_mystica import every_row, test_carry_out

QUESTIONS = (*PARTS, "round=stronghold", "round=temple", "round=dwellings-1")
"""Questions whose plans spend the goods at hand; that of a town has its goods granted."""


def small(seed: str, who: str) -> str:
    """Return a position with few structures and hardly any goods, as text."""
    stream = Stream.from_seed(f"{seed} {who}")
    home = FACTIONS[who].colour
    start = stream.shuffled(LAND)[0]
    cluster, edge = [start], list(NEIGHBOURS[start])
    while len(cluster) < 2 + stream.below(4) and edge:
        name = edge.pop(stream.below(len(edge)))
        if name not in cluster:
            cluster.append(name)
            edge += NEIGHBOURS[name]
    kinds = stream.shuffled(("SH", "TE", "TH", "D", "D", "TH"))
    standing = " ".join(f"{kind}:{name}" for name, kind in zip(cluster, kinds, strict=False))
    ter = ",".join(f"{name}={home}" for name in cluster)
    goods = [stream.below(3), stream.below(3), stream.below(2)]
    power = [stream.below(2), stream.below(4), stream.below(4)]
    card = ("BON1", "BON2", "BON4", "BON6", "BON7", "BON9", "BON10")[stream.below(7)]
    favour = stream.shuffled(tuple(FAVOURS))[0]
    ships = 0 if FACTIONS[who].ship_top is None else FACTIONS[who].ship_start
    cults = "/".join(str(2 * stream.below(4)) for _ in range(4))
    mine = (
        f"{who} vp:20 c:{goods[0]} w:{goods[1]} p:{goods[2]} pw:{'/'.join(map(str, power))} ship:{ships} "
        f"cult:{cults} {standing} bon:{card} fav:{favour}"
    )
    other = "nomads" if home != "yellow" else "witches"
    place = next(name for name in LAND if name not in cluster)
    acts = "act:ACT1,ACT2,ACT3,ACT4,ACT5,ACT6" if stream.below(3) else "act:ACT1,ACT4"
    return f"TM1 r6 ter:{ter} {acts} | {mine} | {other} cult:4/5/3/2 D:{place} passed"


def check_against_every_row(text: str, part: RoundPart = WHOLE) -> tuple[bool, bool]:
    """Compare an answer with everything that may be done; return if that was little enough, and if proved."""
    position = reading.parse(text)
    who = position.players[0].faction
    result = every_row.best(position, who, part)
    got = answer.best(position, who, part)
    before = position.player(who).points
    after = commands.apply_actions(position, who, got.rows)
    assert commands.points(after, who) - before == got.points <= got.at_most
    if result is None:
        return False, got.points == got.at_most
    most = result[0] - before
    assert most <= got.at_most, ("the bound is too low", text, got, most)
    assert got.points == most, ("a better line was missed", text, got, most)
    cut_short = answer.best(position, who, part, seconds=0.01)
    assert most <= cut_short.at_most, ("the bound of goods is too low", text, cut_short, most)
    return True, got.points == got.at_most


@pytest.mark.parametrize("who", ["darklings", "nomads", "fakirs"])
def test_the_best_of_few_goods_is_that_of_everything_tried(who: str) -> None:
    assert check_against_every_row(small("few 0", who)) == (True, True)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    "who", ("darklings", *(pytest.param(who, marks=pytest.mark.slow) for who in ("nomads", "fakirs")))
)
def test_the_best_of_a_part_is_that_of_everything_tried(who: str, part: str) -> None:
    assert check_against_every_row(small("few 0", who), PARTS[part]) == (True, True)


@pytest.mark.long
@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("who", FACTIONS)
def test_the_best_of_a_part_is_that_of_everything_tried_for_each_faction(who: str, part: str) -> None:
    done = [check_against_every_row(small(f"few {number}", who), PARTS[part]) for number in range(4)]
    assert sum(proved for _, proved in done) > 2


@pytest.mark.long
@pytest.mark.parametrize("who", FACTIONS)
def test_the_best_of_few_goods_is_that_of_everything_tried_for_each_faction(who: str) -> None:
    done = [check_against_every_row(small(f"few {number}", who)) for number in range(8)]
    assert sum(small_enough for small_enough, _ in done) > 2
    assert sum(proved for _, proved in done) > 4


@pytest.mark.parametrize(
    ("who", "part"),
    [
        pytest.param(who, part, id=f"{who}-{name}", marks=() if number % 12 == 0 else pytest.mark.long)
        for number, (who, (name, part)) in enumerate(product(FACTIONS, {"whole": WHOLE, **PARTS}.items()))
    ],
)
def test_the_rules_alone_give_a_line_that_no_answer_is_below_however_short_its_time(
    who: str, part: RoundPart
) -> None:
    position = reading.parse(small("few 3", who))
    ground = ground_of(position, who, {}, part)
    line = greedy(ground)
    after = commands.apply_actions(position, who, line.rows)
    assert commands.points(after, who) - position.player(who).points == line.points >= worth(ground, position)
    result = answer.best(position, who, part, seconds=0.01)
    assert line.points <= result.points <= result.at_most


@pytest.mark.slow
def test_a_search_that_is_cut_short_is_bounded_by_goods_wherever_hexes_lie() -> None:
    position = example("cut short", 1)
    who = position.start
    result = answer.best(position, who, seconds=0.01)
    ground = ground_of(position, who, {player.faction: player.network for player in position.players})
    all_that_counts_hold = Round(ground).solve(cp.Work(0), 0).at_most
    assert result.points < result.at_most < all_that_counts_hold // 3


# --- the parts ----------------------------------------------------------------------------------------------


def check_against_parts(position: State, who: str) -> None:
    """Check that no plan of another question ends with more points."""
    whole = answer_for(position, colour=who, ask="last-round")
    assert whole.value <= whole.at_most
    for part in QUESTIONS:
        try:
            rows = answer_for(position, colour=who, ask=part).plan.commands
        except InputError:
            continue  # too large to be proved
        reached = (
            commands.points(commands.apply_actions(position, who, rows), who) - position.player(who).points
        )
        assert whole.value >= reached, (part, rows, whole.plan.commands)


@pytest.mark.long
def test_no_part_of_a_last_round_is_worth_more_than_the_whole_for_each_faction() -> None:
    for text in test_carry_out.TYPED:
        position = reading.parse(f"TM1 r6 | {text}")
        check_against_parts(position, position.players[0].faction)
    for number, who in product(range(8), FACTIONS):
        check_against_parts(reading.parse(small(f"few {number}", who)), who)


@pytest.mark.long
@pytest.mark.parametrize("number", range(125))
def test_no_part_of_a_last_round_is_worth_more_than_the_whole_for_anybody(number: int) -> None:
    position = example(f"last round {number}", 1, players=2 + number % 4)
    for player in position.players[:4]:
        check_against_parts(position, player.faction)


@pytest.mark.parametrize(("priests", "points"), [(3, 22), (2, 20), (0, 10)])
def test_the_cult_race_of_our_source_is_worth_22_20_and_10(priests: int, points: int) -> None:
    text = (
        "TM1 r6 pri:fire=giants+giants++,earth=giants+giants+giants+ | "
        f"witches p:{priests} cult:4/0/7/2 D:F4 | giants cult:6/3/7/9 D:G2 | cultists cult:5/0/2/8 D:E6"
    )
    position = reading.parse(text)
    result = answer.best(position, "witches", PARTS["cults"])
    after = commands.apply_actions(position, "witches", result.rows)
    races = [commands.points_of_line(after, "witches", cult) for cult in CULTS]
    assert sum(races) == points and result.points == result.at_most


@pytest.mark.slow
def test_spades_for_nothing_want_a_hex_in_reach() -> None:
    # Each spade scores 2, and no free hex is in reach of the Swarmlings: steps of shipping are what is left.
    text = (
        "TM1-05SF-CJE0-Y1P0 r4 ter:C4=gray,D6=gray,D7=gray,D8=black,E9=black,F5=black,F7=blue,G7=blue,"
        "H7=black,I10=black pri:fire=swarmlings+++,earth=alchemists+++ bon:BON1=1,BON5=1,BON7=2 "
        "sta:dwarves | "
        "alchemists vp:34 c:18 w:10 key:1 pw:4/0/2 cult:1/1/3/0 D:D8,E10,E9,F5,G5,H7,I10 bon:BON6 "
        "tw:TW4=D8+E10+E9+F5+G5+H7+I10 | swarmlings vp:41 c:11 w:5 p:2 dig:2 pw:0/3/4 cult:5/1/1/3 "
        "D:F7,G6,G7 SA:E11 bon:BON9 fav:FAV9,FAV8 | dwarves vp:39 c:19 w:8 pw:2/5/0 cult:1/0/2/0 "
        "D:C4,C5,D6,F6,H6,H8,I9 TH:D7 bon:BON2"
    )
    result = answer.best(reading.parse(text), "swarmlings", PARTS["area"])
    assert result.points == result.at_most == 44, result


@pytest.mark.parametrize(("network", "points"), [(5, 18), (2, 12)])
def test_an_entered_network_stays_and_the_whole_question_is_what_is_left(network: int, points: int) -> None:
    position = reading.parse(f"TM1 r6 | witches vp:20 c:3 net:{network} | nomads net:3")
    form = answer_for(position, colour="witches")
    assert (form.ask, form.value, form.at_most) == ("liquidate", points + 1, points + 1)


# --- what the bound must not leave out ----------------------------------------------------------------------


def value(text: str) -> tuple[int, int, list[str]]:
    """Return the points still to come, what no line can exceed, and the line."""
    position = reading.parse(f"TM1 r6 {text}")
    result = answer.best(position, position.players[0].faction)
    return result.points, result.at_most, list(result.rows)


def test_spades_that_build_nothing_score_for_the_darklings_and_the_halflings() -> None:
    # Two priests are two spades, four points; the others stand too high for a cult to score.
    darklings = (
        "| darklings p:2 D:E5 | giants cult:9/9/9/9 D:A6 | auren cult:8/8/8/8 D:A3 | nomads cult:7/7/7/7 D:A5"
    )
    points, most, rows = value(darklings)
    assert points == most == 4 + (18 + 12 + 6) // 4, rows  # four networks of one
    assert sum("dig" in row for row in rows) == 2


@pytest.mark.slow
def test_a_tunnel_scores_each_time_it_is_dug() -> None:
    points, most, rows = value("ter:E7=gray | dwarves w:6 dig:2 SH:E7 | nomads cult:1/1/1/1 D:A5")
    assert points == most
    assert len(rows) == 3 and all("transform" in row for row in rows)


def test_mermaids_found_a_town_over_a_river_by_that_alone_and_only_one() -> None:
    text = "ter:E4=blue,E5=blue,F2=blue,G1=blue | mermaids ship:1 TH:E4,E5 TE:F2 D:G1 | nomads D:A5 passed"
    points, most, rows = value(text)
    assert points == most == 8 + 4 * 8 + 18, "the town of all cults, all four of them, the largest network"
    assert len(rows) == 1 and rows[0].startswith("connect r20. +TW5")


@pytest.mark.long
@pytest.mark.parametrize("cults", ["5/5/3/1", "5/5/3/3"])
def test_no_priest_comes_when_all_lie_on_the_cult_board(cults: str) -> None:
    # Power for another priest comes with the steps of the last one, when none is left to come.
    lying = (
        "pri:fire=cultists+cultists+cultists+nomads,water=cultists+cultists+cultists+nomads,"
        "earth=nomads+nomads++,air=nomads+nomads++"
    )
    mine = f"cultists p:1 ship:0 pw:0/1/2 cult:{cults} D:E7 bon:BON4"
    text = f"TM1 r6 {lying} act:ACT1,ACT3,ACT4,ACT5,ACT6 | {mine} | nomads cult:6/6/6/6 D:A5 passed"
    assert check_against_every_row(text) == (True, True)


def test_a_power_action_is_not_paid_with_what_comes_of_its_coins() -> None:
    """Two temples would bring the power for the action whose coins pay for the second one."""
    text = (
        "TM1 r6 ter:D3=yellow,H3=yellow act:ACT1,ACT2,ACT3,ACT5,ACT6 | nomads vp:20 c:5 w:4 pw:0/4/0 ship:0 "
        "cult:6/6/6/6 TH:D3,H3 fav:FAV6 used:FAV6 | witches cult:7/7/7/7 D:E9 passed"
    )
    state = reading.parse(text)
    start = ground_of(state, "nomads", {player.faction: None for player in state.players}, WHOLE)
    ground = replace(start, free=(), slots=0)
    found = [
        Round(ground, split=True, power=power).solve(cp.Work(5.0), 5.0).at_most for power in (False, True)
    ]
    after = commands.apply_actions(
        state, "nomads", ("upgrade H3 to TE. +FAV1", "burn 1. convert 3pw to 3c. pass")
    )
    assert commands.points(after, "nomads") - 20 == found[1] == found[0] - 3


@pytest.mark.slow
@pytest.mark.parametrize("who", ["darklings", "nomads", "fakirs"])
def test_a_bound_with_all_moments_is_never_below_everything_tried(who: str) -> None:
    position = reading.parse(small("few 0", who))
    result = every_row.best(position, who, WHOLE)
    assert result is not None
    start = ground_of(position, who, {player.faction: None for player in position.players}, WHOLE)
    bound = Round(start, moments=2, split=True, power=True).solve(cp.Work(3.0), 3.0).at_most
    assert result[0] - position.player(who).points <= bound


@pytest.mark.slow
@pytest.mark.parametrize("seed", [*(pytest.param(seed, marks=pytest.mark.long) for seed in "12"), "3"])
def test_a_model_with_all_moments_holds_a_line_that_was_carried_out(seed: str) -> None:
    """With the structures, power actions and favour tiles of the line it is worth no less."""
    state = example(seed, 1)
    who = state.start
    line = answer.best(state, who, seconds=2.0, is_proof_wanted=False)
    start = ground_of(state, who, {player.faction: player.network for player in state.players}, WHOLE)
    assert answer.most_of(start, line.rows) >= line.points


@pytest.mark.long
def test_a_model_that_does_not_allow_a_line_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class TooTight(Round):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            for flag in self.end.acts.values():
                self.model.add(flag == 0)

    text = "| auren c:5 w:2 p:1 pw:0/0/4 D:F4 | nomads cult:1/1/1/1 D:A5 passed"
    points, most, rows = value(text)
    assert points == most and any("action ACT" in row for row in rows)
    monkeypatch.setattr(answer, "Round", TooTight)
    with pytest.raises(Disagreement):
        value(text)


def test_rows_that_bring_nothing_are_left_out_of_a_line() -> None:
    text = "TM1 r6 | auren c:5 w:2 p:1 cult:9/9/9/9 SH:F4 | nomads cult:1/1/1/1 D:A5 passed"
    rows = ("action SH. +air", "advance dig")  # without a key the tenth step is closed
    assert answer.needed(reading.parse(text), "auren", rows) == ("advance dig",)


def test_a_last_round_is_refused_before_the_first_and_without_a_map() -> None:
    for text, field in (("TM1 r0 | witches", "round"), ("TM1 r6 | witches net:5 | nomads net:3", "network")):
        with pytest.raises(InputError) as refused:
            answer_for(reading.parse(text), colour="witches", ask="last-round")
        assert refused.value.field == field


def test_the_cultists_score_a_new_stronghold() -> None:
    position = reading.parse("TM1 r6 | cultists vp:20 c:8 w:4 SA:E6 TE:E5,F5,I8 TH:F3 | nomads passed D:F2")
    best = answer.best(position, "cultists")
    assert best.rows == ("upgrade F3 to SH",) and best.points == best.at_most
    after = commands.apply_actions(position, "cultists", best.rows)
    assert after.player("cultists").points == 20 + 7
