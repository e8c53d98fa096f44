"""Puzzles of Troyes Dice: their kinds, their codes, and what the page of a puzzle shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games import puzzlecode, sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.puzzlecode import Digits
from pencilwright.games.question import AnswerStep, Question, kind_numbered
from pencilwright.games.shared.problems import refuse
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice import marks
from pencilwright.games.troyes_dice import setup as setups
from pencilwright.games.troyes_dice import state as states
from pencilwright.games.troyes_dice.components import COLOURS, COLUMNS, KINDS, RESOURCES, SLOTS
from pencilwright.games.troyes_dice.legality import problems
from pencilwright.games.troyes_dice.play import move_text, rules, vectors, wheel_drawing
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.templates.phrases import Phrase, phrase

PREFIX: Final = "TD"
KINDS_OF_PUZZLE: Final = ("line-2", "line-3", "line-4", "one-roll", "two-rolls", "three-rolls")
"""Known dice of two to four half-days; one to three rolls to come."""
NUMBERED: Final = ("last", *KINDS_OF_PUZZLE)
"""Kinds by their numbers in codes."""
SLOW_KINDS: Final = ("three-rolls",)
HALF_DAYS_LEFT: Final = {
    "line-2": 2,
    "line-3": 3,
    "line-4": 4,
    "one-roll": 2,
    "two-rolls": 3,
    "three-rolls": 4,
}
TEMPLATE: Final = "troyes_dice/puzzle.svg.j2"
WORDS: Final = "troyes"
"""Begins the keys of this game's words."""
SHEET: Final = "score-sheet"
WINDOW: Final = (11.0, 12.6, 172.0, 191.0)
"""The document that is shown, reduced, with the position marked on it; which part of its content box: left,
top, width, height in mm."""
_MOST_KINDS: Final = 16
_MOST_ROLLS: Final = 4
_ROLLS: Final = [(black, t1, t2, t3) for _, black, t1, t2, t3 in rules.rolls()]
_SHEET_DIGITS: Final = (
    (rules.GOT, rules.CIT, box.RESOURCE_SPACES + 1),
    (rules.CIT, rules.BUILT, box.CITIZEN_SPACES + 1),
    (rules.BUILT, rules.CATHEDRAL_NUMBER, 1 << COLUMNS),
    (rules.CATHEDRAL_NUMBER, rules.SHEET_SIZE, 4),
)
"""Places of the sheet's vector from, to, and the radix of their digits."""
COVER: Final = (("die",),)
"""Drawings on the cover of a book, row by row; see the Protocol."""
HOW: Final = (("dice", 3), ("sheet", 2), ("moves", 2))
"""Sections of the page that says how to read, and how many paragraphs each has."""
SLOT_KEYS: Final = ("troyes.setup.free", "troyes.setup.any", "troyes.setup.denier1", "troyes.setup.denier2")


def of_state(state: states.State, kind: str | None = None) -> Question:
    """Return the question that a typed position asks.

    kind : which kind it must be; None: the one that its dice allow. The raid of this half-day is marked.
    Raises InputError when the dice known do not make a puzzle, or one of another kind.
    """
    refuse(problems(state))
    if state.table is None or vectors.half_index(state.table) >= rules.OVER:
        raise InputError(phrase("troyes.refused.no_dice"), field="table")
    left, known = rules.OVER - vectors.half_index(state.table), len(state.table.rolls)
    fitting = [
        name
        for name, half_days in HALF_DAYS_LEFT.items()
        if half_days == left and known == known_half_days(name)
    ]
    if not fitting or kind not in (None, *fitting):
        raise InputError(phrase("troyes.refused.puzzle.dice", left=left, n=known), field="table.rolls")
    return Question(fitting[0], with_raid(state))


def known_half_days(kind: str) -> int:
    """Return for how many half-days a puzzle of a kind gives the dice."""
    return HALF_DAYS_LEFT[kind] if kind.startswith("line") else 1


def with_raid(state: states.State) -> states.State:
    """Return the position with the raid of this half-day marked."""
    sheet, table = vectors.position(state)
    return vectors.with_vectors(state, sheet, table)


def to_code(question: Question) -> str:
    """Return the code of a puzzle; docs/formats.md lists its digits. The player's name is not in it."""
    state = question.state
    digits = Digits()
    digits.write(NUMBERED.index(question.kind), _MOST_KINDS)
    digits.write(int(bool(state.setup.expansion)), 2)
    digits.write(vectors.half_index(state.table), rules.OVER)
    digits.write(len(state.table.rolls) - 1, _MOST_ROLLS)
    for known in state.table.rolls:
        digits.write(_ROLLS.index((known.black, *known.dice)), len(_ROLLS))
    for (first, _), up in zip(state.setup.plazas, setups.colours_of(state.table.up) or (), strict=True):
        digits.write(int(up != first), 2)
    for notch, _ in state.setup.expansion:
        digits.write(int(notch in state.table.pillage), 2)
    sheet = vectors.sheet_vector(state.sheet)
    for low, high, radix in _SHEET_DIGITS:
        for place in range(low, high):
            digits.write(sheet[place], radix)
    exact = state.sheet.links == states.complete_links(state.sheet)
    digits.write(int(not exact), 2)
    if not exact:
        for name in states.LINK_IDS:
            digits.write(int(name in (state.sheet.links or ())), 2)
    number = digits.whole(sharecode.decode(setups.PREFIX, setups.to_code(state.setup)))
    return puzzlecode.to_lines(PREFIX, sharecode.number_to_symbols(number, 1))


def from_code(code: str) -> Question:
    """Return the puzzle of a code; the inverse of `to_code`. Raises InputError for a wrong one."""
    digits = Digits(sharecode.symbols_to_number(puzzlecode.from_lines(PREFIX, code)))
    kind = kind_numbered(str(digits.read(_MOST_KINDS)), NUMBERED, KINDS_OF_PUZZLE, WORDS)
    tiles = digits.read(2) * box.EQUAL_FACED_PLAZAS
    half, n_rolls = digits.read(rules.OVER), digits.read(_MOST_ROLLS) + 1
    rolls = [_ROLLS[digits.read(len(_ROLLS))] for _ in range(n_rolls)]
    sides = [digits.read(2) for _ in range(box.NOTCHES)]
    turned = [digits.read(2) for _ in range(tiles)]
    sheet = [digits.read(radix) for low, high, radix in _SHEET_DIGITS for _ in range(low, high)]
    links = [digits.read(2) for _ in states.LINK_IDS] if digits.read(2) else None
    try:
        code = sharecode.encode(setups.PREFIX, digits.number)
    except ValueError as error:
        raise InputError(phrase("troyes.refused.puzzle.code"), field="code") from error
    setup = setups.from_code(code)
    if len(setup.expansion) != tiles:
        raise InputError(phrase("troyes.refused.puzzle.code"), field="code")
    own = vectors.sheet_of(sheet)
    if links is not None:
        own = replace(own, links=tuple(name for name, has in zip(states.LINK_IDS, links, strict=True) if has))
    pillage = tuple(notch for (notch, _), side in zip(setup.expansion, turned, strict=True) if side)
    up = setups.letters(plaza[side] for plaza, side in zip(setup.plazas, sides, strict=True))
    table = states.Table(
        half // 2 + 1,
        states.HALVES[half % 2],
        up,
        pillage,
        tuple(states.Roll(roll[0], roll[1:]) for roll in rolls),
    )
    return of_state(states.normalize(states.State(setup=setup, table=table, sheet=own)), kind)


def tables(question: Question) -> list[list[int]]:
    """Return the wheel of each half-day whose dice are known, the dice on it."""
    _, table = vectors.position(question.state)
    results = [table]
    for roll in vectors.further_rolls(question.state):
        wheel = list(results[-1])
        rules.end_half(wheel)
        rules.place(wheel, *roll)
        results.append(wheel)
    return results


def key(question: Question) -> str:
    """Return what is the same for two puzzles that differ only in what can no longer matter.

    Spent and circled resources count as what is at hand and how far the track is; plazas, numbers and tiles
    count as far as the half-days left can reach them.
    """
    sheet, table = vectors.position(question.state)
    half = table[rules.HALF]
    notches = sorted(
        {rules.NOTCH[SLOTS * later + slot] for later in range(half, rules.OVER) for slot in range(SLOTS)}
    )
    hand = [sheet[rules.GOT + n] - sheet[rules.USED + n] for n in range(3)]
    wheel = [
        (table[rules.COLOUR + 2 * n], table[rules.COLOUR + 2 * n + 1], table[rules.SIDE + n],
         table[rules.TILE + n], table[rules.PILLAGE + n])
        for n in notches
    ]  # fmt: skip
    parts = (
        question.kind, sheet[:3], hand, sheet[rules.CIT :], half, wheel,
        table[rules.NUMBER : rules.COLUMN],
        [later[rules.DICE : rules.BLACK + 1] for later in tables(question)],
    )  # fmt: skip
    return repr(parts)


def page(question: Question) -> dict[str, Any]:
    """Return the data of the page: the dice of each known half-day, the plazas after it, the tiles."""
    wheels = tables(question)
    after = list(wheels[-1])
    rules.end_half(after)
    days: list[dict[str, Any]] = [
        {"rolled": True, "slots": wheel_drawing.dice(wheel)} | wheel_drawing.time(wheel) for wheel in wheels
    ]
    later: list[dict[str, Any]] = []
    while after[rules.HALF] < rules.OVER:
        later.append({"rolled": False, "slots": wheel_drawing.plazas(after)} | wheel_drawing.time(after))
        after[rules.HALF] += 1
    visible = [slot for day in (*days, *later) for slot in day["slots"]]
    tiles = {(item["tile"]["id"], item["tile"]["pillage"]) for item in visible if item["tile"]}
    return {
        "days": days,
        "later": later,
        "tiles": [{"id": tile, "pillage": pillage} for tile, pillage in sorted(tiles)],
        "colour_of": dict(zip(RESOURCES, COLOURS, strict=True)),
        "colours": COLOURS,
    }


def question_text(question: Question) -> tuple[Phrase, ...]:
    """Return the question in phrases."""
    if question.kind.startswith("line"):
        return (phrase("troyes.puzzle.ask.line", n=HALF_DAYS_LEFT[question.kind]),)
    return (phrase(f"troyes.puzzle.ask.{question.kind.replace('-', '_')}"),)


def sheet_marks(question: Question) -> dict[str, str]:
    """Return the marks that are drawn on the reduced sheet."""
    return marks.to_marks(question.state)


def move_in_words(sheet: list[int], table: list[int], move: Move) -> tuple[Phrase, ...]:
    """Return a move in phrases for every language: the die, what is paid, the action, what is chosen."""
    story = move_text.events(sheet, table, move)
    if move.code == rules.FALLBACK:
        return (phrase("troyes.puzzle.fallback"), *_chosen(story))
    parts = rules.decode(move.code)
    wheel = list(table)
    colour = rules.face(wheel, rules.NOTCH[SLOTS * wheel[rules.HALF] + parts.slot])
    messages = [
        phrase(
            "troyes.puzzle.take",
            colour=phrase(f"colour.{COLOURS[colour]}"),
            value=wheel[rules.DICE + parts.slot],
            slot=phrase(SLOT_KEYS[parts.slot]),
        )
    ]
    messages += [
        phrase(f"troyes.puzzle.{what}", n=amount, resource=phrase(f"resource.{name}"))
        for what in ("price", "spend")
        for name, amount in zip(RESOURCES, move_text.sums(story, what), strict=True)
        if amount
    ]
    if parts.action == rules.GAIN:
        gained = phrase(f"resource.{RESOURCES[parts.colour]}")
        messages.append(phrase("troyes.puzzle.gain", n=parts.value, resource=gained))
    return (*messages, *_chosen(story))


def _chosen(story: list[move_text.Event]) -> list[Phrase]:
    """Return what is built, and the tracks chosen."""
    messages = []
    for index, event in enumerate(story):
        if event.what == "build":
            kind = phrase(f"building.{KINDS[event.a]}")
            messages.append(phrase("troyes.puzzle.build", building=kind, column=event.b + 1))
        if event.what == "choice":
            taken = next(later for later in story[index:] if later.what in ("build", "citizen"))
            if taken.what == "citizen":
                citizen = phrase(f"citizen.{COLOURS[taken.a]}")
                messages.append(phrase("troyes.puzzle.citizen", citizen=citizen))
    return messages


def steps(_question: Question, name: str, messages: Sequence[Phrase]) -> tuple[AnswerStep, ...]:
    """Return a move as die and how it is paid, what for, with which number, and what else is chosen."""
    ask = {part: phrase(f"troyes.choose.{part}") for part in ("die", "what", "number", "rest")}
    slot, *words = name.split()
    done = next((at for at, item in enumerate(messages) if item.key in _DONE), 0)
    if slot == "fallback":
        results = [AnswerStep(slot, messages[0], ask["die"])]
        words, done = ["", "", *words], 0
    else:
        paid = [item for item in messages if ":" in slot and item.key == "troyes.puzzle.price"]
        blanks = dict(messages[done].words)
        final = words[0][-2:]
        what = phrase(
            _DONE[messages[done].key], **{k: v for k, v in blanks.items() if k not in ("n", "column")}
        )
        taken, used = (_COLOUR_OF[letter] for letter in (words[0][0], final[0]))
        building = blanks.get("building")
        mark = building.key if isinstance(building, Phrase) else f"die.{used}"
        results = [
            AnswerStep(slot, (messages[0], *paid), ask["die"], places=(f"slot.{slot[1]}",), room=taken),
            AnswerStep(f"{final[0]} {words[1]}", what, ask["what"], room=used),
            AnswerStep(final[1], int(final[1]), ask["number"], places=(f"{mark}.{final[1]}",)),
        ]
    rest = tuple(messages[done + 1 :])
    return (*results, AnswerStep(" ".join(words[2:]), rest, ask["rest"])) if rest else tuple(results)


_COLOUR_OF: Final = {colour[0].upper(): colour for colour in COLOURS}
_DONE: Final = {"troyes.puzzle.gain": "troyes.choose.gain", "troyes.puzzle.build": "troyes.choose.build"}
"""What an action does in words, with its number and without."""
