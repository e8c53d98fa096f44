"""Setups from what a person says of them, and a person's own values in place of what no source proves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pencilwright.games import Game, pagecode, sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import given
from pencilwright.templates.phrases import phrase

MARK = "+"
MARK_SYMBOLS = 4
"""The mark of own values: a plus and so many characters after the share code."""
SEED_DIGITS = 8


class OwnValues(NamedTuple):
    """A game's components, and the mark that the share codes of setups with a person's own values end with.

    The mark is "" without own values, else a plus and four characters that follow from the values.
    """

    components: Any
    mark: str = ""


def own_values(game: Game, text: str | None) -> OwnValues:
    """Return the game's components, with the values of the person's TOML text where there is one.

    Raises InputError when it is not TOML, or replaces what is proven.
    """
    if text is None:
        return OwnValues(game.components.STANDARD)
    return OwnValues(game.own_values.load(text), _mark(text))


def _mark(text: str) -> str:
    """Return the mark of the values in a TOML text, whatever its comments and the order of its keys."""
    import hashlib
    import json
    import tomllib

    values = tomllib.loads(text)
    if not values:
        return ""
    plain = json.dumps(values, sort_keys=True, ensure_ascii=True, default=str)
    number = int.from_bytes(hashlib.sha256(plain.encode()).digest()[:4], "big") >> 32 - 5 * MARK_SYMBOLS
    return MARK + sharecode.number_to_symbols(number, MARK_SYMBOLS)


def code_of(game: Game, setup: Any, mark: str) -> str:
    """Return the share code of a setup, with the mark of the own values that it goes with."""
    return f"{game.room('setup').to_code(setup)}{mark}"


def of_code(game: Game, code: str, own: OwnValues) -> Any:
    """Return the setup of a share code, or of the code of a printed page.

    Raises InputError for a wrong code, and when it goes with own values that are not given.
    """
    return game.setups.from_code(pagecode.share_code_in(_plain(code, own.mark)))


def drawn(game: Game, seed: str, wishes: Mapping[str, Any], own: OwnValues) -> Any:
    """Return the setup of a seed; `wishes`: names of the game's options DRAW -> values."""
    return game.draw_with(
        own.components,
        seed,
        **given(game.name, game.options.DRAW, {**wishes, "fix": None}),
        fixed=game.setups.parse_fixed(wishes.get("fix", ())),
    )


def _plain(code: str, given: str) -> str:
    """Return a code without its mark. Raises InputError unless the mark is that of the values given."""
    plain, sign, symbols = code.partition(MARK)
    if not sign:
        return plain
    mark = MARK + sharecode.cleaned(symbols, phrase("code.mark"))
    if mark != given:
        key = "setup.other_values" if given else "setup.no_values"
        text = phrase(key, mark=mark, given=given) if given else phrase(key, mark=mark)
        raise InputError(text, field="components")
    return plain


def fresh_seed() -> str:
    """Return a seed that nobody has used before, from the system's source of chance."""
    import secrets

    return str(secrets.randbelow(10**SEED_DIGITS))
