"""The last turns as one question: equal to trying everything, and never below any part."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.tianxia.commands import execute
from pencilwright.games.tianxia.components import GOODS, RESOURCES, SPACE_IDS
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.plans import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    JadePlan,
    LeftoverPlan,
    Plan,
    ShipOffer,
    WallPlan,
    Worth,
)
from pencilwright.games.tianxia.state import State
from pencilwright.solver.tianxia import last_turns
from pencilwright.solver.tianxia.advice import ASKS, answer_for, in_words, solve
from tests.solver.tianxia.test_carried import ended

MOST_TRIED = 1500
CARDS = {
    "OB4": [f" takes 1 {kind}" for kind in RESOURCES],
    "OB9": [""],
    "OB10": [""],
    "OB13": [""],
    "OB17": [""],
    "OB22": [""],
    "OB24": [""],
    "OB26": [""],
}
TILES = {
    "BT-08": [""],
    "BT-09": [""],
    "BT-12": [
        f" pays 1 {a} takes {b}" for a in GOODS for b in ("2 wood", "1 wood, 1 stone", "2 stone", "2 rice")
    ],
    "2A-3": [""],
}


def small(seed: int) -> tuple[State, list[str]]:
    """Return a made-up position with little to be done in it, and every command that may be given there."""
    stream = Stream.from_seed(seed).fork("last turns")
    state = example(f"turns {seed}", players=3)
    parts = set(stream.shuffled(["cards", "tiles", "governors", "jade", "fortify", "train", "ships"])[:3])
    hand = tuple(stream.shuffled(CARDS)[:2])
    stock: dict[str, Any] = {kind: stream.below(2) for kind in ("coin", *RESOURCES, *GOODS)}
    stock |= {"stone": 2 * stream.below(2), "rice": stream.below(3), "coin": stream.below(3)}
    jade = (0, 1, 3)[stream.below(3)] if "jade" in parts else 0
    own = replace(state.players[0], goals=hand, jade=jade, meeples=1 + stream.below(4), **stock)
    fights = stream.shuffled([1, 2, 3, 4])[:2]
    wall = tuple(
        replace(row, battle=number in fights, nomads=stream.below(7))
        for number, row in enumerate(state.wall, 1)
    )
    free = [space for space in SPACE_IDS if "B" not in state.governors.get(space, "")]
    spaces = stream.shuffled(free)[:2] if "governors" in parts else []
    tiles = stream.shuffled(["P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P12", "P16", "P18"])
    standing = [space for space in SPACE_IDS if "B" in state.governors.get(space, "")]
    buildings = dict(zip((*spaces, *standing), tiles, strict=False))
    used = tuple(stream.shuffled(TILES)[:1]) if "tiles" in parts else ()
    ship = ShipOffer(
        name="yan",
        demand=("D1", "D5", "D9")[stream.below(3)],
        port="silk",
        spaces=(("+2 coin", "soldier(1, any)", "worker(1)", "+1 res")[stream.below(4)],),
    )
    told = Plan(
        wall=WallPlan(
            fortify="fortify" in parts, train="train" in parts, walls=(1, 2), towers=(2,), governor=seed % 2
        ),
        deliveries=DeliveryPlan((ship,) if "ships" in parts else (), Worth(track=8, worker=5)),
        jade=JadePlan(cheaper=seed % 3 == 0, tile=2, card=1),
        leftovers=LeftoverPlan(used),
        governors=GovernorPlan(
            2,
            {"qin": 1},
            tuple(Candidate(space=s, wood=stream.below(2), worth=stream.below(3)) for s in spaces),
        ),
    )
    state = replace(
        state,
        setup=None,
        buildings=buildings,
        players=(own, *state.players[1:]),
        wall=wall,
        plan=told,
        round=4 - seed % 2,
    )
    words = [f"discard {card}{rest}" for card in hand for rest in CARDS[card]]
    words += [f"use {tile}{rest}" for tile in used for rest in TILES[tile]]
    words += [f"govern {space}" for space in spaces]
    words += [f"advance {track}" for track in ("white", "red", "black", "blue")] if jade else []
    if "fortify" in parts:
        words += ["fortify", *(f"fortify {part} {n}" for part in ("wall", "tower") for n in range(1, 5))]
    if "train" in parts:
        words += ["train", *(f"train {n}" for n in range(1, 5))]
    if "ships" in parts:
        words += [f"deliver yan at 1 pays {a}" for a in _payments()]
    words += [f"free {kind} {n}" for kind in ("soldier", "wall", "nomad") for n in range(1, 5)]
    words += [*(f"free worker {barge}" for barge in ("stone", "rice", "wood")), "free merchant"]
    return state, words


def _payments() -> Iterator[str]:
    """Yield every payment of up to four goods."""
    for counts in product(range(3), repeat=len(GOODS)):
        if 0 < sum(counts) < 5:
            yield ", ".join(f"{n} {good}" for n, good in zip(counts, GOODS, strict=True) if n)


def tried(state: State, who: str, words: list[str]) -> Fraction | None:
    """Return the most that any commands in any order lead to; None when there are too many."""
    start = ("count once",)
    seen = set()
    edge = [start]
    most = ended(execute(state, who, start), who)
    while edge:
        done = edge.pop()
        for word in words:
            now = (*done, word)
            try:
                after = execute(state, who, now)
            except InputError:
                continue
            last = next((one.split()[0] for one in reversed(now) if one.startswith(("fortify", "train"))), "")
            key = (last, tuple(sorted(now)), repr(after))
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > MOST_TRIED:
                return None
            most = max(most, ended(after, who))
            edge.append(now)
    return most


def check_against_everything(seed: int) -> bool:
    """Compare an answer with everything that may be done; return whether that was little enough."""
    state, words = small(seed)
    found = tried(state, "B", words)
    if found is None:
        return False
    answer = last_turns.best(state, "B")
    assert Fraction(answer.value, 10) == found, (seed, answer.choice)
    assert answer.at_most == answer.value, (seed, "not proved", answer.at_most, answer.choice)
    return True


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_the_last_turns_are_the_best_of_everything_tried(seed: int) -> None:
    assert check_against_everything(seed)


@pytest.mark.long
def test_the_last_turns_are_the_best_of_everything_tried_on_a_hundred_positions() -> None:
    done = 0
    for seed in range(400):
        done += check_against_everything(seed)
        if done == 100:
            return
    raise AssertionError(f"only {done} positions were small enough")


def check_against_parts(state: State, who: str) -> None:
    """Check that no part's plan is worth more than the whole, and that the whole says what it is worth."""
    whole = solve("last-turns", state, who)
    after = execute(state, who, whole.plan.commands)
    assert ended(after, who) == Fraction(whole.value, 10)
    for ask in ASKS:
        if ask != "last-turns":
            rows = ("count once", *solve(ask, state, who).plan.commands)
            assert ended(execute(state, who, rows), who) * 10 <= whole.value, (ask, rows, whole.choice)


@pytest.mark.parametrize("seed", range(2))
def test_no_part_is_worth_more_than_the_last_turns(seed: int) -> None:
    state = example(f"parts {seed}", players=3 + seed % 2)
    check_against_parts(state, state.players[seed].letter)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(170))
def test_no_part_is_worth_more_than_the_last_turns_of_anybody(seed: int) -> None:
    state = example(f"parts {seed}", players=3 + seed % 2)
    for owner in state.players[:3]:
        check_against_parts(state, owner.letter)


def test_the_last_turns_are_told_in_both_languages() -> None:
    answer = answer_for(example(4), colour="O", ask="last-turns")
    assert answer["at_most"] == answer["value"] and answer["plan"]["measure"] == "last turns"
    assert "proved optimal" in in_words(answer, 0, "en")
    assert "証明済み" in in_words(answer, 0, "ja")
    open_ = in_words(answer | {"at_most": answer["value"] + 5}, 0, "en")
    assert "not proved" in open_ and f"{(answer['value'] + 5) / 10:.1f}" in open_
