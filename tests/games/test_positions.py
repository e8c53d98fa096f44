"""What holds of the positions of every game: played ones are legal and come back from both of their forms."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from msgspec.structs import replace

from pencilwright.games import game
from tests.refusals import refused

PLAYED: dict[str, tuple[int, list[dict[str, Any]]]] = {
    "troyes-dice": (16, [{}, {"expansion": True}, {"rolls": 0}]),
    "terracotta-army": (5, [{"players": players} for players in (1, 2, 3, 4)]),
    "terra-mystica": (6, [{"players": players} for players in (3, 5)]),
    "tianxia": (1, [{"players": players} for players in (3, 4)]),
}
"""Game -> how many half-days or rounds its examples may have left, and options of examples."""
EXAMPLES = [
    (game_id, left, options)
    for game_id, (most, every) in PLAYED.items()
    for number, options in enumerate(every)
    for left in range(number % 2, most + 1, 2 + most // 8)
]


@pytest.mark.parametrize(("game_id", "left", "options"), EXAMPLES)
def test_an_example_is_legal_and_comes_back_from_json_and_from_its_text(
    game_id: str, left: int, options: dict[str, Any]
) -> None:
    known = game(game_id)
    reached = known.examples.example(f"back {left}", left, **options)
    assert known.check(reached) is reached and known.problems(reached) == []
    written = known.to_json(reached)
    assert known.parse(written) == reached
    assert known.to_json(known.parse(written)) == written
    jsonschema.validate(json.loads(written), known.schema())
    text = known.to_text(reached)
    bare = replace(reached, plan=type(reached.plan)()) if game_id == "tianxia" else reached
    assert known.parse(text) == bare and known.to_text(bare) == text


@pytest.mark.parametrize("game_id", [name for name in PLAYED if name != "tianxia"])
def test_an_example_with_more_left_than_a_game_has_is_refused(game_id: str) -> None:
    with refused("setup.wrong.range"):
        game(game_id).examples.example(1, PLAYED[game_id][0] + 1)


@pytest.mark.parametrize("game_id", PLAYED)
def test_the_file_of_own_values_changes_nothing_as_it_is_written_and_vouches_for_all_without_its_signs(
    game_id: str,
) -> None:
    room, box = game(game_id).own_values, game(game_id).components.STANDARD
    _, _, values = room.write().partition("\n\n")
    assert room.load("") == room.load(room.write()) == box and box.unverified
    own = room.load("\n".join(line.removeprefix("#") for line in values.split("\n") if line[:2] != "##"))
    ours = {"changed": frozenset()} | ({"placement": ()} if game_id == "terracotta-army" else {})
    assert own.unverified == () and replace(own, **ours) == box


@pytest.mark.parametrize("game_id", PLAYED)
def test_documents_have_different_numbers_and_an_unknown_one_or_a_setup_that_lacks_is_named(
    game_id: str,
) -> None:
    room = game(game_id).paper
    numbers = [document.number for document in room.DOCUMENTS.values()]
    assert len(set(numbers)) == len(numbers) and set(numbers) <= set(range(8))
    assert all(1 <= document.version < 16 for document in room.DOCUMENTS.values())
    with refused("print.document", document="poster"):
        room.data("poster", None)
    for document in ("setup-page", "setup-card"):
        with refused("print.setup", document=document):
            room.data(document, None)
