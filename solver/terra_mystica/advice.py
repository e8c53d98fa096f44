"""The questions that `advise` answers for a position, as plain values and in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Plan
from pencilwright.games.shared.own_values import named
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.terra_mystica import commands, forecast
from pencilwright.games.terra_mystica.answer import ActionStep, Answer
from pencilwright.games.terra_mystica.components import BRIDGES, CULTS, ROUNDS, STANDARD
from pencilwright.games.terra_mystica.rules.networks import largest_network
from pencilwright.games.terra_mystica.state import State, factions_known
from pencilwright.games.terra_mystica.words import action_words, names
from pencilwright.solver.terra_mystica import first_dwellings, plans, town
from pencilwright.solver.terra_mystica.whole_round import answer as whole
from pencilwright.solver.terra_mystica.whole_round import target as targets
from pencilwright.solver.terra_mystica.whole_round.context import PARTS
from pencilwright.solver.verify import proposed
from pencilwright.solver.view import View
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase, say

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress

GAME: Final = games.game("terra-mystica")
MOST_SECONDS: Final = 3600
SHARE_OF_PARTS: Final = 0.2
"""Of the time of a last round, for its parts where it is not proved."""
SEARCHED: Final = ("last-round", *PARTS)
"""Questions whose search has a line and a bound at any moment; points are counted as at the end."""
TIMED: Final = (*SEARCHED, "round")
"""Questions whose searches may be given more time."""
LIMITED: Final = (*PARTS, "town", "round")
"""Questions whose answers leave something out of their weighing."""
MEASURES: Final[Mapping[str, str]] = {
    "SH": "strongholds", "SA": "sanctuaries", "TE": "temples", "town": "towns", "D": "structures"
}  # fmt: skip
"""What a target asks for more of, as commands.MEASURES names it."""
BEFORE_ROUND_1: Final = "first-dwellings"
"""The one question before round 1; the rules allow no action then."""
ASK: Final = (*SEARCHED, "town", BEFORE_ROUND_1, "round=TARGET")


class AnswerText(NamedTuple):
    """What a question is answered: remarks, the figure (None: there is none), its unit, the plan.

    at_most : what no line exceeds, for a question that may be answered without proof; else None.
    is_open : whether there may be a figure that the search has not come to.
    is_stopped : whether the search was stopped before its end.
    """

    lines: list[Phrase]
    value: int | None
    unit: str
    plan: Plan
    at_most: int | None = None
    is_open: bool = False
    is_stopped: bool = False


def _say(key: str, /, **words: Word) -> Phrase:
    return phrase(f"mystica.advice.{key}", **words)


def _note(question: str, state: State) -> Sentence:
    """Return that rounds follow, where the answer counts none, and what it leaves out; "" for neither."""
    left = ROUNDS - state.round
    early = phrase("mystica.note.early", n=left, round=state.round)
    notes: list[Phrase] = [early] if left and question in SEARCHED else []
    if question in LIMITED:
        notes.append(phrase(f"mystica.note.{question}", actions=targets.MOST_ACTIONS))
    if len(notes) == 2:
        return phrase("mystica.note.both", one=notes[0], other=notes[1])
    return notes[0] if notes else ""


def answer_for(
    state: State,
    *,
    colour: str | None = None,
    ask: str = "",
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Return the answer to a question of one player, carried out by the rules.

    A KeyboardInterrupt ends the last round and its parts with what has been found.

    Parameters
    ----------
    state : the position.
    colour : the faction that asks, or its terrain; the only player when not said.
    ask : one of ASK; TARGET is one of target.TARGETS, as in round=stronghold. "" asks the whole
        question: the last round; without a map what is left of it; before round 1 the first dwellings.
    seconds : the work of a question of TIMED, in deterministic seconds; None for the usual amount.
    progress : told how far the last round, or a part of it, has come.

    Raises InputError for a player or a question that there is not, and for a time that is out of range.
    """
    if not ask:
        ask = _whole_question(state, forecast.player(state, colour or ""))
        seconds = seconds if ask in TIMED else None
    question, equals, target = ask.partition("=")
    if question not in _ANSWERS or equals:
        if question != "round":
            raise unknown("ask", ask[:40], ASK)
        if not target:
            raise InputError(_say("target", known=targets.TARGETS), field="ask")
    factions_known(state)
    who = forecast.player(state, colour or "")
    if question != BEFORE_ROUND_1 and not state.round:
        raise InputError(_say("from_round_1", ask=BEFORE_ROUND_1), field="round")
    given: dict[str, Any] = _given(question, seconds)
    if question in SEARCHED:
        given["tell"] = _teller(progress, given.get("seconds", whole.SECONDS))
    form = _round(state, who, target, **given) if target else _ANSWERS[question](state, who, **given)
    plans.carried(state, form.plan)
    has_house_bridges = (
        question in ("last-round", "area", "town") and state.bridge_places == STANDARD.bridge_places
    )
    is_early = state.round < ROUNDS and question in SEARCHED
    figure = _say("none_found" if form.is_open else "impossible")
    if form.value is not None:
        figure = phrase(f"mystica.figure.{form.unit}", n=form.value)
    return Answer(
        ask=ask,
        faction=who,
        value=form.value,
        at_most=form.at_most,
        unit=phrase(f"mystica.unit.{form.unit}"),
        figure=figure,
        as_if_last=state.round if is_early else None,
        steps=tuple(ActionStep(text=action_words.in_words(row), notation=row) for row in form.plan.commands),
        lines=(*_out(state, who, question), *form.lines),
        stopped=form.is_stopped,
        unverified=("bridge_places",) if has_house_bridges else (),
        note=_note(question, state),
        plan=form.plan,
    )


def _given(question: str, seconds: float | None) -> dict[str, float]:
    """Return the time for a question, {} for the usual one."""
    if seconds is None:
        return {}
    if question not in TIMED:
        raise InputError(_say("no_time", name=question, known=TIMED), field="time")
    if not 0 < seconds <= MOST_SECONDS:
        raise InputError(_say("time", most=MOST_SECONDS), field="time")
    return {"seconds": seconds}


def _whole_question(state: State, who: str) -> str:
    """Return the question of everything that a player may do."""
    question = "last-round" if state.player(who).network is None else "liquidate"
    return question if state.round else BEFORE_ROUND_1


def _out(state: State, who: str, question: str) -> list[Phrase]:
    """Return the sentence for a player who is out of the round."""
    if not state.player(who).passed or question == BEFORE_ROUND_1:
        return []
    return [phrase("mystica.refused.passed", who=names.who(who))]


def _town(state: State, who: str) -> AnswerText:
    if state.player(who).is_out:
        return AnswerText([], None, "goods", plans.nothing(state, who))
    left = min(1, BRIDGES, state.bridges_left(who))
    result = town.cheapest_town(town.TownQuestion(state, who, bridges=left, ship_steps=5))
    if result is None:
        return AnswerText([_say("no_town")], None, "goods", plans.nothing(state, who))
    lines = [_say("small_town", what=names.thing(result.favour))] if result.favour else []
    lines += [_say("bridge", bridge=name) for name in result.bridges]
    lines += [_say("river", hex=result.river)] if result.river else []
    lines.append(_say("town", hexes=result.town, price=names.price(*result.price)))
    if result.at_least < result.weight:
        lines.append(_say("not_cheapest", n=result.at_least))
    plan = plans.town_plan(
        state,
        who,
        result.price,
        result.changes,
        bridges=result.bridges,
        ship_steps=result.ship_steps,
        favour=result.favour,
        river=result.river,
        left_out=phrase("mystica.left_out.town", bridge=names.thing("ACT1")),
    )
    return AnswerText(lines, result.weight, "goods", plan)


def _teller(progress: Progress | None, seconds: float) -> whole.Tell | None:
    """Return what tells a progress the best line so far and its bound."""
    if progress is None:
        return None

    def tell(points: int, at_most: int | None, spent: float) -> None:
        now = _say("so_far", n=points) if at_most is None else _say("so_far_at_most", n=points, most=at_most)
        progress(now, round(spent), round(seconds))

    return tell


def _need_map(state: State, who: str) -> None:
    """Raise InputError where the size of the player's network was entered without a map."""
    if state.player(who).network is not None:
        raise InputError(_say("needs_map", who=names.who(who)), field="network")


def _last_round(
    state: State, who: str, *, seconds: float = whole.SECONDS, tell: whole.Tell | None = None
) -> AnswerText:
    """Answer with all that a last round can bring; where that is not proved, its parts are tried."""
    _need_map(state, who)
    result = whole.best(state, who, seconds=(1 - SHARE_OF_PARTS) * seconds, tell=tell)
    best, share = result, SHARE_OF_PARTS * seconds / len(PARTS)
    for part in PARTS.values():
        if result.points < result.at_most and not best.is_stopped:
            other = whole.best(state, who, part, seconds=share, is_proof_wanted=False)
            best = max(best, other, key=lambda item: item.points)
            best = best._replace(is_stopped=other.is_stopped)
    return _still_to_come(state, who, best._replace(at_most=max(result.at_most, best.points)))


def _part(name: str, state: State, who: str, **given: Any) -> AnswerText:
    """Answer with a part of a last round, with what the area or the cults come to."""
    if name == "area":
        _need_map(state, who)
    form = _still_to_come(state, who, whole.best(state, who, PARTS[name], **given))
    after = commands.apply_actions(state, who, form.plan.commands)
    if name == "area":
        size = len(largest_network(after, after.seats[who]))
        form.lines.append(_say("network", n=size, points=commands.points_of_line(after, who, name)))
    for cult, step in zip(CULTS, after.player(who).cults, strict=True) if name == "cults" else ():
        n = commands.points_of_line(after, who, cult)
        form.lines.append(_say("cult", cult=names.cult(cult), step=step, n=n))
    return form


def _still_to_come(state: State, who: str, result: whole.RoundAnswer) -> AnswerText:
    """Say what a line of the last round, or of a part of it, brings, and whether none brings more."""
    player = state.player(who)
    ahead = commands.points(state, who) - player.points
    lines = [_say("all_told", n=player.points + result.points, now=player.points + ahead)]
    if not player.passed:
        is_proved = result.points == result.at_most
        lines.append(_say("proved_best") if is_proved else _say("at_most", n=result.at_most))
    if result.is_stopped:
        lines.append(phrase("answer.stopped"))
    plan = proposed(who, result.rows, "points", Fraction(result.points - ahead))
    return AnswerText(lines, result.points, "last-round", plan, result.at_most, is_stopped=result.is_stopped)


def _round(state: State, who: str, text: str, *, seconds: float = targets.SECONDS) -> AnswerText:
    target = targets.target_of(text)
    result = targets.best(state, who, target, seconds=seconds)
    if result.rows is None:
        fewest = result.at_least
        lines = [] if fewest is None else [_say("fewest_unreached", target=_target(text), n=fewest)]
        if fewest is None and not state.player(who).passed:
            lines = [_say("unreached", target=_target(text))]
        return AnswerText(lines, None, "actions", plans.nothing(state, who), is_open=fewest is not None)
    lines = [_say("goods_left", n=result.coins)]
    if result.at_least is not None and result.at_least < result.actions:
        lines.append(_say("not_fewest", n=result.at_least))
    if result.coins < result.at_most:
        lines.append(_say("goods_at_most", n=result.at_most))
    # A temple that makes way for another one is a sanctuary now.
    gone = targets.Target("SA").count(result.rows) if target.kind == "TE" else 0
    plan = proposed(who, result.rows, MEASURES[target.kind], Fraction(target.count(result.rows) - gone))
    return AnswerText(lines, result.actions, "action" if result.actions == 1 else "actions", plan)


def _target(target: str) -> Phrase:
    """Return what a round is for in words."""
    word, _, number = target.partition("-")
    return phrase(f"mystica.target.{word}", n=int(number or 1))


def _first(state: State, who: str) -> AnswerText:
    left = state.seats[who].board.first_dwellings - len(state.seats[who].structures)
    if left < 1:
        raise InputError(_say("placed", who=names.who(who)), field="ask")
    if state.round:
        raise InputError(_say("before_round_1", n=state.round), field="round")
    result = first_dwellings.best_dwellings(state, who, left)
    lines = [_say("open", hexes=result.open_hexes)]
    lines.append(_say("company", n=result.neighbours, wanted=result.conflicts))
    gain = result.worth - commands.first_dwellings(state, who)
    rows = tuple(f"build {name}" for name in result.hexes)
    plan = proposed(who, rows, "worth of first dwellings", Fraction(gain))
    return AnswerText(lines, result.worth, "measure", plan)


_ANSWERS: Final[Mapping[str, Callable[..., AnswerText]]] = {
    "last-round": _last_round,
    "town": _town,
    BEFORE_ROUND_1: _first,
    **{name: partial(_part, name) for name in PARTS},
}


def in_words(answer: Answer, top: int, language: str) -> str:
    """Return the answer as lines for a person: moves with their notation, remarks, what is left out.

    `top` is of no use here, the answer is one.
    """
    del top
    question, _, target = answer.ask.partition("=")
    about = {"target": _target(target)} if target else {}
    text = phrase(f"mystica.ask.{question}", notation=answer.ask, **about)
    head = {"who": names.who(answer.faction), "ask": text, "figure": answer.figure}
    last = answer.as_if_last
    unverified = named(GAME.id, answer.unverified)
    lines = [
        _say("head", **head) if last is None else _say("head_early", n=last, **head),
        *(_say("step", text=step.text, notation=step.notation) for step in answer.steps),
        *(_say("line", text=line) for line in answer.lines),
        phrase("mystica.note.frozen"),
        *([answer.note] if answer.note else []),
        *([_say("unverified", names=unverified)] if unverified else []),
    ]
    return "\n".join(say(line, language) for line in lines)


def view(answer: Answer) -> View:
    """Return an answer as a screen lists it."""
    last, value = answer.as_if_last, answer.value
    remarks: list[Word] = [] if last is None else [phrase("web.advice.as_if_last", n=last)]
    steps = [step.text for step in answer.steps]
    lines = steps or answer.lines
    return View(
        answer.figure if value is None else "",
        "" if value is None else f"{value}",
        unit="" if value is None else answer.unit,
        remarks=[*remarks, *answer.lines] if steps else remarks,
        notes=[answer.note] if answer.note else [],
        lines=[lines] if lines else [],
    )
