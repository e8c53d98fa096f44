"""A turn in a region: extra benefit, palace step, governor, exchange."""

from __future__ import annotations

from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import REGIONS, STEPS
from pencilwright.games.tianxia.rules.amounts import amounts, refused
from pencilwright.games.tianxia.rules.prices import exchange
from pencilwright.games.tianxia.rules.table import extra_of, flag_of, wood_for
from pencilwright.games.tianxia.rules.turns.frame import MILITARY, SPACES
from pencilwright.games.tianxia.rules.turns.free_actions import FreeActions
from pencilwright.games.tianxia.state import step_of


class RegionTurns(FreeActions):
    """The parts of a turn with a marker in a region; shipping comes after."""

    def extra(self, takes: str | None) -> None:
        """Take the extra benefit printed at the region's action space."""
        text = extra_of(self.state, self.open) if self.open in REGIONS else ""
        if not text:
            raise refused("not.now")
        self.act("extra")
        self.gain(parse(text), takes)

    def step(self, track: str | None) -> None:
        """Go the step of the turn: on the flag's track, or on any in a military turn."""
        colour = flag_of(self.state, self.open) if self.open in REGIONS else track
        if self.open in REGIONS and not colour:
            raise refused("flag", region=phrases.region(self.open), field="plan.turns.flags")
        if self.open not in SPACES or colour is None or (track or colour) != colour or self.action:
            raise refused("not.now")
        self.act("step")
        self.climb(colour)
        further = self.open in MILITARY and self.serves("P11")
        if further and step_of(self.state, colour, self.who) < STEPS:
            self.climb(colour)

    def govern_here(self, space: str, takes: str | None) -> None:
        """Appoint a governor in the region of the turn."""
        if space[:-1] != self.open:
            raise refused("not.now")
        self.act("govern")
        offered = next(
            (candidate for candidate in self.state.plan.governors.candidates if candidate.space == space),
            None,
        )
        wood = wood_for(self.state, self.who, offered) if offered else 0
        self.appoint(space, max(wood - (2 if self.pends("1B-2") else 0), 0), takes)

    def exchanges(self, number: str, kind: str | None, takes: str | None) -> None:
        """Change resources into goods, up to four in all; P2's good comes with any of them."""
        if self.open not in self.state.box.exchange:
            raise refused("not.now")
        rate = exchange(self.open, p1=self.serves("P1"), components=self.state.box)
        if self.trading != "exchange":
            self.act("trade")
            self.trading, self.left, self.paid_with, self.more = "exchange", rate.most, "", self.serves("P2")
        n = int(number)
        paid = kind or self.paid_with or self.state.box.exchange[self.open][0]
        if n > self.left or paid not in rate.pays or self.paid_with not in ("", paid):
            raise refused("exchange", n=self.left)
        self.left, self.traded = self.left - n, self.traded + n
        self.paid_with = paid if n else self.paid_with
        self.change(**{paid: -n})
        free = n if len(rate.gains) > 1 else 0
        if self.more and sum(amounts(takes or "").values()) == free + 1:
            self.more = False
            free += 1
        if len(rate.gains) == 1:
            self.change(**{rate.gains[0]: n})
        self.gain([Effect("gain", free, "good")], takes)
