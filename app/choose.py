"""From the options of a command to a game's setup: drawn from a seed, or taken from a share code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pencilwright.app import files
from pencilwright.games import Game, pagecode
from pencilwright.games.errors import InputError

SEED_DIGITS = 8
DRAWN = ("numbering", "scope", "expansion", "players", "difficulty")
"""Options of a draw; each game's setup says in OPTIONS which of them it knows."""

SPELT = {"colour": "for", "his_turn": "his-turn"}
"""Options whose spelling on the command line is not their name in the code."""


class SetupOptions(NamedTuple):
    """What the person asked for; None where nothing was said."""

    seed: str | None = None
    code: str | None = None
    numbering: str | None = None
    scope: str | None = None
    expansion: bool | None = None
    players: int | None = None
    difficulty: str | None = None
    fix: tuple[str, ...] = ()
    components: str | None = None

    @property
    def silent(self) -> bool:
        """Whether nothing at all was said about the setup."""
        return not any(self._replace(components=None))


def components(game: Game, path: str | None) -> Any:
    """Return the game's components, with the values of the person's TOML file where one is named.

    Raises InputError when the file cannot be read, is not TOML in UTF-8, or replaces what is proven.
    """
    room = game.room("components")
    if path is None:
        return room.STANDARD
    try:
        text = files.read(path, limit=1024 * 1024).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path!r} is not text in UTF-8 (byte {error.start})", field="components") from error
    _refuse_endless_numbers(text)
    return room.load_overrides(text)


def _refuse_endless_numbers(text: str) -> None:
    """Raise InputError for a number with more digits than Python reads; TOML has no limit."""
    import tomllib

    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # the game says what is wrong, and where
    except ValueError as error:
        raise InputError(
            "a number in the components file has thousands of digits", field="components"
        ) from error


def choose(game: Game, options: SetupOptions) -> Any:
    """Return the game's setup that the options mean; without seed and code a fresh one.

    Raises InputError when a seed or an option of the draw is given next to a share code, which already
    says everything, and for a wrong code.
    """
    if options.code is not None:
        beside = [name for name in ("seed", *DRAWN, "fix") if getattr(options, name)]
        if beside:
            raise InputError(
                f"--code already says the whole setup; leave out --{' and --'.join(beside)}, or draw a new "
                "setup without --code",
                field="code",
            )
        return game.room("setup").from_code(pagecode.share_code_in(options.code))
    room = game.room("setup")
    seed = options.seed if options.seed is not None else fresh_seed()
    return room.draw(
        seed,
        **said_to(game, room.OPTIONS, {name: getattr(options, name) for name in DRAWN}),
        fixed=room.parse_fixed(options.fix),
        components=components(game, options.components),
    )


def said_to(game: Game, known: tuple[str, ...], said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that the person gave a value. Raises InputError for one that the game lacks."""
    given = {name: value for name, value in said.items() if value is not None}
    for name in given:
        if name not in known:
            has = ", ".join(f"--{SPELT.get(option, option)}" for option in known) or "none"
            spelt = SPELT.get(name, name)
            raise InputError(f"{game.title} has no option --{spelt} here; it has {has}", field=spelt)
    return given


def fresh_seed() -> str:
    """Return a seed that nobody has used before, from the system's source of chance."""
    import secrets

    return str(secrets.randbelow(10**SEED_DIGITS))
