"""The model of the rest of the round: all parts together, what is given free, and what is counted at the end.

Its optimum is never below what the rules allow.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards.catalogue import GOAL
from pencilwright.games.tianxia.rules import goals
from pencilwright.games.tianxia.rules.amounts import KINDS
from pencilwright.games.tianxia.rules.table import FOURTH, advanced, stone_for, tile_of
from pencilwright.games.tianxia.rules.turns.frame import LOW_STEP
from pencilwright.games.tianxia.state import State, pieces, player, step_of, tile_at
from pencilwright.solver import cp
from pencilwright.solver.tianxia.last_turns.actions import MANY
from pencilwright.solver.tianxia.last_turns.intervals import MOST
from pencilwright.solver.tianxia.last_turns.wall import NUMBERS, Battles, Wall

COUNTED: Final = {"I5": ("wall", "free wall", "soldier", "free soldier"), "I6": ("tower",)}
"""What an income building counts."""


class Rest(Wall):
    """The model of everything.

    Parameters
    ----------
    strangers : before which turn with a marker the first neutral worker is put aboard, the pass after the
        last one; None for no such worker.
    careful : see Ledger. passes : see Ledger.
    climbs : whether steps may be gone on the palace tracks.
    battles : battles that other models of the position have resolved; new ones are added.
    """

    def __init__(
        self,
        state: State,
        letter: str,
        *,
        strangers: int | None = None,
        careful: int = 0,
        passes: bool = True,
        climbs: bool = True,
        battles: Battles | None = None,
    ) -> None:
        self.resolved = {} if battles is None else battles
        self.strangers = strangers
        self.heights = {track: step_of(state, track, letter) if climbs else 0 for track in box.TRACKS}
        self.farther = self._farther(state, letter) if climbs else 0
        super().__init__(state, letter, careful=careful, passes=passes)
        self._climb()
        self._military()
        self._barges()
        self._appoint()
        self._prices()
        self._employ()
        self._use_tiles()
        self._uncovered()
        self._discounts()
        self._palace()
        self._owed()
        self._count_buildings()
        self._must()
        self._pay_jade()
        self.settle_kinds({kind: getattr(self.own, kind) for kind in KINDS})
        for at, price in self.entry:
            self.model.add(price <= self.level[at - 1, "coin"])
        self._supply()
        self._jade()
        self._battles()
        self._goals()

    def _farther(self, state: State, letter: str) -> int:
        """Return how many steps a player can go at most on one track."""
        record = state.plan.turns
        texts = [*state.plan.leftovers.tiles, *record.used, *record.beside.values(), *record.round]
        texts += [text for row in record.palace.values() for text in row]
        steps = 2 * state.plan.governors.markers + box.JADE_ADVANCES[-1]
        again = box.STEPS if "4B-3" in record.merchants or player(state, letter).board == "4B" else MANY
        steps += again * sum(tile_of(text).kind in ("BT-02", "BT-03", "BT-18") for text in texts)
        return steps + sum(
            tile_at(state, candidate.space) == "I10" for candidate in state.plan.governors.candidates
        )

    def may_reach(self, track: str, step: int) -> bool:
        """Return whether a palace step may be reached."""
        return self.heights[track] < step <= self.heights[track] + self.farther

    # --- What is carried out free -------------------------------------------------------------------------

    def _owed(self) -> None:
        """Soldiers, walls, workers, merchants, governors and tiles turned up: as many as effects give."""
        model = self.model
        calm = [n for n in NUMBERS if not self.state.wall[n - 1].battle]
        for at in range(len(self.stretches)):
            owed = {kind: self.total(self.owed[at, f"soldier {kind}"]) for kind in ("any", "battle", "calm")}
            if any(self.owed[at, f"soldier {kind}"] for kind in owed):
                row = {n: self.number(MOST, "free soldier", at, n) for n in NUMBERS}
                model.add(self.total(row.values()) <= self.total(owed.values()))
                model.add(self.total(row[n] for n in calm) <= owed["any"] + owed["calm"])
                fights = self.total(row[n] for n in NUMBERS if n not in calm)
                model.add(fights <= owed["any"] + owed["battle"])
                for n, item in row.items():
                    self.soldiers[n].append(item)
                    self.meeples[at].append(-1 * item)
            here = (
                [self.number(MOST, "worker", at, barge) for barge in box.BARGES]
                if self.owed[at, "worker"]
                else []
            )
            if here:
                model.add(self.total(here) <= self.total(self.owed[at, "worker"]))
                for barge, item in zip(box.BARGES, here, strict=True):
                    self.aboard[at, barge].append(item)
        self._barged()
        for at in range(len(self.stretches)):
            come = self.total([*self.owed[at, "merchant"], *self.pushed[at]])
            model.add(self.total(self.come[at]) <= come)
            if self.freely[at]:
                model.add(self.total(self.freely[at]) <= self.total(self.owed[at, "govern"]))
            if (at, "1A-3") in self.employed:
                model.add(self.total(self.fifths[at]) <= self.uses_of("1A-3", at))
            if (at, "1B-3") in self.employed:
                high = [
                    self.reached.get((at, track, FOURTH), int(self.heights[track] >= FOURTH))
                    for track in box.TRACKS
                ]
                goods = self.aux(self.refills * len(box.TRACKS), f"1B-3 {at}")
                model.add(goods <= len(box.TRACKS) * self.uses_of("1B-3", at))
                model.add(goods <= self.refills * self.total(high))
                self.any[at, "good"].append(goods)
            new = {i: up for (when, i), up in self.refreshed.items() if when == at}
            palace = self.total(up for i, up in new.items() if tile_of(self.tokens[i].text).palace)
            if new:
                wide = self.total(self.owed[at, "refresh"])
                model.add(self.total(new.values()) <= wide + self.total(self.owed[at, "refresh regular"]))
                model.add(palace <= wide)
        self._lower()

    def _lower(self) -> None:
        """Nomads lowered: by 1 or 2 in a section, as often as effects do so."""
        self.lowered: dict[tuple[int, int], cp.Expr] = {}
        for by in (1, 2):
            given = [
                term for (_, name), terms in self.owed.items() if name == f"nomad {by}" for term in terms
            ]
            if given:
                for n in NUMBERS:
                    if self.state.wall[n - 1].battle:
                        most = -(-self.state.wall[n - 1].nomads // by)
                        self.lowered[n, by] = self.number(most, "nomad", n, by)
                row = [flag for (_, b), flag in self.lowered.items() if b == by]
                self.model.add(self.total(row) <= self.total(given))

    def _count_buildings(self) -> None:
        """I5, I6 and I8 count when they are used."""
        every, left = self.state.box.everyones_pieces, partial(stone_for, self.state, self.letter)
        high: cp.Expr
        for at, tile, n in self.counting:
            if tile == "I8":
                each, top = 1, len(box.TRACKS)
                high = self.total(
                    self.reached.get((at, track, LOW_STEP), int(self.heights[track] >= LOW_STEP))
                    for track in box.TRACKS
                )
            else:
                each, rows = (1, ("walls", "soldiers")) if tile == "I5" else (3, ("towers",))
                there = [getattr(section, row) for section in self.state.wall for row in rows]
                had = sum(len(row) if every else row.count(self.letter) for row in there)
                top = had + (len(left("walls")) + self.soldiers_left if tile == "I5" else len(left("towers")))
                high = had + self.total(
                    var
                    for name, var in self.chosen.items()
                    if name[0] in COUNTED[tile] and isinstance(name[1], int) and name[1] <= at
                )
            most = each * top
            won, once = self.aux(self.again * most, f"{tile} in {at}"), self.aux(most, f"{tile} once in {at}")
            self.model.add(won <= most * n)
            self.model.add(once <= each * high)
            more = self.model.new_bool_var(f"more than one {tile} in {at}")
            self.model.add(n <= 1 + self.again * more)
            self.model.add(n >= 2 * more)
            self.model.add(won <= once + (self.again - 1) * most * more)
            self.points.append(won)

    # --- The end ------------------------------------------------------------------------------------------

    def _governed(self, regions: Sequence[str]) -> tuple[cp.Expr, int]:
        """Return how many governors stand in some regions after the battles, and how many there can be."""
        results: list[cp.Expr] = []
        for space in box.SPACE_IDS:
            if space[:-1] not in regions:
                continue
            if space in self.stands:
                results.append(self.stands[space])
            elif self.letter in self.state.governors.get(space, ""):
                results.append(1)
            elif space in self.offers:
                results += [term for (_, where), term in self.placed.items() if where == space]
        return self.total(results), len(box.SPACE_IDS)

    def _ranks(self) -> dict[str, cp.Expr]:
        """Return the points of each palace track: who arrives later ranks below."""
        results = {}
        for track in box.TRACKS:
            top = min(self.heights[track] + self.farther, box.STEPS)
            state, points = self.state, []
            for height in range(self.heights[track], top + 1):
                if height > self.heights[track]:
                    state = advanced(state, self.letter, track)
                points.append(goals.track_points(state, track, self.letter))
            steps = self.height[self.last, track] - self.heights[track]
            results[track] = self.element(steps, points, f"points on {track}")
        return results

    def _goals(self) -> None:
        """Palace, jade, the best three cards that are kept, leftovers."""
        model, record = self.model, self.typed_plan
        ranks = self._ranks()
        self.points += list(ranks.values())
        jade = self.element(self.jade, box.JADE_POINTS, "jade")
        self.points += [jade, record.card * self.total(self.cards), record.tile * self.total(self.unseen)]
        keep = {card: model.new_bool_var(f"keep {card}") for card in self.own.goals}
        model.add(self.total(keep.values()) <= box.GOALS_SCORED)
        for card in self.own.goals:
            model.add(keep[card] + self.dropped[card] <= 1)
            goal = GOAL[card]
            worth: cp.Expr
            if goal.kind == "place":
                worth, limit = self.total(ranks[track] for track in goal.over), 2 * goals.place_points(0)
            elif goal.kind == "jade":
                worth, limit = jade, box.JADE_POINTS[-1]
            elif goal.kind == "goods":
                goods = self.total(self.level[self.last, good] for good in box.GOODS) + self.own.goods
                most = sum(getattr(self.own, kind) for kind in ("goods", *box.GOODS))
                most += self.most_given("good", *box.GOODS) + (box.EXCHANGE_CAP + 1) * len(self.slots)
                most += self.refills * len(box.TRACKS) * int("1B-3" in self.ids)
                worth, limit = goals.POINTS_PER_GOOD * goods, goals.POINTS_PER_GOOD * most
            else:
                count, most = self._counted(card)
                each = goals.POINTS_PER_GOVERNOR
                table = [
                    each * n if goal.kind == "governors" else goals.tier(goal, n) for n in range(most + 1)
                ]
                worth, limit = self.element(count, table, card), max(table)
            counted = self.aux(limit, f"counted {card}")
            model.add(counted <= worth)
            model.add(counted <= limit * keep[card])
            self.points.append(counted)
        left = self.aux(4 * MOST, "leftover points")
        things = self.total(self.level[self.last, kind] for kind in KINDS)
        held = self.own.resources + self.own.goods
        model.add(box.ITEMS_PER_POINT * left <= things + held - self.coins_lost)
        self.points.append(left)

    def _counted(self, card: str) -> tuple[cp.Expr, int]:
        """Return the number that a goal counts, and the most that it can be."""
        goal, own = GOAL[card], self.own
        if goal.kind in ("gov", "governors"):
            return self._governed(goal.over if goal.kind == "gov" else box.REGIONS)
        if goal.kind == "ship":
            base = sum(getattr(own.ships, port) for port in goal.over)
            new = [flag for port in goal.over for flag in self.moored[port]]
            return base + self.total(new), base + len(new)
        if goal.kind == "fort":
            where = [int(name) for name in goal.over]
            base = sum(pieces(self.state, self.letter, part, where) for part in ("walls", "towers"))
            new = [item for part in ("wall", "tower") for n in where for item in self.built[part, n]]
            return base + self.total(new), base + MOST
        if goal.kind == "tiles":
            jade = self.jade if self.state.box.jade_counts_as_tiles else 0
            return own.tiles + self.total(self.kept_tiles) + jade, own.tiles + len(self.tokens) + 6
        return self.after, 2 * MOST
