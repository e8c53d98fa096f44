"""The grammars in docs/formats.md are those that the program reads."""

from pencilwright.games.pads.file import RECORDS
from pencilwright.games.shared.textform import TextLine, TextPart, Words
from scripts.grammar import PADS, PAGE, described, keys, lines, page


def test_the_grammars_of_the_page_are_those_of_today() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text, "run python -m scripts.grammar"


def test_the_keys_of_a_pad_s_file_are_those_of_today() -> None:
    text = PADS.read_text(encoding="utf-8")
    assert keys(text) == text, "run python -m scripts.grammar"
    assert all(f"<!-- keys: {kind.__name__}," in text for kind in RECORDS)


def test_every_declared_line_is_on_the_page() -> None:
    assert sorted(described(PAGE.read_text(encoding="utf-8"))) == sorted(lines())


def test_the_examples_of_a_part_are_read_and_written_as_they_are() -> None:
    for line in lines().values():
        parts = line.parts if isinstance(line, TextLine) else line.words
        for part in parts:
            for example in part.examples if isinstance(part, TextPart) else (part.example,):
                assert part.form.write(part.form.read(example)) == example


def test_words_with_values_are_read_in_any_order_and_written_in_that_of_the_table() -> None:
    for line in lines().values():
        if isinstance(line, Words):
            pieces = [word.begin + word.example for word in line.words]
            head = 0 if line.words[0].begin else 1
            turned = [*pieces[:head], *reversed(pieces[head:])]
            assert line.write(line.read(line.between.join(turned))) == line.between.join(pieces)
