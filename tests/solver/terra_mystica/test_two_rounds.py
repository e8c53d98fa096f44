"""The last two rounds of a game that was played, with other rows of one player."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica import log
from pencilwright.games.terra_mystica.components import ROUNDS
from pencilwright.games.terra_mystica.log import read
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.two_rounds import answer
from pencilwright.solver.terra_mystica.two_rounds.bound import TwoRounds, frozen, ground_of_both, surveyed
from pencilwright.solver.terra_mystica.two_rounds.script import FIRST, Chooser, Script, Table, recorded
from tests.games.terra_mystica.log.test_read import made


@cache
def script(seed: int = 11, players: int = 3, seat: int = 0) -> Script:
    """The end of a game of simple players, for one of them."""
    game = made(seed, players)
    result = recorded(game.record, game.setup.factions[seat])
    assert result is not None
    return result


@pytest.mark.parametrize("seat", range(3))
def test_the_rows_that_were_played_come_to_the_points_of_the_game(seat: int) -> None:
    result = script(seat=seat)
    table = Table(result)
    assert table.play(result.own) == result.total
    for name in result.others:
        assert table.state.player(name).structures == result.ends[ROUNDS].player(name).structures
    assert table.state.player(result.who).structures == result.ends[ROUNDS].player(result.who).structures


@pytest.mark.parametrize("seat", range(2))
def test_the_course_of_what_was_played_is_that_of_the_log(seat: int) -> None:
    """Answers to offered power stand where they were given; what is refused at once has no row in the log."""
    result = script(12, 4, seat)
    table = Table(result)
    table.play(result.own)
    rows = [row for _, row in table.course if not row[0].startswith("decline")]
    own = [line.commands for line in made(12, 4).record.lines if line.faction == result.who]
    assert any(row[0].startswith("leech") for row in rows) and rows == own[-len(rows) :]
    assert sorted({number for number, _ in table.course}) == [FIRST, ROUNDS]


def test_a_game_that_is_not_over_and_who_left_it_are_refused() -> None:
    text = log.to_text(made(11, 3))
    with pytest.raises(InputError, match="is not over"):
        recorded(read.parse("\n".join(text.splitlines()[:-4])))
    history = made(11, 3)
    who = history.setup.factions[0]
    last = max(n for n, row in enumerate(text.splitlines()) if row.startswith(f"{who}: pass"))
    rows = text.splitlines()
    with pytest.raises(InputError, match="left this game"):
        recorded(
            read.parse("\n".join([*rows[:last], f"{who} dropped from the game", *rows[last + 1 :]])), who
        )


def test_what_another_player_took_is_refused() -> None:
    result = script()
    number, turn = next((at, turn) for at, turn in result.all_turns() if turn.built)
    assert number == FIRST
    table = Table(result)
    place = turn.built[0][1]
    table.state.player(result.who).put(place, "D")
    with pytest.raises(InputError, match=place):
        table.play(result.own)


def test_rows_wait_until_the_rules_allow_them_and_any_free_card_is_taken() -> None:
    result = script()
    *rows, passing = result.own.rows[FIRST]
    table = Table(result)
    table.takes = result.own.takes
    table.round(Chooser((("build A99",), *rows[::-1]), (("pass BON99",), passing)))
    assert table.done[FIRST][-1] == passing and table.state.player(result.who).passed
    assert sorted(table.done[FIRST]) == sorted(result.own.rows[FIRST]) != table.done[FIRST]


def test_a_frozen_table_has_what_the_others_have_in_the_end() -> None:
    result = script()
    table, end = frozen(result, FIRST), result.ends[ROUNDS]
    assert table.player(result.who) == result.start.player(result.who) and table.round == FIRST
    assert all(table.player(name) == end.player(name) for name in result.others)
    assert set(table.used) == {name for at, turn in result.all_turns() if at == FIRST for name in turn.used}


STEPS = {"D": (), "TH": ("TH",), "TE": ("TH", "TE"), "SH": ("TH", "SH"), "SA": ("TH", "TE", "SA")}
"""What a hex became on the way to a structure."""


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players"), [(11, 3), (5, 4)])
def test_the_model_holds_what_was_played(seed: int, players: int) -> None:
    """With the structures, tiles and card of the game its optimum is not below the game's points."""
    for seat in range(players):
        result = script(seed, players, seat)
        was, end = result.start.player(result.who), result.ends[ROUNDS].player(result.who)
        ground, later = ground_of_both(result)
        model = TwoRounds(replace(ground, slots=len(end.towns) - len(was.towns)), later)
        for layer, now in ((model.first, result.ends[FIRST].player(result.who)), (model.end, end)):
            for name, flag in layer.built.items():
                model.model.add(flag == (name in now.structures))
            for name, kind in now.structures.items():
                before = STEPS[was.structures.get(name, "D")]
                for step, flags in layer.became.items():
                    if name in flags:
                        model.model.add(flags[name] == (step in STEPS[kind] and step not in before))
        for name, flag in model.end.favours.items():
            model.model.add(flag == (name in end.favours))
        model.model.add(model.both.card[result.ends[FIRST].player(result.who).bonus] == 1)
        best = model.solve(cp.Work(5.0), 5.0)
        assert best.points is not None and was.points + best.points >= result.total


@pytest.mark.slow
@pytest.mark.parametrize("seat", range(3))
def test_the_bound_is_never_below_what_was_played(seat: int) -> None:
    result = script(seat=seat)
    ground, later = ground_of_both(result)
    near = surveyed(ground, later, cp.Work(1.0))
    ahead = result.total - result.start.player(result.who).points
    assert TwoRounds(near, later).solve(cp.Work(0.5), 0.5).at_most >= ahead


@pytest.mark.slow
def test_a_better_line_is_carried_out_and_the_bound_is_above_it() -> None:
    result = script(seat=1)
    best = answer.best(result, seconds=1.0)
    assert best.played == result.total <= best.points <= best.at_most
    assert Table(result).play(best.own) == best.points


def test_who_stops_has_the_rows_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp, "LOOK_AGAIN", 0.001)

    def stop(points: int, at_most: int | None, spent: float) -> None:
        raise KeyboardInterrupt

    result = script()
    best = answer.best(result, tell=stop)
    assert best.is_stopped and best.points == result.total <= best.at_most
