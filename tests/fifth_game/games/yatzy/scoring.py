"""Points: the rows, and the bonus of the upper six."""

from __future__ import annotations

from pencilwright.games.shared.scores import Line, PlayerScore
from pencilwright.games.yatzy.components import UPPER, Components
from pencilwright.games.yatzy.state import Player, State
from pencilwright.templates.phrases import Sentence, phrase


def scores(state: State) -> list[tuple[Sentence, PlayerScore]]:
    """Return each player's name and score."""
    return [
        (player.name or phrase("yatzy.seat", seat=player.seat), _score(player, state.box))
        for player in state.players
    ]


def _score(player: Player, box: Components) -> PlayerScore:
    """Return a player's score."""
    rows = player.rows.items()
    lines = [Line(f"{row}.{player.seat}", value, phrase(f"yatzy.row.{row}")) for row, value in rows]
    upper = sum(player.rows.get(row, 0) for row in UPPER)
    bonus = box.bonus if upper >= box.bonus_from else 0
    reason = phrase("yatzy.score.bonus", n=upper, least=box.bonus_from)
    lines.append(Line(f"bonus.{player.seat}", bonus, reason, box.unverified))
    total = sum(line.points for line in lines)
    sums = {f"upper.{player.seat}": upper, f"total.{player.seat}": total}
    return PlayerScore(total, tuple(lines), sums=sums)


def title(points: int, components: Components) -> None:
    """Return None: no table of Yatzy names scores."""
    del points, components
