"""The attack phase: every battle step by step, with the reason of each point (dossier, section 6)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.state import Section, State, uses
from pencilwright.templates.phrases import Phrase, Word, phrase

NUMERALS = ("I", "II", "III", "IV")
NEVER = 99
RESTS_ON = ("paths", "raid_values")
"""House defaults that every battle rests on."""


def rests_on(state: State) -> list[str]:
    """Return the names of the house defaults that the battles of a position rest on."""
    return [name for name in RESTS_ON if name in state.box.unverified]


class BattleGain(NamedTuple):
    """Points of one player in one step of a battle, and why; `coins` are lost coins (0 or below)."""

    step: str
    player: str
    points: int
    reason: Phrase
    coins: int = 0


class Battle(NamedTuple):
    """One battle.

    Attributes
    ----------
    section : 1 to 4.
    contributions : strength of each player in the section, all players in the order of the position.
    gains : points in order.
    events : what happens, in order.
    raided : building spaces overrun.
    penalty : strength left after the last building; what every player pays for.
    after : the section after the battle; its nomads are 0, for the value beside the numeral is not known.
    soldiers_lost, governors_lost : letters in the order in which they leave.
    """

    section: int
    contributions: tuple[tuple[str, int], ...]
    gains: tuple[BattleGain, ...]
    events: tuple[Phrase, ...]
    raided: tuple[str, ...]
    penalty: int
    after: Section
    soldiers_lost: str
    governors_lost: str

    @property
    def won(self) -> bool:
        """Whether no building was raided."""
        return not self.raided and not self.penalty


def towers_of(section: Section) -> str:
    """Return the towers from the left; a double-tower tile counts as two, left of all others."""
    return "".join(letter * 2 for letter in section.double) + section.towers


def defence(section: Section) -> int:
    """Return the strength of a section, all players together."""
    walls = box.TOWER * len(towers_of(section)) + box.WALL * len(section.walls)
    return walls + box.SOLDIER * len(section.soldiers)


def strength(section: Section, letter: str) -> int:
    """Return what one player contributes to a section."""
    return (
        box.TOWER * towers_of(section).count(letter)
        + box.WALL * section.walls.count(letter)
        + box.SOLDIER * section.soldiers.count(letter)
    )


def ranked(section: Section, letters: str) -> str:
    """Return the players who contributed, best first: strength, then leftmost soldier, wall, tower."""

    def key(letter: str) -> tuple[int, ...]:
        rows = (section.soldiers, section.walls, towers_of(section))
        return (-strength(section, letter), *(row.index(letter) if letter in row else NEVER for row in rows))

    return "".join(sorted((letter for letter in letters if strength(section, letter)), key=key))


def resolve(state: State, number: int) -> Battle:
    """Return the battle of one section (1 to 4) as the position stands, whether or not one is due there.

    Penalties are paid in coins as far as they go, then in points, never below 0 (Q3, HD-19); the coins and
    points are those of the position plus what this battle gave before.
    """
    section, letters = state.wall[number - 1], "".join(entry.letter for entry in state.players)
    fight = _Fight(state, section, number)
    fight.prestige(letters)
    fight.battle()
    fight.breakthrough(letters)
    fight.protected()
    fight.retreat()
    return Battle(
        number,
        tuple((letter, strength(section, letter)) for letter in letters),
        tuple(fight.gains),
        tuple(fight.events),
        tuple(fight.raided),
        fight.penalty,
        Section(soldiers=fight.soldiers, walls=section.walls, towers=section.towers),
        section.soldiers[: len(section.soldiers) - len(fight.soldiers)],
        fight.fallen,
    )


class _Fight:
    """One battle as it goes on: the strength left, the soldiers left, the points so far."""

    def __init__(self, state: State, section: Section, number: int) -> None:
        self.state, self.section, self.number = state, section, number
        self.nomads, self.soldiers = section.nomads, section.soldiers
        self.path = state.box.paths[number - 1]
        self.gains: list[BattleGain] = []
        self.events: list[Phrase] = []
        self.raided: list[str] = []
        self.penalty, self.fallen, self.first = 0, "", ""

    def prestige(self, letters: str) -> None:
        """Step 1: award 7, 4, 2 to those who contributed, and what P6 and P7 pay (Q4, Q7)."""
        order = ranked(self.section, letters)
        self.first = order[:1]
        for place, (letter, points) in enumerate(zip(order, box.AWARD, strict=False), start=1):
            reason = phrase(f"tianxia.battle.award.{place}", n=strength(self.section, letter))
            self.gains.append(BattleGain("1", letter, points, reason))
        for tile, each, rows in (
            ("P6", 2, (self.section.walls, towers_of(self.section))),
            ("P7", 1, (self.section.soldiers,)),
        ):
            for letter in uses(self.state, tile):
                every = self.state.box.everyones_pieces
                count = sum(len(row) if every else row.count(letter) for row in rows)
                if count:
                    reason = phrase(f"tianxia.battle.pays.{tile}", each=each, n=count)
                    self.gains.append(BattleGain(tile, letter, each * count, reason))

    def battle(self) -> None:
        """Step 2: towers and walls, then soldiers one by one from the left."""
        start = self.nomads
        stone = box.TOWER * len(towers_of(self.section)) + box.WALL * len(self.section.walls)
        self.nomads = max(start - stone, 0)
        self.tell("2a", start=start, stone=stone, left=self.nomads)
        lost = self.soldiers[: self.nomads]
        self.soldiers = self.soldiers[len(lost) :]
        self.nomads -= len(lost)
        if lost:
            self.tell("2b", n=len(lost), who=lost, left=self.nomads)
        for letter in dict.fromkeys(lost):
            count = lost.count(letter)
            self.gains.append(
                BattleGain("2b", letter, box.SOLDIER_LOST * count, phrase("tianxia.battle.fallen", n=count))
            )
        self.tell("lost" if self.nomads else "won")

    def breakthrough(self, letters: str) -> None:
        """Step 3: building by building; what is left then costs every player 1 coin or 3 points each."""
        for space, raid in zip(self.path, self.state.box.raid_values[self.number - 1], strict=True):
            if not self.nomads:
                return
            owners = self.state.governors.get(space, "")
            self.raided.append(space)
            self.fallen += owners
            self.nomads = max(self.nomads - raid, 0)
            fields: dict[str, Word] = {"space": phrases.space(space), "raid": raid, "left": self.nomads}
            if owners:
                self.tell("3.governors", who=owners, **fields)
            else:
                self.tell("3", **fields)
        self.penalty = self.nomads
        if not self.penalty:
            return
        self.tell("3f", n=self.penalty, **phrases.NUMBERS)
        for letter in letters:
            owner = next(entry for entry in self.state.players if entry.letter == letter)
            coins = min(owner.coin, box.PENALTY_COINS * self.penalty)
            owed = box.PENALTY_POINTS * (self.penalty - coins)
            have = owner.points + sum(gain.points for gain in self.gains if gain.player == letter)
            reason = phrase("tianxia.battle.paid", coins=coins, points=min(owed, have))
            self.gains.append(BattleGain("3f", letter, -min(owed, have), reason, -coins))

    def protected(self) -> None:
        """Step 4: the one with the most award gains 1 for each governor left there, won or lost (X1)."""
        left = sum(
            len(self.state.governors.get(space, "")) for space in self.path if space not in self.raided
        )
        if left and self.first:
            reason = phrase("tianxia.battle.standing", n=left)
            self.gains.append(BattleGain("4", self.first, box.GOVERNOR_SAVED * left, reason))

    def retreat(self) -> None:
        """Step 5: the markers go back."""
        after = Section(soldiers=self.soldiers, walls=self.section.walls, towers=self.section.towers)
        if self.state.round < box.ROUNDS:
            self.tell("5", numeral=NUMERALS[self.state.round], defence=defence(after))
        else:
            self.tell("5.last", defence=defence(after))

    def tell(self, event: str, **words: Word) -> None:
        """Note what happens."""
        self.events.append(phrase(f"tianxia.battle.event.{event}", **words))


def attack_phase(state: State) -> tuple[State, tuple[Battle, ...]]:
    """Resolve all battles that are due, section 1 to 4 (Q2), and return the position after them.

    Soldiers return to their owners' supply, in round 4 they are set aside (Q25); governors return in every
    round. A building has one token at most (Q6). Double-tower tiles leave the game.
    """
    battles = []
    for number in range(1, box.SECTIONS + 1):
        if state.wall[number - 1].battle:
            battle = resolve(state, number)
            battles.append(battle)
            state = _after(state, battle)
    wall = tuple(msgspec.structs.replace(section, double="") for section in state.wall)
    return msgspec.structs.replace(state, wall=wall, over=state.round == box.ROUNDS), tuple(battles)


def _after(state: State, battle: Battle) -> State:
    """Return the position after one battle."""
    back = battle.governors_lost + ("" if state.round == box.ROUNDS else battle.soldiers_lost)
    players = []
    for owner in state.players:
        gains = [gain for gain in battle.gains if gain.player == owner.letter]
        players.append(
            msgspec.structs.replace(
                owner,
                points=owner.points + sum(gain.points for gain in gains),
                coin=owner.coin + sum(gain.coins for gain in gains),
                meeples=owner.meeples + back.count(owner.letter),
            )
        )
    tokens = [*state.tokens, *battle.raided]
    if not state.box.raid_tokens_stack:
        tokens = list(dict.fromkeys(tokens))
    wall = list(state.wall)
    wall[battle.section - 1] = battle.after
    return msgspec.structs.replace(
        state,
        players=tuple(players),
        wall=tuple(wall),
        governors={space: who for space, who in state.governors.items() if space not in battle.raided},
        tokens=tuple(sorted(tokens, key=box.SPACE_IDS.index)),
    )
