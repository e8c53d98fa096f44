"""What a game's solver may have, as the type checker holds each game to it.

A solver has modules of these names as far as its game needs them; code that knows no game by name reaches
them through `solver_of` in app/solvers.py, and the module `puzzles`, which puzzles.py types, through its
`module_of`. States, setups and records are the game's own business.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress
    from pencilwright.solver.view import View

S_contra = TypeVar("S_contra", contravariant=True)
R_contra = TypeVar("R_contra", contravariant=True)
U_contra = TypeVar("U_contra", contravariant=True)
R = TypeVar("R")
A = TypeVar("A")


class Advice(Protocol[S_contra, A]):
    """The module `advice`: what is best in a position."""

    def answer_for(self, state: S_contra, /, *args: Any, **options: Any) -> A:
        """Return the answer, carried out by the rules, its phrases not yet in a language.

        options : those of the game's room `options` (ADVISE) by parameter names, but for what the room
            `known_dice` has added to the position; `progress` where there is such a parameter.

        Raises InputError for what cannot be answered.
        """

    def in_words(self, answer: A, top: int, language: str, /, *args: Any, **more: Any) -> str:
        """Return an answer as text, so many of each list (0: all).

        In a game that is played in one sitting `all_by` follows: what a person types to see all.
        """

    def view(self, answer: A, /) -> View:
        """Return an answer as a screen lists it."""


class ReviewModule(Protocol[R_contra, A]):
    """The module `review`: what the dice and the decisions of a played game did for its score."""

    def answer_for(
        self,
        record: R_contra,
        /,
        *,
        seconds: float | None = ...,
        seed: str | None = ...,
        progress: Progress | None = ...,
    ) -> A:
        """Return the review. Raises InputError for a game of which nothing is played."""

    def in_words(self, answer: A, language: str, /) -> str:
        """Return a review as text."""


class Opponent(Protocol[R]):
    """The adviser as the other player of a game, with the same dice."""

    def follow(self, game: R, other: R, progress: Progress | None = ..., /) -> tuple[R, float]:
        """Return its game once it has played as many turns as the other's, and what its last move is worth.

        When it is to stop, what was played until then is returned.
        """


class Match(Protocol[U_contra, R]):
    """The module `match`: a game side by side with the adviser's."""

    def Adviser(self, setup: U_contra, seconds: float, seed: str = ..., /) -> Opponent[R]:
        """Return the adviser; `seconds` of work a turn, "" for the usual seed."""
