"""O5: turning leftovers into points with one-shot tiles, merchant actions and discarded goal cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import goals, phrases
from pencilwright.games.tianxia.acts import KINDS, MERCHANT, in_amounts, merchants_back
from pencilwright.games.tianxia.catalogue import BONUS, GOAL
from pencilwright.games.tianxia.commands import execute
from pencilwright.games.tianxia.components import GOALS_SCORED, GOODS, ITEMS_PER_POINT, RESOURCES
from pencilwright.games.tianxia.effects import Effect, parse
from pencilwright.games.tianxia.state import State, player
from pencilwright.solver.tianxia import cp
from pencilwright.solver.tianxia.goals import doubts
from pencilwright.templates.phrases import Phrase, phrase

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


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

    Raises InputError when its effect is more than paying and gaining.
    """
    field = f"plan.leftovers.tiles[{index}]"
    if name in BONUS:
        cost, effects = parse(BONUS[name].cost), parse(BONUS[name].effect)
    elif name in MERCHANT:
        cost, effects = (), parse(MERCHANT[name].effect)
    elif name in GOAL:
        cost, effects = (), tuple(effect for effect in GOAL[name].benefit if effect.kind == "gain")
    else:
        cost, effects = (), ()
    changes = [*(effect._replace(n=-effect.n) for effect in cost), *effects]
    if not effects or any(effect.kind != "gain" for effect in changes):
        raise InputError(phrase("tianxia.wrong.conversion", field=field, name=name), field=field)
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


def commands(choice: Sequence[Use]) -> tuple[str, ...]:
    """Return conversions in commands: what each pays and takes beyond what its text fixes."""
    found = []
    for use in choice:
        rule = conversion(use.name)
        rest = dict(zip(KINDS, use.change, strict=True))
        for named, sign in ((rule.pays, 1), (rule.gains, -1)):
            for kind, n in named:
                rest[kind] += sign * n
        pays, takes = (in_amounts({k: max(sign * n, 0) for k, n in rest.items()}) for sign in (-1, 1))
        found.append(_verb(use) + (f" pays {pays}" if pays else "") + (f" takes {takes}" if takes else ""))
    return tuple(found)


def _verb(use: Use) -> str:
    """Return what is done with a card or a tile."""
    return f"{'discard' if use.name in GOAL else 'use'} {use.name}"


def value(state: State, letter: str, choice: Sequence[Use]) -> int | None:
    """Return goal cards, leftovers and points after conversions in this order, None when one cannot be."""
    if any(use.name not in state.plan.leftovers.tiles for use in choice):
        return None
    try:
        done = execute(state, letter, commands(choice))
    except InputError:
        return None
    return cp.counted(state, done, letter, ("goal", "leftovers"))


# Long because it is one model: its variables are shared by all constraints and by the objective.
def best(state: State, letter: str) -> cp.Answer:
    """Return the best order of conversions. Raises InputError naming the plan's tile at fault.

    Counts goal cards, leftovers and points. A card that is discarded is not scored, and the merchants of an
    action come back. Resources and goods of a kind not recorded count as leftovers but are not paid with.
    """
    from ortools.sat.python import cp_model

    owner = player(state, letter)
    rules = [conversion(name, index) for index, name in enumerate(state.plan.leftovers.tiles)]
    for index, rule in enumerate(rules):
        if rule.name in GOAL and rule.name not in owner.goals:
            field = f"plan.leftovers.tiles[{index}]"
            said = phrase("tianxia.wrong.held", field=field, card=rule.name, who=letter)
            raise InputError(said, field=field)
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
            paid, gained = amounts(model, rule, used[slot, index], f"{slot}.{index}")
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
    goods = cp.total(stock[1 + len(RESOURCES) :]) + owner.goods
    merchants = cp.total(literal for (_, index), literal in used.items() if rules[index].name in MERCHANT)
    keep = {card: model.new_bool_var(f"keep {card}") for card in owner.goals}
    model.add(sum(keep.values()) <= GOALS_SCORED)
    for card in owner.goals:
        dropped = cp.total(literal for (_, index), literal in used.items() if rules[index].name == card)
        model.add(keep[card] + dropped <= 1)
        worth: cp_model.LinearExprT = goals.value(state, letter, card).points
        limit = goals.value(state, letter, card).points
        if GOAL[card].kind == "goods":
            worth, limit = goals.POINTS_PER_GOOD * goods, goals.POINTS_PER_GOOD * len(GOODS) * (most + 99)
        elif GOAL[card].kind == "meeples":
            counts = [meeples_after(state, letter, count) for count in range(len(rules) + 1)]
            table = [goals.tier(GOAL[card], count) for count in counts]
            worth, limit = cp.looked_up(model, merchants, table, f"value of {card}"), max(table)
        objective.append(cp.when_kept(model, worth, keep[card], limit, f"counted {card}"))
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
    nothing = value(state, letter, ()) or 0
    return cp.Answer(
        claimed,
        "points",
        nothing,
        tuple(map(step, choice)) or (phrase("tianxia.puzzle.none"),),
        _rests_on(state, letter),
        tuple(choice),
        cp.plan(state, letter, commands(choice), claimed - nothing),
    )


def meeples_after(state: State, letter: str, count: int) -> int:
    """Return a player's meeples in supply after so many merchant actions, whose merchants come back."""
    for _ in range(count):
        own = player(state, letter)
        own = replace(own, meeples=own.meeples + merchants_back(state, letter))
        state = replace(state, players=tuple(own if one.letter == letter else one for one in state.players))
    return player(state, letter).meeples


def _rests_on(state: State, letter: str) -> tuple[str, ...]:
    """Return the house defaults behind an answer: those of the cards, and how many merchants come back."""
    found = doubts(state, letter)
    counted = "OB28" in player(state, letter).goals and set(state.plan.leftovers.tiles) & set(MERCHANT)
    return (*found, "merchant_places") if counted and "merchant_places" in state.box.unverified else found


def amounts(
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


def step(use: Use) -> Phrase:
    """Return a use in words, with its net change such as "−1 silk, +3 coins"."""
    counts = dict(zip(KINDS, use.change, strict=True)) | {"pp": conversion(use.name).points}
    if use.name in GOAL:
        return phrase("tianxia.advice.discard", card=use.name, gains=phrases.change(counts))
    return phrase("tianxia.advice.use", name=use.name, change=phrases.change(counts))
