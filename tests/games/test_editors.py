"""Positions laid by taps: what is laid reads back equal, a second tap takes away, and faults mend."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.editor import BoardPart, count_at
from pencilwright.templates.phrases import languages, say
from tests.often import often

from .laying import blank_for, places_of, taps_to

NOT_LAID = {
    "terracotta-army": ("setup", "tiles"),
    "tianxia": ("setup", "plan"),
    "terra-mystica": ("setup", "start"),
}
"""What a board does not tell of a position: the setup, and what has no use any more."""
LAID = [known for known in GAMES.values() if "editor" in known.rooms]
MOST_TAPS = 160
SEEDS = ("1", "4", "7")


def drawn_tap(data: st.DataObject, parts: tuple[BoardPart, ...]) -> tuple[str, str]:
    """A tap that the parts of a position offer: a piece at a place, or a value of what is counted."""
    part = data.draw(st.sampled_from(parts))
    if part.counts and (not part.owners or data.draw(st.booleans())):
        count = data.draw(st.sampled_from(part.counts))
        values = [value for value, _ in count.values] or ["0", "1", str(count.most)]
        return data.draw(st.sampled_from(values)), count.key
    where = data.draw(st.sampled_from(places_of(part)))
    takes = {place.key: place.takes for place in part.places}.get(where, ())
    pieces = [piece.key for owner in part.owners for piece in owner.pieces]
    return data.draw(st.sampled_from(takes or pieces)), where


@cache
def example(known: Game, seed: str) -> Any:
    return known.examples.example(seed, 1)


@cache
def states_of(known: Game) -> tuple[Any, ...]:
    """Positions to tap on: the blank ones, and examples."""
    blanks = (state for _, state in known.editor.blanks())
    return *blanks, *(example(known, seed) for seed in SEEDS)


@pytest.mark.parametrize("known", LAID, ids=str)
@given(data=st.data())
def test_whatever_is_tapped_reads_back_equal(known: Game, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(states_of(known)))
    for _ in range(data.draw(st.integers(1, 6))):
        what, where = drawn_tap(data, known.editor.parts(state))
        try:
            state = known.editor.lay(state, what, where)
        except InputError as refused:
            assert say(refused.sentence, "en")
        assert known.parse(known.to_json(state)) == state
        known.editor.faults(state)


@pytest.mark.parametrize("known", LAID, ids=str)
def test_blank_positions_lack_something_at_most_and_break_no_rule(known: Game) -> None:
    for words, state in known.editor.blanks():
        assert all(fault.is_missing for fault in known.editor.faults(state))
        assert not known.problems(state)
        for language in languages():
            assert say(words, language)


@pytest.mark.parametrize("known", LAID, ids=str)
def test_examples_have_no_fault_and_every_word_in_every_language(known: Game) -> None:
    for seed in SEEDS:
        state = example(known, seed)
        assert not known.editor.faults(state)
        for part in known.editor.parts(state):
            words = [part.words, *(piece.words for owner in part.owners for piece in owner.pieces)]
            words += [count.words for count in part.counts] + [count.written for count in part.counts]
            words += [row.words for row in part.rows] + [place.words for place in part.places]
            for language in languages():
                assert all(say(word, language) or word == "" for word in words)


@pytest.mark.parametrize("known", LAID, ids=str)
def test_the_value_of_a_count_tapped_again_changes_nothing(known: Game) -> None:
    state = example(known, "4")
    for part in known.editor.parts(state):
        for count in part.counts:
            assert known.editor.lay(state, count.value, count.key) == state


@pytest.mark.parametrize("known", LAID, ids=str)
def test_what_and_where_that_there_is_not_are_refused(known: Game) -> None:
    state = example(known, "4")
    part = next(part for part in known.editor.parts(state) if part.owners)
    piece = part.owners[0].pieces[0].key
    count = next(count for part in known.editor.parts(state) for count in part.counts if count.most)
    for what, where in (
        ("?", places_of(part)[0]), (piece, "at.Z99"), (piece, "nowhere"), ("", ""),
        ("-1", count.key), (str(count.most + 1), count.key), ("x", count.key), ("1", f"{count.key}.x"),
    ):  # fmt: skip
        with pytest.raises(InputError):
            known.editor.lay(state, what, where)
    with pytest.raises(InputError):
        count_at(known.editor.parts(state), "nowhere")


@pytest.mark.parametrize("known", LAID, ids=str)
@given(data=st.data())
def test_a_remedy_changes_the_position_and_faults_name_their_part(known: Game, data: st.DataObject) -> None:
    state = example(known, data.draw(st.sampled_from(SEEDS)))
    for _ in range(data.draw(st.integers(1, 8))):
        what, where = drawn_tap(data, known.editor.parts(state))
        try:
            state = known.editor.lay(state, what, where)
        except InputError:
            continue
    keys = {part.key for part in known.editor.parts(state)}
    for fault in known.editor.faults(state):
        assert fault.part in keys
        for remedy in fault.remedies:
            assert known.editor.lay(state, remedy.what, remedy.where) != state


def unordered(plain: dict[str, Any]) -> dict[str, Any]:
    """A position without the order in which tiles were taken and walls were built, which no table shows."""
    for section in plain.get("wall", ()):
        section.update({name: sorted(section[name]) for name in ("walls", "towers", "double")})
    for player in plain["players"]:
        if "favours" in player:
            player["favours"].sort()
        towns = player.pop("towns", [])
        player["town tiles"] = sorted(town["tile"] for town in towns)
        player["town hexes"] = sorted(town["hexes"] for town in towns)
    return plain


@pytest.mark.parametrize("known", LAID, ids=str)
@pytest.mark.parametrize(
    "seed", [SEEDS[0], pytest.param("4", marks=pytest.mark.slow), pytest.param("7", marks=pytest.mark.long)]
)
def test_every_example_is_laid_from_an_empty_board_by_taps_alone(known: Game, seed: str) -> None:
    target = example(known, seed)
    _, blank = known.editor.blanks()[blank_for(known, target)]
    taps, state = taps_to(known, blank, target)
    plain, wanted = (unordered(json.loads(known.to_json(item))) for item in (state, target))
    for name in NOT_LAID[known.id]:
        plain.pop(name, None), wanted.pop(name, None)
    assert plain == wanted
    assert len(taps) < MOST_TAPS


FIRST = 3
"""Places at which each piece is tried."""
ONLY_TEXT = {
    "terracotta-army": {".name", ".colour", ".final", "setup", "over", "board"},
    "terra-mystica": {".name", ".network", ".dropped", "setup", "map_only", "bridge_places"},
    "tianxia": {
        ".name",
        ".letter",
        ".goods",
        ".resources",
        "setup",
        "over",
        "plan",
        "box",
        "valued",
        "buildings",
    },
}
"""Fields of a position that no tap changes, as docs/web.md names them; the setup comes with its code."""


def tries(parts: tuple[BoardPart, ...]) -> Iterator[tuple[str, str]]:
    """Every value of what is counted, and each piece at some places."""
    for part in parts:
        for count in part.counts:
            yield from ((value, count.key) for value in ([value for value, _ in count.values] or ["1", "2"]))
        pieces = [piece.key for owner in part.owners for piece in owner.pieces]
        for piece in pieces:
            takes = {place.key: place.takes for place in part.places}
            where = [place for place in places_of(part) if piece in (takes.get(place) or pieces)]
            yield from ((piece, place) for place in where[:FIRST])


def changed(before: Any, after: Any) -> Iterator[str]:
    """The fields that differ, those of players with a point before them."""
    yield from (
        name for name in type(after).__struct_fields__ if getattr(before, name) != getattr(after, name)
    )
    for one, other in zip(before.players, after.players, strict=True):
        names = (name for name in type(other).__struct_fields__ if getattr(one, name) != getattr(other, name))
        yield from (f".{name}" for name in names)


@pytest.mark.parametrize("known", often(LAID, "terracotta-army"), ids=str)
def test_each_field_of_a_position_is_laid_or_is_one_that_only_text_can_say(known: Game) -> None:
    states = states_of(known)
    every = {name for state in states for name in type(state).__struct_fields__}
    every |= {f".{name}" for state in states for one in state.players for name in type(one).__struct_fields__}
    laid: set[str] = set()
    for state in states:
        for what, where in tries(known.editor.parts(state)):
            with suppress(InputError):
                laid |= {*changed(state, known.editor.lay(state, what, where))}
    assert every - laid == ONLY_TEXT[known.id]
