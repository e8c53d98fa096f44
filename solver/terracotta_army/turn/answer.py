"""The best turn as an answer: what is done step by step, what it brings, and what each other choice loses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from pencilwright import games
from pencilwright.games.shared.own_values import named
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import rules, turns, words
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.turns import Turn
from pencilwright.solver.carried import as_record, carry_out
from pencilwright.solver.terracotta_army.reasons import drawn, why, why_in_words
from pencilwright.solver.terracotta_army.turn.best import Ranked, best_turns, command, plan_of
from pencilwright.solver.terracotta_army.value import Part, Value, standing, total
from pencilwright.templates.phrases import Phrase, phrase, say, sentences

GAME: Final = games.game("terracotta-army")


def answer_for(state: State, letter: str, rounds: int) -> dict[str, Any]:
    """Return the best turn as plain values; every turn that is shown was carried out by the rules.

    Raises InputError when the player is not to move.
    """
    found = best_turns(state, letter, rounds, top=1)
    first = found.best[0]
    plan = plan_of(state, first, rounds, found.nothing)
    after = carry_out(GAME, state, plan)
    places = [other.ranked for other in found.others if other.part == "place"]
    shown = [other.ranked for other in found.others]
    if found.playing_on is not None:
        shown.append(found.playing_on)
    for ranked in shown:
        carry_out(GAME, state, plan_of(state, ranked, rounds, found.nothing))
    worth = _parts(state, after, letter, rounds)
    stands = total(standing(state, letter, rounds))
    return {
        "format": "pencilwright-turn/1",
        "ask": "turn",
        "player": state.player(letter).colour,
        "value": first.value,
        "nothing": found.nothing,
        "score": state.player(letter).score,
        "when": words.ended_after(state.round, rounds),
        "legal": found.legal,
        "optimal": found.optimal,
        "steps": steps(state, first.turn),
        "moves": [_told(state, ranked) for ranked in (first, *places)],
        "others": [
            {"part": other.part} | _told(state, other.ranked, other.part, first.turn)
            for other in found.others
            if other.part != "place"
        ],
        "playing_on": _later(state, first, found.playing_on),
        "parts": [{"points": part.points, "text": part.words} for part in worth.parts],
        "why": why(stands, worth),
        "grid": drawn(after.grid),
        "plan": as_record(plan),
    }


def _later(state: State, first: Ranked, later: Ranked | None) -> dict[str, Any] | None:
    """Return the turn that the estimate prefers, with a sentence that says so; None in the last turn."""
    if later is None:
        return None
    told = _told(state, later)
    key = "same" if later.turn == first.turn else "other"
    words_of = {"turn": told["text"], "notation": told["notation"], "n": later.loss} if key == "other" else {}
    return told | {"said": phrase(f"terracotta.best.later.{key}", **words_of)}


def _parts(state: State, after: State, letter: str, rounds: int) -> Value:
    """Return what a turn is worth, part by part: on the track at once, then as it stands."""
    at_once = after.player(letter).score - state.player(letter).score
    parts = [Part("at_once", phrase("terracotta.best.at_once"), at_once)]
    return total([*parts, *standing(after, letter, rounds)])


def _told(state: State, ranked: Ranked, part: str = "place", first: Turn | None = None) -> dict[str, Any]:
    """Return a turn in words and in notation, and what it is worth.

    part : what differs from the first turn. The words are of the whole turn where that is the place, else of
        the ring, or of the first action whose piece stands elsewhere.
    """
    if part == "place" or first is None:
        text = in_words(state, ranked.turn)
    else:
        said = turns.play(state.clone(), ranked.turn)[-len(rules.RINGS) :]
        pairs = zip(said, ranked.turn.choices, first.choices, strict=True)
        moved = (did for did, one, other in pairs if one != other)
        text = next(moved) if part == "space" else said[rules.RINGS.index(part)]
    return {
        "text": text,
        "notation": command(state, ranked.turn).partition(" ")[2],
        "value": ranked.value,
        "loss": ranked.loss,
    }


def steps(state: State, turn: Turn) -> list[Phrase]:
    """Return a turn in sentences: the ring, the worker and what the sector shows, each action."""
    played = state.clone()
    said = turns.play(played, turn)
    found = []
    if turn.ring:
        found.append(phrase("terracotta.best.ring", ring=words.ring(turn.ring), n=box.ROTATE_COST))
        said = said[1:]
    names = [words.action(rules.action(played, turn.sector, ring)) for ring in rules.RINGS]
    shows = dict(zip(rules.RINGS, names, strict=True))
    worker = words.worker(turn.artisan)
    found.append(phrase("terracotta.best.worker", worker=worker, n=turn.sector, **shows))
    for ring, name, did in zip(rules.RINGS, names, said, strict=True):
        found.append(phrase("terracotta.best.action", ring=words.ring(ring), action=name, did=did))
    return found


def in_words(state: State, turn: Turn) -> Phrase:
    """Return a turn in one sentence, by playing it."""
    said = turns.play(state.clone(), turn)
    ring = {"ring": words.ring(turn.ring)} if turn.ring else {}
    inner, middle, outer = said[-3:]
    return phrase(
        "terracotta.best.turn.ring" if ring else "terracotta.best.turn",
        worker=words.worker(turn.artisan),
        n=turn.sector,
        inner=inner,
        middle=middle,
        outer=outer,
        **ring,
    )


# --- As text ----------------------------------------------------------------------------------------------


def text(answer: Mapping[str, Any], top: int, language: str, all_by: str) -> str:
    """Return the answer as text: steps, points, and what other choices lose, `top` of each kind (0: all).

    all_by : what shows all.
    """

    def told(key: str, **said: Any) -> str:
        return say(phrase(f"terracotta.{key}", **said), language)

    numbered = [f"{number}. {say(step, language)}" for number, step in enumerate(answer["steps"], 1)]
    first, *places = answer["moves"]
    head = phrase("terracotta.best.head", colour=words.colour(answer["player"]), notation=first["notation"])
    blocks = ["\n".join([say(head, language), *numbered])]
    score = answer["score"]
    numbers = {
        "all": score + first["value"],
        "score": score,
        "n": first["value"],
        "gain": f"{first['value'] - answer['nothing']:+d}",
        "nothing": score + answer["nothing"],
    }
    now = phrase("terracotta.points.now")
    counted = [
        phrase("terracotta.best.value", **numbers, when=answer["when"], now=now),
        phrase("terracotta.best.counted", legal=answer["legal"], optimal=answer["optimal"]),
    ]
    changed = why_in_words(answer["why"], language)
    blocks.append("\n".join([sentences(counted, language), *[changed] * bool(changed)]))
    if answer["playing_on"] is not None:
        blocks.append(say(answer["playing_on"]["said"], language))
    parts = [("place", places)]
    parts += [(part, list(found)) for part, found in groupby(answer["others"], lambda one: one["part"])]
    for part, found in parts:
        if found:
            lines = _losses(found, top, language, all_by)
            blocks.append("\n".join([told(f"best.others.{part}"), *lines]))
    blocks.append("\n".join(answer["grid"]))
    notes = [phrase("terracotta.advice.frozen"), phrase("terracotta.best.ties")]
    blocks.append(sentences(notes, language))
    if answer["unverified"]:
        blocks.append(told("advice.unverified", names=named(GAME.id, answer["unverified"])))
    return "\n\n".join(blocks)


def _losses(found: Sequence[Mapping[str, Any]], top: int, language: str, all_by: str) -> list[str]:
    """Return what turns lose, each on a line, and how many are not shown."""
    shown = found[: top or None]
    lines = [f"{-one['loss']:>5}  {say(one['text'], language)}  [{one['notation']}]" for one in shown]
    if hidden := len(found) - len(shown):
        more = (
            phrase("answer.more.by", n=hidden, all=all_by) if all_by else phrase("answer.more.some", n=hidden)
        )
        lines.append(f"{'':7}{say(more, language)}")
    return lines
