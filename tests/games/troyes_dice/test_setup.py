"""Setups: drawn fairly within the rules, with parts fixed by the user, and one share code each."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import setup as room
from pencilwright.games.troyes_dice.components import COLOURS, PLAZAS
from pencilwright.games.troyes_dice.own_values import load
from pencilwright.games.troyes_dice.setup import Fixed, Setup, draw, from_code, from_json, to_code, to_json

LETTER = {"red": "R", "yellow": "Y", "white": "W"}
ROWS = st.permutations([1, 2, 3, 4, 5, 6]).map(tuple)


def pairs(setup: Setup) -> list[str]:
    return sorted("".join(sorted(LETTER[face] for face in plaza)) for plaza in setup.plazas)


def refused(**options: object) -> InputError:
    with pytest.raises(InputError) as caught:
        draw(1, **options)  # type: ignore[arg-type]
    return caught.value


@given(
    st.integers(0, 2**64 - 1), st.sampled_from(room.NUMBERINGS), st.sampled_from(room.SCOPES), st.booleans()
)
def test_every_draw_is_legal_and_comes_back_from_its_code_and_json(
    seed: int, numbering: str, scope: str, expansion: bool
) -> None:
    drawn = draw(seed, numbering=numbering, scope=scope, expansion=expansion)
    assert room.check(drawn) is drawn
    assert pairs(drawn) == sorted("".join(sorted(pair.replace("/", ""))) for pair in PLAZAS)
    assert from_code(to_code(drawn)) == drawn
    assert to_code(from_code(to_code(drawn))) == to_code(drawn)
    assert from_json(to_json(drawn)) == drawn
    assert len(drawn.expansion) == (3 if expansion else 0)


def test_a_draw_is_pinned_for_ever() -> None:
    assert to_code(draw("friday", numbering="ascending", expansion=True)) == "TD1-06FX-6S9D-J3KW"
    assert to_code(draw(7, numbering="descending", expansion=True)) == "TD1-1K59-RDMB-QJHA"


@given(st.tuples(ROWS, ROWS, ROWS), st.integers(0, 999))
def test_numbers_chosen_at_will_have_a_code_of_their_own(
    rows: tuple[tuple[int, ...], ...], seed: int
) -> None:
    numbers = dict(zip(COLOURS, rows, strict=True))
    drawn = draw(seed, fixed=Fixed(numbers=numbers))
    assert drawn.numbers == rows
    assert from_code(to_code(drawn)) == drawn


def test_usual_numberings_have_ten_payload_symbols_and_others_fourteen() -> None:
    assert len(to_code(draw(3, numbering="random")).replace("-", "")) == 15
    custom = draw(
        3, fixed=Fixed(numbers={"red": (1, 3, 2, 4, 5, 6), "yellow": range(1, 7), "white": range(1, 7)})
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
    fixed = Fixed(
        plazas={4: ("red", "yellow"), 0: ("white", "white")},
        numbers={"yellow": (3, 4, 5, 6, 1, 2)},
        tiles={8: 0, 3: None},
    )
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
        drawn = draw(seed, expansion=True, fixed=Fixed(tiles={5: 7}))
        assert drawn.plazas[7][0] == drawn.plazas[7][1]
        assert dict(drawn.expansion)[7] == 5


def test_one_fixed_row_is_shared_when_the_scope_is_the_sheet() -> None:
    fixed = Fixed(numbers={"white": (2, 3, 4, 5, 6, 1)})
    assert set(draw(5, numbering="ascending", scope="sheet", fixed=fixed).numbers) == {(2, 3, 4, 5, 6, 1)}


def test_the_users_own_plazas_are_laid() -> None:
    own = load('plazas = ["R/R","Y/Y","W/W","R/Y","R/Y","R/Y","Y/W","Y/W","R/W"]')
    assert pairs(draw(1, components=own)) == sorted(["RR", "YY", "WW", "RY", "RY", "RY", "WY", "WY", "RW"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"numbering": "sideways"}, "no numbering 'sideways'"),
        ({"scope": "town"}, "no scope 'town'"),
        ({"fixed": Fixed(plazas={0: ("red", "red"), 1: ("red", "red")})}, "more than 1 of plaza R/R"),
        ({"fixed": Fixed(plazas={9: ("red", "red")})}, "P9 is fixed, but the wheel has P0 to P8"),
        ({"fixed": Fixed(plazas={0: ("red", "blue")})}, "face 'blue'"),
        ({"fixed": Fixed(numbers={"red": (1, 2, 3, 4, 5, 5)})}, "each of the numbers 1 to 6 once"),
        ({"fixed": Fixed(numbers={"green": (1, 2, 3, 4, 5, 6)})}, "no district 'green'"),
        (
            {"numbering": "ascending", "fixed": Fixed(numbers={"red": (6, 5, 4, 3, 2, 1)})},
            "no ascending numbering",
        ),
        (
            {
                "numbering": "random",
                "fixed": Fixed(numbers={"red": (6, 5, 4, 3, 2, 1), "white": (1, 2, 3, 4, 5, 6)}),
            },
            "this numbering has the same row",
        ),
        (
            {
                "numbering": "ascending",
                "scope": "sheet",
                "fixed": Fixed(numbers={"red": (2, 3, 4, 5, 6, 1), "white": (1, 2, 3, 4, 5, 6)}),
            },
            "--scope sheet asks for the same row",
        ),
        ({"fixed": Fixed(tiles={1: None})}, "needs the expansion"),
        ({"expansion": True, "fixed": Fixed(tiles={9: None})}, "tile 9; tiles are 1 to 8"),
        ({"expansion": True, "fixed": Fixed(tiles={1: 2, 3: 2})}, "two tiles are fixed on one plaza"),
        ({"expansion": True, "fixed": Fixed(tiles={1: 12})}, "P12 is fixed"),
        (
            {"expansion": True, "fixed": Fixed(tiles=dict.fromkeys((1, 2, 3, 4)))},
            "4 tiles are fixed; 3 take part",
        ),
        (
            {"expansion": True, "fixed": Fixed(plazas={2: ("red", "yellow")}, tiles={1: 2})},
            "whose fixed plaza has two colours",
        ),
        (
            {
                "expansion": True,
                "fixed": Fixed(
                    plazas={0: ("red", "red"), 1: ("yellow", "yellow"), 2: ("white", "white")}, tiles={1: 5}
                ),
            },
            "no plaza with equal faces is left",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said(options: dict[str, object], message: str) -> None:
    assert message in str(refused(**options))


def test_a_seed_number_out_of_range_is_refused() -> None:
    with pytest.raises(InputError, match="a seed number lies between"):
        draw(-1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"plazas": draw(1).plazas[:8]}, "8 plazas"),
        ({"plazas": (("red", "blue"), *draw(1).plazas[1:])}, "face 'blue'"),
        ({"plazas": (("red", "red"),) * 9}, "9 plazas with the same colour"),
        ({"numbers": draw(1).numbers[:2]}, "three districts"),
        ({"numbers": ((1, 1, 2, 3, 4, 5), *draw(1).numbers[1:])}, "each of the numbers"),
        ({"expansion": ((0, 9),)}, "tile 9"),
        ({"expansion": ((0, 1), (1, 1), (2, 2))}, "a tile twice"),
        ({"expansion": ((0, 1), (1, 2), (2, 3))}, "one tile on each plaza with equal faces"),
    ],
)
def test_a_setup_that_no_box_has_gets_no_code(changes: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        to_code(msgspec.structs.replace(draw(1), **changes))


def test_a_code_that_no_setup_has_is_refused() -> None:
    """Three plazas have equal faces, and some numbers lie past the last setup."""
    from pencilwright.games.sharecode import encode

    with pytest.raises(InputError, match="plazas with equal faces"):
        from_code(encode("TD1", 0))
    with pytest.raises(InputError, match="no setup has the share code"):
        from_code(encode("TD1", 32**10 - 1))
    with pytest.raises(InputError, match="no setup has the share code"):
        from_code(encode("TD1", 32**14 - 1))


def test_a_long_code_of_a_usual_numbering_is_refused_since_a_setup_has_one_code() -> None:
    from pencilwright.games.sharecode import decode, encode

    drawn = draw(2)
    plain = decode("TD1", to_code(drawn)) % 9**9
    rank = 0  # 1 2 3 4 5 6 is the first of the 720 orders, in all three districts
    other = encode("TD1", 32**13 + rank * 337 * 9**9 + plain)
    with pytest.raises(InputError, match="is not that of its setup"):
        from_code(other)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[]", "no setup in JSON"),
        (b'{"plazas": []}', "numbers"),
        (b'"TD1-0000"', "characters"),
        (b"\xff", "no setup in JSON"),
    ],
)
def test_json_that_is_no_setup_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_json(data)


def test_json_takes_a_share_code_too() -> None:
    drawn = draw(4, expansion=True)
    assert from_json(f'"{to_code(drawn)}"') == drawn
    assert room.as_dict(drawn)["plazas"][0] == "/".join(LETTER[face] for face in drawn.plazas[0])


def test_a_plaza_in_json_is_two_letters_with_a_slash() -> None:
    data = to_json(draw(4)).replace(b'"plazas":["', b'"plazas":["RY/')
    with pytest.raises(InputError, match="P0 is 'RY/"):
        from_json(data)


def test_letters_and_colours_are_the_same_thing() -> None:
    assert room.letters(["red", "white"]) == "RW"
    assert room.colours_of("RYW") == ["red", "yellow", "white"]
    assert room.colours_of("RXW") is None
    assert room.faces(draw(1))[0] == tuple(COLOURS.index(face) for face in draw(1).plazas[0])


def test_fixed_parts_are_read_as_they_are_typed() -> None:
    found = room.parse_fixed(["P4 = r/y", "red=456123", "white=6,1,2,3,4,5", "tile7", "X2=p4"])
    assert found == Fixed(
        {4: ("red", "yellow")}, {"red": (4, 5, 6, 1, 2, 3), "white": (6, 1, 2, 3, 4, 5)}, {7: None, 2: 4}
    )
    assert draw(1, fixed=room.parse_fixed(["P4=R/Y"])).plazas[4] == ("red", "yellow")


@pytest.mark.parametrize(
    "text", ["P4=R", "P44=R/Y", "P4=R/B", "red=45612", "red=456127", "tile77", "tile7=4", "x"]
)
def test_a_part_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(InputError) as refused:
        room.parse_fixed([text])
    assert refused.value.field == "fix"


@pytest.mark.parametrize("texts", [("P4=R/Y", "p4=w/w"), ("tile7", "x7=p4")])
def test_a_part_is_fixed_once(texts: tuple[str, str]) -> None:
    with pytest.raises(InputError) as refused:
        room.parse_fixed(texts)
    assert refused.value.field == "fix"
