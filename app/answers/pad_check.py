"""What `pad check` says about a pad: faults with their lines, and what its author may want to know."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from pencilwright.app.answers.pads import printed_in, rendered
from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.pads.file import texts_of, written_texts
from pencilwright.games.pads.game import PadGame, State, failures, filled_examples
from pencilwright.games.pads.lines import Path
from pencilwright.games.pads.pad import Pad, Rule
from pencilwright.games.pads.reckoned import Reckoned
from pencilwright.games.rng import Stream
from pencilwright.templates.phrases import Phrase, Sentence, phrase

FILLINGS = 20
"""Random fillings without a fault that a check writes and reads back."""
TRIES = 100
"""Random fillings, with faults, that try to break a rule."""


class Checked(NamedTuple):
    """What a check of a pad has shown: what it has, what is wrong, what its author may want to know."""

    lines: tuple[Phrase, ...]
    faults: tuple[Sentence, ...]
    notes: tuple[Sentence, ...]


def checked(game: PadGame) -> Checked:
    """Return what is right and wrong with a pad: its examples, its pages, random fillings."""
    pad = game.pad
    faults: list[Sentence] = [*failures(pad), *_on_paper(game)]
    notes: list[Sentence] = [*_words(game), *_unused(pad), *_examples(pad)]
    try:
        states = [game.filled(seed)[0] for seed in range(FILLINGS)]
        faults += _read_back(game, states)
        notes += [*_rules(game), *_room(game, states)]
    except InputError as error:
        faults.append(error.sentence)
    messages = [
        phrase("pad.check.rows", rows=len(pad.spots), n=len(game.MARKS)),
        phrase("pad.check.examples", n=len(pad.file.example)),
        phrase("pad.check.languages", languages=printed_in(game)),
    ]
    return Checked(tuple(messages), tuple(dict.fromkeys(faults)), tuple(notes))


def _on_paper(game: PadGame) -> Iterator[Sentence]:
    """Yield what has no room on the page, and letters that no font has, once each."""
    from pencilwright.generator import fonts
    from pencilwright.templates.page import Text

    read = game.pad.read
    messages: set[str] = set()
    for language in printed_in(game):
        try:
            items = rendered(game, language).items
        except InputError as error:
            if str(error) not in messages:
                messages.add(str(error))
                yield phrase("pad.check.paper", language=language, said=error.sentence)
            continue
        for item in (item for item in items if isinstance(item, Text)):
            try:
                fonts.layout(item)
            except InputError as error:
                path = _path_of(item.text, read.table)
                if str(path or error) not in messages:
                    messages.add(str(path or error))
                    paper = phrase("pad.check.paper", language=language, said=error.sentence)
                    yield read.at(path, paper) if path else paper


def _path_of(name: str, table: object) -> Path:
    """Return where the file has a text that the page shows, () for a text of ours."""
    words = " ".join(name.split())
    for path, text in written_texts(table):
        pattern = re.escape(" ".join(text.split())).replace(r"\{n\}", "[0-9]+")
        if text and re.fullmatch(pattern, words):
            return path
    return ()


def _words(game: PadGame) -> Iterator[Sentence]:
    """Yield names that lack a language, words that are never printed, and rows of the same name."""
    pad = game.pad
    at = pad.read.at
    for language in game.languages:
        if language not in pagecode.LANGUAGES:
            yield at(("name", language), phrase("pad.check.unprinted", language=language))
        names = ((place, place.name) for row in pad.file.row for place in (row, *row.box))
        lacks = next((item for item, name in names if isinstance(name, dict) and language not in name), None)
        if lacks is not None:
            message = phrase("pad.check.lacks", language=language)
            yield at((*pad.read.path(lacks), "name"), message)
    lines: set[str | int] = set(game.languages)
    for path, _ in written_texts(pad.read.table):
        for before, key in pairwise(path):
            if before in SPOKEN and isinstance(key, str) and key not in lines:
                lines.add(key)
                yield at(path, phrase("pad.check.unspoken", language=key))
    seen: set[str] = set()
    for row in pad.file.row:
        same = [text for text in texts_of(row.name) if text in seen]
        if same and row.name:
            yield at((*pad.read.path(row), "name"), phrase("pad.check.same", name=same[0]))
        seen.update(texts_of(row.name))


SPOKEN = ("name", "hint", "say", "choices")
"""Keys under which words stand language by language."""


def _unused(pad: Pad) -> Iterator[Sentence]:
    """Yield values, tables and names of `let` that nothing asks for."""
    remedies = chain.from_iterable(rule.remedy.values() for rule in pad.checks)
    every = [*pad.sums.values(), *(rule.must for rule in pad.checks), *remedies]
    used = {node.id for item in every for node in ast.walk(item.tree) if isinstance(node, ast.Name)}
    named: list[tuple[str, Path]] = [(name, ("values", name)) for name in pad.file.values]
    named += [(name, ("tables", name)) for name in pad.file.tables]
    named += [(name, (*pad.read.path(row), "let", name)) for row in pad.file.row for name in row.let]
    for name, path in named:
        if name not in used:
            yield pad.read.at(path, phrase("pad.check.unused", name=name))


def _examples(pad: Pad) -> Iterator[Sentence]:
    """Yield that there is no example, or which boxes none fills."""
    if not pad.file.example:
        yield phrase("pad.check.no_example")
        return
    filled = {name for example in pad.file.example for player in example.player for name in player}
    blank = tuple(name for name, (_, place) in pad.place.items() if name not in filled and not place.reckon)
    if blank:
        yield phrase("pad.check.unfilled", boxes=blank)


def _read_back(rooms: PadGame, states: Sequence[State]) -> Iterator[Sentence]:
    """Yield that a random filling comes back otherwise. Raises InputError where one cannot be scored."""
    for seed, state in enumerate(states):
        rooms.scores(state)
        if rooms.parse(rooms.to_json(state)).marks != state.marks:
            yield phrase("pad.check.back", n=seed)
            return


def _rules(rooms: PadGame) -> Iterator[Sentence]:
    """Yield the rules that no filling breaks, and those that every one breaks."""
    pad = rooms.pad
    broken: dict[int, set[bool]] = {number: set() for number in range(len(pad.checks))}
    for filling in _fillings(rooms):
        open_ = [number for number, seen in broken.items() if len(seen) < 2]
        if not open_:
            return
        for number in open_:
            broken[number] |= set(_holds(filling, pad.checks[number]))
    for number, seen in broken.items():
        if len(seen) == 1:
            key = "pad.check.never" if True in seen else "pad.check.always"
            yield pad.read.at(("check", number, "must"), phrase(key, n=TRIES))


def _holds(result: Reckoned, rule: Rule) -> Iterator[bool]:
    spots = [spot for spot in result.pad.spots if spot.row.id == rule.check.row]
    for seat in result.playing:
        for spot in spots:
            yield bool(result.evaluated(rule.must, spot, seat))


def _fillings(rooms: PadGame) -> Iterator[Reckoned]:
    """Yield the file's examples and random fillings, nearly blank ones to full ones, legal or not."""
    yield from (example for _, example in filled_examples(rooms.pad))
    for seed in range(TRIES):
        stream = Stream.from_seed(seed).fork("pad")
        marks = rooms.random_marks(stream, rooms.pad.seats, rooms.pad.spots)
        remaining = stream.shuffled(list(marks))[: len(marks) * (seed % 10 + 1) // 10]
        yield Reckoned(rooms.pad, {mark: marks[mark] for mark in remaining}, rooms.STANDARD.values)


def _room(rooms: PadGame, states: Sequence[State]) -> Iterator[Sentence]:
    """Yield numbers to work out that have no room in their box, or are less than nothing without a sign."""
    pad = rooms.pad
    legal = (item for example, item in filled_examples(pad) if not example.problems)
    results = [*legal, *(Reckoned(pad, state.marks, rooms.STANDARD.values) for state in states)]
    for row in pad.file.row:
        for place in (place for place in row.places if place.reckon):
            spots = [spot for spot in pad.spots if spot.row is row]
            boxes = ((item, spot, seat) for item in results for spot in spots for seat in item.playing)
            numbers = [int(box.box(place.id, spot.n, seat)) for box, spot, seat in boxes]
            path = (*pad.read.path(place), "reckon")
            if min(numbers) < min(place.least, 0):
                yield pad.read.at(path, phrase("pad.check.minus", n=min(numbers)))
            if max(numbers) > pad.most_of(place):
                most = pad.most_of(place)
                yield pad.read.at(path, phrase("pad.check.most", n=max(numbers), most=most))
