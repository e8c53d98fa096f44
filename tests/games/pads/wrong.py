"""Files of pads with one mistake each, as people make them: what is changed, the line, what is said."""

from typing import NamedTuple

from tests.games.pads.gallery import TEXTS
from tests.refusals import pattern


class Wrong(NamedTuple):
    """A mistake.

    Attributes
    ----------
    old, new : which text of the quiz stands there otherwise.
    line : the line that is named.
    sentence : the key of what is said, then NAME=VALUE for blanks of it, with | between.
    in_schema : whether an editor with the schema sees it.
    is_note : whether it is told, and the pad is in order all the same.
    """

    old: str
    new: str
    line: int
    sentence: str
    in_schema: bool = False
    is_note: bool = False

    @property
    def text(self) -> str:
        """The file."""
        assert self.old in TEXTS["quiz"], self.old
        return TEXTS["quiz"].replace(self.old, self.new, 1)

    @property
    def said(self) -> str:
        """The regular expression of what is said."""
        key, *filled = self.sentence.split("|")
        values = (item.split("=", 1) for item in filled)
        return pattern(key, **{name: int(text) if text.isdigit() else text for name, text in values})


POINTS, MUST = 'points = "2 * right if joker else right"', 'must = "not joker or'
RECKON, LAYOUT = 'reckon = "all_points"', 'layout = "columns"'
WRONG = (
    Wrong('pad = "quiz"', 'pad = "Quiz Night"', 2, "pad.form.pad", in_schema=True),
    Wrong('pad = "quiz"', 'pad = "lpt1"', 2, "pad.form.pad", in_schema=True),
    Wrong('tick = ["×2"]', 'tick = ["WWWWWWWWWWWWWW"]', 13, "font.wide|text=WWWWWWWWWWWWWW"),
    Wrong('pad = "quiz"\n', "", 1, "json.missing|name=pad", in_schema=True),
    Wrong(LAYOUT, 'layout = "columns"\nedition = 0', 6, "json.number.least|n=1", in_schema=True),
    Wrong("repeat = 6", "repeat = -1", 10, "json.number.least|n=0", in_schema=True),
    Wrong('tick = ["×2"]', "tick = []", 13, "json.list.least|n=1", in_schema=True),
    Wrong('tick = ["×2"]', 'tick = "×2"', 13, "json.not|where=tick|wanted=a list", in_schema=True),
    Wrong('tick = ["×2"]', "tick = [2]", 13, "json.not|where=tick|wanted=a text", in_schema=True),
    Wrong("say = { en =", "say = { EN =", 37, "pad.form.language", in_schema=True),
    Wrong('says = "two jokers"\n', "", 45, "json.missing|name=says", in_schema=True),
    Wrong(
        "total = [42, 80]",
        'total = ["42", "80"]',
        43,
        "json.not|where=total|wanted=a whole number",
        in_schema=True,
    ),
    Wrong("heavy = true", "heavy = true\nleast = 5", 27, "json.number.most|n=0", in_schema=True),
    Wrong(LAYOUT, 'ties = ["guesses"]', 5, "hint.near|name=guess"),
    Wrong(LAYOUT, 'wins = "low"', 5, "json.words|known=least, most", in_schema=True),
    Wrong('id = "pictures"', "id = pictures", 18, "pad.toml.value"),
    Wrong('pad = "quiz"', "pad = “quiz”", 2, "pad.toml.value"),
    Wrong('write = "0..20"', 'write = "0..20', 20, "pad.toml.quote"),
    Wrong('write = "0..20"', 'write "0..20"', 20, "pad.toml.equals"),
    Wrong("heavy = true", "heavy = True", 26, "pad.toml.value"),
    Wrong("heavy = true", "heavy = true\nheavy = true", 27, "pad.toml.twice"),
    Wrong("box = [", "box = ", 11, "pad.toml.value"),
    Wrong('{ id = "joker", ', '{ id = "joker",\n', 13, "pad.toml.braces"),
    Wrong("[[example]]", "[[exampel]]", 40, "hint.near|name=example", in_schema=True),
    Wrong("[[row]]", "[row]", 17, "pad.toml.brackets", in_schema=True),
    Wrong(
        'write = "0..20"',
        "write = 20",
        20,
        "json.not|where=write|wanted=a text|given=a whole number",
        in_schema=True,
    ),
    Wrong('write = "0..20"', 'write = "0-20"', 20, "pad.range|text=0-20"),
    Wrong("heavy = true", 'heavy = "yes"', 26, "json.not|where=heavy|wanted=true or false", in_schema=True),
    Wrong('id = "pictures"', 'id = "Pictures"', 18, "pad.form.id", in_schema=True),
    Wrong('id = "pictures"', 'id = "right"', 18, "pad.wrong.twice|name=right"),
    Wrong(LAYOUT, 'layout = "rows"', 5, "json.words|known=columns, lines, sheet", in_schema=True),
    Wrong('players = "2..5"', 'players = "5..2"', 4, "pad.wrong.players|most=10"),
    Wrong('players = "2..5"', "players = 5", 4, "json.not|where=players|wanted=a text", in_schema=True),
    Wrong('write = "0..20"\n', "", 17, "pad.wrong.kinds|n=0"),
    Wrong("repeat = 6", "repeat = 600", 10, "json.number.most|n=60", in_schema=True),
    Wrong(MUST, 'must = "not jokers or', 36, "hint.near|name=joker"),
    Wrong(MUST, 'must = "joker = 0 or', 36, "pad.expression.assigned"),
    Wrong('row = "round"', 'row = "rounds"', 35, "hint.near|name=round"),
    Wrong('remedy = { joker = "0" }', 'remedy = { pictures = "0" }', 38, "pad.wrong.box|name=pictures"),
    Wrong(POINTS, 'points = "right / 2"', 15, "pad.expression.divide"),
    Wrong(POINTS, 'points = "2 x right"', 15, "pad.expression.times|text=2 x right"),
    Wrong(
        POINTS, 'points = "if joker then 2 * right"', 15, "pad.expression.choice|text=if joker then 2 * right"
    ),
    Wrong(POINTS, 'points = "1.5 * right"', 15, "pad.expression.whole|text=1.5"),
    Wrong(POINTS, 'points = "sum(right)"', 15, "pad.wrong.single|name=right"),
    Wrong(POINTS, 'points = "total + right"', 15, "pad.expression.itself"),
    Wrong(RECKON, 'reckon = "right + pictures"', 25, "pad.expression.several"),
    Wrong("total = [42, 80]", "total = [42, 81]", 43, "pad.example.total|right=42, 80|expected=42, 81"),
    Wrong('problems = ["joker.2.a"]', "problems = []", 48, "pad.example.problems|found=joker.2.a|expected=-"),
    Wrong("joker = [1, 1]", "jokers = [1, 1]", 47, "hint.near|name=joker"),
    Wrong("right = [7, 9], ", "right = 7, ", 47, "pad.entry.repeat|name=right|n=6"),
    Wrong('tick = ["×2"]', 'tick = ["🃏"]', 13, "font.sign|code=U+1F0CF"),
    Wrong(
        'en = "Pictures (0 to 20)"',
        'en = "' + "Pictures of old buildings " * 7 + '"',
        19,
        "font.lines|most=2",
    ),
    Wrong(
        'ja = "写真問題（0～20）"',
        'jp = "写真問題（0～20）"',
        19,
        "pad.check.unspoken|language=jp",
        is_note=True,
    ),
    Wrong("note = true", "", 43, "pad.example.total|right=2011, 80|expected=42, 80"),
    Wrong(MUST, 'must = "right <= 10 or not joker or', 36, "pad.check.never"),
    Wrong(
        'en = "Total"',
        'en = "Pictures (0 to 20)"',
        24,
        "pad.check.same|name=Pictures (0 to 20)",
        is_note=True,
    ),
    Wrong(LAYOUT, "values = { extra = 5 }", 5, "pad.check.unused|name=extra", is_note=True),
    Wrong(RECKON, 'reckon = "all_points"\nmost = 50', 25, "pad.check.most|most=50", is_note=True),
    Wrong(RECKON, 'reckon = "20 - all_points"', 25, "pad.check.minus|n=-60", is_note=True),
)
