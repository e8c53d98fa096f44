"""From the options of a command to a game's setup: drawn from a seed, or taken from a share code."""

from __future__ import annotations

from typing import Any, NamedTuple

from pencilwright.app import files
from pencilwright.games import Game, pagecode, sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import given

SEED_DIGITS = 8

MARK = "+"
MARK_SYMBOLS = 4
"""The mark of own values: a plus and so many characters after the share code."""


class SetupOptions:
    """What the person asked for; None where nothing was said.

    Attributes
    ----------
    drawn : what was said about the draw: names of the game's options DRAW -> values.
    """

    def __init__(
        self, seed: str | None = None, code: str | None = None, components: str | None = None, **drawn: Any
    ) -> None:
        self.seed, self.code, self.components = seed, code, components
        self.drawn = {name: value for name, value in drawn.items() if value is not None and value != ()}

    @property
    def said(self) -> tuple[str, ...]:
        """What was said about the setup, by the names of the options; () for nothing at all."""
        return (*(name for name in ("seed", "code") if getattr(self, name) is not None), *self.drawn)


class OwnValues(NamedTuple):
    """A game's components, and the mark that the share codes of setups with a person's own values end with.

    The mark is "" without own values, else a plus and four characters that follow from the values.
    """

    components: Any
    mark: str = ""


def own_values(game: Game, path: str | None) -> OwnValues:
    """Return the game's components, with the values of the person's TOML file where one is named.

    Raises InputError when the file cannot be read, is not TOML in UTF-8, or replaces what is proven.
    """
    if path is None:
        return OwnValues(game.room("components").STANDARD)
    try:
        text = files.read(path, limit=1024 * 1024).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path!r} is not text in UTF-8 (byte {error.start})", field="components") from error
    return OwnValues(game.room("own_values").load(text), _mark(text))


def components(game: Game, path: str | None) -> Any:
    """Return the components of `own_values`."""
    return own_values(game, path).components


def _mark(text: str) -> str:
    """Return the mark of the values in a TOML file, whatever its comments and the order of its keys."""
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


def choose(game: Game, options: SetupOptions) -> Any:
    """Return the game's setup that the options mean; without seed and code a fresh one.

    Raises InputError when a seed or an option of the draw is given next to a share code, which already
    says everything, for a wrong code, and when the code goes with own values that are not given.
    """
    own = own_values(game, options.components)
    if options.code is not None:
        beside = [name for name in options.said if name != "code"]
        if beside:
            raise InputError(
                f"--code already says the whole setup; leave out --{' and --'.join(beside)}, or draw a new "
                "setup without --code",
                field="code",
            )
        return game.room("setup").from_code(pagecode.share_code_in(_plain(options.code, own.mark)))
    room = game.room("setup")
    seed = options.seed if options.seed is not None else fresh_seed()
    return room.draw(
        seed,
        **given(game.title, game.room("options").DRAW, {**options.drawn, "fix": None}),
        fixed=room.parse_fixed(options.drawn.get("fix", ())),
        components=own.components,
    )


def _plain(code: str, given: str) -> str:
    """Return a code without its mark. Raises InputError unless the mark is that of the values given."""
    plain, sign, symbols = code.partition(MARK)
    if not sign:
        return plain
    mark = MARK + sharecode.cleaned(symbols, "mark after the plus")
    if mark != given:
        file = f"the file of --components holds others ({given})" if given else "give their file"
        raise InputError(
            f"this setup goes with own values of the mark {mark}: {file}"
            f"{'' if given else ' with --components, or none of them would be printed'}",
            field="components",
        )
    return plain


def fresh_seed() -> str:
    """Return a seed that nobody has used before, from the system's source of chance."""
    import secrets

    return str(secrets.randbelow(10**SEED_DIGITS))
