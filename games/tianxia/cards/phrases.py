"""What the catalogues and effects say, as phrases: the same words on paper and in answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards.catalogue import Bonus, Building, Demand, Goal, Merchant, PalaceReward
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.templates.phrases import Phrase, Word, phrase


class CardPhrase(NamedTuple):
    """One entry of a catalogue: its id, its lines, the doubt about it ("" for none)."""

    id: str
    lines: tuple[Word, ...]
    doubt: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the entry as values for a template."""
        return {"id": self.id, "lines": self.lines, "doubt": self.doubt}


NUMBERS: Final[Mapping[str, str | int]] = MappingProxyType(
    {
        "award": " / ".join(map(str, box.AWARD)),
        "place": " / ".join(map(str, box.PLACE_POINTS)),
        "jade": " ".join(map(str, box.JADE_POINTS[1:])),
        "figurines": "/".join(str(box.JADE_ADVANCES.index(n + 1)) for n in range(len(box.JADE_PRICES))),
        "advances": "/".join(str(n + 1) for n in range(len(box.JADE_PRICES))),
        "prices": "/".join(map(str, accumulate(box.JADE_PRICES))),
        "cheaper": ", ".join(str(price - 1) for price in box.JADE_PRICES),
        "cards": box.GOALS_SCORED,
        "points": box.START_POINTS,
        "items": box.ITEMS_PER_POINT,
        "markers": box.MARKERS,
        "more": box.LAST_ROUND_STEPS,
        "most": box.EXCHANGE_CAP,
        "rice": box.RICE_PER_SOLDIER,
        "tower": box.TOWER,
        "wall": box.WALL,
        "soldier": box.SOLDIER,
        "lost": box.SOLDIER_LOST,
        "saved": box.GOVERNOR_SAVED,
        "coins": box.PENALTY_COINS,
        "penalty": box.PENALTY_POINTS,
    }
)
"""Numbers of the box, as sentences have blanks for them."""
NAMED: Final = {"res#2": "res_different", "res=2": "res_same"}
"""What is gained -> how its amount is called in the words, where they differ."""
LETTERS: Final = {"W": "white", "R": "red", "K": "black", "U": "blue"}
"""The palace tracks in the shorthand of effects."""


def track(name: str) -> Phrase:
    """Return the name of a palace track."""
    return phrase(f"tianxia.track.{name}")


def region(name: str) -> Phrase:
    """Return the name of a region."""
    return phrase(f"tianxia.region.{name}")


def space(name: str) -> Phrase:
    """Return the name of a building space, such as "Qin1"; "Han" where its region has only one."""
    where, n = region(name[:-1]), int(name[-1])
    return phrase("tianxia.space", at=where, n=n) if box.SPACES[name[:-1]] > 1 else where


def together(names: Sequence[Phrase]) -> Phrase:
    """Return several names as one: "Han, Chu and Yan"."""
    *some, last = names
    return phrase("tianxia.together", some=tuple(some), last=last) if some else last


def amount(n: int, what: str, sign: str = "") -> Phrase:
    """Return so many of a thing that can be gained: 2 coins, 1 any good, 3 wood."""
    return phrase(f"tianxia.amount.{NAMED.get(what, what)}", n=n, sign=sign)


def effect(item: Effect) -> Phrase:
    """Return one effect."""
    n = abs(item.n)
    if item.kind == "gain":
        return amount(n, item.what, "+" if item.n >= 0 else "−")
    if item.kind == "goal":
        return phrase(f"tianxia.effect.goal.{'draw' if item.n > 0 else 'void'}", n=n)
    if item.what in LETTERS:
        return phrase("tianxia.effect.track.one", n=n, track=track(LETTERS[item.what]))
    return phrase(f"tianxia.effect.{item.kind}{'.' if item.what else ''}{item.what}", n=n)


def effects(items: Iterable[Effect]) -> tuple[Phrase, ...]:
    """Return effects, one after another."""
    return tuple(effect(item) for item in items)


def spent(items: Iterable[Effect]) -> tuple[Phrase, ...]:
    """Return costs, which are written as gains."""
    return effects(item._replace(n=-item.n) for item in items)


def _text(kind: str, name: str) -> Phrase:
    """Return the line of an entry that has words of its own."""
    return phrase(f"tianxia.{kind}.{name}", **NUMBERS)


def building(tile: Building) -> CardPhrase:
    """Return a building tile: passive ones and uncommon incomes in words, others by their effect."""
    if tile.kind == "passive":
        text = phrase("tianxia.when", when=when(tile.trigger), text=_text("building", tile.id))
        return CardPhrase(tile.id, (text,), tile.doubt)
    return CardPhrase(tile.id, (does(tile),), tile.doubt)


def when(trigger: str) -> Phrase:
    """Return what sets a passive building off."""
    return phrase(f"tianxia.when.{trigger.replace(' ', '_')}")


def does(tile: Building) -> Word:
    """Return what a building does, without what sets it off."""
    own = tile.kind == "passive" or not tile.effect
    return _text("building", tile.id) if own else effects(tile.effects)


def goal(card: Goal) -> CardPhrase:
    """Return a goal card: what it scores, then what discarding gives."""
    words: dict[str, Word] = {}
    if card.over:
        words["where"] = tuple(_place(card.kind, name) for name in card.over)
    if points := {"place": box.PLACE_POINTS, "jade": box.JADE_POINTS[1:]}.get(card.kind):
        words["points"] = "/".join(map(str, points))
    if card.kind == "meeples":
        words["tiers"] = tuple(_left(low, *tier) for low, tier in zip(lows(card), card.tiers, strict=True))
    elif card.tiers:
        top = "+" if card.kind in ("ship", "fort") else ""
        words["n"] = "/".join(f"{n}" for n, _ in card.tiers) + top
        words["points"] = "/".join(f"{n}" for _, n in card.tiers)
    end = phrase(f"tianxia.goal.{card.kind}", **words)
    return CardPhrase(card.id, (end, phrase("tianxia.goal.discard", gains=effects(card.benefit))), card.doubt)


def lows(card: Goal) -> list[int]:
    """Return the lowest number that each tier of "at most" takes in."""
    return [0, *(most + 1 for most, _ in card.tiers[:-1])]


def _left(low: int, high: int, points: int) -> Phrase:
    """Return what so many left are worth."""
    form = "just" if low == high else "pair" if low + 1 == high else "span"
    return phrase(f"tianxia.goal.left.{form}", low=low, high=high, points=points)


def _place(kind: str, name: str) -> Phrase | int:
    """Return the name of a track or region, the number of a wall section."""
    return int(name) if kind == "fort" else track(name) if kind == "place" else region(name)


def demand(tile: Demand) -> CardPhrase:
    """Return a kind of demand tile: the goods paid, then the reward."""
    paid = (phrase("tianxia.demand.crate"), *spent(tile.costs))
    line = phrase("tianxia.effect.trade", paid=paid, gained=effects(tile.rewards))
    return CardPhrase(f"{tile.id}·{tile.twin}", (line,), tile.doubt)


def bonus(tile: Bonus) -> CardPhrase:
    """Return a kind of bonus tile."""
    if not tile.effect:
        return CardPhrase(tile.id, (_text("bonus", tile.id),))
    paid, gained = spent(parse(tile.cost)), effects(parse(tile.effect))
    return CardPhrase(
        tile.id, (phrase("tianxia.effect.trade", paid=paid, gained=gained) if paid else gained,)
    )


def merchant(action: Merchant) -> CardPhrase:
    """Return a merchant action."""
    return CardPhrase(
        action.id, (effects(parse(action.effect)) if action.effect else _text("merchant", action.id),)
    )


def step(reward: PalaceReward) -> CardPhrase:
    """Return the reward of a palace step; steps 3 and 7 of all tracks say the same."""
    name = "tile" if reward.step in (3, 7) else reward.id
    return CardPhrase(reward.id, (effects(parse(reward.effect)) if reward.effect else _text("step", name),))
