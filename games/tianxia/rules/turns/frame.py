"""A turn from its beginning to its end: marker and price, what had to be done, what is gained."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Final, Self

from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.catalogue import MERCHANT
from pencilwright.games.tianxia.cards.effects import Effect
from pencilwright.games.tianxia.cards.phrases import LETTERS
from pencilwright.games.tianxia.components import JADE_POINTS, REGIONS, STEPS
from pencilwright.games.tianxia.rules.advice_inputs import TurnPlan
from pencilwright.games.tianxia.rules.amounts import refused
from pencilwright.games.tianxia.rules.play import STEP_POINTS, TILE_STEPS, Play
from pencilwright.games.tianxia.rules.table import advanced, merchants_of, tile_of
from pencilwright.games.tianxia.state import State, step_of

MILITARY: Final = ("fortify", "train")
SPACES: Final = (*REGIONS, *MILITARY)
"""Where markers lie."""
CONDITIONAL: Final = ("1A-1", "1B-2", "3A-1", "3A-2", "3B-1", "3B-2", "4A-1", "4A-2", "4B-1", "4B-2")
"""Merchant actions that change what comes next (Q19)."""
SAVES: Final[Mapping[str, tuple[str, ...]]] = {"3A-1": ("yan", "chu"), "3B-1": ("qi", "chu")}
"""Merchant action -> the ports in which it saves a good of one shipping action."""
LOW_STEP, FIFTH = 3, 5
"""Heights that I8 and 1A-3 ask for."""


class Turns(Play):
    """A player's turns, one directly after the other: what is open, what had to be done, what was gained."""

    leaves_kinds = False

    def __init__(self, state: State, who: str) -> None:
        super().__init__(state, who)
        self.knew_p12 = self.serves("P12")
        self.open, self.passed = "", False
        self.parts: set[str] = set()
        self.pending: list[str] = []
        self.choices: list[str] = []
        self.unknown, self.voids, self.counted = {"card": 0, "tile": 0}, 0, 0
        self.covered: set[tuple[str, int]] = set()
        self.boarded: set[str] = set()
        self.trading, self.traded = "", 0
        self.left, self.paid_with, self.more = 0, "", False
        self.good, self.less = "", 0
        self.own_less = self.port_less = self.clears = self.gift = False
        tiles = tuple(tile for tile in state.plan.leftovers.tiles if tile not in MERCHANT)
        self.plan("turns", merchants=merchants_of(state, who))
        self.plan("leftovers", tiles=tiles)

    def copied(self) -> Self:
        """Return a copy that goes its own way."""
        other = copy(self)
        other.parts, other.covered, other.boarded = set(self.parts), set(self.covered), set(self.boarded)
        other.pending, other.choices, other.owed = [*self.pending], [*self.choices], [*self.owed]
        other.unknown = dict(self.unknown)
        return other

    @property
    def typed_plan(self) -> TurnPlan:
        """What the plan types for turns."""
        return self.state.plan.turns

    # --- Beginning and end ----------------------------------------------------------------------------------

    def begin_turn(self, kind: str, space: str) -> None:
        """Begin a turn: put the marker down and pay for those below it, take a barge, or pass."""
        self.lapse()
        self.rest()
        if space in SPACES:
            self.place_marker(space, exactly_one=self.pends("4A-1"))
        if kind == "fortify":
            self.need_pieces()
        self.open = space if kind == "region" else kind

    def pends(self, name: str) -> bool:
        """Return whether a merchant action waits for this, and spend it."""
        if name not in self.pending:
            return False
        self.pending.remove(name)
        return True

    def close(self) -> None:
        """End the turn. Raises InputError where something had to be done in it."""
        if self.open:
            self.rest()
        if self.open in REGIONS and not self.parts & {"govern", "trade"}:
            raise refused("must.region")
        alone = self.typed_plan.step_alone and "step" in self.parts
        if self.open in MILITARY and "paid" not in self.parts and not alone:
            raise refused("must.military")
        if self.open == "pass" and self.typed_plan.round and "tile" not in self.parts:
            raise refused("must.tile", example="tile BT-08")
        if self.open:
            self.lapse()
        self.passed = self.open == "pass"
        self.open, self.action, self.parts = "", "", set()

    def rest(self) -> None:
        """End an exchange or a shipping action. Raises InputError where nothing came of it."""
        if self.trading and not self.traded:
            raise refused("must.trade")
        self.trading, self.traded = "", 0

    def lapse(self) -> None:
        """End what may be done free: it belongs to what gave it. What had to be chosen must be by now."""
        if self.choices:
            track, _, step = self.choices[0].partition("-")
            raise refused("choose", track=phrases.track(track), n=int(step), example="take BT-08")
        if self.voids > self.unknown["card"]:
            raise refused("must.void", example="void OB3")
        self.owed, self.boarded = [], set()

    def act(self, name: str) -> None:
        """Begin a part of the turn that is had once. Raises InputError for a second time."""
        self.lapse()
        self.rest()
        if name in self.parts:
            raise refused("twice")
        self.parts.add(name)

    def draw(self, kind: str, n: int, voids: int = 0) -> None:
        """Count cards or tiles drawn unseen by their typed worth, less those to be given back."""
        self.unknown[kind] += n
        self.voids += voids
        cards = max(self.unknown["card"] - self.voids, 0)
        worth = 10 * (cards * self.typed_plan.card + self.unknown["tile"] * self.typed_plan.tile)
        self.value(worth - self.counted)
        self.counted = worth

    # --- Gains ----------------------------------------------------------------------------------------------

    def other(self, effect: Effect) -> None:
        """Carry an effect out that is no gain, or note that it may be carried out free."""
        if effect.kind == "track" and effect.what in LETTERS:
            self.climb(LETTERS[effect.what])
        elif effect.kind in ("goal", "tile"):
            kind = "card" if effect.kind == "goal" else "tile"
            self.draw(kind, max(effect.n, 0), max(-effect.n, 0))
        else:
            self.owe(effect)

    def climb(self, track: str) -> None:
        """Go a step on a palace track and take what it gives."""
        self.state = advanced(self.state, self.who, track)
        height = step_of(self.state, track, self.who)
        self.change(points=STEP_POINTS.get((track, height), 0))
        cell = f"{track}-{height}"
        if height in TILE_STEPS and self.typed_plan.palace.get(cell):
            self.choices.append(cell)
        if height == FIFTH:
            self.fifth(track)
        if height == STEPS and track == "white":
            self.plan("turns", double=True)
        elif height == STEPS and track == "black":
            self.plan("turns", bonus=True)
        elif height == STEPS and track == "red":
            self.draw("card", 2, 1)

    def fifth(self, track: str, *, again: bool = False) -> None:
        """Take the reward of step 5; `again` where a merchant action gives it once more."""
        if track == "white":
            self.owe(Effect("soldier", 1, "any"))
            self.owe(Effect("nomad", -2))
        elif track == "red":
            self.draw("card", 1)
        elif track == "black":
            self.boarded = set()
            for _ in range(2):
                self.owe(Effect("worker", 1, "other"))
        elif again:
            self.change(points=STEP_POINTS[track, FIFTH])

    def get(self, text: str) -> None:
        """Take a bonus tile; a figurine goes to the player board, a second one of its kind away."""
        tile = tile_of(text)
        if tile.kind != "BT-01":
            self.change(tiles=1)
            self.plan("leftovers", tiles=(*self.state.plan.leftovers.tiles, text))
            return
        held = self.typed_plan.jade
        if tile.shows in held and tile.shows and not self.pends("3A-2"):
            return
        if self.own.jade + 1 < len(JADE_POINTS):
            self.change(jade=1)
            self.plan("turns", jade=(*held, tile.shows) if tile.shows else held)
