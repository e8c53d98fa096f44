"""What the catalogues say as keys of templates/words with their blanks, so that every language can say it.

A phrase is a key and what fills it; a line of text is a list of phrases set one after another.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from pencilwright.games.tianxia.catalogue import Bonus, Building, Demand, Goal, Merchant, Step
from pencilwright.games.tianxia.effects import Effect, parse


class Phrase(NamedTuple):
    """A key of templates/words and its blanks: a number, a thing (a key), places (keys), points in words.

    `before` and `after` ask for a space there in languages that set them; `comma` is the key between places.
    """

    key: str
    n: int | str = ""
    what: str = ""
    where: tuple[str, ...] = ()
    points: str = ""
    before: bool = False
    after: bool = False
    comma: str = "tianxia.and"


Line = tuple[Phrase, ...]
AND: Final = Phrase("tianxia.and", after=True)
ARROW: Final = Phrase("tianxia.arrow", before=True, after=True)


class Entry(NamedTuple):
    """One entry of a catalogue: its id, its lines, the doubt about it ("" for none)."""

    id: str
    lines: tuple[Line, ...]
    doubt: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the entry as plain values for a template."""
        return {
            "id": self.id,
            "lines": [[phrase._asdict() for phrase in line] for line in self.lines],
            "doubt": self.doubt,
        }


MANY: Final = frozenset(
    (
        *(f"tianxia.thing.{what}" for what in ("coin", "helmet", "jewel", "res", "good")),
        *(f"tianxia.effect.soldier.{where}" for where in ("any", "battle", "calm")),
        *(
            f"tianxia.effect.{kind}"
            for kind in ("goal.draw", "goal.void", "merchant", "tile", "wall", "worker")
        ),
    )
)
"""Keys that have a second wording, with .many behind it, for two and more."""


def _counted(key: str, n: int) -> str:
    """Return the key, or that of its plural."""
    return f"{key}.many" if n != 1 and key in MANY else key


def _thing(what: str, n: int) -> str:
    """Return the key of a thing of which n are gained."""
    name = {"res#2": "res_different", "res=2": "res_same"}.get(what, what)
    return _counted(f"tianxia.thing.{name}", n)


def effect_phrase(effect: Effect) -> Phrase:
    """Return the phrase of one effect."""
    n = abs(effect.n)
    match effect.kind:
        case "gain":
            return Phrase(f"tianxia.effect.{'gain' if effect.n > 0 else 'spend'}", n, _thing(effect.what, n))
        case "soldier" | "track":
            return Phrase(_counted(f"tianxia.effect.{effect.kind}.{effect.what}", n), n)
        case "goal":
            return Phrase(_counted(f"tianxia.effect.goal.{'draw' if effect.n > 0 else 'void'}", n), n)
        case _:
            return Phrase(_counted(f"tianxia.effect.{effect.kind}", n), n)


def effects(items: Iterable[Effect]) -> Line:
    """Return effects with commas between them."""
    line: list[Phrase] = []
    for effect in items:
        line += [*([AND] if line else []), effect_phrase(effect)]
    return tuple(line)


def _text(kind: str, name: str) -> Line:
    """Return the line of an entry that has words of its own."""
    return (Phrase(f"tianxia.{kind}.{name}"),)


def building(tile: Building) -> Entry:
    """Return a building tile: passive ones and uncommon incomes in words, others by their effect."""
    own = tile.kind == "passive" or not tile.effect
    return Entry(tile.id, (_text("building", tile.id) if own else effects(tile.effects),), tile.doubt)


def goal(card: Goal) -> Entry:
    """Return a goal card: what it scores, then what discarding gives."""
    counts = "/".join(f"{n}" for n, _ in card.tiers)
    points = "/".join(f"{n}" for _, n in card.tiers)
    open_top = card.kind in ("ship", "fort")
    end = Phrase(
        f"tianxia.goal.{card.kind}",
        counts + ("+" if open_top else ""),
        "",
        tuple(_place(card.kind, name) for name in card.over),
        points,
    )
    return Entry(
        card.id, ((end,), (Phrase("tianxia.goal.discard", after=True), *effects(card.benefit))), card.doubt
    )


def _place(kind: str, name: str) -> str:
    """Return the key of a track, region or wall section."""
    if kind == "place":
        return f"tianxia.track.{name}"
    return f"tianxia.section.{name}" if kind == "fort" else f"tianxia.region.{name}"


def demand(tile: Demand) -> Entry:
    """Return a kind of demand tile: the goods paid, then the reward."""
    paid = [Effect("gain", -effect.n, effect.what) for effect in tile.costs]
    line: list[Phrase] = [Phrase("tianxia.demand.crate")]
    for effect in paid:
        line += [AND, effect_phrase(effect)]
    return Entry(f"{tile.id}·{tile.twin}", ((*line, ARROW, *effects(tile.rewards)),), tile.doubt)


def bonus(tile: Bonus) -> Entry:
    """Return a kind of bonus tile."""
    if not tile.effect:
        return Entry(tile.id, (_text("bonus", tile.id),))
    paid = effects(Effect("gain", -effect.n, effect.what) for effect in parse(tile.cost))
    gained = effects(parse(tile.effect))
    return Entry(tile.id, ((*paid, ARROW, *gained) if paid else gained,))


def merchant(action: Merchant) -> Entry:
    """Return a merchant action."""
    line = effects(parse(action.effect)) if action.effect else _text("merchant", action.id)
    return Entry(action.id, (line,))


def step(reward: Step) -> Entry:
    """Return the reward of a palace step; steps 3 and 7 of all tracks say the same."""
    name = "tile" if reward.step in (3, 7) else reward.id
    line = effects(parse(reward.effect)) if reward.effect else _text("step", name)
    return Entry(reward.id, (line,))
