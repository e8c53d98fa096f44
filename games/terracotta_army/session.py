"""A game in one sitting: each thing that is to be decided in a turn, with all that is legal, one by one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.options import SWITCH, Option
from pencilwright.games.shared.reading import printable_name
from pencilwright.games.shared.session import Bar, Conversation, Event, Pick, Played, Prompt, Session
from pencilwright.games.terracotta_army import building, oracle, rules, transcript, words
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import setup as setups
from pencilwright.games.terracotta_army.choice import NOTHING, SUBSTITUTES, Choice
from pencilwright.games.terracotta_army.impossible import why_not
from pencilwright.games.terracotta_army.oracle import CHANCE
from pencilwright.games.terracotta_army.state import Player, State
from pencilwright.games.terracotta_army.status import drawing
from pencilwright.games.terracotta_army.status import tell as picture
from pencilwright.games.terracotta_army.transcript import Record
from pencilwright.games.terracotta_army.transcript import who_plays as mover
from pencilwright.games.terracotta_army.turns import Turn, write
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase

PAIRS: Final = tuple("".join(pair) for pair in combinations_with_replacement("123456", 2))
SUMS: Final = tuple(map(str, box.DECREE_ROWS))
DO, BUY = "do", "buy"
OPTIONS: Final = (
    Option("player", metavar="NAMES"),
    Option("roll", SWITCH),
)
TYPED: Final = (("12, E4", phrase("sitting.help.pick")), ("3 5", phrase("sitting.help.dice")))

__all__ = [
    "OPTIONS", "TYPED", "advice_of", "begun", "code_of", "drawing", "is_over", "mover", "opened", "picture",
    "record_of", "turn", "unverified", "verdict",
]  # fmt: skip


def opened(record: Record, answers: Sequence[str] = ()) -> Session:
    """Return the game of a transcript, to be gone on with; `answers` of the turn that is going on."""
    return Session(record.begin, turn, transcript.seed(record.begin), record.turns, answers)


def record_of(session: Session) -> Record:
    """Return what of a game is written down: whole turns."""
    return Record(session.begin, tuple(session.turns))


def begun(state: State, names: Sequence[str]) -> Record:
    """Return a game of which nothing is played.

    names : of the players in the order of their seats, yellow first; in a solo game yours alone.

    Raises InputError for a position that cannot arise, and for more names than players.
    """
    named = state.clone()
    seats = [player for player in named.players if not named.is_him(player)]
    seats.sort(key=lambda player: box.COLOURS.index(player.colour))
    if len(names) > len(seats):
        raise InputError(_say("names", n=len(names), players=len(seats)), field="player")
    for player, name in zip(seats, names, strict=False):
        player.name = printable_name(name, "player")
    return transcript.begin(named)


def code_of(state: State) -> str:
    """Return the share code of the setup, "" where it is not known."""
    return "" if state.setup is None else setups.to_code(state.setup)


def unverified(state: State) -> Sequence[str]:
    """Return the names of unproven values of the board that no user has confirmed."""
    return state.board.unverified


def advice_of(session: Session) -> tuple[State, Mapping[str, object]] | None:
    """Return the position that advice is asked about, and the options; None where nobody asks."""
    state: State = session.state
    player = state.to_move()
    return None if player is None or state.is_him(player) else (state, {"for": player.colour})


def is_over(state: State) -> bool:
    """Return whether the game is over."""
    return state.over


def verdict(state: State) -> Phrase:
    """Return who has won, and by how much; of equal points who is earlier in turn order, so he before you."""
    if state.chancellor is not None:
        lead = state.human.score - state.him.score
        said = {"you": state.human.score, "him": state.him.score}
        return _say("won", **said, n=lead) if lead > 0 else _say("lost" if lead else "level", **said, n=-lead)
    ranked = sorted(state.players, key=lambda player: -player.score)
    first, second = ranked[:2]
    name, lead = transcript.name_of(first), first.score - second.score
    return _say("wins", player=name, n=lead) if lead else _say("wins.tie", player=name, n=first.score)


def turn(state: State) -> Conversation | None:
    """Return the conversation of what comes next: a player's turn, the chancellor's, the end of the round."""
    if state.over:
        return None
    player = state.to_move()
    if player is None:
        return _round_end(state)
    return _his(state) if state.is_him(player) else _turn_of(state, player.letter)


def _say(what: str, /, **said: Word) -> Phrase:
    return phrase(f"terracotta.session.{what}", **said)


def _numbered(said: Sequence[Sentence]) -> tuple[Pick, ...]:
    return tuple(Pick(str(number), one) for number, one in enumerate(said, 1))


# --- The chancellor, and the end of a round ---------------------------------------------------------------


def _pair(stream: Stream) -> str:
    return "".join(sorted(f"{stream.die()}{stream.die()}"))


def _sum(stream: Stream) -> str:
    return str(stream.die() + stream.die())


def _his(state: State) -> Conversation:
    """His turn: his dice, then what they and the rules leave open."""
    who = transcript.who_plays(state)
    dice = yield Prompt(
        who,
        _say("ask.dice"),
        tuple(Pick(pair, " ".join(pair)) for pair in PAIRS),
        state,
        (),
        is_brief=True,
        dice=_pair,
        faces=("", ""),
    )
    line = transcript.his_line(state, dice)
    return (yield from _followed(state, line))


def _round_end(state: State) -> Conversation:
    if state.chancellor is not None:
        return (yield from _followed(state, transcript.END))
    yield from ()  # among players nothing is open
    return transcript.played(state, transcript.END)


def _followed(state: State, line: str) -> Conversation:
    """Follow the chancellor through his turn or the end of the round, asking for decree rolls and choices."""
    decrees: list[int] = []
    taken: list[int] = []
    who = transcript.who_plays(state)
    while True:
        act = transcript.act_of(line)
        found = oracle.follow(act, state, taken, decrees, asks=True)
        events = transcript.events_of(found)
        if found.needs_decree:
            picks = tuple(Pick(number, number) for number in SUMS)
            asked = Prompt(who, _say("ask.decree"), picks, found.state, events, is_brief=True, dice=_sum)
            decrees.append(int((yield asked)))
        elif found.needs_choice:
            taken.append(int((yield _open_choice(who, found, events))) - 1)
        else:
            whole = transcript.with_chance(line, decrees, taken)
            return Played(who, whole, found.state, events, is_end=line == transcript.END)


def _open_choice(who: Sentence, found: oracle.Outcome, events: tuple[Event, ...]) -> Prompt:
    """Return the prompt of what the rules leave open: to the player across the table, or to chance."""
    decision = found.decisions[-1]
    picks = _numbered(decision.options)
    is_chance = decision.who == CHANCE

    def drawn(stream: Stream) -> str:
        return str(1 + stream.below(len(picks)))

    asked = _say("ask.chance" if is_chance else "ask.you", question=decision.question)
    if not is_chance:
        who = transcript.name_of(found.state.human)
    return Prompt(who, asked, picks, found.state, events, dice=drawn if is_chance else None)


# --- A player's turn --------------------------------------------------------------------------------------


def _turn_of(state: State, letter: str) -> Conversation:
    """A player's turn: a ring, a sector, a worker, then the three actions from the inside out."""
    after = state.clone()
    player = after.player(letter)
    ask = _Asking(after, player)
    ring = yield from ask.ring()
    if ring:
        ask.note(rules.rotate(after, player, ring))
    sector, artisan = yield from ask.place()
    rules.place(after, player, sector, artisan)
    ask.note(_say("placed", worker=words.worker(artisan), n=sector))
    choices = []
    for where in rules.RINGS:
        choice = yield from ask.choice(sector, where)
        choices.append(choice)
        done = rules.apply_action(after, player, sector, where, choice)
        ask.note(done, words.ring(where))
    inner, middle, outer = choices
    line = write(after.grid, Turn(letter, ring, sector, artisan, (inner, middle, outer)))
    return Played(transcript.who_plays(state), line, after, tuple(ask.events))


class _Stage(NamedTuple):
    """One thing that choices differ in: its name, what it is of a choice, and its words."""

    name: str
    part: Callable[[Choice], Hashable]
    words: Callable[[_Asking, str, Choice], Sentence]
    is_brief: bool = False


class _Asking:
    """Asks a player, on a position that the answers change."""

    def __init__(self, state: State, player: Player) -> None:
        self.state, self.player = state, player
        self.events: list[Event] = []
        self.sector = -1

    def note(self, said: Phrase, rule: Sentence = "") -> None:
        """Note what happened."""
        self.events.append(Event(said, rule))

    def pick(
        self,
        asked: Phrase,
        picks: tuple[Pick, ...],
        *,
        is_brief: bool = False,
        barred: tuple[Bar, ...] = (),
        is_on_wheel: bool = False,
    ) -> Generator[Prompt, str, str]:
        """Ask for one of several things; one alone is no question."""
        if len(picks) == 1:
            return picks[0].key
        who = transcript.name_of(self.player)
        events = tuple(self.events)
        return (
            yield Prompt(
                who, asked, picks, self.state, events, is_brief, barred=barred, is_on_wheel=is_on_wheel
            )
        )

    def ring(self) -> Generator[Prompt, str, str]:
        """Ask which ring is turned, "" for none."""
        if self.player.coins < box.ROTATE_COST:
            return ""
        rings = ("", *rules.RINGS[:2])
        said = (_say("ring.none"), *(_say(f"ring.{ring}", n=box.ROTATE_COST) for ring in rings[1:]))
        key = yield from self.pick(_say("ask.ring"), _numbered(said), is_on_wheel=True)
        return rings[int(key) - 1]

    def place(self) -> Generator[Prompt, str, tuple[int, bool]]:
        """Ask for the sector and the worker."""
        places = rules.places(self.state, self.player)
        sectors = sorted({sector for sector, _ in places})
        picks = tuple(Pick(str(sector), self.shown(sector)) for sector in sectors)
        barred = tuple(
            Bar(str(sector), self.closed(sector)) for sector in range(box.SECTORS) if sector not in sectors
        )
        self.sector = int((yield from self.pick(_say("ask.sector"), picks, barred=barred, is_on_wheel=True)))
        kinds = [artisan for sector, artisan in places if sector == self.sector]
        said = [words.worker(artisan) for artisan in kinds]
        key = yield from self.pick(_say("ask.worker", n=self.sector), _numbered(said), is_on_wheel=True)
        return self.sector, kinds[int(key) - 1]

    def closed(self, sector: int) -> Phrase:
        """Return why no worker may be placed in a sector."""
        has_artisan = any(worker.artisan for worker in self.state.wheel[sector])
        return _say("closed.artisan" if has_artisan else "closed.craftsman")

    def shown(self, sector: int) -> Phrase:
        """Return the three actions of a sector."""
        actions = {ring: words.action(rules.action(self.state, sector, ring)) for ring in rules.RINGS}
        if not self.state.wheel[sector]:
            return _say("sector", **actions)
        return _say("sector.beside", **actions)

    def choice(self, sector: int, ring: str) -> Generator[Prompt, str, Choice]:
        """Ask what is done with the action of a ring, part by part of what the rules list."""
        name = rules.action(self.state, sector, ring)
        left = [
            choice
            for choice in rules.legal_actions(self.state, self.player, sector, ring)
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
            said = [stage.words(self, name, parts[part]) for part in ordered]
            picks = tuple(Pick(str(one), one) for one in said) if stage.is_brief else _numbered(said)
            key = yield from self.pick(
                self.question(stage, ring, name, left[0]),
                picks,
                is_brief=stage.is_brief,
                barred=bars if stage.name == DEED else (),
            )
            taken = ordered[[pick.key for pick in picks].index(key)]
            left = [choice for choice in left if stage.part(choice) == taken]
        return left[0]

    def bar(self, sector: int, name: str) -> Bar:
        """Return an action that cannot be done, and why."""
        return Bar(words.action(name), why_not(self.state, self.player, sector, name))

    def is_idle(self, sector: int, ring: str, choice: Choice) -> bool:
        """Whether a choice is legal and changes nothing, such as to moisten no clay."""
        if choice.what != DO:
            return False
        ends = []
        for one in (choice, NOTHING._replace(token=choice.token)):
            after = self.state.clone()
            rules.apply_action(after, after.player(self.player.letter), sector, ring, one)
            ends.append(after)
        return ends[0] == ends[1]

    def question(self, stage: _Stage, ring: str, name: str, first: Choice) -> Phrase:
        """Return what a stage asks; `first` is one of the choices that are left."""
        said: dict[str, Word] = {}
        if stage.name == DEED:
            said = {"ring": words.ring(ring), "action": words.action(name)}
        elif stage.name in ("token", "power"):
            said = {"master": words.action(name)}
        elif stage.name == "cell":
            if first.kind == "horse":
                return _say("ask.rider")
            said = {"piece": words.piece(first.kind)}
        elif stage.name == "direction":
            said = {"piece": words.piece(first.kind), "space": self.state.grid.name(first.cell)}
        elif stage.name == "use":
            said = {"weapon": words.weapon(box.WEAPON_OF_TYPE[first.kind])}
        elif stage.name == "target" and first.ability is not None:
            said = {"source": self.state.grid.name(first.ability.source)}
        return _say(f"ask.{stage.name}", **said)


# --- What choices differ in -------------------------------------------------------------------------------

DEED: Final = "deed"
DEEDS: Final = (DO, BUY, "clay", "coin", "nothing")


def _is_done(choice: Choice) -> bool:
    """Whether a choice does the action that the ring shows."""
    return _deed(choice) == DO


def _deed(choice: Choice) -> str:
    if choice.what == "nothing":
        return BUY if choice.token else "nothing"
    return choice.what if choice in SUBSTITUTES else DO


def _deed_words(ask: _Asking, name: str, choice: Choice) -> Sentence:
    deed = _deed(choice)
    kind, _, what = name.partition(":")
    if deed == BUY:
        return _say("deed.buy", master=words.action(name))
    if deed != DO:
        return _say(f"deed.{deed}")
    if kind == "m":
        return _say("deed.master", master=words.action(name), does=phrase(f"terracotta.rules.power.{what}"))
    if kind == "w":
        return phrase("terracotta.did.ready", weapon=words.weapon(what))
    if kind == "priority":
        if ask.state.chancellor is not None:
            return _say("deed.priority", n=rules.SOLO_PRIORITY_VP)
        return phrase("terracotta.did.priority", n=rules.top_token(ask.state))
    if kind.startswith(("coins", "clay")):
        thing = "coin" if kind.startswith("coins") else "wet"
        return phrase("terracotta.did.gain", goods=words.count(int(kind[-1]), thing))
    if kind.startswith("build"):
        return _say("deed.build", n=int(kind[-1]))
    if kind == "moisten":
        return phrase("terracotta.did.moisten", n=ask.player.dry)
    return phrase("terracotta.did.upgrade") if kind == "upgrade" else _say("deed.specialist")


def _kind_words(ask: _Asking, name: str, choice: Choice) -> Sentence:
    piece = words.piece(choice.kind)
    if choice.what == "specialist":
        price = words.count(building.cost_of(ask.state, choice.kind), "coin")
        return _say("kind.priced", piece=piece, price=price)
    if name == "m:builder":
        return piece
    return _say("kind.worth", piece=piece, n=ask.state.value_of_type(choice.kind))


def _use(choice: Choice) -> Hashable:
    """Return how the weapon is used, but for the end of a slide."""
    return None if choice.ability is None else choice.ability._replace(target=-1)


def _use_words(ask: _Asking, name: str, choice: Choice) -> Sentence:
    del name
    used = choice.ability
    if used is None:
        return _say("use.not")
    if used.weapon == "sword":
        if not used.axis:
            return _say("use.points", n=building.SWORD_VP)
        return _say("use.inspector", n=building.SWORD_VP, line=_line_after(ask.state, used.axis, used.step))
    if used.weapon == "pike":
        if used.source < 0:
            return _say("use.points", n=building.PIKE_VP)
        return _say("use.slide", n=building.PIKE_VP, source=ask.state.grid.name(used.source))
    if used.weapon == "crossbow":
        if not used.direction:
            return _say("use.points", n=0)
        points = building.crossbow_points(ask.state.grid, choice.cell, used.direction)
        return _say("use.shot", n=points, direction=words.way(used.direction))
    return _say("use.coins", n=building.SPEAR_VP, coins=words.count(building.SPEAR_COINS, "coin"))


def _line_after(state: State, axis: str, steps: int) -> Phrase:
    """Return where an inspector stands after so many steps."""
    moved = state.clone()
    building.move_inspector(moved, axis, steps)
    return building.line_name(moved, axis)


def _store_words(ask: _Asking, name: str, choice: Choice) -> Sentence:
    del name
    one, other = choice.stores
    return _say("stores", one=one, other=other, n=ask.state.stores[one] + ask.state.stores[other])


def _move_words(ask: _Asking, name: str, choice: Choice) -> Sentence:
    del name
    inspector = phrase(f"terracotta.inspector.{choice.axis}")
    return _say("move", inspector=inspector, line=_line_after(ask.state, choice.axis, choice.steps))


def _cell_words(ask: _Asking, name: str, choice: Choice) -> Sentence:
    del name
    return ask.state.grid.name(choice.cell)


def _target_words(ask: _Asking, name: str, choice: Choice) -> Sentence:
    del name
    return "" if choice.ability is None else ask.state.grid.name(choice.ability.target)


GOODS: Final = {"clay": "wet", "coin": "coin"}
STAGES: Final[tuple[_Stage, ...]] = (
    _Stage(DEED, _deed, _deed_words),
    _Stage("token", lambda choice: choice.token, lambda ask, name, choice: _say("token", n=choice.token)),
    _Stage("kind", lambda choice: choice.kind, _kind_words),
    _Stage("cell", lambda choice: choice.cell, _cell_words, is_brief=True),
    _Stage(
        "direction", lambda choice: choice.direction, lambda ask, name, choice: words.way(choice.direction)
    ),
    _Stage("stores", lambda choice: choice.stores, _store_words),
    _Stage("move", lambda choice: (choice.axis, choice.steps), _move_words),
    _Stage("good", lambda choice: choice.good, lambda ask, name, choice: words.count(1, GOODS[choice.good])),
    _Stage("use", _use, _use_words),
    _Stage("target", lambda choice: choice.ability and choice.ability.target, _target_words, is_brief=True),
)
"""What is asked one after the other of the choices that are left."""
