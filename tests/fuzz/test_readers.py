"""Every reader takes any bytes whatever: an answer or one sentence, never another error."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pencilwright.app.answers.documents import PrintOrder, make
from pencilwright.app.commands.example import position
from pencilwright.app.positions import load
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.generator import fill, filled_form, icc

TROYES = game("troyes-dice")
POSITIONS = [position(TROYES, seed, left) for seed, left in (("1", 16), ("2", 3), ("3", 0))]
JSON = [TROYES.to_json(state) for state in POSITIONS]


def survives(reader: Callable[[Any], object], given_input: Any) -> None:
    """Let a reader have its input; the only error allowed is InputError with one printable line."""
    try:
        reader(given_input)
    except InputError as error:
        assert str(error).strip() and "\n" not in str(error)


@st.composite
def mutated(draw: st.DrawFn, originals: list[bytes]) -> bytes:
    """A valid file with a few pieces cut, doubled, overwritten or put elsewhere."""
    data = bytearray(draw(st.sampled_from(originals)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([1, 1, 2, 8, 64])))
        match draw(st.sampled_from(["cut", "double", "overwrite", "insert", "truncate"])):
            case "cut":
                del data[start:end]
            case "double":
                data[start:start] = data[start:end]
            case "overwrite":
                data[start:end] = draw(st.binary(min_size=end - start, max_size=end - start))
            case "insert":
                data[start:start] = draw(
                    st.sampled_from([b"0", b"-", b"9" * 30, b'"', b"null", b"[", b"\\u0000", b"/"])
                )
            case _:
                del data[start:]
    return bytes(data)


def read_and_judge(data: bytes | str) -> None:
    """Read a position and do with it what score does."""
    state = TROYES.parse(data)
    TROYES.problems(state)
    TROYES.room("scoring").score(state)
    assert TROYES.parse(TROYES.to_json(state)) == state


@given(
    st.one_of(
        st.binary(max_size=300), st.binary(max_size=100).map(lambda data: b'{"format":' + data), mutated(JSON)
    )
)
def test_any_bytes_and_changed_json_as_a_position(data: bytes) -> None:
    survives(read_and_judge, data)
    survives(partial(load._of_text, values=None), data)


LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)


@given(st.data(), VALUES)
def test_json_positions_with_any_value_in_any_place(data: st.DataObject, value: object) -> None:
    import json

    whole = json.loads(data.draw(st.sampled_from(JSON)))
    node: Any = whole
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        assume(keys)
        key = data.draw(st.sampled_from(keys))
        if isinstance(node[key], dict | list) and node[key] and data.draw(st.booleans()):
            node = node[key]
            continue
        node[key] = value
        break
    survives(read_and_judge, json.dumps(whole).encode())


@pytest.mark.parametrize("opening", ["[", '{"format":', '{"sheet":{"built":'])
def test_json_without_bottom(opening: str) -> None:
    survives(read_and_judge, opening * 100_000)
    survives(partial(load._of_text, values=None), (opening * 100_000).encode())


def filled() -> bytes:
    """Return a small filled PDF of ours."""
    blank = make(TROYES, PrintOrder("score-sheet", POSITIONS[1].setup))
    return fill.fill(blank, TROYES.marks.to_marks(POSITIONS[1]))


@pytest.fixture(scope="module")
def pdf() -> bytes:
    return filled()


@given(data=st.data())
def test_changed_pdfs(pdf: bytes, data: st.DataObject) -> None:
    survives(filled_form.read, data.draw(mutated([pdf])))


@given(data=st.data())
def test_changed_colour_profiles(data: st.DataObject) -> None:
    survives(lambda profile: icc.of_print_shop("shop.icc", profile), data.draw(mutated([icc.srgb(), b""])))


@pytest.mark.parametrize("share", range(0, 100, 7))
def test_pdfs_cut_short(pdf: bytes, share: int) -> None:
    with pytest.raises(InputError):
        filled_form.read(pdf[: len(pdf) * share // 100])


@given(st.binary(max_size=200).map(lambda data: b"%PDF-1.7\n" + data))
def test_any_bytes_as_a_pdf(data: bytes) -> None:
    survives(filled_form.read, data)


@given(
    st.dictionaries(
        st.sampled_from([mark.id for mark in TROYES.marks.MARKS]) | st.text(max_size=12),
        st.sampled_from(["", "struck", "circled", "ticked", "spent", "7"]) | st.text(max_size=4),
        max_size=12,
    )
)
def test_any_marks_as_a_sheet(values: dict[str, str]) -> None:
    def judge(marks: dict[str, str]) -> None:
        state, _ = TROYES.marks.read(marks, POSITIONS[0].setup)
        TROYES.problems(state)

    survives(judge, values)
