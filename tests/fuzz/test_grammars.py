"""Each grammar with whole lines and words changed: a few by default, for as long as asked with `-m fuzz`."""

from __future__ import annotations

import time
import tomllib
import zlib
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from pencilwright.games.pads.file import written_texts
from tests.fuzz.changes import changed, shortened, survives
from tests.fuzz.targets import TARGETS
from tests.games.pads.gallery import TEXTS

CORPUS = Path(__file__).parent / "corpus"
FOUND = Path(__file__).parent.parent.parent / "output" / "fuzz"
KEPT = sorted(CORPUS.glob("*/*"))
A_ROUND = 5_000
"""Texts from one seed: what was tried is remembered, so that nothing is tried twice."""
each_grammar = pytest.mark.parametrize("name", TARGETS)


class Over(BaseException):
    """The time is over."""


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_was_found_once_is_survived(path: Path) -> None:
    survives(TARGETS[path.parent.name], path.read_bytes().decode())


@each_grammar
def test_valid_inputs_are_taken(name: str) -> None:
    target = TARGETS[name]
    for item in target.seeds():
        assert target.read(item.head + target.made(item.body))


@each_grammar
def test_changed_lines_and_words(name: str) -> None:
    @given(changed(TARGETS[name]))
    def tried(text: str) -> None:
        survives(TARGETS[name], text)

    tried()


@pytest.mark.parametrize("key", ["name", "hint", "say", "choices"])
def test_each_text_of_a_pad_but_its_title_may_be_empty(key: str) -> None:
    for pad in ("chicago", "lanterns"):
        text = TEXTS[pad]
        for path, words in written_texts(tomllib.loads(text)):
            if key in path[2:]:
                text = text.replace(f'"{words}"', '""')
        assert text.count('""') > TEXTS[pad].count('""') or key in ("say", "choices", "hint")
        survives(TARGETS["pads"], text)


@pytest.mark.fuzz
@each_grammar
def test_changed_lines_and_words_for_as_long_as_asked(name: str, pytestconfig: pytest.Config) -> None:
    target, texts = TARGETS[name], changed(TARGETS[name])
    end = time.monotonic() + pytestconfig.getoption("fuzz_seconds") / len(TARGETS)
    begun = int(pytestconfig.getoption("--hypothesis-seed"))
    tries, failing = 0, ""

    @settings(
        max_examples=A_ROUND,
        database=None,
        derandomize=False,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(texts)
    def tried(text: str) -> None:
        nonlocal tries, failing
        if time.monotonic() > end and not failing:
            raise Over
        tries += 1
        try:
            survives(target, text)
        except Exception:
            failing = text
            raise

    for number in count(begun):
        try:
            seed(number)(tried)()
        except Over:
            break
        except Exception as fault:
            text = shortened(target, failing, fault)
            where = FOUND / name / f"{zlib.crc32(text.encode()):08x}.txt"
            where.parent.mkdir(parents=True, exist_ok=True)
            where.write_bytes(text.encode("utf-8", "surrogatepass"))
            pytest.fail(f"{where}: {type(fault).__name__}: {fault}\n\n{text[:2000]}")
    print(f"{name}: {tries} texts")
