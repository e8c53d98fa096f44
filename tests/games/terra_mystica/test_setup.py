"""A random setup is legal, fair, and rebuilt by its share code."""

from collections import Counter
from math import sqrt

import pytest
from msgspec.structs import replace

from pencilwright.games.terra_mystica import legality, marks
from pencilwright.games.terra_mystica.boards.factions import FACTIONS
from pencilwright.games.terra_mystica.components import EXTRAS
from pencilwright.games.terra_mystica.setup import (
    Setup,
    as_dict,
    check,
    draw,
    from_code,
    parse_fixed,
    to_code,
)
from pencilwright.games.terra_mystica.state import start
from tests.refusals import has, refused

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
    result = sum("SCORE1" in setup.scoring for setup in setups)
    assert abs(result - 1000 * 2 / 3) < 3 * sqrt(1000 * 2 / 9)


def test_each_legal_round_of_the_spade_tile_and_each_faction_is_as_likely() -> None:
    setups = [draw(f"fair {seed}", players=3) for seed in range(1200)]
    rounds = Counter(setup.scoring.index("SCORE1") for setup in setups if "SCORE1" in setup.scoring)
    assert all(abs(rounds[n] - 200) < 4 * sqrt(200 * 5 / 6) for n in range(4)) and len(rounds) == 4
    names = Counter(name for setup in setups for name in setup.factions)
    assert all(abs(names[name] - 3600 / 14) < 4 * sqrt(3600 / 14) for name in FACTIONS)


def test_a_wrong_character_in_a_code_is_named() -> None:
    code = to_code(GOOD)
    wrong = code[:5] + ("0" if code[5] != "0" else "1") + code[6:]
    with refused("code.mistake"):
        from_code(wrong)


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
    text = parse_fixed(["only=witches, nomads", "without=giants", "extras=towns,bonus", "start=revised"])
    setup = draw(8, players=2, fixed=text)
    assert set(setup.factions) == {"witches", "nomads"}
    assert setup.extras == ("towns", "bonus") and setup.revised_start


def test_extras_bring_their_items_and_the_base_game_none() -> None:
    base = [draw(seed, players=5) for seed in range(100)]
    assert not any("SCORE9" in setup.scoring or "BON10" in setup.bonus for setup in base)
    more = [draw(seed, players=5, expansion=True) for seed in range(100)]
    assert any("SCORE9" in setup.scoring for setup in more) and any("BON10" in setup.bonus for setup in more)
    assert more[0].extras == EXTRAS


@pytest.mark.parametrize(
    ("text", "pick"), [("none", "open"), ("some", "pool"), ("auction", "auction"), ("all", "drawn")]
)
def test_factions_are_drawn_for_all_for_none_or_to_choose_from(text: str, pick: str) -> None:
    plain = draw(3, players=4, expansion=True)
    for setup in (
        draw(3, players=4, expansion=True, pick=pick),
        draw(3, players=4, expansion=True, fixed=parse_fixed([f"factions={text}"])),
    ):
        assert (setup.pick, setup.players, setup.scoring, setup.bonus) == (
            pick,
            4,
            plain.scoring,
            plain.bonus,
        )
        assert set(setup.factions) == (set() if pick == "open" else set(plain.factions))
        assert setup.seated == (plain.factions if pick == "drawn" else ())
        assert from_code(to_code(setup)) == setup
        if not setup.seated:
            with refused("mystica.setup.undecided"):
                start(setup)


def test_a_pool_keeps_a_faction_and_the_first_game_but_an_open_choice_draws_none() -> None:
    assert "auren" in draw(1, players=3, fixed=parse_fixed(["P1=auren", "factions=some"])).factions
    assert set(draw(1, players=2, first_game=True, pick="pool").factions) == {"witches", "nomads"}
    for question in ({"first_game": True}, {"include": ("witches",)}, {"fixed": parse_fixed(["P1=auren"])}):
        with refused("mystica.draw.open"):
            draw(1, players=2, pick="open", **question)
    with refused("mystica.draw.pick"):
        check(replace(GOOD, pick="open"))


def test_where_factions_are_chosen_the_pad_asks_for_them_and_takes_those_of_the_pool() -> None:
    setup = draw(3, players=3, pick="auction")
    first, other = setup.factions[:2]
    state, problems = marks.read({"p1.faction." + first: "circled", "p2.faction." + other: "circled"}, setup)
    assert [player.faction for player in state.players] == [first, other] and not problems
    assert marks.to_marks(state)["p1.faction." + first] == "circled"
    strange = next(name for name in FACTIONS if name not in setup.factions)
    wrong, _ = marks.read({"p1.faction." + strange: "circled"}, setup)
    assert any(has(problem.rule, "mystica.problem.pool") for problem in legality.problems(wrong))
    assert not any(has(problem.rule, "mystica.problem.pool") for problem in legality.problems(state))


def test_as_dict_holds_the_code() -> None:
    assert as_dict(GOOD)["code"] == to_code(GOOD)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: draw(1, players=6), "setup.wrong.range field=players high=5 low=2 n=6"),
        (lambda: draw(1, players=3, include=("witches", "auren", "nomads")), "mystica.draw.few_boards"),
        (lambda: draw(1, include=("witches",), exclude=("witches",)), "mystica.draw.both"),
        (lambda: draw(1, include=("wiches",)), "hint.near"),
        (lambda: draw(1, extras=("maps",)), "json.word where=extras word=maps"),
        (lambda: check(replace(GOOD, factions=("witches",))), "setup.wrong.range"),
        (lambda: check(replace(GOOD, scoring=("SCORE9", *GOOD.scoring[1:]))), "json.word"),
        (
            lambda: check(replace(GOOD, scoring=(*GOOD.scoring[3:], *GOOD.scoring[:3]))),
            "mystica.draw.late_spades",
        ),
        (lambda: check(replace(GOOD, bonus=("BON10", *GOOD.bonus[1:]))), "json.word"),
    ],
)
def test_what_cannot_be_met_is_said(call: object, words: str) -> None:
    with refused(words):
        call()  # type: ignore[operator]
