"""The marks of a pad as a person writes them: box by box in a file, or in a line of text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pencilwright.games.errors import InputError
from pencilwright.games.pads.file import Player
from pencilwright.games.pads.pad import Pad
from pencilwright.games.shared.marks import VALUES
from pencilwright.games.shared.reading import hinted
from pencilwright.templates.phrases import phrase

_TOKEN: Final = re.compile(r"([a-z0-9_.]+)(?:=([0-9]{1,4}))?")


def entries(pad: Pad, players: Sequence[Player]) -> dict[str, str]:
    """Return mark -> value of players in the order of the pad. Raises InputError naming what is no box."""
    if len(players) > len(pad.seats):
        raise InputError(phrase("pad.entry.players", n=len(players), most=len(pad.seats)), field="players")
    results: dict[str, str] = {}
    for at, (seat, player) in enumerate(zip(pad.seats, players, strict=False)):
        for name, given in player.items():
            field = f"players[{at}].{name[:40]}"
            if name == "name" and isinstance(given, str):
                results |= {f"name.{seat}": given} if given else {}
                continue
            if name not in pad.place:
                text = phrase("pad.entry.box", name=name[:40])
                raise InputError(hinted(text, name, pad.place), field=field)
            row, _ = pad.place[name]
            if not row.repeat:
                results |= _marked(pad, name, 0, seat, given, field)
                continue
            if not isinstance(given, list) or len(given) > row.repeat:
                raise InputError(phrase("pad.entry.repeat", name=name, n=row.repeat), field=field)
            for n, item in enumerate(given, start=1):
                results |= _marked(pad, name, n, seat, item, field)
    return results


def _marked(pad: Pad, name: str, n: int, seat: str, given: Any, field: str) -> dict[str, str]:
    """Return the marks of one box; 0 leaves a box blank in which it cannot stand."""
    _, place = pad.place[name]
    marks = pad.marks_of(name, n, seat)
    wrong = InputError(phrase("pad.entry.value", name=name), field=field)
    if given in ("", []):
        return {}
    if not place.options:
        if not isinstance(given, int):
            raise wrong
        if not given and place.write and 0 not in pad.allowed[name]:
            return {}
        sign = pad.sign_of(name, n, seat)
        if abs(given) > 9999 or (given < 0 and not sign):
            raise wrong
        return {marks[""]: str(abs(given))} | ({sign: VALUES["tick"][0]} if given < 0 else {})
    value = VALUES["tick" if place.tick else "circle"][0]
    if isinstance(given, int):
        if not 0 <= given <= len(marks):
            raise wrong
        return dict.fromkeys(list(marks.values())[:given], value)
    chosen = [str(item) for item in given] if isinstance(given, list) else [given]
    if any(item not in marks for item in chosen):
        raise wrong
    return {marks[item]: value for item in chosen}


def players(pad: Pad, marked: Mapping[str, str]) -> list[Player]:
    """Return the players of a pad, up to the last one who has a mark: the inverse of `entries`."""
    results = [_player(pad, seat, marked) for seat in pad.seats]
    while results and not results[-1]:
        results.pop()
    return results


def _player(pad: Pad, seat: str, marked: Mapping[str, str]) -> Player:
    results: Player = {"name": marked[f"name.{seat}"]} if f"name.{seat}" in marked else {}
    for name, (row, _) in pad.place.items():
        repeats = range(1, row.repeat + 1) if row.repeat else (0,)
        several: list[Any] = [_entry(pad, name, n, seat, marked) for n in repeats]
        while several and several[-1] == "":
            several.pop()
        if several:
            results[name] = several if row.repeat else several[0]
    return results


def _entry(pad: Pad, name: str, n: int, seat: str, marked: Mapping[str, str]) -> int | str | list[int | str]:
    """Return what stands in a box, "" for nothing."""
    _, place = pad.place[name]
    marks = pad.marks_of(name, n, seat)
    if not place.options:
        text = marked.get(marks[""], "")
        if not text.isdecimal():
            return ""
        return -int(text) if pad.sign_of(name, n, seat) in marked else int(text)
    chosen: list[int | str] = [option for option, mark in marks.items() if mark in marked]
    if len(marks) == 1:
        return 1 if chosen else ""
    return chosen or ""


def to_text(pad: Pad, marked: Mapping[str, str]) -> str:
    """Return marks as a line of text; names are left out."""
    parts = []
    for seat in pad.seats:
        of_seat = [mark for mark in pad.sheet.box if mark in marked and pad.sheet.box[mark].owner == seat]
        words = [
            mark.removesuffix(f".{seat}") + (f"={marked[mark]}" if marked[mark].isdecimal() else "")
            for mark in of_seat
            if pad.sheet.box[mark].mark.kind != "text"
        ]
        parts += [f"{seat}:", *words] if words else []
    return " ".join(parts)


def parse_text(pad: Pad, text: str) -> dict[str, str]:
    """Return the marks of a line of text. Raises InputError naming the part."""
    results: dict[str, str] = {}
    seat = ""
    for token in text.split():
        if token.endswith(":") and token[:-1] in pad.seats:
            seat = token[:-1]
            continue
        read = _TOKEN.fullmatch(token)
        box = pad.sheet.box.get(f"{read[1]}.{seat}") if read else None
        if read is None or box is None or (box.mark.kind == "number") != (read[2] is not None):
            raise InputError(phrase("pad.entry.text", text=token[:40], seats=pad.seats), field=token[:40])
        if box.mark.id in results:
            raise InputError(phrase("words.twice", name=token[:40]), field=token[:40])
        results[box.mark.id] = read[2] or VALUES[box.mark.kind][0]
    return results
