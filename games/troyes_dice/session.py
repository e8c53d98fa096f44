"""A half-day choice by choice: the dice, which die, what for, how it is paid, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared import session as shared
from pencilwright.games.shared.options import SWITCH, TIME, Option
from pencilwright.games.troyes_dice import commands
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice import setup as setups
from pencilwright.games.troyes_dice.marks import to_marks
from pencilwright.games.troyes_dice.play import move_text, rules, status, transcript
from pencilwright.games.troyes_dice.play.known_dice import DICE, parse_roll, with_dice, with_table
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.transcript import Transcript, dice_in_words, time_of, when
from pencilwright.games.troyes_dice.play.vectors import half_index, position, sheet_of, sheet_vector, vectors
from pencilwright.games.troyes_dice.scoring import band, score
from pencilwright.games.troyes_dice.state import HALVES, State, built_columns, start
from pencilwright.templates.phrases import Phrase, Sentence, phrase

OPTIONS: Final = (
    Option("player", metavar="NAME"),
    Option("roll", SWITCH),
    Option("seconds", TIME, spelt="time"),
    Option("advice_seed", metavar="TEXT"),
)
TYPED: Final = (
    ("b3 1 5 6", phrase("sitting.help.dice")),
    ("2", phrase("sitting.help.pick")),
    ("s2 W4>Y3 public", phrase("troyes.play.help.public")),
    ("s1:K R6 gain", phrase("troyes.play.help.gain")),
    ("s3 Y6 prestige red", phrase("troyes.play.help.prestige")),
)
FALLBACK: Final = "fallback"
MARKET: Final = "great_market"
DIE, WHAT, PAY, CHOICE = range(4)
"""Stages of a move; each choice of its cascade is one more."""
PILLAGE: Final = "pillage"
_LETTER: Final = dict(zip(box.COLOURS, box.COLOUR_LETTERS, strict=True))
_SIDES: Final = tuple(shared.Pick(side, phrase(f"troyes.setup.{side}")) for side in ("feast", PILLAGE))
_TIMES: Final = (
    shared.ToldPart(
        phrase("troyes.session.day"),
        tuple(shared.Pick(f"{day}", f"{day}") for day in range(1, box.DAYS + 1)),
        True,
    ),
    shared.ToldPart(
        phrase("troyes.session.half"),
        tuple(shared.Pick(half, phrase(f"half.{half}")) for half in HALVES[:2]),
        True,
    ),
)
SLOT_PRICES: Final = ("free", "any", "denier1", "denier2")


def begun(state: State, names: Sequence[str]) -> Transcript:
    """Return a game of which nothing is played.

    Raises InputError for a position that is not the beginning of a setup's game, and for more than one name.
    """
    if state.setup is None or replace(state, sheet=replace(state.sheet, player="")) != start(state.setup):
        raise InputError(phrase("troyes.session.not_begin"), field="file")
    if len(names) > 1:
        raise InputError(phrase("troyes.session.names"), field="player")
    return transcript.begin(state.setup, names[0] if names else state.sheet.player)


def opened(record: Transcript, answers: Sequence[str] = ()) -> shared.Session:
    """Return the game of a transcript, to be gone on with; `answers` of the half-day that is going on."""
    begin = record.back_to(0).state()
    turns = [_read(record.back_to(number + 1)) for number in range(len(record.turns))]
    return shared.Session(begin, turn, code_of(begin), turns, answers)


def _read(record: Transcript) -> shared.Played:
    """Return the last half-day of a transcript as it was played."""
    last = record.turns[-1]
    raid = move_text.describe_attack(record.back_to(len(record.turns) - 1).position()[0], last.table)
    notation = move_text.notation(last.sheet, last.table, last.move)
    events = (*_raid(raid), shared.SessionEvent(last.words))
    answers = (_packed(last.roll), notation)  # taking the move back keeps the dice
    who = _who(record.player, len(record.turns) - 1)
    return shared.Played(who, _line(last.table, notation), record.state(), events, answers)


def record_of(session: shared.Session) -> Transcript:
    """Return the transcript of completed half-days."""
    begin: State = session.begin
    record = transcript.begin(_setup_of(begin), begin.sheet.player)
    for played in session.turns:
        record = transcript.add(record, played.line)
    return record


def _setup_of(state: State) -> setups.Setup:
    if state.setup is None:
        raise InputError(phrase("troyes.refused.no_setup"), field="setup")
    return state.setup


def code_of(state: State) -> str:
    """Return the share code of the setup, "" where it is not known."""
    return "" if state.setup is None else setups.to_code(state.setup)


def picture(state: State, language: str) -> str:
    """Return the position for a terminal."""
    return status.tell(*position(state), language)


def drawing(state: State) -> shared.BoardDrawing:
    """Return what a page draws of a position: its sheet, and the wheel beside it."""
    sheet, table = position(state)
    points = rules.final_score(sheet)
    return shared.BoardDrawing(
        ((state.sheet.player or phrase("troyes.session.you"), points, True),),
        mover(state),
        figure=status.wheel(table),
        marks=to_marks(state),
    )


def advice_of(session: shared.Session) -> tuple[State, Mapping[str, object]] | None:
    """Return the position that advice is asked about, once the dice lie; None before."""
    if session.prompt is None or session.prompt.dice is not None:
        return None
    return session.prompt.state, {}


def mover(state: State) -> Phrase:
    """Return which half-day comes next, in words; the wheel where that is not known."""
    if state.setup is not None and state.table is None:
        return phrase("troyes.session.wheel")
    return phrase("troyes.status.over") if commands.is_over(state) else when(_half(state))


def _half(state: State) -> int:
    return 0 if state.table is None else half_index(state.table)


def verdict(state: State) -> Phrase:
    """Return the points at the end, and the title that they earn."""
    points = score(state).known
    return phrase("troyes.session.end", n=points, title=band(points, box.STANDARD))


def brought(state: State, mark: str) -> State:
    """Return a position with the building of a mark and what it brings: its citizens, its link, its number.

    What hangs on the dice, as a great market's gain, or on a choice is not there: who marks by hand marks it.
    """
    kind, _, column = mark.removeprefix("building.").partition(".")
    if not mark.startswith("building.") or int(column) in built_columns(state.sheet, kind):
        return state
    sheet = sheet_vector(state.sheet)
    if kind == MARKET:
        sheet[rules.BUILT + box.KINDS.index(kind)] |= 1 << (int(column) - 1)
    else:
        counts = rules.new_counts()
        rules.build(sheet, [], box.KINDS.index(kind), int(column) - 1, 0, [], 0, counts)
    after = sheet_of(sheet, state.sheet.player)
    return replace(state, sheet=replace(after, slots=state.sheet.slots))


# --- A half-day -------------------------------------------------------------------------------------------


def turn(state: State) -> shared.Conversation | None:
    """Return the conversation of the half-day that comes next; None when the game is over.

    Raises InputError when setup or table is not known.
    """
    if state.setup is not None and state.table is None:
        return _wheel(state, state.setup)
    position(state)
    return None if commands.is_over(state) else _half_day(state)


def _wheel(state: State, setup: setups.Setup) -> shared.Conversation:
    """Return the conversation that asks how the wheel lies, where the sheet does not tell it."""
    plazas = tuple(
        shared.ToldPart(
            f"P{n}",
            tuple(shared.Pick(_LETTER[up], phrase(f"colour.{up}"), face=_LETTER[up].lower()) for up in faces),
        )
        for n, faces in enumerate(tuple(dict.fromkeys(plaza)) for plaza in setup.plazas)
    )
    tiles = tuple(shared.ToldPart(f"P{notch} X{tile}", _SIDES) for notch, tile in setup.expansion)
    who = mover(state)
    answer = yield shared.Prompt(
        who, phrase("troyes.session.ask.wheel"), (), state, parts=(*_TIMES, *plazas, *tiles)
    )
    day, half, *rest = answer.split()
    up, sides = rest[: len(plazas)], rest[len(plazas) :]
    turned = (notch for (notch, _), side in zip(setup.expansion, sides, strict=True) if side == PILLAGE)
    after = with_table(state, f"{day}{half}", "".join(up), "".join(map(str, turned)))
    return shared.Played(who, answer, after, (shared.SessionEvent(mover(after)),))


def _half_day(state: State) -> shared.Conversation:
    """Return the dice, unless they are known; then the move part by part."""
    who = _who(state.sheet.player, _half(state))
    if state.table is None or not state.table.rolls:
        dice = yield _dice(state, who)
        state = with_dice(state, parse_roll(" ".join([dice[:2], *dice[2:]])))
    return (yield from _Moves(state, who).ask())


def _who(player: str, half: int) -> Phrase:
    return phrase("troyes.session.who", player=player, when=when(half)) if player else when(half)


def _dice(state: State, who: Phrase) -> shared.Prompt:
    """Return the prompt for the dice. Rolled ones follow from the share code: all can play the same."""
    half, code = _half(state), code_of(state)

    def rolled(_stream: Stream) -> str:
        return _packed(transcript.fair_rolls(code)[half])

    picks = tuple(shared.Pick(_packed(roll), dice_in_words(roll)) for _, *roll in rules.rolls())
    ask = phrase("troyes.session.ask.dice")
    return shared.Prompt(
        who,
        ask,
        picks,
        state,
        is_brief=True,
        dice=rolled,
        faces=DICE,
        parse=lambda text: (_packed(parse_roll(text)),),
    )


def _packed(roll: Sequence[int]) -> str:
    """Return dice as a key: "b3156", the black one first, the others ascending."""
    return dice_in_words(roll).replace(" ", "")


def _line(table: Sequence[int], notation: str) -> str:
    """Return a half-day as the transcript has it. table : with the dice placed."""
    dice = list(table[rules.DICE : rules.DICE + box.SLOTS])
    black = dice.pop(table[rules.BLACK])
    return f"{time_of(table[rules.HALF])} {dice_in_words((black, *sorted(dice)))} | {notation}"


def _raid(text: Sentence) -> tuple[shared.SessionEvent, ...]:
    return (shared.SessionEvent(text),) if text else ()


class _Moves:
    """The legal moves of a half-day, narrowed down stage by stage."""

    def __init__(self, state: State, who: Phrase) -> None:
        self.state, self.who = state, who
        self.sheet, self.table = position(state)
        before, _ = vectors(state)
        self.events = _raid(move_text.describe_attack(before, self.table))
        self.visible = commands.after_raid(state)
        self._labels: dict[Move, list[str]] = {}

    def ask(self) -> shared.Conversation:
        """Ask for each part that is open, and carry the move out."""
        left = rules.legal_actions(self.sheet, self.table)
        taken: tuple[str, ...] = ()
        while len(left) > 1:
            parts = self.parts(left, len(taken))
            key = next(iter(parts))
            if len(parts) > 1:
                key = yield self.prompt(left, parts, taken)
            taken, left = (*taken, key), parts[key]
        notation = move_text.notation(self.sheet, self.table, left[0])
        done = shared.SessionEvent(move_text.describe(self.sheet, self.table, left[0]))
        after = commands.apply_actions(self.state, "", [notation])
        line = _line(self.table, notation)
        return shared.Played(self.who, line, after, (*self.events, done), play=notation)

    def parts(self, moves: Sequence[Move], stage: int) -> dict[str, list[Move]]:
        """Return the moves by the key of what they do at a stage."""
        results: dict[str, list[Move]] = {}
        for move in moves:
            results.setdefault(self.key(move, stage), []).append(move)
        return results

    def key(self, move: Move, stage: int) -> str:
        """Return what a move does at a stage as a key."""
        if stage >= CHOICE:
            labels = self.labels(move)
            return labels[stage - CHOICE] if stage - CHOICE < len(labels) else ""
        if move.code == rules.FALLBACK:
            return FALLBACK if stage == DIE else ""
        parts = rules.decode(move.code)
        if stage == DIE:
            return f"s{parts.slot}"
        if stage == PAY:
            return move_text.PAY_LETTERS[parts.pay] if parts.pay >= 0 else ""
        return f"{box.COLOUR_LETTERS[parts.colour]}{parts.value}{move_text.ACTIONS[parts.action]}"

    def labels(self, move: Move) -> list[str]:
        """Return what is taken at each choice of a move's cascade."""
        if move not in self._labels:
            self._labels[move] = move_text.choice_labels(move_text.events(self.sheet, self.table, move))
        return self._labels[move]

    def keys_of(self, text: str, taken: Sequence[str], left: Sequence[Move]) -> tuple[str, ...]:
        """Return the keys of the rest of a move that is typed whole, after those that are taken."""
        move = move_text.parse_move(text, self.sheet, self.table)
        if move not in left:
            raise InputError(phrase("troyes.refused.move", text=text[:80]), field="move")
        keys: list[str] = []
        for stage in range(len(taken), CHOICE + len(move.choices)):
            parts = self.parts(left, stage)
            if len(parts) > 1:
                keys.append(self.key(move, stage))
            left = parts[self.key(move, stage)]
        return tuple(keys)

    # --- what is shown ------------------------------------------------------------------------------------

    def prompt(
        self, left: Sequence[Move], parts: Mapping[str, list[Move]], taken: Sequence[str]
    ) -> shared.Prompt:
        """Return the prompt of a stage."""
        stage = len(taken)
        question = phrase("troyes.choose." + ("die", "what", "pay", "choice")[min(stage, CHOICE)])
        if stage == WHAT:
            slot = rules.decode(left[0].code).slot
            question = phrase("troyes.session.ask.what", die=move_text.die_on(self.table, slot))
        picks = tuple(self.pick(key, moves[0], stage) for key, moves in parts.items())
        barred = self.closed(parts) if stage == DIE else ()
        usual = max(parts, key=lambda key: self.left(parts[key][0])) if stage == PAY else ""
        return shared.Prompt(
            self.who,
            question,
            picks,
            self.visible,
            self.events,
            barred=barred,
            usual=usual,
            parse=lambda text: self.keys_of(text, taken, left),
        )

    def left(self, move: Move) -> int:
        """Return how much there is of what a move's die is paid with."""
        pay = rules.decode(move.code).pay
        return self.sheet[rules.GOT + pay] - self.sheet[rules.USED + pay]

    def pick(self, key: str, move: Move, stage: int) -> shared.Pick:
        """Return a part of a move as it is picked."""
        if stage >= CHOICE:
            return self.choice(key)
        if stage == DIE and move.code == rules.FALLBACK:
            return shared.Pick(key, phrase("troyes.puzzle.fallback"))
        parts = rules.decode(move.code)
        story = move_text.events(self.sheet, self.table, move)
        if stage == DIE:
            name = phrase(f"troyes.setup.{SLOT_PRICES[parts.slot]}")
            die = move_text.die_on(self.table, parts.slot)
            return shared.Pick(key, die, price=name, face=move_text.face_of(self.table, parts.slot))
        if stage == PAY:
            amount = next((e.b for e in story if e.what == "price" and e.a == parts.pay), 0)
            return shared.Pick(key, move_text.amount_of(parts.pay, amount))
        price = move_text.summed(story, "spend") or ""
        tag = " ".join(f"−{amount}" for amount in move_text.sums(story, "spend") if amount)
        if parts.action == rules.GAIN:
            first = self.sheet[rules.GOT + parts.colour] + 1
            gained = sum(e.b for e in story if e.what == "resource" and e.a == parts.colour)
            marks = tuple(f"{box.RESOURCES[parts.colour]}.{n}" for n in range(first, first + gained))
            return shared.Pick(key, move_text.gained(parts, story), marks, price, tag=tag)
        built = next(e for e in story if e.what == "build")
        mark = f"building.{box.KINDS[built.a]}.{built.b + 1}"
        return shared.Pick(key, move_text.building_name(built.a, built.b), (mark,), price, tag=tag)

    def choice(self, key: str) -> shared.Pick:
        """Return a choice of a cascade: a building with its column, or the track that takes a citizen."""
        if key in box.COLOURS:
            track = box.COLOURS.index(key)
            mark = f"citizens.{key}.{self.sheet[rules.CIT + track] + 1}"
            return shared.Pick(key, phrase(f"troyes.track.{key}"), (mark,))
        kind = "".join(takewhile(lambda letter: not letter.isdigit(), key))
        column = int(key.removeprefix(kind))
        name = move_text.building_name(box.KINDS.index(kind), column - 1)
        return shared.Pick(key, name, (f"building.{kind}.{column}",))

    def closed(self, parts: Mapping[str, object]) -> tuple[shared.BarredPick, ...]:
        """Return the dice that cannot be bought, and why."""
        results = []
        for slot in range(box.SLOTS):
            if f"s{slot}" in parts:
                continue
            open_ = rules.die_is_open(list(self.table), slot)
            why = phrase("troyes.session.dear" if open_ else "troyes.session.black")
            results.append(
                shared.BarredPick(
                    move_text.die_on(self.table, slot), why, move_text.face_of(self.table, slot)
                )
            )
        return tuple(results)


__all__ = [
    "OPTIONS", "TYPED", "advice_of", "begun", "brought", "drawing", "mover", "opened", "picture",
    "record_of", "turn", "verdict",
]  # fmt: skip
