"""A position that a person entered, in whatever way, and what is known of its sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.problems import NO_NUMBER, refuse
from pencilwright.templates.phrases import Sentence, Word, phrase

if TYPE_CHECKING:
    from pencilwright.app.positions.setups import OwnValues
    from pencilwright.games.shared.problems import Problem

Values = str | Callable[[Game], str | None] | None
"""A person's own values: a TOML text, or what gives that of a game; None: the standard ones."""


def text_for(game: Game, values: Values) -> str | None:
    """Return a person's own values for a game as TOML, None where there are none."""
    return values(game) if callable(values) else values


class Position(NamedTuple):
    """A position and where it was found.

    Attributes
    ----------
    game, state : what is played, and how it stands.
    copy : number of the copy in a PDF or a photograph, 0 elsewhere.
    written : mark id -> what a sheet shows there, points that the player wrote among them; {} elsewhere.
    printed : the setup that is printed on the sheet, None where it is not known.
    user_values : the components with the person's own values; None: the game's standard ones.
    file : the file that it was found in, where several were given.
    seated : mark id -> what a sheet says in print of who plays, though it has no setup.
    faults : what is wrong with how a form was filled, beyond what its marks can tell.
    open : mark id -> what it may be, of marks that a photograph or a typed number leaves open; `written` and
        `state` have what each most likely is.
    open_setup : numbers of the sheet's setup that a photograph leaves open, for which its setup is not known.
    guessed : marks that were taken as they most likely are, since that was asked for.
    page_code : of a sheet, "" elsewhere.
    spot : where it lies in its photograph among sheets of the same copy number, "" for one alone.
    """

    game: Game
    state: Any
    copy: int = 0
    written: Mapping[str, str] = MappingProxyType({})
    printed: Any = None
    user_values: Any = None
    file: str = ""
    faults: tuple[Problem, ...] = ()
    seated: Mapping[str, str] = MappingProxyType({})
    page_code: str = ""
    spot: Sentence = ""
    open: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    open_setup: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()

    @classmethod
    def at_start(cls, game: Game, setup: Any, own: OwnValues) -> Position:
        """Return the position at the start of a game. Raises InputError where the setup leaves it open."""
        is_own = own.components is not game.components.STANDARD
        state = game.start(setup, own.components)
        return cls(game, state, user_values=own.components if is_own else None)

    @property
    def components(self) -> Any:
        """What is in the box that this is played with."""
        return self.game.components.STANDARD if self.user_values is None else self.user_values

    @property
    def name(self) -> Sentence:
        """Who plays this sheet: the player's name if one is written, else the file and the copy."""
        player = self.game.player_of(self.state)
        if self.file:
            return player or self.place
        if self.copy:
            return phrase("entered.copy_of", n=self._number, player=player) if player else self.place
        return player or phrase("entered.the")

    @property
    def place(self) -> Sentence:
        """Where it was found: the file and the copy, as far as there are any."""
        if self.file and self.copy:
            return phrase("entered.copy_in", n=self._number, file=self.file)
        return self.file or phrase("entered.copy", n=self._number)

    @property
    def _number(self) -> Word:
        """The number of the copy, with where it lies among those of the same number."""
        return phrase("photo.at", n=self.copy, spot=self.spot) if self.spot else self.copy

    def with_user_values(self, values: Values) -> Position:
        """Return the position on the board of the person's own values; kept ones give way to its own.

        Raises InputError for values that do not fit.
        """
        text = text_for(self.game, values)
        if text is None or (callable(values) and self._has_user_values):
            return self
        from pencilwright.app.positions import setups

        own = setups.own_values(self.game, text).components
        return self._replace(state=self.game.with_components(self.state, own), user_values=own)

    @property
    def _has_user_values(self) -> bool:
        """Whether it says itself which values it is played with."""
        if self.user_values is not None:
            return True
        try:
            plain = self.game.with_components(self.state, self.game.components.STANDARD)
        except InputError:  # its pieces fit on its own board only
            return True
        return bool(plain != self.state)

    @property
    def unread(self) -> tuple[str, ...]:
        """The open marks whose number was typed, but is none."""
        return tuple(item.field for item in self.faults if item.rule.key == NO_NUMBER)

    def refuse_unread(self) -> None:
        """Raise InputError where a typed number is none: what it means must be known here."""
        from pencilwright.games.shared.marks import label

        names = {mark.id: label(mark) for mark in self.game.marks.MARKS if mark.id in self.unread}
        refuse([item for item in self.faults if item.field in names], names)

    def guessing(self) -> Position:
        """Return the position with its open marks taken as they most likely are; nothing tells typed ones."""
        unread = {name: may for name, may in self.open.items() if name in self.unread}
        return self._replace(open=unread, guessed=tuple(name for name in self.open if name not in unread))

    def problems(self) -> tuple[Problem, ...]:
        """Return all that is wrong; where a sheet is the source, with its marks and what mends it."""
        if not self.written:
            return tuple(self.game.problems(self.state))
        from pencilwright.games import sheets

        parsed = sheets.read(self.game, self.written, self.printed, self.user_values)
        mended = sheets.with_remedies(
            self.game, self.written, self.printed, parsed.problems, self.user_values
        )
        return sheets.labelled(self.game, (*self.faults, *mended))
