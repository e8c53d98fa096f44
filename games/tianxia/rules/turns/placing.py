"""Governors, workers and the income of buildings."""

from __future__ import annotations

from msgspec.structs import replace

from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.catalogue import BUILDING
from pencilwright.games.tianxia.cards.effects import Effect
from pencilwright.games.tianxia.components import BARGE_PLACES, TRACKS
from pencilwright.games.tianxia.rules.acts import PASSIVE_POINTS
from pencilwright.games.tianxia.rules.advice_inputs import ShipOffer
from pencilwright.games.tianxia.rules.amounts import absent, amounts, refused
from pencilwright.games.tianxia.rules.turns.frame import LOW_STEP, Frame
from pencilwright.games.tianxia.state import pieces, step_of, tile_at


class Placing(Frame):
    """Pieces that are put on the board, and what that brings."""

    def income(self, tile: str, takes: str | None) -> None:
        """Take the effect of an income building."""
        who, every = self.who, self.state.box.everyones_pieces
        if tile in ("I5", "I6"):
            rows = ("walls", "soldiers") if tile == "I5" else ("towers",)
            n = sum(
                len("".join(getattr(item, row) for item in self.state.wall))
                if every
                else pieces(self.state, who, row)
                for row in rows
            )
            self.change(points=n if tile == "I5" else 3 * n)
        elif tile == "I8":
            self.change(points=sum(step_of(self.state, track, who) >= LOW_STEP for track in TRACKS))
        elif tile == "I7":
            self.owe(Effect("reward", 1))
        elif tile == "I9":
            self.owe(Effect("refresh", 1, "regular"))
        else:
            self.gain(BUILDING[tile].effects, takes)
        if tile in ("I5", "I6", "I7", "I8", "I9") and takes:
            raise refused("more", what=takes)

    def appoint(self, space: str, wood: int, takes: str | None) -> None:
        """Send a governor: wood, the bonus tile beside, the meeple, then the effect of an income building."""
        if all(candidate.space != space for candidate in self.state.plan.governors.candidates):
            raise absent(
                "candidates", space, (candidate.space for candidate in self.state.plan.governors.candidates)
            )
        owners = self.state.governors.get(space, "")
        if self.who in owners:
            raise refused("governor", who=self.who)
        self.change(wood=-wood)
        if space in self.typed_plan.beside:
            text = self.typed_plan.beside[space]
            self.plan_turns(
                beside={item: tile for item, tile in self.typed_plan.beside.items() if item != space}
            )
            self.get(text)
        self.meeple()
        if self.serves("P4"):
            self.change(points=PASSIVE_POINTS)
        if self.serves("P5"):
            self.owe(Effect("merchant", 1))
        self.state = replace(self.state, governors={**self.state.governors, space: owners + self.who})
        tile = tile_at(self.state, space)
        if tile and BUILDING[tile].kind == "income":
            self.income(tile, takes)
        elif takes:
            raise refused("more", what=takes)

    def ship_worker(self, barge: str, letter: str, takes: str | None) -> None:
        """Put a worker on a barge from the left; one of the player's pushed off may become a merchant."""
        workers = letter + getattr(self.state.barges, barge)
        off = workers[BARGE_PLACES:]
        self.state = replace(self.state, barges=replace(self.state.barges, **{barge: workers[:BARGE_PLACES]}))
        self.change(**{barge: 1})
        if off == self.who:
            self.change(meeples=1)
            self.owe(Effect("merchant", 1))
        gains: list[Effect] = []
        if letter == self.who and self.serves("P16"):
            gains = [Effect("gain", 1, "res")]
            if barge in amounts(takes or ""):
                raise refused("taken", what=phrases.amount(1, "res"))
        if letter == self.who and self.serves("P18"):
            self.change(points=1)
        self.gain(gains, takes)

    def ship(self, name: str) -> ShipOffer:
        """Return a ship of the plan. Raises InputError for none."""
        for item in self.state.plan.deliveries.ships:
            if item.name == name:
                return item
        raise absent("ships", name, (ship.name for ship in self.state.plan.deliveries.ships))
