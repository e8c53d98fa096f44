"""A realistic filled sheet: a position of real play, its page, and what each of its marks looks like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from pencilwright.games import Game, game
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import MOST_COPIES
from pencilwright.generator.documents import Rendered, render_copy
from pencilwright.generator.documents import document as find_document
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates.page import WRITTEN, Mark

DOCUMENT = "score-sheet"
GAME = "troyes-dice"
"""The game whose sheets are drawn unless another is named."""
KINDS: Mapping[str, str] = {
    "": "blank",
    "circled": "ticked",
    "ticked": "ticked",
    "struck": "struck",
    "spent": "spent",
}
"""What a reader calls each value of a mark: a ring and a tick are one kind."""

SCATTERED: Mapping[str, tuple[str, ...]] = {
    "circle": ("circled",),
    "resource": ("circled", "spent"),
    "tick": ("ticked",),
    "strike": ("struck",),
}
"""What is drawn on a mark of each kind when marks are scattered."""

JAPANESE, LETTER, INK_SAVER, EXPANSION, SMALL = 0.25, 0.25, 0.25, 0.3, 0.3
"""Chances of sheets that differ from the usual one."""
MOST_PLAYERS = 5
MISCOUNTED, SLIPS = 0.03, (-10, -2, -1, 1, 2, 10)
"""Part of the totals that a player gets wrong, and by how much."""
OWN_POINTS = 0.55
"""Part of the sheets that count by their marks alone on which players write their points, too."""
MOST_NOTED = 90
"""Notes that nothing is counted from are below it."""


class Filled(NamedTuple):
    """A sheet before it is drawn.

    Attributes
    ----------
    rendered : the copy: its number, page code and Page.
    values : mark id -> value in the game's words, blank marks left out.
    truth : mark id -> kind, of every mark that is not for words.
    form : whether it was printed from a fillable file, whose fields are printed too.
    setup : the game's setup.
    numbers : mark id -> what a player writes into each comb of a pad, own sums and all; "0" for nothing.
    """

    rendered: Rendered
    values: dict[str, str]
    truth: dict[str, str]
    form: bool
    setup: Any
    numbers: Mapping[str, str]


def draw(rng: np.random.Generator, *, game_id: str = GAME, document: str = DOCUMENT) -> Filled:
    """Return a filled sheet: position, language, paper, theme and copy drawn at random."""
    kind = find_document(game_id, document)
    known = game(game_id).on(kind)
    state = _position(rng, known)
    options = PrintOptions(
        language="ja" if rng.random() < JAPANESE else "en",
        paper="letter" if rng.random() < LETTER else "a4",
        theme="ink-saver" if rng.random() < INK_SAVER else "colour",
    )
    copy = int(rng.integers(1, 5)) if rng.random() < 0.9 else int(rng.integers(5, MOST_COPIES + 1))
    setup = state.setup
    rendered = render_copy(game_id, document, setup=setup, options=options, copy=copy)
    if "a5" in kind.papers and rng.random() < SMALL:
        is_told = kind.seated is not None and kind.id not in known.paper.WITH_SETUP
        players = kind.seated.number(setup.players) if kind.seated and is_told else 0
        small = replace(options, paper="a5", seats=players)
        with suppress(InputError):  # it does not fit
            rendered = render_copy(game_id, document, setup=setup, options=small, copy=copy)
    drawn = {mark.id for mark in rendered.page.marks if mark.kind not in WRITTEN}
    every = known.marks.to_marks(state)
    values = {key: value for key, value in every.items() if key in drawn}
    values = _spent_anywhere(rng, values)
    truth = {mark.id: KINDS[values.get(mark.id, "")] for mark in rendered.page.marks if mark.id in drawn}
    form = bool(rng.random() < 0.6)
    combs = [mark for mark in rendered.page.marks if mark.kind == "number"]
    numbers = _numbers(rng, known, state, setup, combs, every) if combs else {}
    return Filled(rendered, values, truth, form, setup, numbers)


def _numbers(
    rng: np.random.Generator,
    known: Game,
    state: Any,
    setup: Any,
    combs: Sequence[Mark],
    values: dict[str, str],
) -> dict[str, str]:
    """Return what players write into the combs of a pad: what counts, what they work out, some notes."""
    rules = known.number_rules(setup)
    results = {mark.id: int(values.get(mark.id, "0")) for mark in combs}
    own: dict[str, int] = {}
    for _, score in known.scores(state):
        points = {line.id: line.known for line in score.lines} | {"total": score.known}
        points |= {name: abs(number) for name, number in score.sums.items()}
        own |= {name: number for name, number in points.items() if name in results}
    results |= own
    written = values | {name: str(number) for name, number in results.items() if number}
    for rule in rules.on(written).sums:
        if rule.total in results:
            slip = int(rng.choice(SLIPS)) if rng.random() < MISCOUNTED else 0
            results[rule.total] = max(0, rule.of(results) + slip)
    for name in rules.notes:
        if name in results and name not in own:
            results[name] = int(rng.integers(0, MOST_NOTED))
    if set(results) <= set(rules.notes) and rng.random() >= OWN_POINTS:
        return dict.fromkeys(results, "")
    room = {mark.id: 10**mark.cells - 1 for mark in combs}
    texts = {name: str(number) if number <= room[name] else "" for name, number in results.items()}
    never = {name for name, allowed in rules.allowed.items() if 0 not in allowed}
    return {name: "" if text == "0" and name in never else text for name, text in texts.items()}


def _position(rng: np.random.Generator, known: Game) -> Any:
    """Return a position of the game's example room, with the options of that room drawn at random."""
    example = known.examples
    seed = int(rng.integers(2**63))
    left = int(rng.integers(0, example.LEFT[1] + 1))
    may = {option.name for option in known.options.EXAMPLE}
    while True:
        options: dict[str, Any] = {}
        if "expansion" in may:
            options["expansion"] = bool(rng.random() < EXPANSION)
        if "remembered" in may:
            options["remembered"] = bool(seed & 1)
        if "players" in may:
            options["players"] = int(rng.integers(1, MOST_PLAYERS + 1))
        with suppress(InputError):  # so many do not play this game
            return example.example(seed, left, **options)


def scattered(rng: np.random.Generator, filled: Filled, part: float) -> Filled:
    """Return a sheet on which this part of the blank marks is drawn too, whatever the rules say of it."""
    values, truth = dict(filled.values), dict(filled.truth)
    for mark in filled.rendered.page.marks:
        if truth.get(mark.id) != "blank" or rng.random() >= part:
            continue
        choice = SCATTERED[mark.kind]
        value = "spent" if mark.value else choice[int(rng.integers(len(choice)))]
        values[mark.id], truth[mark.id] = value, KINDS[value]
    return filled._replace(values=values, truth=truth)


def _spent_anywhere(rng: np.random.Generator, values: dict[str, str]) -> dict[str, str]:
    """Cross out other spaces of a track than the first ones, as some players do: it means the same."""
    if rng.random() < 0.8:
        return values
    moved = dict(values)
    tracks = dict.fromkeys(key.rpartition(".")[0] for key, value in values.items() if value == "spent")
    for track in tracks:
        spaces = [key for key in values if key.rpartition(".")[0] == track]
        printed = [f"{track}.{n}" for n in range(1, 4)]
        spaces = list(dict.fromkeys([*printed, *spaces]))
        count = sum(values.get(key) == "spent" for key in spaces)
        chosen = set(spaces[-count:]) if rng.random() < 0.5 else set(rng.permutation(spaces)[:count].tolist())
        for key in spaces:
            moved[key] = "spent" if key in chosen else "circled"
            if key in printed and key not in chosen:
                del moved[key]
    return moved
