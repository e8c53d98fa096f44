"""Every way through a turn but for the spaces: ring, sector, worker, actions, and the goods that each leaves.

What a piece is worth on its space is the kernel's; what the turn costs and brings besides is reckoned here,
so that the two add up. A choice that places a piece is left open (its space is -1) and tells which piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.rules.building import Ability
from pencilwright.games.terracotta_army.rules.choice import NOTHING, SUBSTITUTES, ActionChoice
from pencilwright.games.terracotta_army.state import Player, State
from pencilwright.solver.terracotta_army.turn import kernel

CODE_OF: Final[Mapping[str, int]] = MappingProxyType(
    {kind: code for code, kind in enumerate(box.TYPES)}
    | {
        "horse": kernel.ON_HORSE,
        "footman": kernel.FOOTMAN,
        "kneeling_archer": kernel.KNEELING,
        "musician": kernel.MUSICIAN,
    }
)


class Purse(msgspec.Struct, frozen=True, gc=False):
    """What a player has, and what a turn has changed so far.

    Attributes
    ----------
    points : on the track since the turn began, without what a crossbow counts.
    coins, wet, dry : goods.
    active, masters, tokens : weapons with the active side up, masters with a token, tokens left.
    stores : dry clay on the storehouses.
    left : warriors of each type in the organizer.
    upgraded : whether the worker became an artisan.
    priority : number of the priority token.
    row, col : steps forward of the two inspectors.
    pieces : codes of the pieces placed, in order (kernel.py).
    """

    points: int
    coins: int
    wet: int
    dry: int
    active: frozenset[str]
    masters: frozenset[str]
    tokens: tuple[int, ...]
    stores: tuple[int, ...]
    left: tuple[int, ...]
    upgraded: bool = False
    priority: int = 0
    row: int = 0
    col: int = 0
    pieces: tuple[int, ...] = ()

    @property
    def goods(self) -> int:
        """Coins and clay."""
        return self.coins + self.wet + self.dry


Choices = tuple[ActionChoice, ...]


class TurnWay(NamedTuple):
    """A whole turn, its pieces left open: where it goes, its choices, and what the player has then.

    Where pieces are placed without a turn, ring, sector and worker mean nothing.
    """

    ring: str
    sector: int
    artisan: bool
    choices: Choices
    purse: Purse

    @property
    def place(self) -> tuple[str, int, bool]:
        """Ring, sector and worker."""
        return self.ring, self.sector, self.artisan


class Wheel:
    """The wheel of a position for the player who is to move."""

    def __init__(self, state: State, player: Player) -> None:
        """Note what no turn changes."""
        self.state, self.board = state, state.board
        self.player = player
        self.bases = state.bases(player.letter)
        self.empty = len(state.grid.empty())
        self.bought = {kind: state.bought(kind) for kind in box.SPECIALISTS}
        self.top_token = actions.top_token(state)

    def purse(self) -> Purse:
        """Return what the player has before the turn."""
        state, player = self.state, self.player
        return Purse(
            0,
            player.coins,
            player.wet,
            player.dry,
            frozenset(player.active),
            frozenset(player.masters),
            player.tokens,
            tuple(state.stores),
            tuple(state.left_of_type(kind) for kind in box.TYPES),
            priority=player.priority,
        )

    def placings(self, cost: int) -> Iterator[TurnWay]:
        """Yield every way to place one piece, as if an action granted it.

        cost : wet clay of a warrior.
        """
        for name in (f"build{cost}", "specialist"):
            sector = _Sector(self, name, 0, artisan=True)
            for choice, after in sector.legal_actions_for(self.purse(), name):
                yield TurnWay("", 0, False, (choice,), after)

    def ways(self) -> Iterator[TurnWay]:
        """Yield every way through a turn."""
        state, player, start = self.state, self.player, self.purse()
        for ring in ("", "inner", "middle"):
            turned, purse = state, start
            if ring:
                if player.coins < box.ROTATE_COST:
                    return
                turned = state.clone()
                actions.turn(turned, ring)
                purse = replace(start, coins=start.coins - box.ROTATE_COST)
            known: dict[tuple[int, bool], list[tuple[Choices, Purse]]] = {}
            for sector, artisan in actions.places(turned, player):
                visible = tuple(actions.action(turned, sector, name) for name in actions.RINGS)
                # The worker matters to nothing but its upgrade.
                key = (sector, artisan and "upgrade" in visible)
                if key not in known:
                    at = _Sector(self, visible[0], state.store_at(sector), artisan)
                    known[key] = list(at.ways(purse, visible))
                for choices, after in known[key]:
                    yield TurnWay(ring, sector, artisan, choices, after)

    def free(self, purse: Purse) -> int:
        """Return how many spaces are left."""
        taken = sum(2 if code == kernel.ON_HORSE else 1 for code in purse.pieces)
        return self.empty - taken

    def types(self, purse: Purse) -> list[int]:
        """Return the types that can be built."""
        built = sum(code <= kernel.SLIDE for code in purse.pieces)
        if built >= self.bases or self.free(purse) <= 0:
            return []
        return [kind for kind, left in enumerate(purse.left) if left > 0]

    def organizer(self, purse: Purse, kind: int) -> int:
        """Return the points of the next warrior of a type."""
        return self.board.organizer[box.TYPES[kind]][box.PER_TYPE - purse.left[kind]]


class _Sector:
    """The three actions of a sector for the worker that was placed there."""

    def __init__(self, wheel: Wheel, inner: str, quarter: int, artisan: bool) -> None:
        self.wheel, self.inner, self.quarter, self.artisan = wheel, inner, quarter, artisan

    def ways(self, purse: Purse, actions: tuple[str, ...]) -> Iterator[tuple[Choices, Purse]]:
        """Yield every way through the three actions, and the purse after it."""
        for inner, action in self.legal_actions(purse, actions[0], "inner"):
            for middle, two in self.legal_actions(action, actions[1], "middle"):
                for outer, three in self.legal_actions(two, actions[2], "outer"):
                    yield (inner, middle, outer), three

    def legal_actions(self, purse: Purse, name: str, ring: str) -> Iterator[tuple[ActionChoice, Purse]]:
        """Yield every choice of an action of a ring, and the purse after it."""
        yield NOTHING, purse
        if ring != "outer":
            clay, coin = SUBSTITUTES
            yield clay, replace(purse, wet=purse.wet + 1)
            yield coin, replace(purse, coins=purse.coins + 1)
        yield from self.legal_actions_for(purse, name)

    def legal_actions_for(self, purse: Purse, name: str) -> Iterator[tuple[ActionChoice, Purse]]:
        """Yield every way to perform an action."""
        do = ActionChoice("do")
        if name.startswith("m:"):
            yield from self.masters(purse, name.removeprefix("m:"))
        elif name.startswith("build"):
            cost = int(name.removeprefix("build"))
            if purse.wet >= cost:
                stores = list(purse.stores)
                stores[self.quarter] += 1
                paid = replace(purse, wet=purse.wet - cost, stores=tuple(stores))
                yield from self.builds(paid)
        elif name == "specialist":
            yield from self.specialists(purse)
        elif name == "priority":
            yield from self.priority(purse)
        elif name == "upgrade":
            if not self.artisan and not purse.upgraded:
                yield do, replace(purse, upgraded=True)
        elif name.startswith("w:"):
            weapon = name.removeprefix("w:")
            if weapon not in purse.active:
                yield do, replace(purse, active=purse.active | {weapon})
        elif name == "moisten":
            yield do, replace(purse, wet=purse.wet + purse.dry, dry=0)
        elif name.startswith("coins"):
            yield do, replace(purse, coins=purse.coins + int(name.removeprefix("coins")))
        else:
            yield do, replace(purse, wet=purse.wet + int(name.removeprefix("clay")))

    def builds(self, purse: Purse) -> Iterator[tuple[ActionChoice, Purse]]:
        """Yield each type to build, its price paid, with each use of its weapon."""
        for kind in self.wheel.types(purse):
            name = box.TYPES[kind]
            built = self.put(purse, kind, kind, self.wheel.organizer(purse, kind))
            choice = ActionChoice("build", name)
            yield choice, built
            weapon = box.WEAPON_OF_TYPE[name]
            if weapon not in purse.active:
                continue
            used = replace(built, active=built.active - {weapon})
            if weapon == "sword":
                used = replace(used, points=used.points + building.SWORD_VP)
                yield choice._replace(ability=Ability(weapon)), used
                for step in (1, -1):
                    moved = Ability(weapon, "row", step)
                    yield choice._replace(ability=moved), replace(used, row=used.row + step)
                    moved = Ability(weapon, "col", step)
                    yield choice._replace(ability=moved), replace(used, col=used.col + step)
            elif weapon == "spear":
                points, coins = used.points + building.SPEAR_VP, used.coins + building.SPEAR_COINS
                yield choice._replace(ability=Ability(weapon)), replace(used, points=points, coins=coins)
            elif weapon == "pike":
                used = replace(used, points=used.points + building.PIKE_VP)
                yield choice._replace(ability=Ability(weapon)), used
                slid = replace(used, pieces=(*used.pieces[:-1], kernel.SLIDE))
                yield choice._replace(ability=Ability(weapon, source=0, target=0)), slid
            else:
                shot = replace(used, pieces=(*used.pieces[:-1], kernel.SHOT))
                yield choice._replace(ability=Ability(weapon)), shot

    def put(self, purse: Purse, kind: int, code: int, points: int) -> Purse:
        """Return the purse after a warrior of a type was taken from the organizer and placed."""
        left = list(purse.left)
        left[kind] -= 1
        pieces = (*purse.pieces, code)
        return replace(purse, points=purse.points + points, left=tuple(left), pieces=pieces)

    def specialists(self, purse: Purse) -> Iterator[tuple[ActionChoice, Purse]]:
        """Yield each purchase."""
        for kind in box.SPECIALISTS:
            weapon, bought = self.wheel.board.specialist_weapon[kind], self.wheel.bought[kind]
            bought += purse.pieces.count(CODE_OF[kind])
            cost = 1 + bought
            if weapon in purse.active and bought < box.PER_SPECIALIST and cost <= purse.coins:
                yield (
                    ActionChoice("specialist", kind),
                    replace(
                        purse,
                        coins=purse.coins - cost,
                        active=purse.active - {weapon},
                        pieces=(*purse.pieces, CODE_OF[kind]),
                    ),
                )

    def priority(self, purse: Purse) -> Iterator[tuple[ActionChoice, Purse]]:
        """Yield what the priority action gives."""
        if self.wheel.state.chancellor is not None:
            result = replace(purse, points=purse.points + actions.SOLO_PRIORITY_VP)
            yield ActionChoice("do", good="clay"), replace(result, wet=result.wet + 1)
            yield ActionChoice("do", good="coin"), replace(result, coins=result.coins + 1)
        elif not purse.priority and (number := self.wheel.top_token):
            clay = self.wheel.board.priority_clay[number - 1]
            yield ActionChoice("do"), replace(purse, wet=purse.wet + clay, priority=number)

    def masters(self, purse: Purse, master: str) -> Iterator[tuple[ActionChoice, Purse]]:
        """Yield each use of a master, its token bought first where there is none."""
        if master in purse.masters:
            yield from self.powers(purse, master)
            return
        for token in purse.tokens:
            if token <= purse.coins:
                after = replace(
                    purse,
                    coins=purse.coins - token,
                    masters=purse.masters | {master},
                    tokens=tuple(cost for cost in purse.tokens if cost != token),
                )
                yield NOTHING._replace(token=token), after
                for choice, used in self.powers(after, master):
                    yield choice._replace(token=token), used

    def powers(self, purse: Purse, master: str) -> Iterator[tuple[ActionChoice, Purse]]:
        """Yield each use of a master's power by a player who has the token."""
        do = ActionChoice("do")
        if master == "builder":
            price = self.wheel.state.round
            if purse.coins >= price:
                most = max(purse.left)
                for kind in self.wheel.types(purse):
                    if purse.left[kind] == most:
                        paid = replace(purse, coins=purse.coins - price)
                        yield ActionChoice("build", box.TYPES[kind]), self.put(paid, kind, kind, 0)
        elif master == "captain":
            yield from self.legal_actions_for(purse, self.inner)
        elif master == "censor":
            for steps in range(1, actions.CENSOR_STEPS + 1):
                yield do._replace(axis="row", steps=steps), replace(purse, row=purse.row + steps)
                yield do._replace(axis="col", steps=steps), replace(purse, col=purse.col + steps)
        elif master == "chancellor":
            for pair in combinations(range(box.STORES), 2):
                taken = sum(purse.stores[store] for store in pair)
                stores = tuple(0 if store in pair else pile for store, pile in enumerate(purse.stores))
                yield do._replace(stores=pair), replace(purse, dry=purse.dry + taken, stores=stores)
        elif master == "clay_maker":
            yield do, replace(purse, wet=purse.wet + actions.CLAY_MAKER_CLAY)
        else:
            yield do, replace(purse, active=frozenset(box.WEAPONS))
