"""A position that a person entered, in whatever way, and what is known of its sheet."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pencilwright.games import Game
from pencilwright.games.shared.problems import Problem


class Position(NamedTuple):
    """A position and where it was found.

    Attributes
    ----------
    game, state : what is played, and how it stands.
    copy : number of the copy in a PDF or a photograph, 0 elsewhere.
    faults : what is wrong with the marks of a sheet beyond what the state can tell, such as gaps.
    written : mark id -> what the player wrote there, points among them.
    own : the components with the person's own values; None: the game's standard ones.
    """

    game: Game
    state: Any
    copy: int = 0
    faults: tuple[Problem, ...] = ()
    written: Mapping[str, str] = MappingProxyType({})
    own: Any = None

    @property
    def components(self) -> Any:
        """What is in the box that this is played with."""
        return self.game.room("components").STANDARD if self.own is None else self.own

    @property
    def name(self) -> str:
        """Who plays this sheet, in words: the player's name if one is written, else the copy."""
        player = self.game.room("state").player_of(self.state)
        if self.copy:
            return f"copy {self.copy}" + (f" ({player})" if player else "")
        return player or "the sheet"
