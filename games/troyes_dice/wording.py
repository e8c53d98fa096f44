"""Moves of Troyes Dice in words and in a short notation, told from what the rules really mark.

Notation of a move, words separated by spaces::

    s2 W4>Y3 public                          slot 2 (0 to 3), the white 4 made a yellow 3, public building
    s1:K R6 gain                             slot 1 paid with knowledge (I, D or K)
    s3 Y6>Y4 prestige fortress6 bishops_palace6 red
                                             then each choice inside the cascade: a building with its column,
                                             or the track that takes a citizen
    fallback                                 no die can be bought

The die before ``>`` is the one on the wheel as rolled; ``>`` is left out when nothing changes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import rules
from pencilwright.games.troyes_dice.components import (
    COLOUR_LETTERS,
    COLOURS,
    COLUMNS,
    KIND_NAMES,
    KINDS,
    RESOURCES,
    SLOTS,
)
from pencilwright.games.troyes_dice.rules import Move, MoveParts

ACTIONS = ("gain", "prestige", "public")
PAY_LETTERS = ("I", "D", "K")
_MOVE = re.compile(r"s(\d)(?::([idk]))? ([ryw])(\d)(?:>([ryw])(\d))? (gain|prestige|public)((?: \w+)*)")


class Event(NamedTuple):
    """One thing that a move does, in the order it is marked on the sheet.

    what       a, b
    ---------  ---------------------------------------------------------------
    price      resource, amount paid for the die
    spend      resource, amount spent on changing it
    action     (the action itself begins)
    resource   resource, spaces circled
    lost       resource, amount lost beyond the last space
    build      kind, column 0..5
    market     dice counted
    number     column of the cathedral 0..5, number written
    citizen    track, 1
    spill      full track (the next citizen goes elsewhere)
    no_track   colour of a citizen that is lost, all tracks being full
    link, feast   (what follows is a link bonus, a tile's extra)
    bonus      bonus as numbered in rules.py
    nothing    (the bonus build finds no building)
    choice     number of the choice, its options
    """

    what: str
    a: int = 0
    b: int = 0


class _Watched(list[int]):
    """A list of ints that notes every write in a log shared with others."""

    def __init__(self, values: Sequence[int], name: str, log: list[tuple[str, int, int]]) -> None:
        super().__init__(values)
        self.name = name
        self.log = log

    def __setitem__(self, index: Any, value: Any) -> None:
        """Write one place, noting name, index and how much it grew (for counts: the new value)."""
        self.log.append((self.name, index, value - self[index] if self.name == "sheet" else value))
        super().__setitem__(index, value)


def events(sheet: Sequence[int], table: Sequence[int], move: Move) -> list[Event]:
    """Return what a legal move does, step by step, as the rules mark it."""
    log: list[tuple[str, int, int]] = []
    counts = _Watched(rules.new_counts(), "counts", log)
    choices = list(move.choices)
    rules.apply(_Watched(sheet, "sheet", log), list(table), move.code, choices, len(choices), counts)
    story: list[Event] = []
    paying = "price"
    for name, index, value in log:
        if name == "sheet":
            story.append(_sheet_event(index, value, paying))
        elif index == rules.NOW:
            if value == rules.NOW_PAY_CHANGES:
                paying = "spend"
            story.extend(_now_event(value))
        elif rules.LOST <= index < rules.LOST + 3:
            story.append(Event("lost", index - rules.LOST, value))
        elif index < rules.MAX_CHOICES:
            story.append(Event("choice", index, value))
    return story


def _sheet_event(index: int, grew: int, paying: str) -> Event:
    """Return the event of one write on the sheet."""
    if index >= rules.CATHEDRAL_NUMBER:
        return Event("number", index - rules.CATHEDRAL_NUMBER, grew)
    if index >= rules.BUILT:
        return Event("build", index - rules.BUILT, grew.bit_length() - 1)
    if index >= rules.CIT:
        return Event("citizen", index - rules.CIT, grew)
    if index >= rules.USED:
        return Event(paying, index - rules.USED, grew)
    return Event("resource", index - rules.GOT, grew)


def _now_event(now: int) -> list[Event]:
    """Return the event of a change of what is being marked, if it is one to tell."""
    plain = {
        rules.NOW_ACTION: "action",
        rules.NOW_LINK: "link",
        rules.NOW_FEAST: "feast",
        rules.NOW_NO_BUILDING: "nothing",
    }
    if now in plain:
        return [Event(plain[now])]
    for start, what in (
        (rules.NOW_MARKET, "market"),
        (rules.NOW_NO_BUILDING, ""),
        (rules.NOW_LOST, "no_track"),
        (rules.NOW_SPILL, "spill"),
        (rules.NOW_BONUS, "bonus"),
    ):
        if now >= start:
            return [Event(what, now - start)]
    return []


# --- Words ------------------------------------------------------------------------------------------------


def amount_of(resource: int, amount: int) -> str:
    """Return for example "1 denier", "3 deniers", "2 knowledge"."""
    name = RESOURCES[resource]
    return f"{amount} {'denier' if name == 'deniers' and amount == 1 else name}"


def _and(parts: list[str]) -> str:
    """Join with commas and a last "and"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def describe(sheet: Sequence[int], table: Sequence[int], move: Move) -> str:
    """Return a legal move in words, with everything that it brings.

    For example "take the white 4 for 1 denier, spend 1 influence and 2 knowledge, build town hall 3:
    +2 yellow citizens, link bonus: +2 yellow citizens". The number of a building is its column.
    """
    story = events(sheet, table, move)
    if move.code == rules.FALLBACK:
        return _tell("no die can be bought", story[1:])
    begin = story.index(Event("action")) + 1
    parts = rules.decode(move.code)
    price = _and([amount_of(e.a, e.b) for e in _summed(story[:begin], "price")])
    spent = _and([amount_of(e.a, e.b) for e in _summed(story[:begin], "spend")])
    head = f"take the {_die_in_words(table, parts.slot)} for {price or 'free'}"
    if spent:
        head += f", spend {spent}"
    rest = story[begin:]
    if parts.action != rules.GAIN:
        return f"{head}, {_tell('', rest)}"
    gained = amount_of(parts.colour, parts.value) if parts.value else "nothing"
    cut = next((index for index, event in enumerate(rest) if event.what == "bonus"), len(rest))
    lost = [event for event in rest[:cut] if event.what == "lost"]
    if lost:
        gained += f" ({lost[0].b} lost)"
    rest = [event for event in rest[:cut] if event.what not in ("resource", "lost")] + rest[cut:]
    return f"{head}, {_tell(f'gain {gained}', rest)}"


def _summed(story: list[Event], what: str) -> list[Event]:
    """Return the events of one kind, amounts of the same resource added up, in the order of the sheet."""
    sums = [sum(e.b for e in story if e.what == what and e.a == resource) for resource in range(3)]
    return [Event(what, resource, total) for resource, total in enumerate(sums) if total]


def _die_in_words(table: Sequence[int], slot: int) -> str:
    """Return the die on a slot: "white 4", "black die as a red 3", "red 5 (value 0)"."""
    wheel = list(table)
    colour = COLOURS[rules.face(wheel, rules.NOTCH[4 * wheel[rules.HALF] + slot])]
    words = f"{colour} {wheel[rules.DICE + slot]}"
    if slot == wheel[rules.BLACK]:
        words = f"black die as a {words}"
    if rules.die_effect(wheel, slot) == rules.PILLAGE_ZERO:
        words += " (value 0)"
    return words


def _tell(title: str, story: list[Event]) -> str:
    """Return the events in words: "title: +2 yellow citizens, link bonus: +1 ...; 15th ...: build ..."."""
    text = title
    items: list[Event] = []
    full = -1
    for event in story:
        if event.what in ("citizen", "resource", "lost", "no_track"):
            kept = event._replace(what=f"citizen:{full}") if event.what == "citizen" else event
            if items and items[-1][:2] == kept[:2] and event.what == "citizen":
                items[-1] = items[-1]._replace(b=items[-1].b + 1)
            else:
                items.append(kept)
            full = -1
        elif event.what == "spill":
            full = event.a
        elif event.what != "choice":
            text += _items(items, text)
            items = []
            text += _heading(event, text)
    return text + _items(items, text)


def _items(items: list[Event], text: str) -> str:
    """Return gains in words, led by the right mark."""
    words = ", ".join(_item(item) for item in items)
    return f": {words}" if words and text else words


def _item(item: Event) -> str:
    """Return one gain in words."""
    if item.what == "resource":
        return f"+{amount_of(item.a, item.b)}"
    if item.what == "lost":
        return f"{amount_of(item.a, item.b)} lost"
    if item.what == "no_track":
        return f"1 {COLOURS[item.a]} citizen lost (all tracks full)"
    full = int(item.what.partition(":")[2])
    reason = f" ({COLOURS[full]} track full)" if full >= 0 else ""
    return f"+{item.b} {COLOURS[item.a]} citizen{'s' if item.b > 1 else ''}{reason}"


def _heading(event: Event, text: str) -> str:
    """Return the words that open what follows: a building, a link bonus, a track bonus ..."""
    if event.what == "build":
        lead = ": " if text else ""
        return f"{lead}build {building_name(event.a, event.b)}"
    if event.what == "market":
        return " (no die counted)" if event.a == 0 else f" ({event.a} {'die' if event.a == 1 else 'dice'})"
    if event.what == "number":
        return f" (number {event.b})"
    if event.what == "bonus":
        return f"; {bonus_name(event.a)}"
    return {"link": ", link bonus", "feast": ", feast", "nothing": ": no building is possible"}[event.what]


def bonus_name(bonus: int) -> str:
    """Return for example "15th yellow citizen", "20th red citizen", "column 6 bonus"."""
    if bonus >= rules.BONUS_RESOURCES:
        return f"column {rules.COLUMN_BONUS.index(bonus)} bonus"
    if bonus >= rules.BONUS_CITIZENS:
        return f"20th {COLOURS[bonus - rules.BONUS_CITIZENS]} citizen"
    return f"15th {COLOURS[bonus - rules.BONUS_PRESTIGE]} citizen"


def building_name(kind: int, column: int) -> str:
    """Return for example "town hall 3" for column index 2."""
    return f"{KIND_NAMES[kind]} {column + 1}"


def describe_attack(sheet: Sequence[int], table: Sequence[int]) -> str:
    """Return in words what the raids of this half-day do to this sheet; "" when there are none."""
    wheel = list(table)
    if not rules.dice_known(table) or not rules.FIRST_ATTACK <= wheel[rules.HALF] < rules.OVER:
        return ""
    struck = list(sheet[rules.STRUCK : rules.STRUCK + 3])
    words = []
    for slot in range(SLOTS):
        if rules.die_raids(wheel, slot):
            colour, column = divmod(rules.raided_box(wheel, slot), COLUMNS)
            box = f"{COLOURS[colour]} box {column + 1}"
            if sheet[rules.BUILT] >> column & 1:
                words.append(f"{box}: blocked by {building_name(0, column)}")
            elif struck[colour] >> column & 1:
                words.append(f"{box}: already struck")
            else:
                words.append(f"{box} is struck")
            struck[colour] |= 0 if sheet[rules.BUILT] >> column & 1 else 1 << column
    return "; ".join(words)


# --- Notation ---------------------------------------------------------------------------------------------


def choice_labels(story: list[Event]) -> list[str]:
    """Return what was taken at each choice of a move's events: "fortress6", "red"."""
    labels = []
    for index, event in enumerate(story):
        if event.what == "choice":
            taken = next(later for later in story[index:] if later.what in ("build", "citizen"))
            build = taken.what == "build"
            labels.append(f"{KINDS[taken.a]}{taken.b + 1}" if build else COLOURS[taken.a])
    return labels


def notation(sheet: Sequence[int], table: Sequence[int], move: Move) -> str:
    """Return the short form of a legal move (grammar: first lines of this module)."""
    if move.code == rules.FALLBACK:
        words = ["fallback"]
    else:
        parts = rules.decode(move.code)
        die = _die(table, parts.slot)
        final = f"{COLOUR_LETTERS[parts.colour]}{parts.value}"
        slot = f"s{parts.slot}" + (f":{PAY_LETTERS[parts.pay]}" if parts.pay >= 0 else "")
        words = [slot, die if die == final else f"{die}>{final}", ACTIONS[parts.action]]
    return " ".join(words + choice_labels(events(sheet, table, move)))


def _die(table: Sequence[int], slot: int) -> str:
    """Return the die on a slot as rolled, such as "W4"."""
    wheel = list(table)
    colour = rules.face(wheel, rules.NOTCH[4 * wheel[rules.HALF] + slot])
    return f"{COLOUR_LETTERS[colour]}{wheel[rules.DICE + slot]}"


def parse_move(text: str, sheet: Sequence[int], table: Sequence[int]) -> Move:
    """Return the legal move that a notation or a sentence of `describe` means.

    Raises InputError saying which part is wrong and what is possible there.
    """
    rules.check_playable(table)
    plain = " ".join(text.lower().split()).rstrip(". ")
    words = plain.split(" ")
    if words[0] != "fallback" and not re.match(r"s\d", plain):
        return _from_sentence(plain, text, sheet, table)
    if words[0] == "fallback":
        code, choices = rules.FALLBACK, words[1:]
    else:
        code, choices = _code(plain, text, table)
    if code not in rules.action_codes(sheet, table):
        raise InputError(f"the move {text!r} is not possible in this position", field="move")
    return _with_choices(code, choices, sheet, table)


def _from_sentence(plain: str, text: str, sheet: Sequence[int], table: Sequence[int]) -> Move:
    """Return the first legal move whose description is this sentence."""
    for move in rules.legal_moves(sheet, table):
        if describe(sheet, table, move).lower() == plain:
            return move
    raise InputError(
        f"no legal move here reads {text!r}; write it as 's2 W4>Y3 public' or as the tool words it",
        field="move",
    )


def _code(plain: str, text: str, table: Sequence[int]) -> tuple[int, list[str]]:
    """Return the code of a notation that is not the fallback, and the words of its choices."""
    match = _MOVE.fullmatch(plain)
    if match is None:
        raise InputError(f"the move {text!r} is not written like 's2 W4>Y3 public'", field="move")
    slot_text, paid, colour, value, new_colour, new_value, action, rest = match.groups()
    slot = int(slot_text)
    if slot >= SLOTS:
        raise InputError(f"the move {text!r} names slot {slot}; slots are 0 to 3", field="move")
    die = f"{colour}{value}".upper()
    if die != _die(table, slot):
        raise InputError(f"slot {slot} holds {_die(table, slot)}, not {die} as in {text!r}", field="move")
    pay = PAY_LETTERS.index(paid.upper()) if paid else -1
    final = COLOUR_LETTERS.index((new_colour or colour).upper())
    parts = MoveParts(slot, pay, int(new_value or value), final, ACTIONS.index(action))
    if parts.value > 6:
        raise InputError(f"the move {text!r} makes the die {parts.value}; it ends at 6", field="move")
    return rules.encode(parts), rest.split()


def _with_choices(code: int, words: list[str], sheet: Sequence[int], table: Sequence[int]) -> Move:
    """Return the move of this code whose choices are these words, in order."""
    taken: list[int] = []
    while True:
        story = events(sheet, table, Move(code, tuple(taken)))
        sites = [event for event in story if event.what == "choice"]
        if len(sites) == len(taken):
            break
        options = [
            choice_labels(events(sheet, table, Move(code, (*taken, option))))[len(taken)]
            for option in range(sites[len(taken)].b)
        ]
        if len(taken) >= len(words):
            raise InputError(f"the move needs one more choice: {', '.join(options)}", field="move")
        if words[len(taken)] not in options:
            raise InputError(
                f"the choice {words[len(taken)]!r} is not possible; it may be {', '.join(options)}",
                field="move",
            )
        taken.append(options.index(words[len(taken)]))
    if len(words) > len(taken):
        raise InputError(f"the move has no choice for {words[len(taken)]!r}", field="move")
    return Move(code, tuple(taken))
