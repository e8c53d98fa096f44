"""Sums and conditions in a pad's file: a few kinds of Python's expressions, walked node by node.

Nothing is compiled or executed: what is not in the lists below is refused when the file is read, and the
walk counts its steps.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Collection, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from pencilwright.games.errors import InputError
from pencilwright.games.pads.lines import Path
from pencilwright.games.shared.reading import hinted
from pencilwright.templates.phrases import Word, phrase

LONGEST: Final = 300
"""Characters of an expression at most."""
DEEPEST: Final = 12
LARGEST: Final = 10**9
MOST_NUMBERS: Final = 200
"""Numbers of a list at most."""
MOST_STEPS: Final = 30_000
"""Steps that working out a whole sheet takes at most, some 0.1 s; a list takes one for each of its values."""

Value: TypeAlias = Any
"""A whole number, a word that is circled, or a list of numbers."""

_ARITHMETIC: Final[Mapping[type, Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: lambda a, b: a // b if b else 0,
    ast.Mod: lambda a, b: a % b if b else 0,
}
_COMPARE: Final[Mapping[type, Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: lambda a, b: _number(a) < _number(b),
    ast.LtE: lambda a, b: _number(a) <= _number(b),
    ast.Gt: lambda a, b: _number(a) > _number(b),
    ast.GtE: lambda a, b: _number(a) >= _number(b),
    ast.In: lambda a, b: a in _listed(b),
    ast.NotIn: lambda a, b: a not in _listed(b),
}
FUNCTIONS: Final[Mapping[str, tuple[int, int, Callable[..., Value]]]] = {
    "sum": (1, 30, lambda *many: sum(map(_number, _listed(many)))),
    "max": (1, 30, lambda *many: max(map(_number, _listed(many)), default=0)),
    "min": (1, 30, lambda *many: min(map(_number, _listed(many)), default=0)),
    "count": (1, 30, lambda *many: sum(map(bool, _listed(many)))),
    "abs": (1, 1, lambda n: abs(_number(n))),
    "first": (2, 2, lambda many, n: _listed(many)[: max(_number(n), 0)]),
    "largest": (
        2,
        2,
        lambda many, n: sorted(map(_number, _listed(many)), reverse=True)[: max(_number(n), 0)],
    ),
    "step": (2, 2, lambda n, table: next((p for low, p in reversed(table) if _number(n) >= low), 0)),
    "at": (2, 2, lambda n, table: table[min(max(_number(n), 0), len(table) - 1)]),
}
"""Function -> how many arguments it takes at least and at most, and what it does."""
OF_A_BOX: Final[Mapping[str, int]] = {
    "filled": 0,
    "ticked": 1,
    "worth": 0,
    "last": 0,
    "later": 0,
    "earlier": 0,
    "before": 1,
    "others": 0,
    "ranked": 1,
}
"""Functions whose first argument is the name of a box, which the sheet answers -> their other arguments."""
_TABLED: Final = frozenset(("step", "at", "ranked"))
"""Functions whose last argument is a table."""
_GATHER: Final = frozenset(("sum", "max", "min", "count"))


_SLIPS: Final = {
    "assigned": r"(?<![=<>!])=(?!=)",
    "choice": r"\b(then|if)\b|\?",
    "words": r"&&|\|\||!(?!=)|\b(AND|OR|NOT)\b",
    "times": r"[0-9a-z_)]\s*[x×·]\s*[0-9a-z_(]|÷",
    "quotes": "[“”„‘’]",
}
"""What people write who know other ways to write sums -> the end of the key that says ours."""


class Expression(NamedTuple):
    """A sum or condition.

    Attributes
    ----------
    names, gathered : the names in it, and those that sum() and the like have alone.
    path : where it stands in the file.
    """

    text: str
    tree: ast.expr
    names: frozenset[str]
    gathered: frozenset[str]
    path: Path = ()


def parse(
    text: str, names: Collection[str], tables: Mapping[str, list[Any]] = MappingProxyType({})
) -> Expression:
    """Return an expression.

    Parameters
    ----------
    names : what a value has.
    tables : what the functions that look something up take by name.

    Raises InputError for anything that is not in the language.
    """
    if len(text) > LONGEST:
        raise _wrong("long", text=text[:40], n=len(text), most=LONGEST)
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        slips = (key for key, slip in _SLIPS.items() if re.search(slip, text))
        raise _wrong(next(slips, "unread"), text=text[:40]) from error
    if _deeper(tree, DEEPEST):
        raise _wrong("deep", text=text[:40])
    results: set[str] = set()
    gathered: set[str] = set()
    _check(tree, names, tables, results, gathered)
    return Expression(text, tree, frozenset(results), frozenset(gathered))


def _wrong(key: str, **words: Word) -> InputError:
    return InputError(phrase(f"pad.expression.{key}", **words), field="expression")


def _deeper(node: ast.AST, most: int) -> bool:
    """Return whether more than so many parts stand one in the other; a + b + c stands in nothing."""
    if most < 0:
        return True
    first, others = _chain(node) if isinstance(node, ast.BinOp) else (None, [])
    parts = ast.iter_child_nodes(node) if first is None else (first, *(part for _, part in others))
    return any(_deeper(part, most - 1) for part in parts)


def _chain(node: ast.expr) -> tuple[ast.expr, list[tuple[ast.operator, ast.expr]]]:
    """Return the first part of a + b - c, and the others with the signs before them."""
    others = []
    while isinstance(node, ast.BinOp):
        others.append((node.op, node.right))
        node = node.left
    return node, others[::-1]


def _check(
    node: ast.expr,
    names: Collection[str],
    tables: Mapping[str, list[Any]],
    results: set[str],
    gathered: set[str],
) -> None:
    """Raise InputError for a node that is not in the language; note the names."""
    inner: list[ast.expr] = []
    match node:
        case ast.Name(id=name):
            if name in tables:
                raise _wrong("table", name=name)
            if name not in names:
                raise InputError(
                    hinted(phrase("pad.expression.name", name=name[:40]), name, names), field="expression"
                )
            results.add(name)
        case ast.Constant(value=bool()):
            raise _wrong("unknown", text=ast.unparse(node)[:40])
        case ast.Constant(value=int() as number):
            if abs(number) > LARGEST:
                raise _wrong("large")
        case ast.Constant(value=str()):
            pass
        case ast.Constant(value=float()):
            raise _wrong("whole", text=ast.unparse(node)[:40])
        case ast.BinOp(op=ast.Div()):
            raise _wrong("divide")
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            inner = [left, right]
        case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in _COMPARE for op in ops):
            inner = [left, *others]
        case ast.BoolOp(values=inner) | ast.List(elts=inner):
            pass
        case ast.IfExp(test=test, body=yes, orelse=no):
            inner = [test, yes, no]
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            inner = [operand]
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            inner = _arguments(name, args, names, tables)
            if name in _GATHER and len(args) == 1 and isinstance(args[0], ast.Name):
                gathered.add(args[0].id)
        case _:
            raise _wrong("unknown", text=ast.unparse(node)[:40])
    for item in inner:
        _check(item, names, tables, results, gathered)


def _arguments(
    name: str, args: list[ast.expr], names: Collection[str], tables: Mapping[str, list[Any]]
) -> list[ast.expr]:
    """Return the arguments of a function that are values. Raises InputError for others than it takes."""
    if name not in FUNCTIONS and name not in OF_A_BOX:
        text = phrase("pad.expression.function", name=name[:40])
        raise InputError(hinted(text, name, (*FUNCTIONS, *OF_A_BOX)), field="expression")
    low, high = FUNCTIONS[name][:2] if name in FUNCTIONS else (OF_A_BOX[name] + 1,) * 2
    if not low <= len(args) <= high:
        raise _wrong("arguments", name=name, n=len(args), need=low)
    if name in OF_A_BOX and not isinstance(args[0], ast.Name):
        raise _wrong("box", name=name)
    if name in _TABLED:
        *args, table = args
        if not (isinstance(table, ast.Name) and table.id in tables):
            raise _wrong("no_table", name=name)
        if any(isinstance(entry, int) == (name == "step") for entry in tables[table.id]):
            raise _wrong("pairs" if name == "step" else "no_pairs", name=name)
    return args


def is_plain(expression: Expression) -> bool:
    """Return whether an expression needs nothing but the values of its names."""
    calls = (node.func for node in ast.walk(expression.tree) if isinstance(node, ast.Call))
    return not any(isinstance(name, ast.Name) and name.id in OF_A_BOX for name in calls)


def plain_value(expression: Expression, names: Mapping[str, int], tables: Mapping[str, list[Any]]) -> Value:
    """Return what a plain expression comes to. Raises InputError where it cannot be worked out."""

    def nothing() -> None:
        """Count no steps: those of one plain expression are few."""

    return Walk(names.__getitem__, lambda *_: 0, tables, nothing).value(expression.tree)


class Walk:
    """The working out of expressions: it counts its steps.

    Attributes
    ----------
    look : a name -> its value.
    ask : a function of OF_A_BOX, the name of a box, the other arguments -> its value.
    tables : name -> a list of numbers, or of pairs of them.
    """

    def __init__(
        self,
        look: Callable[[str], Value],
        ask: Callable[[str, str, list[Value]], Value],
        tables: Mapping[str, list[Any]],
        spend: Callable[[], None],
    ) -> None:
        self.look, self.ask, self.tables, self.spend = look, ask, tables, spend

    def value(self, node: ast.expr) -> Value:
        """Return what an expression comes to. Raises InputError where it cannot be worked out."""
        self.spend()
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self.look(name)
            case ast.List(elts=items):
                return _listed([self.value(item) for item in items])
            case ast.IfExp(test=test, body=yes, orelse=no):
                return self.value(yes if self.value(test) else no)
            case ast.BoolOp(op=op, values=parts):
                holds = (bool(self.value(part)) for part in parts)
                return int(all(holds) if isinstance(op, ast.And) else any(holds))
            case ast.UnaryOp(op=op, operand=part):
                value = self.value(part)
                return int(not value) if isinstance(op, ast.Not) else -_number(value)
            case ast.BinOp():
                first, rest = _chain(node)
                total = _number(self.value(first))
                for operator, part in rest:
                    total = _number(_ARITHMETIC[type(operator)](total, _number(self.value(part))))
                return total
            case ast.Compare(left=left, ops=ops, comparators=others):
                sides = [self.value(side) for side in (left, *others)]
                return int(
                    all(_COMPARE[type(op)](a, b) for op, a, b in zip(ops, sides, sides[1:], strict=False))
                )
            case ast.Call(func=ast.Name(id=name), args=args):
                return self._called(name, args)
        raise _wrong("unknown", text=ast.unparse(node)[:40])

    def _called(self, name: str, args: list[ast.expr]) -> Value:
        values: list[Value] = []
        for at, argument in enumerate(args):
            if name in OF_A_BOX and at == 0:
                continue
            is_table = name in _TABLED and at == len(args) - 1
            values.append(
                self.tables[argument.id]
                if is_table and isinstance(argument, ast.Name)
                else self.value(argument)
            )
        if name in OF_A_BOX and isinstance(args[0], ast.Name):
            answer = self.ask(name, args[0].id, values)
            return _listed(answer) if isinstance(answer, list) else answer
        result = FUNCTIONS[name][2](*values)
        return result if isinstance(result, list) else _number(result)


def _listed(many: Any) -> list[Any]:
    """Return a value as a list, what is in lists in it one after another: never lists in lists."""
    if not isinstance(many, list | tuple):
        return [many]
    results = list(chain.from_iterable(_listed(item) for item in many))
    if len(results) > MOST_NUMBERS:
        raise _wrong("many", most=MOST_NUMBERS)
    return results


def _number(value: Value) -> int:
    """Return a value that is one number. Raises InputError for a list, a word, and too large a number."""
    if isinstance(value, list):
        raise _wrong("several")
    if isinstance(value, str):
        raise _wrong("word", text=value[:20])
    if abs(value) > LARGEST:
        raise _wrong("large")
    return int(value)
