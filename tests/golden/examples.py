"""Examples: JSON, text, marks on every sheet, score, and of some the score in words."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from typing import Any

from pencilwright import games
from pencilwright.app.answers import score
from pencilwright.app.positions.entered import Position
from pencilwright.templates.phrases import languages
from tests.golden.codes import spelt
from tests.golden.digest import counted, digest, scalar

COUNT = 100
WITH_WORDS = 11
"""Every so many examples the score is also told in words."""
LEFT: Mapping[str, tuple[int, ...]] = {
    "troyes-dice": (0, 1, 2, 3, 4, 5, 8, 12, 16),
    "terracotta-army": (0, 1, 2, 3, 4, 5),
    "terra-mystica": (5, 6, 4, 5, 6, 3, 5, 6, 4, 5) * 4 + (2, 6, 4, 5, 1, 3, 5, 6, 4, 0),
    "tianxia": (0, 1),
}
"""What is left of each example; of Terra Mystica mostly much, since its games take long to play."""
SAID: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "troyes-dice": ({}, {"expansion": True}, {"remembered": True}, {"expansion": True, "remembered": True}),
    "terracotta-army": ({}, {"players": 2}, {"players": 3}, {"players": 4}, {"his_turn": True}),
    "terra-mystica": (
        {"players": 2},
        {"players": 3},
        {},
        {"players": 2},
        {"players": 5},
        {"players": 2},
        {"players": 3},
    ),
    "tianxia": ({}, {"players": 3}, {"players": 4}),
}


def orders(game_id: str) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """Yield a seed, how much is left, and what is said, of each example."""
    lefts, text = LEFT[game_id], SAID[game_id]
    for seed in range(COUNT):
        left, own = lefts[seed % len(lefts)], text[seed % len(text)]
        yield seed, left, {} if own.get("his_turn") and not left else own


def entries(game_id: str) -> dict[str, str]:
    """Return what each example is, field by field."""
    return _some(game_id, range(COUNT))


def sample(game_id: str) -> dict[str, str]:
    """Return what two of eleven examples are, those told in words among them."""
    return _some(game_id, [seed for seed in range(COUNT) if seed % WITH_WORDS in (0, 4)])


def _some(game_id: str, seeds: Container[int]) -> dict[str, str]:
    game, result = games.game(game_id), {}
    for seed, left, order in orders(game_id):
        if seed not in seeds:
            continue
        state = game.examples.example(seed, left, **order)
        name = f"--seed {seed} --left {left} {spelt(order)}".strip()
        for field, value in _fields(game, state, with_words=seed % WITH_WORDS == 0):
            result[f"{name}, {field}"] = value
    return result


def _fields(game: games.Game, state: Any, *, with_words: bool) -> Iterator[tuple[str, str]]:
    data = json.loads(game.to_json(state))
    yield "json", " ".join(f"{field}:{digest(value)}" for field, value in data.items())
    yield "text", game.to_text(state).strip().replace("\n", " / ")
    for sheet in (document for document in game.paper.DOCUMENTS.values() if document.fillable):
        yield f"marks {sheet.id}", _marks(game.on(sheet).marks.to_marks(state))
    scores = game.scores(state)
    yield "score", " ".join(token for _, player in scores for token in _score(player))
    if with_words:
        answers = score.answers_for(Position(game, state))
        for language in languages():
            message = "\n".join(score.in_words(answer, language) for answer in answers)
            yield f"words {language}", digest(message)


def _marks(marks: Mapping[str, str]) -> str:
    """Return the marks by the beginning of their names; one alone with its value."""
    groups: dict[str, list[Any]] = defaultdict(list)
    for name, value in marks.items():
        groups[".".join(name.split(".")[:2]) if name[1:2].isdigit() else name.split(".")[0]].append(
            (name, value)
        )
    return (
        " ".join(
            counted(group, listed) if len(listed) > 1 else ":".join(map(scalar, listed[0]))
            for group, listed in groups.items()
        )
        or "none"
    )


def _score(player: Any) -> Iterator[str]:
    """Yield the total of a player, the points of each line, and what parts equal totals."""
    yield f"total:{player.total}"
    yield from (f"{line.id}:{line.points}" for line in player.lines)
    yield from (f"tie:{scalar(tie.number)}" for tie in player.ties)
