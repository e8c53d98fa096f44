"""Mistakes in a file are one sentence with line and row; attacks are refused or harmless."""

import time
import tomllib
from collections.abc import Callable

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.pads.expressions import parse, plain_value
from pencilwright.games.pads.file import LARGEST, numbers, written_texts
from pencilwright.games.pads.game import PadGame, State, game_of
from pencilwright.games.pads.lines import Path, line_of, lines
from pencilwright.templates.phrases import say
from tests.games.pads.gallery import PADS, TEXTS
from tests.refusals import keys_of, noted

HEAD = 'pad = "mine"\nname = "Mine"\nplayers = "1..3"\n'
NO_NUMBERS = ("nan", "inf", "1e9", "0xfffffffff", "2026-01-01", "09:30:00", "true", '"6"')
NO_SUMS = (
    "\u0663 * r",
    "r << 9",
    "r ** r",
    "9" * 299,
    "-" * 70 + "r",
    "[[" * 7 + "r" + "]]" * 7,
    "r\u200b",
)
RULE = '[[check]]\nrow = "r"\nmust = "r"\nsay = "?"\nremedy = { s = "1" }\n'


def refused(do: Callable[[], object]) -> str:
    with pytest.raises(InputError) as error:
        do()
    assert say(error.value.sentence, "ja")
    return str(error.value)


@pytest.mark.parametrize("title", ['""', '" "', "{}", '{ en = "" }', '{ en = "Mine", ja = "\u3000" }'])
def test_a_pad_has_a_title_in_each_of_its_languages(title: str) -> None:
    assert "line 2: the title" in refused(
        lambda: game_of(HEAD.replace('"Mine"', title) + '[[row]]\nid = "r"\n')
    )


@pytest.mark.parametrize(
    "text", ["+" * 400 + "a", "(" * 200 + "a" + ")" * 200, "-" * 290 + "a", "\x00"], ids=["+", "(", "-", "0"]
)
def test_nothing_else_is_an_expression(text: str) -> None:
    refused(lambda: parse(text, {"a"}, {"t": [1]}))


@pytest.mark.parametrize(
    ("lets", "repeat"),
    [
        (
            [
                ("a0", "[1, 1]"),
                *((f"a{n}", f"[a{n - 1}, a{n - 1}]") for n in range(1, 28)),
                ("x", "sum(a27)"),
            ],
            1,
        ),
        ([("x", "[later(x), later(x), 1]")], 60),
        ([("x", "later(x)")], 60),
        ([("x", "count(later(x)) + count(later(x)) + max(earlier(y))"), ("y", "count(earlier(y))")], 60),
        ([("a0", "9"), *((f"a{n}", f"a{n - 1} * a{n - 1}") for n in range(1, 28)), ("x", "a27")], 1),
        ([("x", "sum(others(points))")], 60),
        (
            [
                ("x0", "1"),
                *((f"x{n}", "+".join(["count(earlier(x0))"] * 12)) for n in range(1, 29)),
                ("x", "x28"),
            ],
            60,
        ),
        (
            [
                *(
                    (f"x{n}", "count(" + ",".join(f"earlier(x{m})" for m in range(20)) + ")")
                    for n in range(20)
                ),
                ("x", "x19"),
            ],
            60,
        ),
    ],
)
def test_nothing_takes_long(lets: list[tuple[str, str]], repeat: int) -> None:
    message = "\n".join(f'let.{name} = "{text}"' for name, text in lets)
    row = f'[[row]]\nid = "r"\nwrite = "0..9"\nrepeat = {repeat}\npoints = "count(x)"\n{message}\n'
    began = time.process_time()
    try:
        rooms: PadGame = game_of(HEAD + row)
        rooms.scores(State({f"r.{repeat}.a": "1"}, None, rooms.STANDARD))
    except InputError as error:
        keys = {f"pad.expression.{name}" for name in ("many", "steps", "large", "itself")}
        assert keys & {*keys_of(error.sentence)}, noted(error.sentence)
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    "text",
    [
        HEAD,
        "",
        "pad = 1",
        "[" * 5000,
        "a." * 3000 + "a = 1",
        HEAD + "n = " + "9" * 5000,
        HEAD + '[[row]]\nid = "r"\n',
        HEAD + '[[row]]\nid = "../r"\nwrite = "1"\n',
        HEAD + '[[row]]\nid = "r"\nname = "\\u202e"\nwrite = "1"\n',
        HEAD + '[[row]]\nid = "r"\nrepeat = 60\ntick = ' + str([str(n) for n in range(30)]) + "\n",
        HEAD + '[[row]]\nid = "r"\nwrite = "' + ",".join("0..9999" for _ in range(10)) + '"\nlet.n = "1"\n',
        HEAD + "".join(f'[[row]]\nid = "r{n}"\nwrite = "1"\n' for n in range(61)),
        HEAD + 'tables = { t = [1, [1, 2]] }\n[[row]]\nid = "r"\nwrite = "1"\npoints = "at(r, t)"\n',
        HEAD + 'tables = { t = [1000000000] }\n[[row]]\nid = "r"\nwrite = "1"\n',
        HEAD + '[[row]]\nid = "r"\nwrite = "1"\n' + RULE,
        HEAD.replace("mine", "Mine/..") + '[[row]]\nid = "r"\nwrite = "1"\n',
        "#" * (LARGEST + 1),
        HEAD + "[" + ".".join(["a"] * 20_000) + "]\n",
        HEAD + "a = " + "{a=" * 5000 + "1" + "}" * 5000,
        HEAD + "[[row]]\n" * 7000,
        HEAD + "\n".join(f"a.b{n}.c.d.e = 1" for n in range(4000)),
        *(HEAD + f'[[row]]\nid = "r"\nwrite = "1"\nrepeat = {value}\n' for value in NO_NUMBERS),
        *(
            HEAD + f'[[row]]\nid = "r"\nwrite = "{value}"\n'
            for value in ("\u0663..\u0665", "１", "-1", "1..", "")
        ),
        *(HEAD + f'[[row]]\nid = "r"\nwrite = "1"\npoints = "{value}"\n' for value in NO_SUMS),
    ],
    ids=lambda text: text.removeprefix(HEAD)[:40],
)
def test_a_hostile_file_is_refused_at_once(text: str) -> None:
    began = time.process_time()
    refused(lambda: game_of(text))
    assert time.process_time() - began < 3


def test_random_fillings_of_large_numbers_take_no_time() -> None:
    ranges = ",".join(["0..9999"] * 11)
    text = HEAD + "".join(f'[[row]]\nid = "r{n}"\nwrite = "{ranges}"\n' for n in range(60))
    rooms: PadGame = game_of(text)
    began = time.process_time()
    for seed in range(5):
        rooms.example(seed, 0)
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("a = 1\n[b]\nc = 2\n", ("b", "c"), 3),
        ("[[a]]\n[[a.b]]\n[[a.b]]\nc = 1\n", ("a", 0, "b", 1, "c"), 4),
        ('a = [\n  { b = "}" }, # ]\n  { b = [1,\n 2] },\n]', ("a", 1, "b", 1), 4),
        ("[[a]]\nb = '''x\n[[a]]\n'''\n'c' = 1\n", ("a", 0, "c"), 5),
        ('a.b = "x"\na.c = """\n"""\na."d" = 1', ("a", "d"), 4),
        ("[a]\nb = 1\n", ("a", "c"), 1),
    ],
)
def test_the_line_of_a_key(text: str, path: Path, line: int) -> None:
    tomllib.loads(text)
    assert line_of(lines(text), path) == line


def test_every_key_of_the_gallery_has_its_line() -> None:
    for text in TEXTS.values():
        known, written = lines(text), text.split("\n")
        assert {path for path, _ in written_texts(tomllib.loads(text))} <= set(known)
        for path, line in known.items():
            assert isinstance(path[-1], int) or str(path[-1]) in written[line - 1]


def test_a_long_sum_is_not_deep() -> None:
    names = [f"r{n}" for n in range(40)]
    expression = parse(" + ".join(names), names)
    assert plain_value(expression, dict.fromkeys(names, 2), {}) == 80
    assert plain_value(parse("20 - 3 - 2 * 4 // 3 + -(1 - 2)", ()), {}, {}) == 16


def test_numbers() -> None:
    assert numbers("0, 6..12 by 2, 7") == (0, 6, 7, 8, 10, 12)


def test_a_file_says_in_which_language_it_lacks_nothing() -> None:
    name = PADS["skat"].name
    assert [say(name, language) for language in ("de", "ja", "fr")] == [
        "Skatliste", "スカート得点表", "Skat list",
    ]  # fmt: skip
