"""`pencilwright setup`: draws a setup and tells it, with the share code that brings it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from pencilwright.app import files, options, show
from pencilwright.app.by_game import by_game
from pencilwright.app.choose import SetupOptions, choose, code_of, fresh_seed, own_values
from pencilwright.games import Game
from pencilwright.games.shared.options import SWITCH, Option

DEAL = Option("deal", "Also deal what is shuffled beyond the setup: hands, stacks and decks.", SWITCH)


@by_game(lambda chosen: (*chosen.room("options").DRAW, *((DEAL,) if "deal" in chosen.rooms else ())))
@click.command()
@options.SETUP
@options.JSON
@options.ANSWER
def setup(
    chosen: Game,
    seed: str | None,
    code: str | None,
    components: str | None,
    as_json: bool,
    output: str | None,
    deal: bool | None = None,
    **drawn: Any,
) -> None:
    """Draw a setup of a game, or show one.

    The share code holds the setup itself: give it to sheet and card, or to a friend. With -o the setup is
    written as JSON.

    \b
    Examples:
      pencilwright setup troyes-dice
      pencilwright setup troyes-dice --seed friday --numbering random --expansion
      pencilwright setup troyes-dice --expansion --fix P4=R/Y --fix tile7 --fix tile2=P0
      pencilwright setup troyes-dice --numbering random --fix red=456123
      pencilwright setup terracotta-army --difficulty 1,4
      pencilwright setup terra-mystica --players 3 --fix BON4 --fix P1=witches
      pencilwright setup troyes-dice --code TD1-... --json
      pencilwright setup tianxia --players 4 --deal
    """
    if seed is None and code is None:
        seed = fresh_seed()
    result = choose(chosen, SetupOptions(seed, code, components, **drawn))
    own = own_values(chosen, components)
    answer = as_data(chosen, result, seed, own.mark)
    if deal:
        answer["deal"] = dealt(chosen, result, own.components)
    if as_json or output is not None:
        target = output if output is not None else files.STDIO
        where = files.write(target, f"{chosen.id}-setup-{answer['code']}.json", show.encode(answer))
        if where != files.STDIO:
            click.echo(f"wrote {where}")
        return
    room = chosen.room("setup")
    click.echo(in_words(answer, room.NAMES, room.notes(result)))


def as_data(chosen: Game, result: Any, seed: str | None, mark: str) -> dict[str, Any]:
    """Return the setup as `--json` gives it: the game, its seed if drawn from one, its code, its parts."""
    room = chosen.room("setup")
    return {
        "format": "pencilwright-setup/1",
        "game": chosen.id,
        "seed": seed,
        "code": code_of(chosen, result, mark),
        "setup": room.as_dict(result),
    }


def dealt(chosen: Game, result: Any, components: Any) -> dict[str, Any]:
    """Return what is shuffled beyond the setup, in an order that follows from the share code."""
    room = chosen.room("deal")
    code = chosen.room("setup").to_code(result)
    found: dict[str, Any] = room.as_dict(room.deal(code, result, components))
    return found


def in_words(answer: dict[str, Any], names: Mapping[str, str], notes: Sequence[str] = ()) -> str:
    """Return the setup as a few lines for a person.

    names : part of the setup -> key under which templates/words names its things, where their ids say little.
    notes : keys of sentences that stand below.
    """
    rows = [("share code", answer["code"])]
    if answer["seed"] is not None:
        rows.append(("seed", answer["seed"]))
    own = {name: value for name, value in answer["setup"].items() if name != "code"}
    parts = own | answer.get("deal", {})
    for name, value in parts.items():
        said = _named(value, names[name]) if name in names else [_plain(value)]
        rows += zip((name.replace("_", " "), *[""] * len(said)), said, strict=False)
    return "\n".join([show.table(rows), *(_word(key) for key in notes)])


def _word(key: str) -> str:
    from pencilwright.templates.phrases import word

    return word("en", key)


def _named(ids: Sequence[str], key: str) -> list[str]:
    """Return things with their names, one a line; the id is left out where it is but the name in small."""
    names = [(one, _word(f"{key}.{one.replace(':', '.')}")) for one in ids]
    told = [name if one == name.replace(" ", "").lower() else f"{one}: {name}" for one, name in names]
    return told or ["none"]


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(part)}" for key, part in value.items())
    if isinstance(value, list):
        between = "; " if value and isinstance(value[0], (dict, list)) else " "
        return between.join(_plain(part) for part in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
