"""The final points of every player, line by line with their reasons, and who wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from pencilwright.games.shared.scores import Score, ScoreLine, Tie
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.components import ITEMS_PER_POINT, JADE_POINTS, TRACKS
from pencilwright.games.tianxia.marks import SUMS, column_of
from pencilwright.games.tianxia.rules import goals
from pencilwright.games.tianxia.state import Player, State, goods_of, leftovers_of, pieces, resources_of
from pencilwright.templates.phrases import phrase

PART_OF: Final[Mapping[str, str]] = {
    "palace": "palace",
    "jade": "jade",
    "goal": "goals",
    "leftovers": "leftovers",
}
"""Second word of a line's id -> the sum on the pad that it belongs to."""


class FinalScore(NamedTuple):
    """Score by player's letter in the order of the position; the winners' letters; what parted equal totals.

    `tie_break` is "" when nobody tied, "shared" when nothing parted them.
    """

    players: Mapping[str, Score]
    winners: str
    tie_break: str

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """All lines of all players."""
        return tuple(line for entry in self.players.values() for line in entry.lines)


def scores(state: State) -> tuple[tuple[str, Score], ...]:
    """Return each player's letter (and name) and score, in the order of the position."""
    result = score(state).players
    return tuple(
        (owner.letter + (f" ({owner.name})" if owner.name else ""), result[owner.letter])
        for owner in state.players
    )


def score(state: State) -> FinalScore:
    """Score a position as if the game ended as it stands (dossier, section 8)."""
    results = {owner.letter: score_player(state, owner) for owner in state.players}
    top = max((entry.known for entry in results.values()), default=0)
    tied = [letter for letter, entry in results.items() if entry.total == top]
    decided = ""
    for place, criterion in enumerate(state.box.tie_break):
        if len(tied) <= 1:
            break
        most = max(results[letter].ties[place].number or 0 for letter in tied)
        tied = [letter for letter in tied if results[letter].ties[place].number == most]
        decided = criterion
    if len(tied) > 1:
        decided = "shared"
    return FinalScore(results, "".join(tied), decided)


def _ties(state: State, owner: Player) -> tuple[Tie, ...]:
    """Return the tie-breaks of a player: towers, walls, coins in the order that the box says (HD-20)."""
    doubts = ("tie_break",) if "tie_break" in state.box.unverified else ()
    return tuple(
        Tie(
            phrase(f"tianxia.tie.{what}"),
            owner.coin if what == "coins" else pieces(state, owner.letter, what),
            doubts,
        )
        for what in state.box.tie_break
    )


def score_player(state: State, owner: Player) -> Score:
    """Score one player: track so far, palace, jade, the best three goals, leftovers."""
    letter = owner.letter
    lines = [ScoreLine(f"{letter}.points", owner.points, phrase("tianxia.score.points"))]
    for track in TRACKS:
        place, doubts = goals.place(state, track, letter), goals.track_doubts(state, track, letter)
        reason = phrase("tianxia.score.palace", place=place, track=phrases.track(track))
        lines.append(
            ScoreLine(f"{letter}.palace.{track}", goals.track_points(state, track, letter), reason, doubts)
        )
    jade = phrase("tianxia.goal.why.jade", n=owner.jade)
    lines.append(ScoreLine(f"{letter}.jade", JADE_POINTS[owner.jade], jade))
    values = [goals.value(state, letter, goal) for goal in owner.goals]
    remaining = goals.best(values)
    lines += [
        ScoreLine(
            f"{letter}.goal.{card.goal}",
            card.points,
            phrase("tianxia.score.goal", card=card.goal, reason=card.reason),
            card.unverified,
        )
        for card in remaining
    ]
    lines += [
        ScoreLine(
            f"{letter}.goal.{card.goal}",
            0,
            phrase("tianxia.score.goal.unscored", card=card.goal, points=card.points),
        )
        for card in values
        if card not in remaining
    ]
    items = leftovers_of(owner)
    held = {"coins": owner.coin, "resources": resources_of(owner), "goods": goods_of(owner)}
    reason = phrase("tianxia.score.leftovers", **held, items=items)
    lines.append(ScoreLine(f"{letter}.leftovers", items // ITEMS_PER_POINT, reason))
    total = sum(line.points or 0 for line in lines)
    index = [other.letter for other in state.players].index(letter)
    sums = _sums(column_of(state, index), lines, total)
    return Score(total=total, lines=tuple(lines), ties=_ties(state, owner), sums=sums)


def _sums(column: int, lines: Iterable[ScoreLine], total: int) -> dict[str, int]:
    """Return what belongs where players write sums in a column of the pad."""
    parts = dict.fromkeys(SUMS, 0)
    for line in lines:
        part = PART_OF.get(line.id.split(".")[1])
        if part is not None:
            parts[part] += line.points or 0
    parts["total"] = total
    return {f"p{column}.sum.{name}": points for name, points in parts.items()}
