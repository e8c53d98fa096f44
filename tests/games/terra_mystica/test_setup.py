"""A random setup is legal, fair, and rebuilt by its share code."""

from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.components import EXTRAS
from pencilwright.games.terra_mystica.factions import FACTIONS
from pencilwright.games.terra_mystica.setup import (
    Fixed,
    Setup,
    as_dict,
    check,
    draw,
    from_code,
    parse_fixed,
    redraw,
    to_code,
)

GOOD = Setup(
    ("SCORE6", "SCORE7", "SCORE1", "SCORE5", "SCORE4", "SCORE8"),
    ("BON2", "BON3", "BON4", "BON5", "BON6", "BON7", "BON8"),
    ("chaosmagicians", "nomads", "mermaids", "darklings"),
)


def test_1000_setups_are_legal_and_two_thirds_have_the_spade_tile() -> None:
    setups = [draw(seed, players=2 + seed % 4) for seed in range(1000)]
    for setup in setups:
        check(setup)
        assert len(setup.bonus) == len(setup.factions) + 3
        assert len({FACTIONS[name].colour for name in setup.factions}) == len(setup.factions)
        assert "SCORE1" not in setup.scoring[4:]
    found = sum("SCORE1" in setup.scoring for setup in setups)
    assert abs(found - 1000 * 2 / 3) < 3 * sqrt(1000 * 2 / 9)


def test_each_legal_round_of_the_spade_tile_and_each_faction_is_as_likely() -> None:
    setups = [draw(f"fair {seed}", players=3) for seed in range(1200)]
    rounds = Counter(setup.scoring.index("SCORE1") for setup in setups if "SCORE1" in setup.scoring)
    assert all(abs(rounds[n] - 200) < 4 * sqrt(200 * 5 / 6) for n in range(4)) and len(rounds) == 4
    names = Counter(name for setup in setups for name in setup.factions)
    assert all(abs(names[name] - 3600 / 14) < 4 * sqrt(3600 / 14) for name in FACTIONS)


def test_the_same_seed_gives_the_same_setup_in_every_version() -> None:
    assert to_code(draw("kraken", players=4)) == to_code(draw("kraken", players=4))
    assert draw(1, players=2) != draw(2, players=2)


@given(st.integers(0, 2**32), st.sampled_from((2, 3, 4, 5)), st.sets(st.sampled_from(EXTRAS)), st.booleans())
def test_code_and_setup_are_one(seed: int, players: int, extras: set[str], revised: bool) -> None:
    setup = draw(seed, players=players, extras=tuple(extras), revised_start=revised)
    code = to_code(setup)
    assert from_code(code) == setup and to_code(from_code(code)) == code
    assert from_code(code.lower().replace("-", " ")) == setup


def test_a_wrong_character_in_a_code_is_named() -> None:
    code = to_code(GOOD)
    wrong = code[:5] + ("0" if code[5] != "0" else "1") + code[6:]
    with pytest.raises(InputError, match="mistake"):
        from_code(wrong)


def test_a_number_that_is_no_setup_is_refused() -> None:
    from pencilwright.games import sharecode

    with pytest.raises(InputError, match="no setup has"):
        from_code(sharecode.encode("TM1", 0))
    with pytest.raises(InputError, match="no setup has"):
        from_code(sharecode.encode("TM1", 32**11))


def test_factions_can_be_included_excluded_and_fixed() -> None:
    only = ("witches", "Chaos Magicians", "nomads")
    assert set(draw(5, players=3, include=only).factions) == {"witches", "chaosmagicians", "nomads"}
    for seed in range(50):
        setup = draw(
            seed, players=5, exclude=("witches",), fixed=parse_fixed(["P2=auren", "R1=SCORE1", "BON8"])
        )
        assert setup.factions[1] == "auren" and setup.scoring[0] == "SCORE1" and "BON8" in setup.bonus
        assert "witches" not in setup.factions


def test_all_options_can_be_said_as_parts() -> None:
    said = parse_fixed(["only=witches, nomads", "without=giants", "extras=towns,bonus", "start=revised"])
    setup = draw(8, players=2, fixed=said)
    assert set(setup.factions) == {"witches", "nomads"}
    assert setup.extras == ("towns", "bonus") and setup.revised_start
    with pytest.raises(InputError, match="no extra 'maps'"):
        parse_fixed(["extras=maps"])


def test_extras_bring_their_items_and_the_base_game_none() -> None:
    base = [draw(seed, players=5) for seed in range(100)]
    assert not any("SCORE9" in setup.scoring or "BON10" in setup.bonus for setup in base)
    more = [draw(seed, players=5, expansion=True) for seed in range(100)]
    assert any("SCORE9" in setup.scoring for setup in more) and any("BON10" in setup.bonus for setup in more)
    assert more[0].extras == EXTRAS


@pytest.mark.parametrize("part", ["scoring", "bonus", "factions"])
def test_one_part_can_be_drawn_anew(part: str) -> None:
    new = {redraw(GOOD, part, seed) for seed in range(20)}
    assert len({getattr(setup, part) for setup in new}) > 10
    for other in {"scoring", "bonus", "factions"} - {part}:
        assert {getattr(setup, other) for setup in new} == {getattr(GOOD, other)}


def test_as_dict_holds_the_code() -> None:
    assert as_dict(GOOD)["code"] == to_code(GOOD)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: draw(1, players=6), "6 players"),
        (lambda: draw(1, players=3, include=("witches", "auren", "nomads")), "on 2 boards"),
        (lambda: draw(1, include=("witches",), exclude=("witches",)), "included and excluded"),
        (lambda: draw(1, include=("wiches",)), "did you mean 'witches'"),
        (lambda: draw(1, extras=("maps",)), "no extra 'maps'"),
        (lambda: draw(1, fixed=Fixed({5: "SCORE1"})), "never in round 5 or 6"),
        (lambda: draw(1, fixed=Fixed({7: "SCORE2"})), "round 7"),
        (lambda: draw(1, fixed=Fixed({1: "SCORE9"})), "SCORE9"),
        (lambda: draw(1, fixed=Fixed({1: "SCORE2", 2: "SCORE2"})), "twice"),
        (lambda: draw(1, fixed=Fixed({}, ("BON10",))), "BON10"),
        (lambda: draw(1, fixed=Fixed({}, ("BON1", "BON1"))), "different cards"),
        (lambda: draw(1, fixed=Fixed({}, (), {5: "witches"})), "place 5"),
        (lambda: draw(1, fixed=Fixed({}, (), {1: "elves"})), "elves"),
        (lambda: draw(1, fixed=Fixed({}, (), {1: "witches", 2: "auren"})), "two sides of one board"),
        (lambda: parse_fixed(["witches"]), "fixes nothing"),
        (lambda: parse_fixed(["R1=SCORE1", "R1=SCORE2"]), "fixed already"),
        (lambda: redraw(GOOD, "board", 1), "no part 'board'"),
        (lambda: check(GOOD._replace(factions=("witches",))), "2 to 5"),
        (lambda: check(GOOD._replace(factions=("a", "b", "c", "d"))), "factions are"),
        (lambda: check(GOOD._replace(extras=("x",))), "no extra"),
        (lambda: check(GOOD._replace(scoring=GOOD.scoring[:5])), "5 scoring tiles"),
        (lambda: check(GOOD._replace(scoring=("SCORE9", *GOOD.scoring[1:]))), "SCORE9"),
        (lambda: check(GOOD._replace(scoring=("SCORE7", *GOOD.scoring[1:]))), "twice"),
        (lambda: check(GOOD._replace(scoring=(*GOOD.scoring[3:], *GOOD.scoring[:3]))), "round 6"),
        (lambda: check(GOOD._replace(bonus=GOOD.bonus[:6])), "players \\+ 3"),
        (lambda: check(GOOD._replace(bonus=("BON10", *GOOD.bonus[1:]))), "BON10"),
    ],
)
def test_what_cannot_be_met_is_said(call: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        call()  # type: ignore[operator]
