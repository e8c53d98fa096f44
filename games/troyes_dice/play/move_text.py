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
from itertools import takewhile
from typing import Any, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.troyes_dice import components
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move, MoveParts
from pencilwright.templates.phrases import Phrase, Sentence, W, chained, languages, phrase, say

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


class _Clause:
    """One part of a sentence: what is done, and what it brings."""

    def __init__(self, what: Phrase) -> None:
        self.what = what
        self.gains: list[Event] = []

    def in_words(self) -> Phrase:
        """Return the part in words: "town hall 3: +2 yellow citizens"."""
        gains = tuple(map(_gain, self.gains))
        return phrase("troyes.move.brings", what=self.what, gains=gains) if gains else self.what


def amount_of(resource: int, amount: int) -> Phrase:
    """Return for example "1 denier", "3 deniers", "2 knowledge"."""
    return phrase(f"troyes.amount.{components.RESOURCES[resource]}", n=amount)


def citizens_of(colour: int, amount: int) -> Phrase:
    """Return for example "1 red citizen", "2 white citizens"."""
    return phrase(f"troyes.amount.citizens.{components.COLOURS[colour]}", n=amount)


def listed(parts: Sequence[W]) -> W | Phrase:
    """Return phrases with commas and a last "and"."""
    if len(parts) < 2:
        return parts[0]
    return chained([chained(parts[:-1], "troyes.list.comma"), parts[-1]], "troyes.list.and")


def describe(sheet: Sequence[int], table: Sequence[int], move: Move) -> Phrase:
    """Return a legal move in words, with everything that it brings.

    For example "take the white 4 for 1 denier, spend 1 influence and 2 knowledge, build town hall 3:
    +2 yellow citizens, link bonus: +2 yellow citizens". The number of a building is its column.
    """
    story = events(sheet, table, move)
    if move.code == rules.FALLBACK:
        return chained(
            [_joined(step) for step in _steps(story[1:], phrase("troyes.puzzle.fallback"))],
            "troyes.list.then",
        )
    begin = story.index(Event("action")) + 1
    parts = rules.decode(move.code)
    price, spent = (summed(story[:begin], what) for what in ("price", "spend"))
    head = phrase(
        "troyes.move.take", die=die_on(table, parts.slot), price=price or phrase("troyes.setup.free")
    )
    rest, title = story[begin:], None
    if parts.action == rules.GAIN:
        title, rest = gained(parts, rest), _after_gain(rest)
    first, *others = _steps(rest, title)
    spending = [phrase("troyes.move.spend", amounts=spent)] if spent else []
    whole = chained([head, *spending, *(clause.in_words() for clause in first)], "troyes.list.comma")
    return chained([whole, *map(_joined, others)], "troyes.list.then")


def summed(story: list[Event], what: str) -> Phrase | None:
    """Return the events of one kind, amounts of the same resource added up, in the order of the sheet."""
    parts = [amount_of(resource, total) for resource, total in enumerate(sums(story, what)) if total]
    return listed(parts) if parts else None


def sums(story: list[Event], what: str) -> list[int]:
    """Return how much of each resource the events of one kind add up to."""
    return [sum(e.b for e in story if e.what == what and e.a == resource) for resource in range(3)]


def gained(parts: MoveParts, story: Sequence[Event]) -> Phrase:
    """Return a gaining action in words."""
    if not parts.value:
        return phrase("troyes.move.gain.nothing")
    amount = amount_of(parts.colour, parts.value)
    own_items = takewhile(lambda event: event.what != "bonus", story)
    if lost := next((event.b for event in own_items if event.what == "lost"), 0):
        return phrase("troyes.move.gain.lost", amount=amount, lost=lost)
    return phrase("troyes.move.gain", amount=amount)


def _after_gain(story: list[Event]) -> list[Event]:
    """Return the events of a gaining action that its words do not tell."""
    cut = next((index for index, event in enumerate(story) if event.what == "bonus"), len(story))
    return [event for event in story[:cut] if event.what not in ("resource", "lost")] + story[cut:]


def die_in_words(colour: int, value: int) -> Phrase:
    """Return a die by its colour and value: "white 4"."""
    return phrase("troyes.die", colour=phrase(f"colour.{components.COLOURS[colour]}"), value=value)


def die_on(table: Sequence[int], slot: int) -> Phrase:
    """Return the die on a slot: "white 4", "black die as a red 3", "red 5 (value 0)"."""
    wheel = list(table)
    colour = rules.face(wheel, rules.NOTCH[4 * wheel[rules.HALF] + slot])
    die = die_in_words(colour, wheel[rules.DICE + slot])
    if slot == wheel[rules.BLACK]:
        die = phrase("troyes.die.black", die=die)
    if rules.die_effect(wheel, slot) == rules.PILLAGE_ZERO:
        die = phrase("troyes.die.zero", die=die)
    return die


def _steps(story: list[Event], title: Phrase | None) -> list[list[_Clause]]:
    """Return the parts of the action, which begins with the title, and those of each bonus after it."""
    steps = [[_Clause(title)] if title else []]
    full = -1
    for event in story:
        if event.what in ("citizen", "resource", "lost", "no_track"):
            gains = steps[-1][-1].gains
            stored = event._replace(what=f"citizen:{full}") if event.what == "citizen" else event
            if gains and gains[-1][:2] == stored[:2] and event.what == "citizen":
                gains[-1] = gains[-1]._replace(b=gains[-1].b + 1)
            else:
                gains.append(stored)
            full = -1
        elif event.what == "spill":
            full = event.a
        elif event.what == "bonus":
            steps.append([_Clause(bonus_name(event.a))])
        elif event.what in ("link", "feast"):
            steps[-1].append(_Clause(phrase(f"troyes.move.{event.what}")))
        elif event.what == "build" and not steps[-1]:
            steps[-1].append(_Clause(phrase("troyes.move.build", building=building_name(event.a, event.b))))
        elif event.what != "choice":
            steps[-1][-1].what = _further(event, steps[-1][-1].what)
    return steps


def _joined(clauses: list[_Clause]) -> Phrase:
    """Return the parts of a bonus with commas."""
    return chained([clause.in_words() for clause in clauses], "troyes.list.comma")


def _further(event: Event, what: Phrase) -> Phrase:
    """Return what is done with what an event adds to it: what is built, a market's dice, a number."""
    if event.what == "market":
        return phrase("troyes.move.market" if event.a else "troyes.move.market.none", what=what, n=event.a)
    if event.what == "number":
        return phrase("troyes.move.number", what=what, n=event.b)
    done = phrase("troyes.move.no_building")
    if event.what == "build":
        done = phrase("troyes.move.build", building=building_name(event.a, event.b))
    return phrase("troyes.move.brings", what=what, gains=(done,))


def _gain(gain: Event) -> Phrase:
    """Return one gain in words."""
    if gain.what == "resource":
        return phrase("troyes.move.plus", amount=amount_of(gain.a, gain.b))
    if gain.what == "lost":
        return phrase("troyes.move.lost", amount=amount_of(gain.a, gain.b))
    if gain.what == "no_track":
        return phrase("troyes.move.no_track", citizens=citizens_of(gain.a, 1))
    full = int(gain.what.partition(":")[2])
    citizens = citizens_of(gain.a, gain.b)
    if full < 0:
        return phrase("troyes.move.plus", amount=citizens)
    return phrase(
        "troyes.move.spilt", amount=citizens, track=phrase(f"troyes.track.{components.COLOURS[full]}")
    )


def bonus_name(bonus: int) -> Phrase:
    """Return for example "15th yellow citizen", "20th red citizen", "column 6 bonus"."""
    if bonus >= rules.BONUS_RESOURCES:
        return phrase("troyes.bonus.column", n=rules.COLUMN_BONUS.index(bonus))
    if bonus >= rules.BONUS_CITIZENS:
        colour, number = components.COLOURS[bonus - rules.BONUS_CITIZENS], components.CITIZENS_BONUS_AT
    else:
        colour, number = components.COLOURS[bonus - rules.BONUS_PRESTIGE], components.PRESTIGE_BONUS_AT
    return phrase(f"troyes.bonus.{colour}", n=number)


def building_name(kind: int, column: int) -> Phrase:
    """Return for example "town hall 3" for column index 2."""
    return phrase("troyes.building", building=phrase(f"building.{components.KINDS[kind]}"), column=column + 1)


def box_name(colour: int, column: int) -> Phrase:
    """Return for example "red box 3" for column index 2."""
    return phrase("troyes.box", colour=phrase(f"colour.{components.COLOURS[colour]}"), column=column + 1)


def describe_attack(sheet: Sequence[int], table: Sequence[int]) -> Sentence:
    """Return in words what the raids of this half-day do to this sheet; "" when there are none."""
    wheel = list(table)
    if not rules.dice_known(table) or not rules.FIRST_ATTACK <= wheel[rules.HALF] < rules.OVER:
        return ""
    struck = list(sheet[rules.STRUCK : rules.STRUCK + 3])
    messages = []
    for slot in range(components.SLOTS):
        if rules.die_raids(wheel, slot):
            colour, column = divmod(rules.raided_box(wheel, slot), components.COLUMNS)
            box = box_name(colour, column)
            if sheet[rules.BUILT] >> column & 1:
                messages.append(phrase("troyes.raid.blocked", box=box, building=building_name(0, column)))
            elif struck[colour] >> column & 1:
                messages.append(phrase("troyes.raid.already", box=box))
            else:
                messages.append(phrase("troyes.raid.struck", box=box))
            struck[colour] |= 0 if sheet[rules.BUILT] >> column & 1 else 1 << column
    return chained(messages, "troyes.list.then") if messages else ""


# --- Notation ---------------------------------------------------------------------------------------------


def choice_labels(story: list[Event]) -> list[str]:
    """Return what was taken at each choice of a move's events: "fortress6", "red"."""
    labels = []
    for index, event in enumerate(story):
        if event.what == "choice":
            taken = next(later for later in story[index:] if later.what in ("build", "citizen"))
            build = taken.what == "build"
            labels.append(
                f"{components.KINDS[taken.a]}{taken.b + 1}" if build else components.COLOURS[taken.a]
            )
    return labels


def notation(sheet: Sequence[int], table: Sequence[int], move: Move) -> str:
    """Return the short form of a legal move (grammar: first lines of this module)."""
    if move.code == rules.FALLBACK:
        words = ["fallback"]
    else:
        parts = rules.decode(move.code)
        die = _die(table, parts.slot)
        final = f"{components.COLOUR_LETTERS[parts.colour]}{parts.value}"
        slot = f"s{parts.slot}" + (f":{PAY_LETTERS[parts.pay]}" if parts.pay >= 0 else "")
        words = [slot, die if die == final else f"{die}>{final}", ACTIONS[parts.action]]
    return " ".join(words + choice_labels(events(sheet, table, move)))


def _die(table: Sequence[int], slot: int) -> str:
    """Return the die on a slot as rolled, such as "W4"."""
    wheel = list(table)
    colour = rules.face(wheel, rules.NOTCH[4 * wheel[rules.HALF] + slot])
    return f"{components.COLOUR_LETTERS[colour]}{wheel[rules.DICE + slot]}"


def face_of(table: Sequence[int], slot: int) -> str:
    """Return the die on a slot as it looks: "w4", "b3" for the black one."""
    return f"b{table[rules.DICE + slot]}" if slot == table[rules.BLACK] else _die(table, slot).lower()


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
        raise InputError(phrase("troyes.refused.move", text=text), field="move")
    return _with_choices(code, choices, sheet, table)


def _from_sentence(plain: str, text: str, sheet: Sequence[int], table: Sequence[int]) -> Move:
    """Return the first legal move whose description is this sentence, in any language."""
    for move in rules.legal_actions(sheet, table):
        sentence = describe(sheet, table, move)
        if any(say(sentence, language).lower() == plain for language in languages()):
            return move
    raise InputError(phrase("troyes.refused.sentence", text=text), field="move")


def _code(plain: str, text: str, table: Sequence[int]) -> tuple[int, list[str]]:
    """Return the code of a notation that is not the fallback, and the words of its choices."""
    match = _MOVE.fullmatch(plain)
    if match is None:
        raise InputError(phrase("troyes.refused.sentence", text=text), field="move")
    slot_text, paid, colour, value, new_colour, new_value, action, rest = match.groups()
    slot = int(slot_text)
    if slot >= components.SLOTS:
        raise InputError(
            phrase("setup.wrong.range", field="slot", n=slot, low=0, high=components.SLOTS - 1), field="move"
        )
    die = f"{colour}{value}".upper()
    if die != _die(table, slot):
        lies = _die(table, slot)
        raise InputError(phrase("troyes.refused.die", n=slot, lies=lies, die=die, text=text), field="move")
    pay = PAY_LETTERS.index(paid.upper()) if paid else -1
    final = components.COLOUR_LETTERS.index((new_colour or colour).upper())
    parts = MoveParts(slot, pay, int(new_value or value), final, ACTIONS.index(action))
    if parts.value > 6:
        raise InputError(phrase("wrong.die", n=parts.value), field="move")
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
            raise InputError(phrase("troyes.refused.no_choice", options=tuple(options)), field="move")
        if words[len(taken)] not in options:
            raise unknown("move", words[len(taken)], options)
        taken.append(options.index(words[len(taken)]))
    if len(words) > len(taken):
        raise InputError(phrase("troyes.refused.move", text=words[len(taken)]), field="move")
    return Move(code, tuple(taken))
