"""O5: turning leftovers into points with one-shot tiles, merchant actions and discarded goal cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import goals
from pencilwright.games.tianxia.catalogue import BONUS, GOAL, MERCHANTS
from pencilwright.games.tianxia.components import GOODS, ITEMS_PER_POINT, RESOURCES
from pencilwright.games.tianxia.effects import Effect, parse
from pencilwright.games.tianxia.state import Player, State, player
from pencilwright.games.tianxia.wording import amount
from pencilwright.solver.tianxia import cp

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

KINDS = ("coin", *RESOURCES, *GOODS)
_MERCHANT = {entry.id: entry for entry in MERCHANTS}


class Conversion(NamedTuple):
    """What one use pays and gains: named kinds, any resources, any goods, points; `spread` two kinds of
    resources ("different") or one twice ("same") where the text asks for it."""

    name: str
    pays: tuple[tuple[str, int], ...]
    pays_res: int
    pays_good: int
    gains: tuple[tuple[str, int], ...]
    gains_res: int
    gains_good: int
    points: int
    spread: str = ""


class Use(NamedTuple):
    """One use: its name and the net change of each kind (KINDS)."""

    name: str
    change: tuple[int, ...]


Choice = tuple[Use, ...]


def conversion(name: str, index: int = 0) -> Conversion:
    """Return the conversion of a bonus tile "BT-08", a merchant action "2A-1" or a goal card "OB7".

    Raises InputError for a name that is none, or whose effect is more than paying and gaining.
    """
    field = f"plan.leftovers.tiles[{index}]"
    if name in BONUS:
        cost, effects = parse(BONUS[name].cost), parse(BONUS[name].effect)
    elif name in _MERCHANT:
        cost, effects = (), parse(_MERCHANT[name].effect)
    elif name in GOAL:
        cost, effects = (), tuple(effect for effect in GOAL[name].benefit if effect.kind == "gain")
    else:
        raise InputError(
            f"{field} is {name[:20]!r}; it must be a bonus tile (BT-08), merchant (2A-1) or goal card",
            field=field,
        )
    changes = [*(effect._replace(n=-effect.n) for effect in cost), *effects]
    if not effects or any(effect.kind != "gain" for effect in changes):
        raise InputError(f"{field}: {name} does more than paying and gaining", field=field)
    return _conversion(name, changes)


def _conversion(name: str, changes: Sequence[Effect]) -> Conversion:
    """Return a conversion from its gains, those below 0 paid."""

    def total(what: tuple[str, ...], sign: int) -> int:
        return sum(abs(effect.n) for effect in changes if effect.what in what and effect.n * sign > 0)

    return Conversion(
        name,
        tuple((kind, n) for kind in KINDS if (n := total((kind,), -1))),
        total(("res",), -1),
        total(("good",), -1),
        tuple((kind, n) for kind in KINDS if (n := total((kind,), 1))),
        total(("res", "res#2", "res=2"), 1),
        total(("good",), 1),
        total(("pp",), 1),
        next((s for w, s in (("res#2", "different"), ("res=2", "same")) if total((w,), 1)), ""),
    )


def fits(conversion_: Conversion, change: Sequence[int]) -> bool:
    """Return whether a net change of the kinds is one that a conversion can make."""
    pays, gains = dict(conversion_.pays), dict(conversion_.gains)
    free = [n + pays.get(kind, 0) - gains.get(kind, 0) for kind, n in zip(KINDS, change, strict=True)]
    resources, goods = free[1 : 1 + len(RESOURCES)], free[1 + len(RESOURCES) :]
    if free[0]:
        return False
    for row, paid, gained in (
        (resources, conversion_.pays_res, conversion_.gains_res),
        (goods, conversion_.pays_good, conversion_.gains_good),
    ):
        if sum(row) != gained - paid or sum(n for n in row if n > 0) > gained:
            return False
        if sum(-n for n in row if n < 0) > paid:
            return False
    if conversion_.spread == "same":
        return max(resources) == conversion_.gains_res
    return conversion_.spread != "different" or max(resources) <= 1


def counts_goods(state: State, owner: Player) -> bool:
    """Return whether OB7 is scored: as the plan says, else when it is in hand and not to be discarded."""
    plan = state.plan.leftovers
    if plan.goods_goal is not None:
        return plan.goods_goal
    return "OB7" in owner.goals and "OB7" not in plan.tiles


def value(state: State, letter: str, choice: Sequence[Use]) -> int | None:
    """Return the points of conversions in this order, None when one is not possible."""
    owner = player(state, letter)
    tiles = list(state.plan.leftovers.tiles)
    stock = [getattr(owner, kind) for kind in KINDS]
    points = 0
    for use in choice:
        if use.name not in tiles:
            return None
        tiles.remove(use.name)
        rule = conversion(use.name)
        paid = dict(rule.pays)
        if not fits(rule, use.change) or any(stock[KINDS.index(k)] < n for k, n in paid.items()):
            return None
        # What is paid must be at hand before anything is gained.
        resources = sum(stock[1 : 1 + len(RESOURCES)]) - sum(n for k, n in paid.items() if k in RESOURCES)
        goods = sum(stock[1 + len(RESOURCES) :]) - sum(n for k, n in paid.items() if k in GOODS)
        if resources < rule.pays_res or goods < rule.pays_good:
            return None
        stock = [have + n for have, n in zip(stock, use.change, strict=True)]
        if min(stock) < 0:
            return None
        points += rule.points
    if counts_goods(state, owner):
        points += goals.POINTS_PER_GOOD * (sum(stock[1 + len(RESOURCES) :]) + owner.goods)
    items = sum(stock) + owner.goods + owner.resources
    return int(points + items // ITEMS_PER_POINT)


def best(state: State, letter: str) -> cp.Answer:
    """Return the best order of conversions. Raises InputError naming the plan's tile at fault.

    Resources and goods of a kind not recorded count as leftovers but are not paid with.
    """
    from ortools.sat.python import cp_model

    owner = player(state, letter)
    rules = [conversion(name, index) for index, name in enumerate(state.plan.leftovers.tiles)]
    model = cp_model.CpModel()
    held = [int(getattr(owner, kind)) for kind in KINDS]
    most = max(held) + 4 * len(rules)
    stock: list[cp_model.LinearExprT] = [*held]
    slots = range(len(rules))
    used = {
        (slot, index): model.new_bool_var(f"{rule.name} {index} in slot {slot}")
        for slot in slots
        for index, rule in enumerate(rules)
    }
    changes: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    for index in slots:
        model.add_at_most_one(used[slot, index] for slot in slots)
    for slot in slots:
        model.add_at_most_one(used[slot, index] for index in slots)
        if slot:  # no empty slot before a used one
            now, before = (sum(used[s, index] for index in slots) for s in (slot, slot - 1))
            model.add(now <= before)
        after: list[list[cp_model.LinearExprT]] = [[have] for have in stock]
        for index, rule in enumerate(rules):
            paid, gained = _amounts(model, rule, used[slot, index], f"{slot}.{index}")
            for place in range(len(KINDS)):
                model.add(stock[place] >= paid[place])
                after[place].extend((gained[place], -paid[place]))
            changes[slot, index] = [*paid, *gained]
        stock = []
        for place, expression in enumerate(after):
            level = model.new_int_var(0, most, f"stock {slot}.{place}")
            model.add(level == cp.total(expression))
            stock.append(level)
    objective: list[cp_model.LinearExprT] = [
        rules[index].points * literal for (_, index), literal in used.items()
    ]
    if counts_goods(state, owner):
        objective.append(goals.POINTS_PER_GOOD * (sum(stock[1 + len(RESOURCES) :]) + owner.goods))
    left = model.new_int_var(0, 1000, "leftover points")
    model.add(ITEMS_PER_POINT * left <= sum(stock) + owner.goods + owner.resources)
    solver, claimed = cp.maximise(model, cp.total([*objective, left]), cp.total(used.values()))
    choice = []
    for (slot, index), literal in used.items():
        if solver.boolean_value(literal):
            parts = [solver.value(variable) for variable in changes[slot, index]]
            net = tuple(g - p for p, g in zip(parts[: len(KINDS)], parts[len(KINDS) :], strict=True))
            choice.append(Use(rules[index].name, net))
    found = value(state, letter, choice)
    cp.agree(claimed, -1 if found is None else found, "the conversions")
    steps = tuple(
        f"use {use.name}: {_in_words(use.change, conversion(use.name).points)}" for use in choice
    ) or ("nothing",)
    return cp.Answer(claimed, "points", value(state, letter, ()) or 0, steps, (), tuple(choice))


def _amounts(
    model: cp_model.CpModel, rule: Conversion, used: cp_model.IntVar, name: str
) -> tuple[list[cp_model.IntVar], list[cp_model.IntVar]]:
    """Return what a use pays and gains of each kind, nothing when it is not used."""
    rows = []
    for word, named, res, good in (
        ("pays", dict(rule.pays), rule.pays_res, rule.pays_good),
        ("gains", dict(rule.gains), rule.gains_res, rule.gains_good),
    ):
        row = [
            model.new_int_var(0, named.get(kind, 0) + res + good, f"{name} {word} {kind}") for kind in KINDS
        ]
        model.add(row[0] == named.get("coin", 0) * used)
        for kinds, any_ in ((RESOURCES, res), (GOODS, good)):
            places = [KINDS.index(kind) for kind in kinds]
            model.add(
                sum(row[p] for p in places) == (sum(named.get(kind, 0) for kind in kinds) + any_) * used
            )
            for kind, place in zip(kinds, places, strict=True):
                model.add(row[place] >= named.get(kind, 0) * used)
        rows.append(row)
    resources = rows[1][1 : 1 + len(RESOURCES)]
    if rule.spread == "different":
        for amount in resources:
            model.add(amount <= 1)
    elif rule.spread == "same":
        for amount in resources:
            one = model.new_bool_var(f"{name} same")
            model.add(amount == rule.gains_res * one)
    return rows[0], rows[1]


def _in_words(change: Sequence[int], points: int) -> str:
    """Return a net change such as "-1 silk, +3 coins"."""
    net = [(kind, n) for kind, n in zip(KINDS, change, strict=True) if n]
    parts = [f"{'+' if n > 0 else '-'}{amount(abs(n), kind)}" for kind, n in net]
    parts += [f"+{points} PP"] if points else []
    return ", ".join(sorted(parts, key=lambda part: part[0] == "+"))
