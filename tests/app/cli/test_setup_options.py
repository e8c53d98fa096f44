"""The setup that the options mean: from a code, from a seed, or fresh; and what does not go together."""

from typing import Any

import pytest

from pencilwright.app.cli import setup_options
from pencilwright.app.cli.setup_options import SetupOptions
from pencilwright.app.positions import setups, sources
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import Option, given
from tests.refusals import refused

TROYES = game("troyes-dice")
ROOM = TROYES.setups


def chosen(wishes: SetupOptions) -> Any:
    """The setup of some wishes, of the standard box."""
    return setup_options.choose(TROYES, wishes, sources.user_components(TROYES, None))


def test_without_seed_and_code_the_setup_is_a_fresh_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda limit: limit - 1)
    assert setups.fresh_seed() == "99999999"
    assert chosen(SetupOptions()) == chosen(SetupOptions(seed="99999999"))


def test_an_option_that_a_game_lacks_is_named_with_those_it_has() -> None:
    scope, his_turn = Option("scope"), Option("his_turn")
    who = Option("colour", spelt="for")
    assert given("Chess", (scope,), {"scope": "all", "players": None, "fix": ()}) == {"scope": "all"}
    assert given("Chess", (his_turn, who), {"his_turn": True, "for": "red"}) == {
        "his_turn": True, "colour": "red",
    }  # fmt: skip
    with refused("option.unknown", None, game="Chess", name="for"):
        given("Chess", (scope, his_turn), {"for": "red"})
    with pytest.raises(InputError, match="it has none"):
        given("Chess", (), {"players": 3})


def test_nothing_said_is_silent_whatever_the_components() -> None:
    assert SetupOptions().wishes_text == SetupOptions(components="own.toml").wishes_text == ()
    assert SetupOptions(seed="1").wishes_text == ("seed",)
    assert SetupOptions(code="x", fix=("P4=R/Y",), scope=None).wishes_text == ("code", "fix")
