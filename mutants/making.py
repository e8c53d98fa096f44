"""What can be changed in a source file: each mutant replaces one stretch of its text."""

from __future__ import annotations

import ast
import io
import tokenize
from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

OPERATORS = ("comparison", "arithmetic", "boolean", "condition", "constant")

COMPARISON = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "in": "not in", "not in": "in", "is": "is not", "is not": "is",
}  # fmt: skip
ARITHMETIC = {
    "+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "//", "**": "*",
    "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
}  # fmt: skip
BOOLEAN = {"and": "or", "or": "and"}


class Mutant(NamedTuple):
    """One change of one file: `new` instead of the characters from `start` to `end`."""

    file: str
    line: int
    column: int
    operator: str
    start: int
    end: int
    new: str
    function: str  # qualified name of the function it lies in, "" outside of functions
    before: str  # the line, stripped, and what it becomes
    after: str

    @property
    def id(self) -> str:
        """Return file:line:column:operator, which names it within one state of the tree."""
        return f"{self.file}:{self.line}:{self.column}:{self.operator}"

    def apply(self, source: str) -> str:
        """Return the source with the change made."""
        return source[: self.start] + self.new + source[self.end :]


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Return the mutants of a file's source text, in the order of the text.

    Left out is what no test can see: annotations, decorators, the keywords of a class, the names of types in
    ``int | None``, ``strict=`` of zip, what only a type checker or ``python -m`` reaches, and the insides of
    f-strings.
    """
    found = _Finder(file, source)
    found.visit(ast.parse(source))
    return sorted(found.mutants, key=lambda mutant: (mutant.start, mutant.operator))


class _Finder(ast.NodeVisitor):
    def __init__(self, file: str, source: str) -> None:
        self.file = file
        self.source = source
        self.mutants: list[Mutant] = []
        self.names: list[str] = []
        self.in_function = False
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        silent = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
        self.tokens = [
            (self.starts[token.start[0] - 1] + token.start[1], token.string)
            for token in tokenize.generate_tokens(io.StringIO(source).readline)
            if token.type not in silent and token.string not in ("(", ")")
        ]

    # --- where things are --------------------------------------------------------------------------------
    def _offset(self, line: int, byte: int) -> int:
        """Return the place in the text of a line and a byte in it, which is how ast counts."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:byte].decode())

    def _start(self, node: ast.expr) -> int:
        return self._offset(node.lineno, node.col_offset)

    def _end(self, node: ast.expr) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._offset(node.end_lineno, node.end_col_offset)

    def _between(self, left: ast.expr, right: ast.expr) -> tuple[int, int, str]:
        """Return where the operator between two operands is, and its words."""
        begin, stop = self._end(left), self._start(right)
        inside = [(at, word) for at, word in self.tokens if begin <= at < stop]
        return inside[0][0], inside[-1][0] + len(inside[-1][1]), " ".join(word for _, word in inside)

    def _add(self, operator: str, start: int, end: int, new: str) -> None:
        line = bisect_right(self.starts, start)
        first = self.starts[line - 1]
        rest = self.source[end:].partition("\n")[0]
        self.mutants.append(
            Mutant(
                self.file,
                line,
                start - first + 1,
                operator,
                start,
                end,
                new,
                ".".join(self.names) if self.in_function else "",
                self.lines[line - 1].strip(),
                (self.source[first:start] + new + rest).split("\n", 1)[0].strip(),
            )
        )

    # --- what is changed ---------------------------------------------------------------------------------
    def visit_Compare(self, node: ast.Compare) -> None:
        for left, right in pairwise([node.left, *node.comparators]):
            start, end, words = self._between(left, right)
            self._add("comparison", start, end, COMPARISON[words])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in pairwise(node.values):
            start, end, word = self._between(left, right)
            self._add("boolean", start, end, BOOLEAN[word])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.MatMult) or (isinstance(node.op, ast.BitOr) and _names_types(node)):
            return
        start, end, word = self._between(node.left, node.right)
        self._add("arithmetic", start, end, ARITHMETIC[word])
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        start, end, word = self._between(node.target, node.value)
        self._add("arithmetic", start, end, ARITHMETIC[word[:-1]] + "=")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        start = self._start(node)
        if isinstance(node.op, ast.Not):
            self._add("boolean", start, start + len("not" if self.source[start + 3] != " " else "not "), "")
        elif isinstance(node.op, ast.USub):
            self._add("arithmetic", start, start + 1, "+")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add("boolean", self._start(node), self._end(node), str(not node.value))
        elif isinstance(node.value, int | float):
            self._add("constant", self._start(node), self._end(node), repr(node.value + 1))

    def _negate(self, condition: ast.expr) -> None:
        """Negate a condition, unless another operator makes the same of it."""
        if isinstance(condition, ast.Constant) or (
            isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not)
        ):
            return
        if (
            isinstance(condition, ast.Compare)
            and len(condition.ops) == 1
            and not isinstance(condition.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
        ):
            return
        start, end = self._start(condition), self._end(condition)
        self._add("condition", start, end, f"not ({self.source[start:end]})")

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        if isinstance(node.test, ast.Compare) and ast.unparse(node.test.left) == "__name__":
            return
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._negate(condition)
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard is not None:
            self._negate(node.guard)
        self.generic_visit(node)

    # --- what is passed over, and where we are -----------------------------------------------------------
    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        outside, self.in_function = self.in_function, True
        self._visit_body(node.name, node.body)
        self.in_function = outside

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._visit_body(node.name, node.body)

    def _visit_body(self, name: str, body: list[ast.stmt]) -> None:
        self.names.append(name)
        for statement in body:
            self.visit(statement)
        self.names.pop()

    def visit_arg(self, node: ast.arg) -> None:
        pass

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":
            self.generic_visit(node)


def _names_types(node: ast.expr) -> bool:
    """Return whether ``a | b`` joins types: None, classes, built-in types."""
    return any(isinstance(leaf, ast.Constant) and leaf.value is None for leaf in ast.walk(node)) or all(
        _is_type(leaf) for leaf in _leaves(node)
    )


def _leaves(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield from _leaves(node.left)
        yield from _leaves(node.right)
    else:
        yield node


def _is_type(node: ast.expr) -> bool:
    name = ast.unparse(node.value if isinstance(node, ast.Subscript) else node).rpartition(".")[2]
    return name in {"int", "str", "float", "bool", "bytes", "list", "dict", "tuple", "set", "frozenset"} or (
        name[:1].isupper() and not name.isupper()
    )
