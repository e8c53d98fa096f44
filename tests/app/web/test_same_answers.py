"""One truth at every door: the command, the Python API and the page give one answer to one question."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pencilwright
from pencilwright.app.cli import main
from pencilwright.games import game
from pencilwright.games.shared.options import Option
from pencilwright.templates.phrases import answered
from tests.golden import answers

from .client import Browser, page_says

QUESTIONS = [
    (game_id, name, command)
    for game_id, positions in answers.ASKED.items()
    for name, commands in positions.items()
    for command in commands
    if command.split()[0] == "advise"
]
"""Game, position and command of every question that the golden files answer."""
SAMPLE = {
    "troyes-dice": ("advise", "advise --target 45"),
    "terracotta-army": ("advise", "advise --rounds 2"),
    "terra-mystica": ("advise --ask cults", "advise --ask liquidate"),
    "tianxia": ("advise --ask wall", "advise --ask goals"),
}


def is_sample(game_id: str, command: str) -> bool:
    return command in SAMPLE[game_id]


def chosen() -> list[Any]:
    """Return all questions; those that are not of the sample are long."""
    seen: set[tuple[str, str]] = set()
    results = []
    for game_id, name, command in QUESTIONS:
        first = is_sample(game_id, command) and (game_id, command) not in seen
        seen.add((game_id, command))
        marks = () if first else pytest.mark.long
        results.append(pytest.param(game_id, name, command, marks=marks, id=f"{game_id}-{name}-{command}"))
    return results


def said(game_id: str, position: str, command: str) -> dict[str, str | bool]:
    """Return what a command says about its question, by the spellings of its options."""
    words = iter(shlex.split(command)[1:])
    results: dict[str, str | bool] = {}
    for word in words:
        name = word.removeprefix("--")
        if name.startswith("no-"):
            results[name.removeprefix("no-")] = False
        else:
            results[name] = next(words)
    if game_id in answers.FIRST and "for" not in results:
        results["for"] = answers._first(game(game_id).parse(position))
    return results


def by_command(
    position: str, requests: Mapping[str, str | bool], folder: Path, capsys: Any, *more: str
) -> Any:
    path = folder / "position.txt"
    path.write_text(position + "\n", encoding="utf-8")
    options = [f"--no-{name}" if value is False else f"--{name}={value}" for name, value in requests.items()]
    assert main.run(["advise", str(path), *options, *more]) == 0
    return capsys.readouterr().out


def by_page(
    browser: Browser, game_id: str, position: str, requests: Mapping[str, str | bool]
) -> tuple[Any, str]:
    """Return the answer of the page as data, and its page."""
    options: list[Option] = list(game(game_id).options.ADVISE)
    of_form: dict[str, str] = {}
    for option in options:
        if option.spelling in requests:
            value = requests[option.spelling]
            of_form |= {f"{option.name}.asked": "1"} if value is False else {option.name: str(value)}
    assert len(of_form) == len(requests)
    board = browser.form(f"/position/{game_id}", position=position).location
    sent = browser.post(f"{board}/best", of_form)
    assert sent.status == 202, sent.text
    job = browser.over(sent.data["job"])
    assert job["state"] == "done", job
    result = browser.state.jobs.get(sent.data["job"])
    assert result is not None
    return answered(result.result["answer"], "en"), browser.get(sent.data["see"]).text


def typed(asked: Mapping[str, str | bool], game_id: str) -> dict[str, Any]:
    """Return what the API is told: numbers as numbers."""
    kinds = {option.spelling: option.kind for option in game(game_id).options.ADVISE}
    return {
        f"{name}_" if name == "for" else name: int(value) if kinds[name] == "number" else value
        for name, value in asked.items()
    }


@pytest.mark.parametrize(("game_id", "name", "command"), chosen())
def test_value_plan_proof_and_words_are_the_same_at_every_door(
    browser: Browser,
    game_id: str,
    name: str,
    command: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    position = answers.positions(game_id)[name]
    question = said(game_id, position, command)
    fields = json.loads(by_command(position, question, tmp_path, capsys, "--json", "--lang", "en"))
    api = pencilwright.advise(position, **typed(question, game_id))
    assert json.loads(json.dumps(api.to_dict())) == fields
    assert api.value == fields["value"]
    if "editor" in game(game_id).rooms:  # a sheet that is its board is asked turn by turn
        data, page = by_page(browser, game_id, position, question)
        assert json.loads(msgspec.json.encode(data)) == fields
        assert page_says(page, "web.advice.sure")
    japanese = json.loads(by_command(position, question, tmp_path, capsys, "--json", "--lang", "ja"))
    assert json.loads(json.dumps(api.to_dict("ja"))) == japanese
    assert japanese != fields and (japanese["value"], japanese.get("plan", {}) and len(japanese["plan"])) == (
        fields["value"],
        fields.get("plan", {}) and len(fields["plan"]),
    )
