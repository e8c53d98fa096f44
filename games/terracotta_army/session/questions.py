"""What is asked in a turn, one thing after the other, with all that is legal, and what the dice are asked."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from pencilwright.games.rng import Stream
from pencilwright.games.shared.session import BarredPick, Conversation, Pick, Played, Prompt, SessionEvent
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import sectors
from pencilwright.games.terracotta_army.chancellor import simulation
from pencilwright.games.terracotta_army.chancellor.simulation import CHANCE
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.rules.choice import NOTHING, SUBSTITUTES, ActionChoice
from pencilwright.games.terracotta_army.rules.turns import Turn, write
from pencilwright.games.terracotta_army.state import ARTISAN, Player, State
from pencilwright.games.terracotta_army.transcript import lines
from pencilwright.games.terracotta_army.words import names
from pencilwright.games.terracotta_army.words.unavailable import why_not
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase

PAIRS: Final = tuple("".join(pair) for pair in combinations_with_replacement("123456", 2))
SUMS: Final = tuple(map(str, box.DECREE_ROWS))
DO, BUY = "do", "buy"


def say(what: str, /, **words: Word) -> Phrase:
    return phrase(f"terracotta.session.{what}", **words)


def _numbered(messages: Sequence[Sentence]) -> tuple[Pick, ...]:
    return tuple(Pick(str(number), item) for number, item in enumerate(messages, 1))


# --- The chancellor, and the end of a round ---------------------------------------------------------------


def _pair(stream: Stream) -> str:
    return "".join(sorted(f"{stream.die()}{stream.die()}"))


def _sum(stream: Stream) -> str:
    return str(stream.die() + stream.die())


def his_turn(state: State) -> Conversation:
    """His turn: his dice, then what they and the rules leave open."""
    who = lines.who_plays(state)
    dice = yield Prompt(
        who,
        say("ask.dice"),
        tuple(Pick(pair, " ".join(pair)) for pair in PAIRS),
        state,
        (),
        is_brief=True,
        dice=_pair,
        faces=("", ""),
    )
    line = lines.his_line(state, dice)
    return (yield from _followed(state, line))


def round_end(state: State) -> Conversation:
    if state.chancellor is not None:
        return (yield from _followed(state, lines.END))
    yield from ()  # among players nothing is open
    return lines.played(state, lines.END)


def _followed(state: State, line: str) -> Conversation:
    """Follow the chancellor through his turn or the end of the round, asking for decree rolls and choices."""
    decrees: list[int] = []
    taken: list[int] = []
    who = lines.who_plays(state)
    while True:
        act = lines.act_of(line)
        result = simulation.follow(act, state, taken, decrees, asks=True)
        events = lines.events_of(result)
        if result.needs_decree:
            picks = tuple(Pick(number, number) for number in SUMS)
            question = Prompt(who, say("ask.decree"), picks, result.state, events, is_brief=True, dice=_sum)
            decrees.append(int((yield question)))
        elif result.needs_choice:
            taken.append(int((yield _open_choice(who, result, events))) - 1)
        else:
            whole = lines.with_chance(line, decrees, taken)
            return Played(who, whole, result.state, events, is_end=line == lines.END)


def _open_choice(who: Sentence, result: simulation.Outcome, events: tuple[SessionEvent, ...]) -> Prompt:
    """Return the prompt of what the rules leave open: to the player across the table, or to chance."""
    decision = result.decisions[-1]
    picks = _numbered(decision.options)
    is_chance = decision.who == CHANCE

    def drawn(stream: Stream) -> str:
        return str(1 + stream.below(len(picks)))

    question = say("ask.chance" if is_chance else "ask.you", question=decision.question)
    if not is_chance:
        who = lines.name_of(result.state.human)
    return Prompt(who, question, picks, result.state, events, dice=drawn if is_chance else None)


# --- A player's turn --------------------------------------------------------------------------------------


def players_turn(state: State, letter: str) -> Conversation:
    """A player's turn: a ring, a sector, a worker, then the three actions from the inside out."""
    after = state.clone()
    player = after.player(letter)
    ask = _Asking(after, player)
    ring = yield from ask.ring()
    if ring:
        ask.note(actions.rotate(after, player, ring))
    sector, artisan = yield from ask.place()
    actions.place(after, player, sector, artisan)
    ask.note(say("placed", worker=names.worker(artisan), n=sector))
    choices = []
    for where in actions.RINGS:
        choice = yield from ask.choice(sector, where)
        choices.append(choice)
        done = actions.apply_action(after, player, sector, where, choice)
        ask.note(done, names.ring(where))
    inner, middle, outer = choices
    line = write(after.grid, Turn(letter, ring, sector, artisan, (inner, middle, outer)))
    return Played(lines.who_plays(state), line, after, tuple(ask.events))


class _Stage(NamedTuple):
    """One thing that choices differ in: its name, what it is of a choice, and its words."""

    name: str
    part: Callable[[ActionChoice], Hashable]
    words: Callable[[_Asking, ActionChoice], Sentence]
    is_brief: bool = False


class _Asking:
    """Asks a player, on a position that the answers change."""

    def __init__(self, state: State, player: Player) -> None:
        self.state, self.player = state, player
        self.events: list[SessionEvent] = []
        self.sector = -1
        self.action = ""

    def note(self, message: Phrase, rule: Sentence = "") -> None:
        """Note what happened."""
        self.events.append(SessionEvent(message, rule))

    def pick(
        self,
        text: Phrase,
        picks: tuple[Pick, ...],
        *,
        is_brief: bool = False,
        barred: tuple[BarredPick, ...] = (),
        is_on_wheel: bool = False,
    ) -> Generator[Prompt, str, str]:
        """Ask for one of several things; one alone is no question."""
        if len(picks) == 1:
            return picks[0].key
        who = lines.name_of(self.player)
        events = tuple(self.events)
        return (
            yield Prompt(
                who, text, picks, self.state, events, is_brief, barred=barred, is_on_wheel=is_on_wheel
            )
        )

    def ring(self) -> Generator[Prompt, str, str]:
        """Ask which ring is turned, "" for none."""
        if self.player.coins < box.ROTATE_COST:
            return ""
        rings = ("", *actions.RINGS[:2])
        messages = (say("ring.none"), *(say(f"ring.{ring}", n=box.ROTATE_COST) for ring in rings[1:]))
        places = ("", *(f"ring.{place}" for place in range(2)))
        picks = tuple(
            pick._replace(place=place) for pick, place in zip(_numbered(messages), places, strict=True)
        )
        key = yield from self.pick(say("ask.ring"), picks, is_on_wheel=True)
        return rings[int(key) - 1]

    def place(self) -> Generator[Prompt, str, tuple[int, bool]]:
        """Ask for the sector and the worker."""
        places = actions.places(self.state, self.player)
        free = sorted({sector for sector, _ in places})
        picks = tuple(
            Pick(str(sector), self.sector_actions(sector), place=f"sector.{sector}") for sector in free
        )
        barred = tuple(
            BarredPick(str(sector), self.closed(sector)) for sector in sectors.NUMBERS if sector not in free
        )
        self.sector = int((yield from self.pick(say("ask.sector"), picks, barred=barred, is_on_wheel=True)))
        kinds = [artisan for sector, artisan in places if sector == self.sector]
        messages = [names.worker(artisan) for artisan in kinds]
        key = yield from self.pick(say("ask.worker", n=self.sector), _numbered(messages), is_on_wheel=True)
        return self.sector, kinds[int(key) - 1]

    def closed(self, sector: int) -> Phrase:
        """Return why no worker may be placed in a sector."""
        has_artisan = ARTISAN in self.state.wheel[sector - 1]
        return say("closed.artisan" if has_artisan else "closed.craftsman")

    def sector_actions(self, sector: int) -> Phrase:
        """Return the three actions of a sector."""
        view = {ring: names.action(actions.action(self.state, sector, ring)) for ring in actions.RINGS}
        if not self.state.workers(sector):
            return say("sector", **view)
        return say("sector.beside", **view)

    def choice(self, sector: int, ring: str) -> Generator[Prompt, str, ActionChoice]:
        """Ask what is done with the action of a ring, part by part of what the rules list."""
        name = self.action = actions.action(self.state, sector, ring)
        left = [
            choice
            for choice in actions.legal_actions(self.state, self.player, sector, ring)
            if not self.is_idle(sector, ring, choice)
        ]
        bars = () if any(map(_is_done, left)) else (self.bar(sector, name),)
        for stage in STAGES:
            parts = {stage.part(choice): choice for choice in reversed(left)}
            if len(parts) == 1:
                continue
            ordered = list(dict.fromkeys(map(stage.part, left)))
            if stage.name == DEED:
                ordered.sort(key=DEEDS.index)
            messages = [stage.words(self, parts[part]) for part in ordered]
            picks = (
                tuple(Pick(str(item), item, place=f"at.{item}") for item in messages)
                if stage.is_brief
                else _numbered(messages)
            )
            key = yield from self.pick(
                self.question(stage, ring, name, left[0]),
                picks,
                is_brief=stage.is_brief,
                barred=bars if stage.name == DEED else (),
            )
            taken = ordered[[pick.key for pick in picks].index(key)]
            left = [choice for choice in left if stage.part(choice) == taken]
        return left[0]

    def bar(self, sector: int, name: str) -> BarredPick:
        """Return an action that cannot be done, and why."""
        return BarredPick(names.action(name), why_not(self.state, self.player, sector, name))

    def is_idle(self, sector: int, ring: str, choice: ActionChoice) -> bool:
        """Return whether a choice is legal and changes nothing, such as to moisten no clay."""
        if choice.what != DO:
            return False
        ends = []
        for item in (choice, NOTHING._replace(token=choice.token)):
            after = self.state.clone()
            actions.apply_action(after, after.player(self.player.letter), sector, ring, item)
            ends.append(after)
        return ends[0] == ends[1]

    def question(self, stage: _Stage, ring: str, name: str, first: ActionChoice) -> Phrase:
        """Return what a stage asks; `first` is one of the choices that are left."""
        fields: dict[str, Word] = {}
        if stage.name == DEED:
            fields = {"ring": names.ring(ring), "action": names.action(name)}
        elif stage.name in ("token", "power"):
            fields = {"master": names.action(name)}
        elif stage.name == "cell":
            if first.kind == "horse":
                return say("ask.rider")
            fields = {"piece": names.piece(first.kind)}
        elif stage.name == "direction":
            fields = {"piece": names.piece(first.kind), "space": self.state.grid.name(first.cell)}
        elif stage.name == "use":
            fields = {"weapon": names.weapon(box.WEAPON_OF_TYPE[first.kind])}
        elif stage.name == "target" and first.ability is not None:
            fields = {"source": self.state.grid.name(first.ability.source)}
        return say(f"ask.{stage.name}", **fields)


# --- What choices differ in -------------------------------------------------------------------------------

DEED: Final = "deed"
DEEDS: Final = (DO, BUY, "clay", "coin", "nothing")


def _is_done(choice: ActionChoice) -> bool:
    """Return whether a choice does the action that the ring shows."""
    return _deed(choice) == DO


def _deed(choice: ActionChoice) -> str:
    if choice.what == "nothing":
        return BUY if choice.token else "nothing"
    return choice.what if choice in SUBSTITUTES else DO


def _deed_words(ask: _Asking, choice: ActionChoice) -> Sentence:
    deed, name = _deed(choice), ask.action
    kind, _, what = name.partition(":")
    if deed == BUY:
        return say("deed.buy", master=names.action(name))
    if deed != DO:
        return say(f"deed.{deed}")
    if kind == "m":
        return say("deed.master", master=names.action(name), does=phrase(f"terracotta.rules.power.{what}"))
    if kind == "w":
        return phrase("terracotta.did.ready", weapon=names.weapon(what))
    if kind == "priority":
        if ask.state.chancellor is not None:
            return say("deed.priority", n=actions.SOLO_PRIORITY_VP)
        return phrase("terracotta.did.priority", n=actions.top_token(ask.state))
    if kind.startswith(("coins", "clay")):
        thing = "coin" if kind.startswith("coins") else "wet"
        return phrase("terracotta.did.gain", goods=names.count(int(kind[-1]), thing))
    if kind.startswith("build"):
        return say("deed.build", n=int(kind[-1]))
    if kind == "moisten":
        return phrase("terracotta.did.moisten", n=ask.player.dry)
    return phrase("terracotta.did.upgrade") if kind == "upgrade" else say("deed.specialist")


def _kind_words(ask: _Asking, choice: ActionChoice) -> Sentence:
    piece = names.piece(choice.kind)
    if choice.what == "specialist":
        price = names.count(building.cost_of(ask.state, choice.kind), "coin")
        return say("kind.priced", piece=piece, price=price)
    if ask.action == "m:builder":
        return piece
    return say("kind.worth", piece=piece, n=ask.state.value_of_type(choice.kind))


def _use(choice: ActionChoice) -> Hashable:
    """Return how the weapon is used, but for the end of a slide."""
    return None if choice.ability is None else choice.ability._replace(target=-1)


def _use_words(ask: _Asking, choice: ActionChoice) -> Sentence:
    used = choice.ability
    if used is None:
        return say("use.not")
    if used.weapon == "sword":
        if not used.axis:
            return say("use.points", n=building.SWORD_VP)
        return say("use.inspector", n=building.SWORD_VP, line=_line_after(ask.state, used.axis, used.step))
    if used.weapon == "pike":
        if used.source < 0:
            return say("use.points", n=building.PIKE_VP)
        return say("use.slide", n=building.PIKE_VP, source=ask.state.grid.name(used.source))
    if used.weapon == "crossbow":
        if not used.direction:
            return say("use.points", n=0)
        points = building.crossbow_points(ask.state.grid, choice.cell, used.direction)
        return say("use.shot", n=points, direction=names.way(used.direction))
    return say("use.coins", n=building.SPEAR_VP, coins=names.count(building.SPEAR_COINS, "coin"))


def _line_after(state: State, axis: str, steps: int) -> Phrase:
    """Return where an inspector stands after so many steps."""
    moved = state.clone()
    building.move_inspector(moved, axis, steps)
    return building.line_name(moved, axis)


def _store_words(ask: _Asking, choice: ActionChoice) -> Sentence:
    first, other = choice.stores
    return say("stores", one=first, other=other, n=ask.state.stores[first] + ask.state.stores[other])


def _move_words(ask: _Asking, choice: ActionChoice) -> Sentence:
    inspector = phrase(f"terracotta.inspector.{choice.axis}")
    return say("move", inspector=inspector, line=_line_after(ask.state, choice.axis, choice.steps))


def _cell_words(ask: _Asking, choice: ActionChoice) -> Sentence:
    return ask.state.grid.name(choice.cell)


def _target_words(ask: _Asking, choice: ActionChoice) -> Sentence:
    return "" if choice.ability is None else ask.state.grid.name(choice.ability.target)


GOODS: Final = {"clay": "wet", "coin": "coin"}
STAGES: Final[tuple[_Stage, ...]] = (
    _Stage(DEED, _deed, _deed_words),
    _Stage("token", lambda choice: choice.token, lambda _ask, choice: say("token", n=choice.token)),
    _Stage("kind", lambda choice: choice.kind, _kind_words),
    _Stage("cell", lambda choice: choice.cell, _cell_words, is_brief=True),
    _Stage("direction", lambda choice: choice.direction, lambda _ask, choice: names.way(choice.direction)),
    _Stage("stores", lambda choice: choice.stores, _store_words),
    _Stage("move", lambda choice: (choice.axis, choice.steps), _move_words),
    _Stage("good", lambda choice: choice.good, lambda _ask, choice: names.count(1, GOODS[choice.good])),
    _Stage("use", _use, _use_words),
    _Stage("target", lambda choice: choice.ability and choice.ability.target, _target_words, is_brief=True),
)
"""What is asked one after the other of the choices that are left."""
