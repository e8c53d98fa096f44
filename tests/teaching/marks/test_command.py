"""`python -m teaching marks`: from photographs to a file of networks, where it is told."""

import json
from collections import Counter
from pathlib import Path

import pytest

from pencilwright.solver.photo import code

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from pencilwright.app.cli import main
from pencilwright.solver.photo import network, reader
from pencilwright.templates.page import WRITTEN
from teaching.__main__ import teaching
from teaching.marks import command, examples
from teaching.photos import corpus
from teaching.photos.levels import LEVELS
from teaching.photos.sample import Options


@pytest.mark.long
def test_networks_are_trained_from_kept_examples_and_the_installed_ones_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "SOURCES", (command.Source("scan", "teach", 0.3, 1),))
    monkeypatch.setattr(examples, "POOL", 300)
    monkeypatch.setattr(examples, "POOL_DRAWN", 60)
    monkeypatch.chdir(tmp_path)
    installed = network.FILE.read_bytes()
    questions = ["marks", "--work", "work", "--networks", "2", "--steps", "2"]
    assert main.run(questions, teaching) == 0
    assert sorted(file.name for file in Path("work").iterdir()) == [
        "network-marks-2-0.npz",
        "network-marks-2-1.npz",
        "troyes-dice-scan-teach-0.3-False-0.npz",
    ]
    first = Path("output/marks.json").read_bytes()
    assert len(network.read(first.decode())) == 2
    head = json.loads(first)
    assert (head["steps"], head["photographs"], head["seed"]) == (2, 1, "marks")
    assert head["marks"] > 150
    assert main.run([*questions, "-o", "again.json"], teaching) == 0
    assert Path("again.json").read_bytes() == first
    assert network.FILE.read_bytes() == installed


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        "terracotta-army",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("tianxia", "terra-mystica")),
    ],
)
def test_the_circles_of_a_pad_are_examples_and_its_numbers_are_none(game: str) -> None:
    made = corpus.sample(None, LEVELS["scan"], "teach", 0, Options(game, scattered=0.3))
    result = examples.of_sample(made, reader.read(made.image, unclear=True).sheets)
    true = Counter(
        kind
        for mark in code.identify(made.truth.page_code).page.marks
        if mark.kind not in WRITTEN and (kind := made.truth.marks[mark.id]) in network.KINDS
    )
    assert len(result.looks) == len(result.places)
    assert Counter(network.KINDS[kind] for kind in result.kinds) == true
    assert true.total() > 0
