"""Why an action of the wheel cannot be done now: what a player lacks, or has already."""

from __future__ import annotations

from pencilwright.games.terracotta_army.rules import building
from pencilwright.games.terracotta_army.state import Player, State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, phrase


def why_not(state: State, player: Player, sector: int, name: str) -> Phrase:
    """Return why a player, the worker placed, cannot do an action, or could and would change nothing."""
    kind, _, what = name.partition(":")
    if kind == "m":
        return _master(state, player, sector, what)
    if kind == "w":
        return _say("ready")
    if kind.startswith("build"):
        cost = int(kind.removeprefix("build"))
        return names.lacks(player.colour, "wet", cost, player.wet) if player.wet < cost else _say("warriors")
    if kind == "specialist":
        return _say("space" if building.purchasable(state, player) else "specialist")
    if kind == "priority":
        return _say("token" if player.priority else "stack")
    return _say("dry" if kind == "moisten" else "artisan")


def _master(state: State, player: Player, sector: int, master: str) -> Phrase:
    """Return why a master cannot be used: no token that can be paid, or what the power lacks."""
    coins = player.coins
    if master not in player.masters:
        if not player.tokens:
            return _say("tokens")
        coins -= min(player.tokens)
        if coins < 0:
            return names.lacks(player.colour, "coin", min(player.tokens), player.coins)
    if master == "builder":
        price = state.round + player.coins - coins
        return (
            names.lacks(player.colour, "coin", price, player.coins)
            if coins < state.round
            else _say("warriors")
        )
    if master == "captain":
        inner = state.inner_action(sector)
        return phrase("problem.at", field=names.action(inner), rule=why_not(state, player, sector, inner))
    return _say("stores" if master == "chancellor" else "all_ready")


def _say(what: str) -> Phrase:
    return phrase(f"terracotta.impossible.{what}")
