"""From the options of a command to a game's setup: drawn from a seed, or taken from a share code."""

from __future__ import annotations

from typing import Any

from pencilwright.app.positions import setups
from pencilwright.app.positions.setups import OwnValues
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


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
    def wishes_text(self) -> tuple[str, ...]:
        """What was said about the setup, by the names of the options; () for nothing at all."""
        return (*(name for name in ("seed", "code") if getattr(self, name) is not None), *self.drawn)


def choose(game: Game, options: SetupOptions, own: OwnValues) -> Any:
    """Return the game's setup that the options mean, of a person's box; without seed and code a fresh one.

    Raises InputError when a seed or an option of the draw is given next to a share code, which already
    says everything, for a wrong code, and when the code goes with own values that are not given.
    """
    if options.code is not None:
        beside = tuple(f"--{name}" for name in options.wishes_text if name != "code")
        if beside:
            raise InputError(phrase("setup.code_says_all", beside=beside), field="code")
        return setups.of_code(game, options.code, own)
    return setups.drawn(
        game, setups.fresh_seed() if options.seed is None else options.seed, options.drawn, own
    )
