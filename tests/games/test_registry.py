"""Tests of the registry of games."""

from pathlib import Path

import pytest

from pencilwright.games import GAMES, MODULES, Game, Room, forget, game, register, sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.pads.game import game_of
from pencilwright.templates.phrases import Phrase, words
from tests.refusals import has, refused

HERE = Path(__file__).parent


@pytest.mark.parametrize("game_id", GAMES)
def test_every_registered_game_has_a_transcript_that_its_tests_replay(game_id: str) -> None:
    folder = HERE / GAMES[game_id].package
    assert list((folder / "games").glob("*.txt")), f"no transcript in {folder / 'games'}"


def test_a_game_is_found_by_its_id() -> None:
    assert game("troyes-dice").prefix == "TD"
    assert set(MODULES) < set(game("troyes-dice").rooms)


def test_a_misspelt_game_names_the_nearest_and_all_known_ids() -> None:
    with refused("game.near", "game", id="troyes-dice", ids=", ".join(GAMES)):
        game("Troyes_Dise")


def test_an_unknown_game_names_the_known_ids_without_a_guess() -> None:
    with refused("game.unknown", id="chess") as caught:
        game("chess")
    assert not has(caught.value.sentence, "game.near")


def test_a_room_is_the_module_of_that_name() -> None:
    assert game("troyes-dice").room("rules").__name__ == "pencilwright.games.troyes_dice.play.rules"


def test_a_game_that_lacks_a_room_names_the_games_that_have_it() -> None:
    with refused("room.others", games="[(game.terracotta-army)]", room="room.chancellor"):
        game("troyes-dice").room("chancellor")
    with refused("room.none game=(game.troyes-dice) room=kitchen") as caught:
        game("troyes-dice").room("kitchen")
    assert not has(caught.value.sentence, "room.others")


def test_prefixes_and_ids_differ_between_games() -> None:
    assert len({entry.prefix for entry in GAMES.values()}) == len(GAMES)
    assert all(entry.id == game_id for game_id, entry in GAMES.items())


def test_a_prefix_is_two_symbols_of_a_share_code() -> None:
    for entry in GAMES.values():
        assert len(entry.prefix) == 2
        assert set(entry.prefix) <= set(sharecode.ALPHABET)


def test_a_room_of_a_game_is_its_module() -> None:
    of_all = {room.module for room in vars(Game).values() if isinstance(room, Room)} & set(MODULES)
    asked = {"reading", "notation", "legality", "scoring", "setup_words", "state", "markrules"}
    assert set(MODULES) - of_all == asked  # by methods of a game
    assert game("tianxia").examples is game("tianxia").room("example")
    with pytest.raises(InputError, match="log"):
        _ = game("tianxia").logs


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
def test_what_a_game_does_not_say_has_a_default(known: Game) -> None:
    state, setup = known.examples.example(1, 1), known.setups.draw(1)
    box = known.components.STANDARD
    assert known.with_components(state, box) == state
    assert isinstance(known.player_of(state), str) and isinstance(known.band(50, box), Phrase | str | None)
    assert set(known.notes(setup)) <= set(words("en"))
    assert known.number_rules(setup).most is not None
    with pytest.raises(AttributeError):
        known.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_who_goes_over_the_games_is_not_disturbed_by_one_that_comes_or_goes() -> None:
    text = 'pad = "passing"\nname = "Passing"\nplayers = "2"\nlayout = "columns"\n'
    added = game_of(text + '[[row]]\nid = "held"\nname = "Held"\nwrite = "0..9"\n')
    before = list(GAMES)
    seen = []
    try:
        for known in GAMES.values():
            seen.append(known.id)
            register(added)
            forget(added.id)
        register(added)
        assert [*before, added.id] == list(GAMES)
    finally:
        forget(added.id)
    assert seen == before == list(GAMES)
