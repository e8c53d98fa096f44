"""Setups: drawn fairly within the rules, with parts fixed by the user, and one share code each."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.troyes_dice import setup as room
from pencilwright.games.troyes_dice.components import COLOURS, STANDARD
from pencilwright.games.troyes_dice.own_values import load
from pencilwright.games.troyes_dice.setup import SETUPS, Setup, draw, from_code, to_code
from tests.refusals import refused

LETTER = {"red": "R", "yellow": "Y", "white": "W"}
ROWS = st.permutations([1, 2, 3, 4, 5, 6]).map(tuple)


def pairs(setup: Setup) -> list[str]:
    return sorted("".join(sorted(LETTER[face] for face in plaza)) for plaza in setup.plazas)


@given(
    st.integers(0, 2**64 - 1), st.sampled_from(room.NUMBERINGS), st.sampled_from(room.SCOPES), st.booleans()
)
def test_every_draw_is_legal_and_comes_back_from_its_code_and_json(
    seed: int, numbering: str, scope: str, expansion: bool
) -> None:
    drawn = draw(seed, numbering=numbering, scope=scope, expansion=expansion)
    assert room.check(drawn) is drawn
    assert pairs(drawn) == sorted("".join(sorted(pair.replace("/", ""))) for pair in STANDARD.plazas)
    assert from_code(to_code(drawn)) == drawn
    assert to_code(from_code(to_code(drawn))) == to_code(drawn)
    assert len(drawn.expansion) == (3 if expansion else 0)


def test_a_draw_is_pinned_for_ever() -> None:
    assert to_code(draw("friday", numbering="ascending", expansion=True)) == "TD1-06FX-6S9D-J3KW"
    assert to_code(draw(7, numbering="descending", expansion=True)) == "TD1-1K59-RDMB-QJHA"


@given(st.tuples(ROWS, ROWS, ROWS), st.integers(0, 999))
def test_numbers_chosen_at_will_have_a_code_of_their_own(
    rows: tuple[tuple[int, ...], ...], seed: int
) -> None:
    numbers = dict(zip(COLOURS, rows, strict=True))
    drawn = draw(seed, fixed={"numbers": numbers})
    assert drawn.numbers == rows
    assert from_code(to_code(drawn)) == drawn


def test_usual_numberings_have_ten_payload_symbols_and_others_fourteen() -> None:
    assert len(to_code(draw(3, numbering="random")).replace("-", "")) == 15
    custom = draw(
        3, fixed={"numbers": {"red": (1, 3, 2, 4, 5, 6), "yellow": range(1, 7), "white": range(1, 7)}}
    )
    assert len(to_code(custom).replace("-", "")) == 19


def test_ascending_rolls_a_start_for_each_district_unless_the_scope_is_the_sheet() -> None:
    """A1"""
    apart = {draw(seed, numbering="ascending").numbers for seed in range(40)}
    assert any(len(set(rows)) > 1 for rows in apart)
    together = {draw(seed, numbering="ascending", scope="sheet").numbers for seed in range(40)}
    assert all(len(set(rows)) == 1 for rows in together)
    assert len(together) == 6


def test_descending_runs_down_and_wraps_from_1_to_6() -> None:
    """A2: start 4 gives 4 3 2 1 6 5."""
    rows = {row for seed in range(60) for row in draw(seed, numbering="descending").numbers}
    assert (4, 3, 2, 1, 6, 5) in rows
    assert len(rows) == 6


def test_random_numbering_is_one_order_for_all_districts() -> None:
    """A3"""
    for seed in range(30):
        assert len(set(draw(seed, numbering="random").numbers)) == 1


@pytest.mark.parametrize("numbering", room.NUMBERINGS)
def test_a_drawn_numbering_knows_its_name(numbering: str) -> None:
    assert room.numbering_name(draw(11, numbering=numbering)) == numbering


def test_faces_and_notches_are_drawn_fairly() -> None:
    up = Counter(plaza[0] for seed in range(600) for plaza in draw(seed).plazas)
    assert all(abs(up[colour] - 1800) < 4 * (5400 * 2 / 9) ** 0.5 for colour in COLOURS)
    first = Counter(draw(seed, expansion=True).expansion[0][1] for seed in range(800))
    assert all(abs(first[tile] - 100) < 4 * 87.5**0.5 for tile in range(1, 9))


def test_fixed_parts_are_kept_while_the_rest_is_drawn() -> None:
    fixed = {
        "plazas": {4: ("red", "yellow"), 0: ("white", "white")},
        "numbers": {"yellow": (3, 4, 5, 6, 1, 2)},
        "tiles": {8: 0, 3: None},
    }
    seen = set()
    for seed in range(20):
        drawn = draw(seed, numbering="ascending", expansion=True, fixed=fixed)
        assert drawn.plazas[4] == ("red", "yellow") and drawn.plazas[0] == ("white", "white")
        assert drawn.numbers[1] == (3, 4, 5, 6, 1, 2)
        assert (0, 8) in drawn.expansion and 3 in {tile for _, tile in drawn.expansion}
        seen.add(drawn)
    assert len(seen) == 20


def test_a_fixed_tile_brings_a_plaza_with_equal_faces_to_its_notch() -> None:
    for seed in range(20):
        drawn = draw(seed, expansion=True, fixed={"tiles": {5: 7}})
        assert drawn.plazas[7][0] == drawn.plazas[7][1]
        assert dict(drawn.expansion)[7] == 5


def test_one_fixed_row_is_shared_when_the_scope_is_the_sheet() -> None:
    fixed = {"numbers": {"white": (2, 3, 4, 5, 6, 1)}}
    assert set(draw(5, numbering="ascending", scope="sheet", fixed=fixed).numbers) == {(2, 3, 4, 5, 6, 1)}


def test_the_users_own_plazas_are_laid() -> None:
    own = load('plazas = ["R/R","Y/Y","W/W","R/Y","R/Y","R/Y","Y/W","Y/W","R/W"]')
    assert pairs(draw(1, components=own)) == sorted(["RR", "YY", "WW", "RY", "RY", "RY", "WY", "WY", "RW"])


def test_a_seed_number_out_of_range_is_refused() -> None:
    with refused("seed.range", "seed"):
        draw(-1)


def test_a_long_code_of_a_usual_numbering_is_refused_since_a_setup_has_one_code() -> None:
    from pencilwright.games.sharecode import decode, encode

    drawn = draw(2)
    plain = decode("TD1", to_code(drawn)) % 9**9
    rank = 0  # 1 2 3 4 5 6 is the first of the 720 orders, in all three districts
    other = encode("TD1", 32**13 + rank * 337 * 9**9 + plain)
    with refused("setup.wrong.code"):
        from_code(other)


def test_a_plaza_is_written_as_two_letters_with_a_slash() -> None:
    drawn = draw(4, expansion=True)
    plain = room.as_dict(drawn)
    assert plain["plazas"][0] == "/".join(LETTER[face] for face in drawn.plazas[0])
    with refused("json.word", "setup.plazas[0]", word="RY"):
        SETUPS.from_dict(plain | {"plazas": ["RY", *plain["plazas"][1:]]})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"plazas": (("red", "red"),) * 9}, "troyes.lay.equal n=9 of=3"),
        (
            {"numbers": ((1, 1, 2, 3, 4, 5), *draw(1).numbers[1:])},
            "setup.wrong.often field=setup.numbers.red most=1 name=1",
        ),
        ({"expansion": ((0, 1), (1, 2), (2, 3))}, "troyes.lay.tile_places places=[P1, P2, P7]"),
    ],
)
def test_a_setup_that_no_box_has_gets_no_code(changes: dict[str, object], message: str) -> None:
    with refused(message):
        to_code(msgspec.structs.replace(draw(1), **changes))


def test_letters_and_colours_are_the_same_thing() -> None:
    assert room.letters(["red", "white"]) == "RW"
    assert room.colours_of("RYW") == ["red", "yellow", "white"]
    assert room.colours_of("RXW") is None
    assert room.faces(draw(1))[0] == tuple(COLOURS.index(face) for face in draw(1).plazas[0])


def test_fixed_parts_are_read_as_they_are_typed() -> None:
    parsed = room.parse_fixed(["P4 = r/y", "red=456123", "white=6,1,2,3,4,5", "tile7", "X2=p4"])
    assert parsed == {
        "plazas": {4: ("red", "yellow")},
        "numbers": {"red": (4, 5, 6, 1, 2, 3), "white": (6, 1, 2, 3, 4, 5)},
        "tiles": {7: None, 2: 4},
    }
    assert draw(1, fixed=room.parse_fixed(["P4=R/Y"])).plazas[4] == ("red", "yellow")
