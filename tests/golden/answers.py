"""Answers: every question about a few fixed positions, as its command gives it to programs.

The positions are in positions.txt beside the answers, as text or JSON; a line break stands as " / ".
"""

from __future__ import annotations

import io
import json
import shlex
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pencilwright import games
from pencilwright.app.cli import main
from tests.golden.digest import counted, scalar

TERRA_ROUND = tuple(f"advise --ask round={what}" for what in ("stronghold", "sanctuary", "temple", "town"))
ASKED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "troyes-dice": {
        "last": ("advise", "plan"),
        "two-known": ("advise", "advise --no-proof"),
        "three-known": ("advise",),
        "one-roll": ("advise", "advise --target 45", "solve"),
    },
    "terracotta-army": {
        "solo": (
            "advise", "solve --kind place", "plan",
        ),
        "chancellor": (
            "solve --kind chancellor", "chancellor --dice 3,5", "chancellor --dice 1,6 --decree 7",
            "chancellor --roll --seed golden",
        ),
        "round-end": ("chancellor --finish",),
        "three": (
            "advise", "advise --rounds 2",
        ),
    },
    "terra-mystica": {
        "darklings": (
            *(f"advise --ask {what}" for what in ("last-round", "area", "liquidate", "cults")),
            "solve --kind last-action", "solve --kind liquidation",
        ),
        "chaosmagicians": (
            *(f"advise --ask {what}" for what in ("area", "town", "cults")), *TERRA_ROUND,
            *(f"solve --kind {what}" for what in ("last-action", "town")), "plan",
        ),
        "alchemists": ("advise --ask first-dwellings",),
    },
    "tianxia": {
        name: (
            *(f"advise --ask {what}" for what in (
                "last-turns", "goals", "wall", "deliveries", "jade", "leftovers", "governors", "save",
            )),
            *(f"solve --kind {what}" for what in ("wall", "deliveries")), "battle", "plan",
        )
        for name in ("three", "four")
    },
}  # fmt: skip
"""Game -> position -> commands. Who asks is the first player of a position, where it isn't said."""
DEAR = frozenset({
    *("three-known: advise", "one-roll: solve"),
    *("darklings: advise --ask last-round", "darklings: solve --kind liquidation"),
    *("chaosmagicians: advise --ask area", "solo: solve --kind place"),
    *(f"chaosmagicians: {command}" for command in TERRA_ROUND[1:]),
    *("three: advise --ask last-turns", "four: advise --ask last-turns"),
})  # fmt: skip
"""Questions of which the answer takes long, and that others ask in part."""
FIRST = {"terra-mystica": ("advise", "plan"), "tianxia": ("advise", "plan")}
"""Commands that have to be told who asks."""


def entries(game_id: str) -> dict[str, str]:
    """Return the answers to all questions."""
    return answered(game_id, ASKED[game_id])


def sample(game_id: str) -> dict[str, str]:
    """Return the answers that are there soon."""
    questions = ASKED[game_id].items()
    return answered(
        game_id, {name: tuple(c for c in text if f"{name}: {c}" not in DEAR) for name, text in questions}
    )


def positions(game_id: str) -> dict[str, str]:
    """Return the fixed positions by name."""
    lines = (Path(__file__).parent / game_id / "positions.txt").read_text(encoding="utf-8").splitlines()
    return {name: text.replace(" / ", "\n") for name, _, text in (line.partition(" = ") for line in lines)}


def answered(game_id: str, requests: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the answers to these questions about positions of a game, field by field."""
    known, result = positions(game_id), {}
    for name, commands in requests.items():
        for command in commands:
            for field, value in _fields(_answer(game_id, known[name], command)):
                result[f"{name}: {command}, {field}"] = value
    return result


def _answer(game_id: str, position: str, command: str) -> dict[str, Any]:
    """Return what a command gives for a position, as JSON has it."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "position.txt")
        path.write_text(f"{position}\n", encoding="utf-8")
        verb, *rest = shlex.split(command)
        record, refused = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        if verb in FIRST.get(game_id, ()) and "--for" not in rest:
            state = games.game(game_id).parse(position)
            rest += ["--for", _first(state)]
        with redirect_stdout(record), redirect_stderr(refused):
            code = main.run([verb, str(path), *rest, "--json", "--lang", "en"])
    if code:
        raise ValueError(f"{command}: {refused.getvalue()}")
    record.seek(0)
    answer: dict[str, Any] = json.load(record)
    return answer


def _first(state: Any) -> str:
    player = state.players[0]
    return str(getattr(player, "faction", "") or player.letter)


def _fields(answer: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the figures of an answer, its plan, how it is proved, what is listed besides, and its words."""
    lines: list[str] = []
    data = _without_words(answer, lines)
    listed = data.get("answers", ())
    plan, proof = data.pop("plan", None) or (listed and listed[0]["plan"]), data.pop("proof", None)
    single = {name: value for name, value in data.items() if not isinstance(value, dict | list)}
    yield (
        "value",
        " ".join(
            [f"{name}:{scalar(value)}" for name, value in single.items()]
            + [f"{scalar(item['name'])}:{item['exact']}" for item in listed[:3]]
        ),
    )
    if plan:
        ends = [f"{name}:{scalar(plan[name])}" for name in ("measure", "gain", "exact")]
        yield "plan", " ".join([" ; ".join(plan["commands"]) or "nothing", *ends])
    if proof:
        yield "proof", " ".join(f"{name}:{scalar(value)}" for name, value in proof.items())
    yield (
        "lists",
        " ".join(
            counted(name, value if isinstance(value, list) else value.items())
            for name, value in data.items()
            if name not in single
        ),
    )
    yield "words", counted("en", lines)


def _without_words(value: Any, lines: list[str]) -> Any:
    """Return a value without its sentences, which have phrases beside them; they go to `told`."""
    if isinstance(value, list):
        return [_without_words(item, lines) for item in value]
    if not isinstance(value, dict):
        return value
    for name, text in value.items():
        if f"{name}_phrase" in value:
            lines += [json.dumps(text, ensure_ascii=False)]
    return {
        name: _without_words(item, lines)
        for name, item in value.items()
        if f"{name}_phrase" not in value and not name.endswith("_phrase")
    }
