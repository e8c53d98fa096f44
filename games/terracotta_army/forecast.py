"""A player's placements, followed one by one: what is at hand after each, and points to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pencilwright.games.errors import InputError
from pencilwright.games.shared import plans
from pencilwright.games.shared.tables import Cell, SetupRow
from pencilwright.games.terracotta_army import commands as carried
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Sentence, phrase

commands = plans.commands


def player(state: State, text: str) -> str:
    """Return the letter of the player that a person means by colour; of the one who is no chancellor."""
    people = [entry for entry in state.players if not state.is_him(entry)]
    if not text and len(people) == 1:
        return people[0].letter
    word = text.strip().lower()
    for item in state.players:
        if word and word in (item.colour, item.letter.lower()):
            return item.letter
    raise InputError(
        phrase("plan.who", names=tuple(names.colour(person.colour) for person in people)), field="for"
    )


def follow(state: State, who: str, plan: Sequence[str]) -> Iterator[State]:
    """Yield the position after each command; a build has to say what it costs, which no position tells.

    Raises InputError for the first one that is not allowed.
    """
    him = "" if state.chancellor is None else state.him.letter
    for command in plan:
        if command.startswith("build") and not carried.has_price(command) and who != him:
            text = phrase(
                "terracotta.error.unpaid", command=command[:60], example=f"{command[:60]} for 3 clay"
            )
            raise InputError(text, field="command")
        state = carried.apply_actions(state, who, (command,))
        yield state


def has(state: State, who: str) -> tuple[tuple[Sentence, Cell], ...]:
    """Return what a player has: points, coins, clay, workers in hand, under the heads of columns."""
    own = state.player(who)
    names = ("score", "coins", "wet", "dry", "in_hand")
    return tuple((phrase(f"terracotta.forecast.{name}"), getattr(own, name)) for name in names)


def ahead(state: State, who: str) -> tuple[SetupRow, ...]:
    """Return the points on the track, now and after this round, and in all if the game ended."""
    score = state.player(who).score
    results = [(phrase("terracotta.points.now"), score)]
    if not state.over:
        left = box.ROUNDS + 1 - state.round
        due = scoring.total(scoring.phase(state)).get(who, 0)
        here = scoring.total(scoring.awards(state)).get(who, 0)
        results.append((phrase("terracotta.points.track"), score + due))
        results.append((phrase("terracotta.points.here"), score + here))
        results += [
            (names.ended_after(state.round, rounds), carried.MEASURES[carried.points_of(rounds)](state, who))
            for rounds in dict.fromkeys((1, left))
        ]
    return tuple(SetupRow(what, (phrase("terracotta.forecast.points", n=n),)) for what, n in results)


def unverified(state: State) -> tuple[str, ...]:
    """Return the names of unproven values of the board that no user has confirmed."""
    return tuple(state.board.unverified)
