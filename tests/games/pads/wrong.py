"""Files of pads with one mistake each, as people make them: what is changed, the line, what is said."""

from typing import NamedTuple

from tests.games.pads.gallery import TEXTS


class Wrong(NamedTuple):
    """A mistake.

    Attributes
    ----------
    old, new : which text of the quiz stands there otherwise.
    line : the line that is named.
    said : what the sentence says.
    in_schema : whether an editor with the schema sees it.
    is_note : whether it is told, and the pad is in order all the same.
    """

    old: str
    new: str
    line: int
    said: str
    in_schema: bool = False
    is_note: bool = False

    @property
    def text(self) -> str:
        """The file."""
        assert self.old in TEXTS["quiz"], self.old
        return TEXTS["quiz"].replace(self.old, self.new, 1)


POINTS, MUST = 'points = "2 * right if joker else right"', 'must = "not joker or'
RECKON, LAYOUT = 'reckon = "all_points"', 'layout = "columns"'
WRONG = (
    Wrong('pad = "quiz"', 'pad = "Quiz Night"', 2, "small letters, digits and hyphens", in_schema=True),
    Wrong('pad = "quiz"', 'pad = "lpt1"', 2, "Windows", in_schema=True),
    Wrong('tick = ["×2"]', 'tick = ["WWWWWWWWWWWWWW"]', 13, "is wider than the"),
    Wrong('pad = "quiz"\n', "", 1, "'pad'", in_schema=True),
    Wrong(LAYOUT, 'layout = "columns"\nedition = 0', 6, "at least 1", in_schema=True),
    Wrong("repeat = 6", "repeat = -1", 10, "at least 0", in_schema=True),
    Wrong('tick = ["×2"]', "tick = []", 13, "at least 1", in_schema=True),
    Wrong('tick = ["×2"]', 'tick = "×2"', 13, "a list", in_schema=True),
    Wrong('tick = ["×2"]', "tick = [2]", 13, "a text", in_schema=True),
    Wrong("say = { en =", "say = { EN =", 37, "small letters", in_schema=True),
    Wrong('says = "two jokers"\n', "", 45, "'says'", in_schema=True),
    Wrong("total = [42, 80]", 'total = ["42", "80"]', 43, "a whole number", in_schema=True),
    Wrong("heavy = true", "heavy = true\nleast = 5", 27, "at most 0", in_schema=True),
    Wrong(LAYOUT, 'ties = ["guesses"]', 5, "did you mean 'guess'"),
    Wrong(LAYOUT, 'wins = "low"', 5, "choose least, most", in_schema=True),
    Wrong('id = "pictures"', "id = pictures", 18, "a text in straight quotes"),
    Wrong('pad = "quiz"', "pad = “quiz”", 2, "a text in straight quotes"),
    Wrong('write = "0..20"', 'write = "0..20', 20, "a quote is opened"),
    Wrong('write = "0..20"', 'write "0..20"', 20, "no = follows"),
    Wrong("heavy = true", "heavy = True", 26, "a value is a number, true"),
    Wrong("heavy = true", "heavy = true\nheavy = true", 27, "a second time"),
    Wrong("box = [", "box = ", 11, "a value is"),
    Wrong('{ id = "joker", ', '{ id = "joker",\n', 13, "on one line"),
    Wrong("[[example]]", "[[exampel]]", 40, "did you mean 'example'", in_schema=True),
    Wrong("[[row]]", "[row]", 17, "two brackets", in_schema=True),
    Wrong('write = "0..20"', "write = 20", 20, "it must be a text, not a whole number", in_schema=True),
    Wrong('write = "0..20"', 'write = "0-20"', 20, "neither a number nor a range"),
    Wrong("heavy = true", 'heavy = "yes"', 26, "it must be true or false", in_schema=True),
    Wrong('id = "pictures"', 'id = "Pictures"', 18, "small letters", in_schema=True),
    Wrong('id = "pictures"', 'id = "right"', 18, "two things"),
    Wrong(LAYOUT, 'layout = "rows"', 5, "choose columns, lines, sheet", in_schema=True),
    Wrong('players = "2..5"', 'players = "5..2"', 4, "the smaller number first"),
    Wrong('players = "2..5"', "players = 5", 4, "it must be a text", in_schema=True),
    Wrong('write = "0..20"\n', "", 17, "not 0 of them"),
    Wrong("repeat = 6", "repeat = 600", 10, "at most 60", in_schema=True),
    Wrong(MUST, 'must = "not jokers or', 36, "did you mean 'joker'"),
    Wrong(MUST, 'must = "joker = 0 or', 36, "== compares"),
    Wrong('row = "round"', 'row = "rounds"', 35, "did you mean 'round'"),
    Wrong('remedy = { joker = "0" }', 'remedy = { pictures = "0" }', 38, "not a box of this row"),
    Wrong(POINTS, 'points = "right / 2"', 15, "write //"),
    Wrong(POINTS, 'points = "2 x right"', 15, "* multiplies"),
    Wrong(POINTS, 'points = "if joker then 2 * right"', 15, "a choice is written"),
    Wrong(POINTS, 'points = "1.5 * right"', 15, "not a whole number"),
    Wrong(POINTS, 'points = "sum(right)"', 15, "write earlier(right)"),
    Wrong(POINTS, 'points = "total + right"', 15, "it needs itself"),
    Wrong(RECKON, 'reckon = "right + pictures"', 25, "sum() makes one"),
    Wrong("total = [42, 80]", "total = [42, 81]", 43, "it comes to 42, 80, not 42, 81"),
    Wrong('problems = ["joker.2.a"]', "problems = []", 48, "wrong are joker.2.a, not -"),
    Wrong("joker = [1, 1]", "jokers = [1, 1]", 47, "did you mean 'joker'"),
    Wrong("right = [7, 9], ", "right = 7, ", 47, "a list of at most 6"),
    Wrong('tick = ["×2"]', 'tick = ["🃏"]', 13, "U+1F0CF"),
    Wrong('en = "Pictures (0 to 20)"', 'en = "' + "Pictures of old buildings " * 7 + '"', 19, "2 fit there"),
    Wrong('ja = "写真問題（0～20）"', 'jp = "写真問題（0～20）"', 19, "never printed", is_note=True),
    Wrong("note = true", "", 43, "it comes to 2011, 80"),
    Wrong(MUST, 'must = "right <= 10 or not joker or', 36, "did not break this rule"),
    Wrong('en = "Total"', 'en = "Pictures (0 to 20)"', 24, "another row is called", is_note=True),
    Wrong(LAYOUT, "values = { extra = 5 }", 5, "nothing asks for 'extra'", is_note=True),
    Wrong(RECKON, 'reckon = "all_points"\nmost = 50', 25, "the box ends at", is_note=True),
    Wrong(RECKON, 'reckon = "20 - all_points"', 25, "least = -60", is_note=True),
)
