"""Troyes Dice as an OpenSpiel game for one player, with the project's own rules inside.

A half-day is a chance node (the 336 different rolls with their weights), then one decision for the action
and one for each choice inside it. An action's number is its move code (play.rules), a choice's
is its option. The utility is the final score. Needs open_spiel.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from pencilwright.games.troyes_dice.play import rules

SHORT_NAME = "python_troyes_dice"
ROLLS = rules.rolls()
CHANCES = [(at, weight / 1296) for at, (weight, *_) in enumerate(ROLLS)]
MOST_POINTS = 200.0

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Troyes Dice for one player",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=1,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    provides_factored_observation_string=False,
    parameter_specification={},
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=rules.FALLBACK + 1,
    max_chance_outcomes=len(ROLLS),
    num_players=1,
    min_utility=0.0,
    max_utility=MOST_POINTS,
    max_game_length=rules.OVER * (1 + rules.MAX_CHOICES),
)


class Vectors:
    """A sheet and a table that nobody changes any more, so that copies of a state may share them."""

    __slots__ = ("sheet", "table")

    def __init__(self, sheet: list[int], table: list[int]) -> None:
        self.sheet = sheet
        self.table = table

    def __deepcopy__(self, _memory: Any) -> Vectors:
        """Return this very object."""
        return self


class TroyesGame(pyspiel.Game):  # type: ignore[misc]
    """The game from a position on; from `sheet` and `table`, the start of the setup "openspiel" left out."""

    def __init__(self, params: Any = None, *, start: Vectors | None = None) -> None:
        super().__init__(GAME_TYPE, GAME_INFO, params or {})
        self.start = start or standard_start()

    def new_initial_state(self) -> TroyesState:
        """Return the state that the game starts from."""
        return TroyesState(self, self.start)


class TroyesState(pyspiel.State):  # type: ignore[misc]
    """A position: `vectors`, and where an action has choices its code and those made so far."""

    def __init__(self, game: TroyesGame, vectors: Vectors) -> None:
        super().__init__(game)
        self.vectors = vectors
        self.code = -1  # of the action whose choices are being made
        self.choices: tuple[int, ...] = ()
        self.options = 0  # of the choice to be made

    def current_player(self) -> int:
        """Return who decides: nobody at the end, chance where dice are to be rolled, else the player."""
        if self.vectors.table[rules.HALF] >= rules.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if rules.dice_known(self.vectors.table) else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.vectors.table[rules.HALF] >= rules.OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the 336 rolls, by number, with their chances."""
        return CHANCES

    def _legal_actions(self, _player: int) -> list[int]:
        if self.code >= 0:
            return list(range(self.options))
        codes = [0] * rules.MAX_MOVES
        return codes[: rules.main_moves(self.vectors.sheet, self.vectors.table, codes)]

    def _apply_action(self, action: int) -> None:
        sheet, table = self.vectors.sheet[:], self.vectors.table
        if not rules.dice_known(table):
            table = table[:]
            rules.place(table, *ROLLS[action][1:])
            rules.attack(sheet, table)
            self.vectors = Vectors(sheet, table)
            return
        if self.code < 0:
            self.code = action
        else:
            self.choices += (action,)
        counts = rules.new_counts()
        given = len(self.choices)
        if rules.apply(sheet, table, self.code, list(self.choices), given, counts) > given:
            self.options = counts[given]
            return
        self.code, self.choices, self.options = -1, (), 0
        table = table[:]
        rules.end_half(table)
        self.vectors = Vectors(sheet, table)

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            _, black, *dice = ROLLS[action]
            return f"b{black} {' '.join(str(die) for die in dice)}"
        return f"option {action}" if self.code >= 0 else f"action {action}"

    def returns(self) -> list[float]:
        """Return the final score at the end, 0 before."""
        return [float(rules.final_score(self.vectors.sheet)) if self.is_terminal() else 0.0]

    def information_state_string(self, _player: int = 0) -> str:
        """Return all that there is to know, as there is nothing hidden."""
        return str(self)

    def observation_string(self, _player: int = 0) -> str:
        """Return all that there is to know, as there is nothing hidden."""
        return str(self)

    def __str__(self) -> str:
        return f"{self.vectors.sheet} {self.vectors.table} {self.code} {self.choices}"


def standard_start() -> Vectors:
    """Return the start of the game with the setup of the seed "openspiel"."""
    from pencilwright.games.troyes_dice.play.vectors import vectors
    from pencilwright.games.troyes_dice.setup import draw
    from pencilwright.games.troyes_dice.state import start

    return Vectors(*vectors(start(draw("openspiel"))))


pyspiel.register_game(GAME_TYPE, TroyesGame)
