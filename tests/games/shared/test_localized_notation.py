"""Short forms of answers are shown and typed in the words of each language."""

from __future__ import annotations

import re

import pytest

from pencilwright.app.answers.puzzle import with_answer
from pencilwright.app.commands.puzzles import ask
from pencilwright.games import GAMES
from pencilwright.games.shared.localized_notation import localized, parsed
from pencilwright.solver.puzzles import make
from pencilwright.templates.phrases import joined


@pytest.mark.parametrize(
    ("prefix", "name", "japanese"),
    [
        ("terracotta", "horse D2 E", "馬俑 D2 E"),
        ("mystica", "fire ACT2 BON2+air", "火 ACT2 BON2+風"),
        ("mystica", "send p to fire for 2", None),
        ("tianxia", "2:WS 3:T", "2:WS 3:T"),
        ("troyes", "s3 Y6>Y4 prestige fortress6 bishops_palace6 red", "s3 Y6>Y4 名声 要塞6 司教邸6 赤"),
    ],
)
def test_the_words_of_a_short_form_are_those_of_the_language(
    prefix: str, name: str, japanese: str | None
) -> None:
    assert localized(name, prefix, "ja") == japanese
    if japanese is not None:
        assert parsed(japanese, prefix) == name == parsed(name, prefix) == localized(name, prefix, "en")


@pytest.mark.parametrize(
    ("game_id", "kind"),
    [
        ("troyes-dice", "line-2"),
        ("terracotta-army", "place"),
        ("terra-mystica", "last-action"),
        ("tianxia", "wall"),
    ],
)
def test_an_answer_is_known_by_its_short_form_and_by_its_words_in_every_language(
    game_id: str, kind: str
) -> None:
    puzzle = next(one for n in range(60) if (one := make(game_id, kind, f"short {n}").puzzle))
    question = ask(puzzle.code, None, confirm=False)
    prefix = GAMES[game_id].puzzles.WORDS
    for index, option in enumerate(question.weighed.options[:12]):
        summary = joined(option.text, "ja")
        assert not re.search("[a-z]{3,}", summary)
        short = localized(option.name, prefix, "ja")
        for text in (option.name, short or option.name):
            assert with_answer(question, text) == (question, index)
        assert question.weighed.options[with_answer(question, summary)[1]].text == option.text
