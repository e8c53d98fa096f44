"""Points: the rows, and the bonus of the upper six."""

from __future__ import annotations

from pencilwright.games.shared.scores import Line, PlayerScore
from pencilwright.games.yatzy.components import UPPER, Components
from pencilwright.games.yatzy.state import Player, State


def scores(state: State) -> list[tuple[str, PlayerScore]]:
    """Return each player's name and score."""
    return [(player.name or f"seat {player.seat}", _score(player, state.box)) for player in state.players]


def _score(player: Player, box: Components) -> PlayerScore:
    """Return a player's score."""
    lines = [Line(f"{row}.{player.seat}", value, row.replace("_", " ")) for row, value in player.rows.items()]
    upper = sum(player.rows.get(row, 0) for row in UPPER)
    bonus = box.bonus if upper >= box.bonus_from else 0
    reason = f"bonus: {upper} of {box.bonus_from} above"
    lines.append(Line(f"bonus.{player.seat}", bonus, reason, box.unverified))
    total = sum(line.points for line in lines)
    sums = {f"upper.{player.seat}": upper, f"total.{player.seat}": total}
    return PlayerScore(total, tuple(lines), sums=sums)


def title(points: int, components: Components) -> None:
    """Return None: no table of Yatzy names scores."""
    del points, components
