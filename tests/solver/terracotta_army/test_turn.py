"""The best turn against trying every turn by the plain rules, and what the answer tells."""

from __future__ import annotations

from collections import Counter

import pytest

from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import commands, sectors
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.example import example, turn_of_his
from pencilwright.games.terracotta_army.rules import actions, turns
from pencilwright.games.terracotta_army.state import State, worker
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.terracotta_army import advice
from pencilwright.solver.terracotta_army.turn import leaves
from pencilwright.solver.terracotta_army.turn.best import Search, best_turns, check, plan_of
from pencilwright.solver.verify import carry_out
from pencilwright.templates.phrases import answered
from tests.solver.terracotta_army import test_carry_out
from tests.solver.terracotta_army.test_placing import position as small_position

GAME = game("terracotta-army")
PLAIN = leaves.load(plain=True)
POSITIONS, MOST_TURNS = 200, 40_000
"""Positions that are compared by the long test, and turns that are tried by the rules in one at most."""
USUAL = (4, 7, 44)


@pytest.fixture(autouse=True)
def _plain_functions(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Compile nothing but in tests that take long anyway."""
    if request.node.get_closest_marker("long") is None:
        monkeypatch.setattr(leaves, "load", lambda **_: PLAIN)


def reached(number: int) -> State | None:
    """A position of real play in which a person is to move, sometimes with more goods and weapons."""
    state = test_carry_out.reached(number)
    while (mover := state.to_move()) is not None and state.is_him(mover):
        state = turn_of_his(state, Stream.from_seed(number))
    return None if mover is None else state


def close(state: State, first: int, number: int) -> None:
    """Put artisans on all sectors but so many that are empty, so that there are few turns."""
    empty = [sector for sector in sectors.NUMBERS if not state.workers(sector)]
    remaining = [empty[(5 * first + step) % len(empty)] for step in range(number)]
    for sector in sectors.NUMBERS:
        if sector not in remaining:
            state.set_workers(sector, worker(state.players[0].letter, True))


def tried(state: State, letter: str, rounds: int) -> Counter[int]:
    """How many legal turns have each value, by the plain rules alone; equal ends are scored once."""
    known: dict[object, int] = {}
    results: Counter[int] = Counter()
    measure = commands.MEASURES[commands.points_of(rounds)]

    def go_on(now: State, sector: int, ring: int) -> None:
        player = now.player(letter)
        if ring == len(actions.RINGS):
            goods = (player.coins, player.wet + player.dry, player.masters, player.score)
            key = (now.grid, now.row, now.col, goods)
            if key not in known:
                known[key] = measure(now, letter) - state.player(letter).score
            results[known[key]] += 1
            return
        for choice in list(actions.legal_actions(now, player, sector, actions.RINGS[ring])):
            after = now.clone()
            actions.apply_action(after, after.player(letter), sector, actions.RINGS[ring], choice)
            go_on(after, sector, ring + 1)

    for ring in ("", "inner", "middle"):
        turned = state.clone()
        if ring:
            if turned.player(letter).coins < box.ROTATE_COST:
                continue
            actions.rotate(turned, turned.player(letter), ring)
        for sector, artisan in actions.places(turned, turned.player(letter)):
            placed = turned.clone()
            actions.place(placed, placed.player(letter), sector, artisan)
            go_on(placed, sector, 0)
    return results


def valued(search: Search) -> Counter[int]:
    """How many legal turns have each value by the search."""
    results: Counter[int] = Counter()
    for way in search.ways:
        for value in search.values(way):
            results[value] += 1
    return results


def compare(state: State, letter: str, rounds: int, kernels: Kernels) -> int:
    """Compare both ways, all turns and the best ones; return how many turns there are."""
    search = Search(state, letter, rounds, kernels)
    by_rules = tried(state, letter, rounds)
    assert valued(search) == by_rules
    assert search.legal == by_rules.total()
    assert (search.value, search.optimal) == max(by_rules.items())
    return search.legal


def test_of_ways_that_are_worth_as_much_the_first_are_kept_on_every_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, pieces, shift = example("a"), (0, 1), (0, 0)
    kept = leaves.Leaves(state, state.players[0].letter, 1, PLAIN)
    weighed = list(kept.weighed(pieces, (shift,)))
    monkeypatch.setattr(kept, "weighed", lambda *_: weighed)
    ranked = sorted(
        (-points.item(), tuple(codes[: len(pieces)].tolist()))
        for plans, worths in weighed
        for codes, points in zip(plans, worths[:, 0], strict=True)
    )
    ties = [n for n in range(1, len(ranked)) if ranked[n - 1][0] == ranked[n][0]]
    assert len(ties) > 100
    for most in ties[::10]:
        monkeypatch.setattr(leaves, "MOST_LEAVES", most)
        best = kept.spots(pieces, (shift,))[shift].best
        assert best == tuple((-points, codes) for points, codes in ranked[:most])


@pytest.mark.parametrize("number", USUAL)
def test_every_turn_is_worth_what_the_plain_rules_give(number: int) -> None:
    state = reached(number)
    assert state is not None
    mover = state.to_move()
    assert mover is not None
    close(state, number, 2)
    assert compare(state, mover.letter, 1 + number % (6 - state.round), PLAIN) > 50


@pytest.mark.long
def test_every_turn_of_many_positions_is_worth_what_the_plain_rules_give() -> None:
    kernels, done = leaves.load(), 0
    for number in range(10_000):
        state = reached(number)
        mover = state.to_move() if state is not None else None
        if state is None or mover is None:
            continue
        rounds = 1 + number % (6 - state.round)
        if Search(state, mover.letter, rounds, kernels).legal <= MOST_TURNS:
            compare(state, mover.letter, rounds, kernels)
            done += 1
        if done == POSITIONS:
            return
    pytest.fail(f"only {done} positions have few enough turns")


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=() if seed in (1, 2) else pytest.mark.long) for seed in range(24)]
)
def test_every_turn_on_a_small_board_with_horses_and_archers_is_worth_what_the_rules_give(seed: int) -> None:
    state = small_position(f"turn {seed}")
    player = state.players[1]
    state.players[0].craftsmen, player.craftsmen, player.artisans = 1, 1, 1
    close(state, seed, 2)
    player.coins, player.wet = min(player.coins, 4), min(player.wet, 5)
    assert compare(state, player.letter, 1 + seed % (6 - state.round), PLAIN) > 0


@pytest.mark.parametrize("number", USUAL)
def test_the_turns_that_are_shown_are_carried_out_and_none_is_worth_more(number: int) -> None:
    state = reached(number)
    assert state is not None
    mover = state.to_move()
    assert mover is not None
    result = best_turns(state, mover.letter, kernels=PLAIN)
    assert result.best[0].loss == 0 and result.best == tuple(sorted(result.best, key=lambda item: item.loss))
    assert len(result.best) == len({item.turn for item in result.best}) == 10
    for ranked in (*result.best, *(other.ranked for other in result.others)):
        assert ranked.value + ranked.loss == result.best[0].value
        carry_out(GAME, state, plan_of(state, ranked, 1, result.nothing))
    parts = [other.part for other in result.others]
    assert parts == sorted(parts, key=("place", *actions.RINGS, "space").index)
    assert len({other.ranked.turn for other in result.others} | {result.best[0].turn}) == 1 + len(
        result.others
    )


def test_a_turn_that_leaves_more_comes_first_of_those_with_equal_points() -> None:
    state = example("ties", 5)
    state.human.wet = state.human.coins = 0
    first, second, *_ = best_turns(state, "Y", kernels=PLAIN).best
    after = [state.clone(), state.clone()]
    for item, ranked in zip(after, (first, second), strict=True):
        turns.apply_turn(item, ranked.turn)
    humans = [entry.human for entry in after]
    remaining = [own.coins + own.wet + own.dry + len(own.active) + len(own.masters) for own in humans]
    assert first.value > second.value or remaining[0] >= remaining[1]


@pytest.mark.parametrize("players", [1, 3])
def test_the_answer_speaks_of_the_one_who_is_to_move(players: int) -> None:
    state = example("who", 2, players=players)
    mover = state.to_move()
    assert mover is not None
    answer = advice.answer_for(state)
    assert answer.player == mover.colour and answer.format == "pencilwright-turn/1"
    assert answer.moves[0].loss == 0 and answer.plan.commands[0].startswith(f"{mover.letter} ")
    assert sum(part.points for part in answer.parts) == answer.value
    assert sum(item.points for item in answer.why) == answer.value - answer.nothing
    for language, word in (("en", "sector"), ("ja", "マス")):
        message = advice.in_words(answer, 3, language)
        assert word in message and answer.moves[0].notation in message
        assert all(str(step) in message for step in answered(answer, language)["steps"])


def test_who_is_not_to_move_has_no_turn() -> None:
    his, over, placed = example("his", 2, his_turn=True), example("over", 0), example("placed", 2)
    for player in placed.players:
        player.craftsmen = player.artisans = 0
    for state, letter in ((his, "Y"), (over, "Y"), (placed, "Y"), (example("other", 2), "P")):
        with pytest.raises(InputError):
            check(state, letter)
    for text in ({"rounds": 9}, {"colour": "purple"}, {"colour": "pink"}):
        with pytest.raises(InputError):
            advice.answer_for(example("said", 3), **text)
