"""Turns as commands: every part that there is, walls and soldiers, barges, passing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from pencilwright.games.tianxia.cards.effects import Effect
from pencilwright.games.tianxia.components import (
    BARGES,
    NEUTRAL,
    REGIONS,
    RESOURCES,
    RICE_PER_SOLDIER,
    TRACKS,
)
from pencilwright.games.tianxia.rules.amounts import absent, refused
from pencilwright.games.tianxia.rules.prices import advance_prices, barge_price
from pencilwright.games.tianxia.rules.turns.shipping import Shipping


class Turns(Shipping):
    """A player's turns, one directly after the other."""

    # --- Commands -------------------------------------------------------------------------------------------

    def apply_action(self, command: str) -> bool:
        """Carry a turn or a free action out; return whether it is one.

        Raises InputError for what the rules do not allow.
        """
        if self.passed:
            raise refused("passed", who=self.who)
        if not self.carry_out(command):
            return False
        self.close()
        return True

    def carry_out(self, command: str) -> bool:
        """Carry out a turn, or the beginning of one, without ending it; as `apply_action` else."""
        opened = _OPENED.fullmatch(command)
        kind, where, rest = opened.groups() if opened else ("", None, command)
        texts = [part for part in map(str.strip, (rest or "").split(";")) if part]
        if opened:
            if where not in {"region": REGIONS, "barge": BARGES}.get(kind, (None,)):
                return False
            if self.open:
                self.close()
            self.begin_turn(kind, where or kind)
            if kind == "barge" and self.embarks(str(where), texts[:1]):
                texts = texts[1:]
        return bool(opened or texts) and all(map(self.part, texts))

    def part(self, text: str) -> bool:
        """Carry one part of a turn out; return whether it is one."""
        for pattern, act in PARTS:
            if match := re.fullmatch(pattern, text, re.DOTALL):
                act(self, *match.groups())
                return True
        return False

    # --- Military turns and barges --------------------------------------------------------------------------

    def starts(self, action: str, tile: str) -> None:
        """Begin the action of a military turn; P9 and P10 add to it."""
        if self.open != action:
            raise refused("not.now")
        if self.action:
            return
        self.lapse()
        self.action = action
        if self.serves(tile):
            self.change(**{"rice" if action == "train" else "coin": 1})
            self.owe(Effect("soldier", 1, "any"))

    def builds(self, part: str, number: str) -> None:
        """Build the next wall or tower."""
        self.starts("fortify", "P10")
        typed = getattr(self.state.plan.wall, f"{part}s") is not None
        stone = self.next_piece(f"{part}s")
        if typed and self.serves("P12") and not self.knew_p12:
            stone = max(stone - 1, 0)
        self.change(stone=-stone)
        self.section(number, f"{part}s")
        self.parts.add("paid")

    def trains(self, number: str, count: str | None) -> None:
        """Train soldiers in a section."""
        self.starts("train", "P9")
        for _ in range(int(count or 1)):
            self.change(rice=-RICE_PER_SOLDIER)
            self.meeple()
            self.section(number, "soldiers")
        self.parts.add("paid")

    def embarks(self, barge: str, texts: list[str]) -> bool:
        """Put a worker on a barge, a neutral one without a meeple; return whether P16's resource is named."""
        own = getattr(self.state.barges, barge).count(self.who)
        self.change(coin=-barge_price(own, p17=self.serves("P17"), merchant=self.pends("4B-1")))
        match = re.fullmatch(r"takes (.+)", texts[0]) if texts else None
        takes = match[1] if match else None
        neutral = self.state.box.neutral_workers
        if self.own.meeples:
            self.meeple()
            self.ship_worker(barge, self.who, takes)
        elif "".join(getattr(self.state.barges, barge) for barge in BARGES).count(NEUTRAL) < neutral:
            self.ship_worker(barge, NEUTRAL, takes)
        else:
            self.meeple()
        return match is not None

    # --- Passing --------------------------------------------------------------------------------------------

    def take_tile(self, text: str) -> None:
        """Take a tile under the round track."""
        if self.open != "pass" or text not in self.typed_plan.round:
            raise absent("tiles", text, self.typed_plan.round)
        self.act("tile")
        self.get(text)

    def buys(self, track: str) -> None:
        """Buy a palace step with jade."""
        if self.open != "pass" or (self.typed_plan.round and "tile" not in self.parts):
            raise refused("not.now")
        self.lapse()
        if "3B-2" in self.pending:
            self.pends("3B-2")
            self.parts.add("cheaper")
        cheaper = "cheaper" in self.parts or self.state.plan.jade.cheaper
        prices = advance_prices(self.own.jade, cheaper=cheaper)
        if self.advances >= len(prices):
            raise refused("jade", n=self.own.jade, most=len(prices))
        self.change(coin=-prices[self.advances])
        self.advances += 1
        self.climb(track)


PARTS: Final[tuple[tuple[str, Callable[..., None]], ...]] = (
    (r"extra(?: takes (.+))?", Turns.extra),
    (rf"step(?: ({'|'.join(TRACKS)}))?", Turns.step),
    (r"govern (\S+?)(?: takes (.+))?", Turns.govern_here),
    (rf"exchange ([0-4])(?: ({'|'.join(RESOURCES)}))?(?: takes (.+))?", Turns.exchanges),
    (r"deliver (.+?) at ([1-9])(?: pays (.+?))?(?: takes (.+))?", Turns.delivers),
    (r"leftmost (.+?)(?: takes (.+))?", Turns.leftmost),
    (r"(wall|tower) ([1-4])", Turns.builds),
    (r"soldier ([1-4])(?: ([1-9]\d?))?", Turns.trains),
    (r"tile (.+)", Turns.take_tile),
    (rf"advance ({'|'.join(TRACKS)})", Turns.buys),
    (r"drop marker", Turns.drop),
    (r"discard (OB\d+)( twice)?(?: takes (.+))?", Turns.throw),
    (r"use (.+?)(?: on (\S+))?(?: pays (.+?))?(?: takes (.+))?", Turns.employ),
    (r"merchant back (\S+)", Turns.back),
    (r"double ([1-4])", Turns.double_tower),
    (r"free (wall|soldier|nomad) ([1-4])", Turns.free),
    (rf"free worker ({'|'.join(BARGES)})(?: takes (.+))?", Turns.board),
    (r"free merchant(?: (\S+))?", Turns.merchant),
    (rf"free track ({'|'.join(TRACKS)})", Turns.free_step),
    (r"free govern (\S+?)(?: takes (.+))?", Turns.free_govern),
    (r"free reward (.+?) at ([1-9])(?: takes (.+))?", Turns.reward),
    (r"refresh (.+)", Turns.refresh),
    (r"take (.+)", Turns.choose),
    (r"draws (.+)", Turns.draws),
    (r"void (OB\d+)", Turns.void),
)
_OPENED: Final = re.compile(r"(region|barge|fortify|train|pass)(?: (\w+))?(?:: ?(.*))?", re.DOTALL)
