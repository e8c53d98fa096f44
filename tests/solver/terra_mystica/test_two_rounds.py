"""The last two rounds of a game that was played, with other rows of one player."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.components import ROUNDS
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.two_rounds import answer
from pencilwright.solver.terra_mystica.two_rounds.bound import TwoRounds, frozen, ground_of_both, surveyed
from pencilwright.solver.terra_mystica.two_rounds.script import FIRST, Chooser, Script, Table, recorded
from tests.games.terra_mystica.log.test_read import made


@cache
def script(seed: int = 11, players: int = 3, seat: int = 0) -> Script:
    """The end of a game of simple players, for one of them."""
    game = made(seed, players)
    found = recorded(game.record, game.setup.factions[seat])
    assert found is not None
    return found


@pytest.mark.parametrize("seat", range(3))
def test_the_rows_that_were_played_come_to_the_points_of_the_game(seat: int) -> None:
    found = script(seat=seat)
    table = Table(found)
    assert table.play(found.own) == found.total
    for name in found.others:
        assert table.state.player(name).structures == found.ends[ROUNDS].player(name).structures
    assert table.state.player(found.who).structures == found.ends[ROUNDS].player(found.who).structures


def test_what_another_player_took_is_refused() -> None:
    found = script()
    number, turn = next((at, one) for at, one in found.all_turns() if one.built)
    assert number == FIRST
    table = Table(found)
    place = turn.built[0][1]
    table.state.player(found.who).put(place, "D")
    with pytest.raises(InputError, match=place):
        table.play(found.own)


def test_rows_wait_until_the_rules_allow_them_and_any_free_card_is_taken() -> None:
    found = script()
    *rows, passing = found.own.rows[FIRST]
    table = Table(found)
    table.takes = found.own.takes
    table.round(Chooser((("build A99",), *rows[::-1]), (("pass BON99",), passing)))
    assert table.done[FIRST][-1] == passing and table.state.player(found.who).passed
    assert sorted(table.done[FIRST]) == sorted(found.own.rows[FIRST]) != table.done[FIRST]


def test_a_frozen_table_has_what_the_others_have_in_the_end() -> None:
    found = script()
    table, end = frozen(found, FIRST), found.ends[ROUNDS]
    assert table.player(found.who) == found.start.player(found.who) and table.round == FIRST
    assert all(table.player(name) == end.player(name) for name in found.others)
    assert set(table.used) == {name for at, turn in found.all_turns() if at == FIRST for name in turn.used}


STEPS = {"D": (), "TH": ("TH",), "TE": ("TH", "TE"), "SH": ("TH", "SH"), "SA": ("TH", "TE", "SA")}
"""What a hex became on the way to a structure."""


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players"), [(11, 3), (5, 4)])
def test_the_model_holds_what_was_played(seed: int, players: int) -> None:
    """With the structures, tiles and card of the game its optimum is not below the game's points."""
    for seat in range(players):
        found = script(seed, players, seat)
        was, end = found.start.player(found.who), found.ends[ROUNDS].player(found.who)
        ground, later = ground_of_both(found)
        model = TwoRounds(replace(ground, slots=len(end.towns) - len(was.towns)), later)
        for layer, now in ((model.first, found.ends[FIRST].player(found.who)), (model.end, end)):
            for name, flag in layer.built.items():
                model.model.add(flag == (name in now.structures))
            for name, kind in now.structures.items():
                before = STEPS[was.structures.get(name, "D")]
                for step, flags in layer.became.items():
                    if name in flags:
                        model.model.add(flags[name] == (step in STEPS[kind] and step not in before))
        for name, flag in model.end.favours.items():
            model.model.add(flag == (name in end.favours))
        model.model.add(model.both.card[found.ends[FIRST].player(found.who).bonus] == 1)
        best = model.solve(cp.Work(5.0), 5.0)
        assert best.points is not None and was.points + best.points >= found.total


@pytest.mark.slow
@pytest.mark.parametrize("seat", range(3))
def test_the_bound_is_never_below_what_was_played(seat: int) -> None:
    found = script(seat=seat)
    ground, later = ground_of_both(found)
    near = surveyed(ground, later, cp.Work(1.0))
    ahead = found.total - found.start.player(found.who).points
    assert TwoRounds(near, later).solve(cp.Work(0.5), 0.5).at_most >= ahead


@pytest.mark.slow
def test_a_better_line_is_carried_out_and_the_bound_is_above_it() -> None:
    found = script(seat=1)
    best = answer.best(found, seconds=1.0)
    assert best.played == found.total <= best.points <= best.at_most
    assert Table(found).play(best.own) == best.points


def test_who_stops_has_the_rows_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp, "LOOK_AGAIN", 0.001)

    def stop(points: int, at_most: int | None, spent: float) -> None:
        raise KeyboardInterrupt

    found = script()
    best = answer.best(found, tell=stop)
    assert best.is_stopped and best.points == found.total <= best.at_most
