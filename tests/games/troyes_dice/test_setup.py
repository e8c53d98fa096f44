"""A setup is drawn from a seed, and its share code is the setup itself."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import sharecode
from games.errors import InputError
from games.troyes_dice import setup as setups
from games.troyes_dice.components import COLOURS, PLAZAS, Components, load_overrides
from games.troyes_dice.setup import (
    Fixed,
    Setup,
    draw,
    from_code,
    from_data,
    from_json,
    to_code,
    to_data,
    to_json,
)

ROWS = st.permutations([1, 2, 3, 4, 5, 6]).map(tuple)
PAIRS = [(up, hidden) for up in COLOURS for hidden in COLOURS]
EQUAL = [pair for pair in PAIRS if pair[0] == pair[1]]
MIXED = [pair for pair in PAIRS if pair[0] != pair[1]]
FACES = {"R": "red", "Y": "yellow", "W": "white"}
WORKED = Setup(  # the wheel of the dossier's section 14
    tuple((FACES[pair[0]], FACES[pair[1]]) for pair in "RY RW WW YY RW WY WY YR RR".split()),
    ((1, 2, 3, 4, 5, 6),) * 3,
)


@st.composite
def legal_setups(pick: st.DrawFn) -> Setup:
    equal = pick(st.lists(st.sampled_from(EQUAL), min_size=3, max_size=3))
    mixed = pick(st.lists(st.sampled_from(MIXED), min_size=6, max_size=6))
    plazas = tuple(pick(st.permutations(equal + mixed)))
    rows = pick(
        st.tuples(ROWS, ROWS, ROWS)
        | ROWS.map(lambda row: (row, row, row))
        | st.tuples(st.sampled_from([1, -1]), st.tuples(*[st.integers(1, 6)] * 3)).map(
            lambda args: tuple(
                tuple((start - 1 + args[0] * i) % 6 + 1 for i in range(6)) for start in args[1]
            )
        )
    )
    tiles: tuple[tuple[int, int], ...] = ()
    if pick(st.booleans()):
        chosen = pick(st.permutations(range(1, 9)))[:3]
        tiles = tuple(zip(setups.equal_faced(plazas), chosen, strict=True))
    return Setup(plazas, rows, tiles)


# --- Drawing ----------------------------------------------------------------------------------------------


def test_draws_are_pinned() -> None:
    assert to_code(draw(7)) == "TD1-0000-1BN5-B8CQ"
    assert to_code(draw(8, expansion=True)) == "TD1-0003-QD8D-H42W"
    assert to_code(draw(8, numbering="ascending", expansion=True)) == "TD1-0D23-2R8B-Q2JP"
    assert to_code(draw(8, numbering="ascending", scope="sheet", expansion=True)) == "TD1-0FA9-BZP0-XXXB"
    assert to_code(draw(8, numbering="descending", expansion=True)) == "TD1-16PV-DCP6-ZTNB"
    assert to_code(draw(8, numbering="random", expansion=True)) == "TD1-46N3-F8H4-Q26A"


@pytest.mark.parametrize("seed", range(20))
def test_a_draw_uses_each_plaza_of_the_box_once(seed: int) -> None:
    drawn = sorted("".join(sorted(setups.letters(plaza))) for plaza in draw(seed).plazas)
    assert drawn == sorted("".join(sorted(pair.replace("/", ""))) for pair in PLAZAS)


def test_both_faces_of_a_plaza_can_be_up_and_every_plaza_can_be_anywhere() -> None:
    seen = {(notch, plaza) for seed in range(400) for notch, plaza in enumerate(draw(seed).plazas)}
    assert len(seen) == 9 * 9


def test_the_standard_numbering_is_1_to_6_everywhere() -> None:
    assert draw(1).numbers == ((1, 2, 3, 4, 5, 6),) * 3
    assert setups.numbering_name(draw(1)) == "standard"


def test_ascending_and_descending_roll_one_start_per_district_by_default() -> None:
    for numbering, step in (("ascending", 1), ("descending", -1)):
        drawn = [draw(seed, numbering=numbering) for seed in range(30)]
        assert any(len(set(setup.numbers)) == 3 for setup in drawn)
        assert {row[0] for setup in drawn for row in setup.numbers} == {1, 2, 3, 4, 5, 6}
        for row in (row for setup in drawn for row in setup.numbers):
            assert all((b - a) % 6 == step % 6 for a, b in zip(row, row[1:], strict=False))


def test_the_scope_sheet_gives_all_districts_one_start() -> None:
    for seed in range(10):
        assert len(set(draw(seed, numbering="descending", scope="sheet").numbers)) == 1


def test_the_random_numbering_is_the_same_in_all_districts() -> None:
    drawn = [draw(seed, numbering="random") for seed in range(10)]
    assert all(len(set(setup.numbers)) == 1 for setup in drawn)
    assert len({setup.numbers for setup in drawn}) > 5


def test_the_expansion_puts_three_different_tiles_on_the_equal_faced_plazas() -> None:
    for seed in range(20):
        setup = draw(seed, expansion=True)
        assert [notch for notch, _ in setup.expansion] == setups.equal_faced(setup.plazas)
        assert len({tile for _, tile in setup.expansion}) == 3


def test_adding_the_expansion_or_another_numbering_keeps_the_wheel_of_a_seed() -> None:
    assert draw("x").plazas == draw("x", expansion=True, numbering="random").plazas


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"numbering": "sideways"}, "there is no numbering 'sideways'; there is standard, ascending"),
        ({"scope": "table"}, "there is no scope 'table'; there is district, sheet"),
    ],
)
def test_an_unknown_option_is_refused_by_name(option: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        draw(1, **option)  # type: ignore[arg-type]


# --- Fixed parts ------------------------------------------------------------------------------------------


@given(st.integers(0, 2**64 - 1), legal_setups())
def test_fixed_parts_are_kept_and_the_rest_is_drawn(seed: int, other: Setup) -> None:
    kept = draw(seed + 1 & 2**64 - 1, expansion=True)
    notch, (tile_notch, tile) = seed % 9, kept.expansion[seed % 3]
    fixed = Fixed(
        plazas={notch: kept.plazas[notch], tile_notch: kept.plazas[tile_notch]},
        numbers={"yellow": other.numbers[1], "red": other.numbers[1]},
        tiles={tile: tile_notch},
    )
    setup = draw(seed, numbering="random", expansion=True, fixed=fixed)
    assert setup.plazas[notch] == kept.plazas[notch]
    assert setup.numbers == (other.numbers[1],) * 3
    assert (tile_notch, tile) in setup.expansion


def test_a_fixed_tile_brings_an_equal_faced_plaza_to_its_notch() -> None:
    for seed in range(20):
        setup = draw(seed, expansion=True, fixed=Fixed(tiles={4: 0, 8: 8, 1: None}))
        assert setup.plazas[0][0] == setup.plazas[0][1]
        assert setup.plazas[8][0] == setup.plazas[8][1]
        assert dict(setup.expansion)[0] == 4
        assert dict(setup.expansion)[8] == 8
        assert {tile for _, tile in setup.expansion} == {1, 4, 8}


def test_a_fixed_row_leaves_the_other_districts_to_the_dice() -> None:
    rows = {draw(seed, numbering="ascending", fixed=Fixed(numbers={"white": (3, 4, 5, 6, 1, 2)})).numbers
            for seed in range(20)}  # fmt: skip
    assert {row[2] for row in rows} == {(3, 4, 5, 6, 1, 2)}
    assert len(rows) > 5


def test_three_fixed_rows_are_kept_under_the_default_numbering() -> None:
    rows = {"red": (2, 1, 3, 4, 5, 6), "yellow": (1, 2, 3, 4, 5, 6), "white": (6, 5, 4, 3, 1, 2)}
    setup = draw(1, fixed=Fixed(numbers=rows))
    assert setup.numbers == tuple(rows.values())
    assert setups.numbering_name(setup) == "custom"


RR = ("red", "red")


@pytest.mark.parametrize(
    ("fixed", "options", "message"),
    [
        (Fixed(plazas=dict.fromkeys(range(4), RR)), {}, "more than 1 of plaza R/R; the box has 1"),
        (
            Fixed(plazas={0: ("red", "white"), 1: ("white", "red"), 2: ("red", "white")}),
            {},
            "R/W; the box has 2",
        ),
        (Fixed(plazas={9: RR}), {}, "names notch P9; the wheel has P0 to P8"),
        (Fixed(plazas={0: ("red", "blue")}), {}, "face 'blue'"),
        (Fixed(numbers={"red": (1, 1, 3, 4, 5, 6)}), {}, "each of the numbers 1 to 6 once"),
        (Fixed(numbers={"red": (1, 2, 3)}), {}, "each of the numbers 1 to 6 once"),
        (Fixed(numbers={"blue": (1, 2, 3, 4, 5, 6)}), {}, "there is no district 'blue'"),
        (Fixed(numbers={"red": (2, 3, 4, 5, 6, 1)}), {}, "which is no standard numbering"),
        (
            Fixed(numbers={"red": (2, 3, 4, 5, 6, 1)}),
            {"numbering": "descending"},
            "is no descending numbering",
        ),
        (
            Fixed(numbers={"red": (2, 3, 4, 5, 6, 1), "white": (1, 2, 3, 4, 5, 6)}),
            {"numbering": "ascending", "scope": "sheet"},
            "different rows, but scope 'sheet' asks for the same row",
        ),
        (
            Fixed(numbers={"red": (2, 3, 4, 5, 6, 1), "white": (1, 2, 3, 4, 5, 6)}),
            {"numbering": "random"},
            "different rows, but this numbering has the same row",
        ),
        (Fixed(tiles={1: None}), {}, "needs the expansion"),
        (Fixed(tiles={9: None}), {"expansion": True}, "has a tile 9; tiles are 1 to 8"),
        (Fixed(tiles={1: 12}), {"expansion": True}, "names notch P12"),
        (Fixed(tiles={1: 2, 3: 2}), {"expansion": True}, "two tiles on one plaza"),
        (Fixed(tiles=dict.fromkeys(range(1, 5))), {"expansion": True}, "has 4 tiles; 3 take part"),
        (
            Fixed(plazas={0: ("red", "white")}, tiles={1: 0}),
            {"expansion": True},
            "P0, whose fixed plaza has two colours",
        ),
        (
            Fixed(plazas={0: RR, 1: ("white", "white"), 2: ("yellow", "yellow")}, tiles={1: 5}),
            {"expansion": True},
            "no plaza with equal faces is left",
        ),
    ],
)
def test_fixed_parts_that_cannot_be_are_refused(
    fixed: Fixed, options: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        draw(1, fixed=fixed, **options)  # type: ignore[arg-type]
    assert caught.value.field


def test_the_users_own_plazas_are_laid_out() -> None:
    own = load_overrides('plazas = ["R/R", "R/R", "R/R", "Y/W", "Y/W", "Y/W", "Y/W", "Y/W", "Y/W"]')
    setup = draw(3, expansion=True, components=own)
    assert sorted("".join(sorted(setups.letters(plaza))) for plaza in setup.plazas) == ["RR"] * 3 + ["WY"] * 6
    assert from_code(to_code(setup)) == setup
    fixed = Fixed(plazas={0: RR, 1: RR, 2: RR})
    assert draw(3, fixed=fixed, components=own).plazas[:3] == (RR, RR, RR)


def test_a_box_without_three_equal_faced_plazas_has_no_expansion() -> None:
    box = Components(plazas=("R/R", "R/R", *PLAZAS[2:7], "R/Y", "R/R"))
    with pytest.raises(InputError, match="needs 3 plazas with equal faces; this setup has 4"):
        draw(1, expansion=True, components=box)
    with pytest.raises(
        InputError, match="has 4 plazas with the same colour on both faces; the box has exactly 3"
    ):
        draw(1, components=box)


# --- Share code -------------------------------------------------------------------------------------------


@given(legal_setups())
def test_every_legal_setup_has_one_code_that_brings_it_back(setup: Setup) -> None:
    code = to_code(setup)
    assert from_code(code) == setup
    assert to_code(from_code(code)) == code
    usual = setups.numbering_name(setup) != "custom"
    assert len(code) == (18 if usual else 23)


@given(st.integers(0, 2 * 32**13 + 720**3))
def test_a_number_is_the_code_of_one_setup_or_of_none(number: int) -> None:
    code = sharecode.encode("TD1", number)
    try:
        setup = from_code(code)
    except InputError as caught:
        assert caught.field == "code"
    else:
        assert to_code(setup) == code


def test_the_code_of_the_worked_game_is_pinned() -> None:
    assert to_code(WORKED) == "TD1-0000-1E1F-RWW2"


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (((4, 5, 6, 1, 2, 3), (1, 2, 3, 4, 5, 6), (6, 1, 2, 3, 4, 5)), "ascending"),
        (((4, 3, 2, 1, 6, 5), (1, 6, 5, 4, 3, 2), (1, 6, 5, 4, 3, 2)), "descending"),
        (((1, 3, 2, 4, 5, 6),) * 3, "random"),
        (((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1)), "custom"),
    ],
)
def test_numberings_have_names_and_codes(rows: tuple[tuple[int, ...], ...], name: str) -> None:
    setup = msgspec.structs.replace(WORKED, numbers=rows)
    assert setups.numbering_name(setup) == name
    assert from_code(to_code(setup)) == setup


WHEEL = 9**9


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (0, "stands for 9 plazas with equal faces"),
        (1152 * 337 * WHEEL, "no setup has the share code"),
        (32**13 - 1, "no setup has the share code"),
        (32**13 + 720**3 * 337 * WHEEL, "no setup has the share code"),
    ],
)
def test_a_number_that_is_no_setup_is_refused(number: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_code(sharecode.encode("TD1", number))


def test_the_unused_second_code_of_a_setup_is_refused_with_the_right_one() -> None:
    right = sharecode.decode("TD1", to_code(WORKED))  # numbering 0: ascending from 1 in all districts
    wrong = right + 432 * 337 * WHEEL  # numbering 432: one order for all, namely 1 to 6
    with pytest.raises(InputError, match=f"is not that of its setup, {to_code(WORKED)}"):
        from_code(sharecode.encode("TD1", wrong))


@given(legal_setups(), st.data())
def test_one_wrong_character_in_a_share_code_is_never_accepted(setup: Setup, data: st.DataObject) -> None:
    code = to_code(setup)
    place = data.draw(st.sampled_from([i for i, c in enumerate(code) if i > 3 and c != "-"]))
    wrong = data.draw(st.sampled_from([c for c in sharecode.ALPHABET if c != code[place]]))
    with pytest.raises(InputError, match=code):
        from_code(code[:place] + wrong + code[place + 1 :])


# --- JSON and legality ------------------------------------------------------------------------------------


@given(legal_setups())
def test_a_setup_survives_json(setup: Setup) -> None:
    assert from_json(to_json(setup)) == setup
    assert from_json(to_json(setup).decode()) == setup
    assert from_json(f'"{to_code(setup)}"') == setup
    assert from_data(to_data(setup)) == setup
    assert msgspec.json.encode(setups.as_dict(setup)) == to_json(setup)


def test_json_of_a_setup_is_pinned() -> None:
    assert to_json(WORKED).decode() == (
        '{"plazas":["R/Y","R/W","W/W","Y/Y","R/W","W/Y","W/Y","Y/R","R/R"],'
        '"numbers":{"red":[1,2,3,4,5,6],"yellow":[1,2,3,4,5,6],"white":[1,2,3,4,5,6]},"expansion":[]}'
    )


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "5", '{"plazas":[]}', '{"plazas":[],"numbers":{},"x":1}', '"TD1"', b"\xff", "[" * 9999],
)
def test_json_that_is_no_setup_is_refused(text: str | bytes) -> None:
    with pytest.raises(InputError):
        from_json(text)


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"plazas": WORKED.plazas[:8]}, "setup.plazas", "has 8 plazas; the wheel has 9"),
        ({"plazas": (("red", "pink"), *WORKED.plazas[1:])}, "setup.plazas[0]", "face 'pink'"),
        ({"plazas": (RR, *WORKED.plazas[1:])}, "setup.plazas", "has 4 plazas with the same colour"),
        ({"numbers": WORKED.numbers[:2]}, "setup.numbers", "three districts"),
        ({"numbers": (*WORKED.numbers[:2], (1, 2, 3, 4, 5, 5))}, "setup.numbers.white", "1 2 3 4 5 5"),
        (
            {"expansion": ((2, 1), (3, 2))},
            "setup.expansion",
            "one tile on each plaza with equal faces.*P2, P3, P8",
        ),
        ({"expansion": ((2, 1), (3, 2), (4, 3))}, "setup.expansion", "P2, P3, P8"),
        ({"expansion": ((2, 1), (3, 1), (8, 3))}, "setup.expansion", "a tile twice"),
        ({"expansion": ((2, 1), (3, 9), (8, 3))}, "setup.expansion", "has a tile 9; tiles are 1 to 8"),
    ],
)
def test_a_setup_that_cannot_be_is_refused_by_field(
    changes: dict[str, object], field: str, message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        setups.check(msgspec.structs.replace(WORKED, **changes))
    assert caught.value.field == field


@pytest.mark.parametrize("pair", ["R", "R/X", "R/Y/W", "r/y", ""])
def test_a_plaza_in_json_is_two_letters_with_a_slash(pair: str) -> None:
    data = msgspec.structs.replace(to_data(WORKED), plazas=(pair, *to_data(WORKED).plazas[1:]))
    with pytest.raises(InputError, match=r"setup.plazas\[0\] is .* such as \"R/Y\""):
        from_data(data)


def test_tiles_in_json_may_stand_in_any_order() -> None:
    data = setups.as_dict(draw(8, expansion=True))
    data["expansion"].reverse()
    assert from_json(msgspec.json.encode(data)) == draw(8, expansion=True)
