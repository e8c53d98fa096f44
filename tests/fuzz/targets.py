"""The grammars that people write in, each with its reader and with valid inputs made by our own play."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache, partial
from pathlib import Path
from unittest.mock import patch

import msgspec
import yaml

from pencilwright.app import pads
from pencilwright.app.answers import pad_check, replay, score
from pencilwright.app.answers import pads as own_pads
from pencilwright.app.answers import plan as plans
from pencilwright.app.commands.example import position
from pencilwright.app.positions import load
from pencilwright.app.positions.entered import Position
from pencilwright.games import GAMES, Game, forget, game, pagecode, puzzlecode, sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.question import Question
from pencilwright.games.rng import Stream
from pencilwright.games.tianxia.commands import EXAMPLES
from pencilwright.generator import svg
from pencilwright.templates.phrases import phrase, say
from tests.fuzz.changes import SIGNS, Seed, Target
from tests.games.pads.gallery import TEXTS
from tests.games.terra_mystica.log.writing import to_ledger, to_text

GAMES_PLAYED = Path(__file__).parent.parent / "games"
TROYES, ARMY, MAP, CHINA = map(game, ("troyes-dice", "terracotta-army", "terra-mystica", "tianxia"))


# --- positions --------------------------------------------------------------------------------------------


def scored(text: str) -> str:
    """Do with a position what `score` does, and write it down and read it again."""
    result = load.of_bytes(text.encode("utf-8", "replace")).positions[0]
    room = result.game
    assert room.to_json(room.parse(room.to_json(result.state))) == room.to_json(result.state)
    return "\n".join(score.in_words(answer, "en") for answer in score.answers_for(result))


@cache
def examples(known: Game) -> tuple[object, ...]:
    """A few positions of a game from its beginning to its end."""
    most = known.examples.LEFT[1]
    return tuple(position(known, seed, left) for seed, left in (("1", 0), ("2", 1), ("3", most // 2)))


def as_lines(known: Game) -> list[Seed]:
    """Positions as JSON, their values a line each: YAML, which forgives commas and brackets."""
    data = [json.loads(known.to_json(state)) for state in examples(known)]
    return [Seed("", yaml.safe_dump(item, sort_keys=False, allow_unicode=True, width=200)) for item in data]


def as_json(text: str) -> str:
    """Return lines of values as JSON. Raises ValueError where they are none."""
    try:
        return json.dumps(yaml.load(text, Loader=yaml.CSafeLoader), default=str)
    except (yaml.YAMLError, TypeError) as error:
        raise ValueError from error


def as_text(known: Game) -> list[Seed]:
    """Positions as they are typed."""
    return [Seed("", known.to_text(state)) for state in examples(known)]


# --- whole games ------------------------------------------------------------------------------------------


def retold(known: Game, text: str) -> str:
    """Read a transcript; what is written of it is read again as the same."""
    room = known.room("transcript")
    written = str(room.to_text(room.parse(text)))
    assert room.to_text(room.parse(written)) == written
    return written


def half_days() -> list[Seed]:
    """Games of Troyes Dice on the fair dice of their codes."""
    from pencilwright.games.troyes_dice import setup
    from pencilwright.games.troyes_dice.play import rules, transcript

    results = []
    for seed, expansion in (("a", False), ("b", True)):
        drawn = setup.draw(seed, numbering="random", expansion=expansion)
        played = transcript.begin(drawn, "Ana")
        for roll in transcript.fair_rolls(setup.to_code(drawn)):
            moves = rules.legal_actions(*played.rolled(roll))
            played = played.played(roll, moves[len(played.turns) % len(moves)])
        results.append(Seed("", transcript.to_text(played)))
    return results


@cache
def sittings() -> tuple[object, ...]:
    """Games of Terracotta Army with answers at random."""
    from pencilwright.games.terracotta_army import session, setup, state

    results = []
    for seed, players in ((1, 1), (2, 1), (3, 3)):
        sitting = session.opened(session.begun(state.start(setup.draw(seed, players=players)), ()))
        stream = Stream.from_seed(seed).fork("fuzz")
        while sitting.prompt is not None:
            picks = sitting.prompt.picks
            sitting.answer(picks[stream.below(len(picks))].key)
        results.append(session.record_of(sitting))
    return tuple(results)


def turns() -> list[Seed]:
    """Their transcripts, without what is only told."""
    from pencilwright.games.terracotta_army import transcript

    texts = [transcript.to_text(record) for record in sittings()]
    return [Seed("", "\n".join(line for line in text.splitlines() if line[0] != "#")) for text in texts]


def replayed(text: str) -> str:
    """Do with a log what `replay` does."""
    log = replay.game_of(text).logs
    result = log.replayed(text)
    tables = [*log.points(result), log.rows(result)]
    cells = [
        say(cell, "en") for table in tables for row in table.rows for cell in row if not isinstance(cell, int)
    ]
    json.dumps(log.as_data(result, rows=True), default=str)
    messages = [say(item, "en") for item in (*log.checks(result), log.stands(result))]
    return "\n".join([*cells, *messages, to_text(result), to_ledger(result).replace("\t", " ")])


@cache
def logs() -> tuple[str, ...]:
    """Games of Terra Mystica in our own form."""
    return tuple((GAMES_PLAYED / f"terra_mystica/games/simple_players_{n}.txt").read_text() for n in (2, 4))


def ledgers() -> list[Seed]:
    """Games of Terra Mystica as the server prints them."""
    log = MAP.logs
    return [Seed("", to_ledger(log.replayed(text))) for text in logs()]


# --- plans ------------------------------------------------------------------------------------------------


def planned(known: Game, text: str) -> str:
    """Do with a plan what `plan` does: a line of JSON, whose plan it is, a command a line."""
    data, who, plan = text.split("\n", 2)
    result = Position(known, known.parse(data))
    return plans.in_words(plans.answer_for(result, plan, who), "en")


def planning(known: Game, state: object, who: str, commands: Sequence[str]) -> Seed:
    """Return a plan on a position."""
    data = json.dumps(json.loads(known.to_json(state)))
    return Seed(f"{data}\n{who}\n", "\n".join(commands))


def plans_of_dice() -> list[Seed]:
    """Half-days of Troyes Dice whose dice are known."""
    from pencilwright.games.troyes_dice.example import example
    from pencilwright.games.troyes_dice.play import move_text, rules
    from pencilwright.games.troyes_dice.play.vectors import vectors

    results = []
    for seed in (1, 2):
        state = example(seed, 3, 3)
        sheet, table = vectors(state)
        moves = [move_text.notation(sheet, table, move) for move in rules.legal_actions(sheet, table)]
        results += [planning(TROYES, state, "", [move, move]) for move in moves[:: len(moves) // 4]]
    return results


def plans_of_the_army() -> list[Seed]:
    """Turns of people, each on the position before it."""
    results = []
    for record in sittings():
        before = record.begin
        for turn in record.turns:
            if "/" in turn.line and len(results) < 60:
                results.append(planning(ARMY, before, turn.line.split()[0], [turn.line]))
            before = turn.state
    builds = ["build officer E4 with sword row+1 for 3 clay", "archer C3 N", "footman B1", "musician D2"]
    return [*results, *(seed._replace(body="\n".join(builds)) for seed in results[:3])]


def plans_on_the_map() -> list[Seed]:
    """What a faction of Terra Mystica did from a row on."""
    log, results = MAP.logs, []
    for text in logs():
        rows = text.splitlines()
        for at in range(len(rows) // 3, len(rows) - 20, 40):
            who = rows[at].partition(":")[0]
            own = [row.partition(": ")[2] for row in rows[at:] if row.startswith(f"{who}: ")][:4]
            state = log.position(log.replayed("\n".join(rows[:at])))
            results.append(planning(MAP, state, who, ". ".join(own).split(". ")))
    return results


def plans_of_china() -> list[Seed]:
    """One command of each kind of Tianxia, on a few positions."""
    return [planning(CHINA, state, who, EXAMPLES) for state in examples(CHINA)[1:] for who in ("B", "O")]


# --- pads -------------------------------------------------------------------------------------------------


def pad_checked(text: str) -> str:
    """Do with the file of a pad what `pad check` does, and `pad show`: its page is drawn in each language."""
    try:
        known = pads.again("a.toml", text)
        result = pad_check.checked(known)
        drawings = [svg.draw(own_pads.rendered(known, item)) for item in own_pads.printed_in(known)]
        assert result.faults or all(drawings)
    finally:
        for item in [item for item, known in GAMES.items() if known.is_pad]:
            forget(item)
    return "\n".join(say(item, "en") for item in (*result.lines, *result.notes, *result.faults))


def pad_files() -> list[Seed]:
    """Pads of all layouts."""
    return [Seed("", TEXTS[name]) for name in ("bowling", "chicago", "quiz", "yatzy")]


# --- codes ------------------------------------------------------------------------------------------------


def coded(text: str) -> str:
    """Read a code of any kind as `score` and `solve` take it; the code of what it says is the same again."""
    result = load.code_in(text)
    if result is None:
        raise InputError(phrase("position.empty"))
    known, kind = result
    if kind == pagecode.FORMAT:
        page = pagecode.decode(text)
        assert pagecode.decode(pagecode.encode(page)) == page
        return pagecode.document_of(page)[0].id
    if kind == puzzlecode.FORMAT:
        return asked(known, text)
    room = known.setups
    setup = room.from_code(text)
    assert room.from_code(room.to_code(setup)) == setup
    return told(known, setup, known.components.STANDARD)


def told(known: Game, setup: object, components: object) -> str:
    """Return a setup in words."""
    rows = known.rows(setup, components)
    return "\n".join(say(item, "en") for row in rows for item in (row.what, *row.lines))


def asked(known: Game, code: str) -> str:
    """Return the question of a puzzle's code, which is that of the code made of it too."""
    room = known.puzzles
    question = room.from_code(code)
    assert room.key(room.from_code(room.to_code(question))) == room.key(question)
    room.page(question)
    return "\n".join(say(item, "en") for item in room.question_text(question))


def share_codes() -> list[Seed]:
    """Setups of all games."""
    rooms = [known.setups for known in GAMES.values()]
    return [Seed("", room.to_code(room.draw(seed))) for room in rooms for seed in (1, 2)]


def page_codes() -> list[Seed]:
    """Pages of all games, with a setup and without."""
    results = []
    for known in GAMES.values():
        room, document = known.setups, next(iter(known.paper.DOCUMENTS.values()))
        for code in (None, room.to_code(room.draw(3))):
            number, version = document.number, document.version
            page = pagecode.PageCode(known.prefix, number, version, "en", "colour", "a4", setup=code)
            results.append(Seed("", pagecode.pretty(pagecode.encode(page))))
    return results


def checked(text: str) -> str:
    """Return a code with the right check symbols."""
    signs = "".join(sign for sign in text if sign in sharecode.ALPHABET)
    return sharecode.add_check(signs[: -sharecode.CHECK_SYMBOLS])


@cache
def puzzles(known: Game) -> tuple[Question, ...]:
    """A puzzle of each kind that the examples give."""
    room, results = known.puzzles, []
    for kind in room.KINDS_OF_PUZZLE:
        for left in range(5):
            try:
                results.append(room.of_state(position(known, "7", left), kind))
                break
            except InputError:  # another kind of position
                continue
    return tuple(results)


def as_packed() -> AbstractContextManager[object]:
    """Let codes be the text that they pack: packing takes a good part of a second."""
    return patch.multiple(puzzlecode, encode=lambda _, text, __: text, decode=lambda _, text, __: text)


def questions(known: Game) -> list[Seed]:
    """Puzzles as the text that their codes pack."""
    with as_packed():
        return [Seed("", known.puzzles.to_code(question)) for question in puzzles(known)]


def asked_in_text(known: Game, text: str) -> str:
    """Read a puzzle as the text that its code packs."""
    with as_packed():
        return asked(known, text)


def symbols(known: Game) -> list[Seed]:
    """A puzzle as the symbols of its lines."""
    code = known.puzzles.to_code(puzzles(known)[-1])
    return [Seed("", puzzlecode.from_lines(known.prefix, code))]


def in_lines(known: Game, text: str) -> str:
    """Return the code of such symbols. Raises ValueError for far too many."""
    return puzzlecode.to_lines(known.prefix, "".join(item for item in text if item in sharecode.ALPHABET))


# --- dice and wheel as options ----------------------------------------------------------------------------


def rolled(text: str) -> str:
    """Read a roll as `--dice` takes it, or the table: its time, its wheel and its pillage, a line each."""
    room = TROYES.room("known_dice")
    if "\n" not in text:
        return str(room.parse_roll(text))
    bare = msgspec.structs.replace(examples(TROYES)[1], table=None)
    time, wheel, pillage = (*text.split("\n"), "")[:3]
    return str(TROYES.room("vectors").vectors(room.with_table(bare, time, wheel, pillage)))


# --- a person's own values --------------------------------------------------------------------------------


def own_values(known: Game, text: str) -> str:
    """Read own values, play an example with them and tell a setup with them."""
    own = known.own_values.load(text)
    state = known.with_components(examples(known)[1], own)
    known.problems(state)
    return told(known, known.setups.draw(1), own)


def boards(known: Game) -> list[Seed]:
    """All values of a game, and each alone."""
    _, *blocks = known.own_values.write().split("\n\n")
    each = [
        "\n".join(line.removeprefix("#") for line in block.splitlines() if not line.startswith("##"))
        for block in blocks
    ]
    return [Seed("", values) for values in (*each, "\n".join(each))]


# --- parts of a setup -------------------------------------------------------------------------------------

PARTS = {
    TROYES: ("P4=R/Y", "red=456123", "tile7=P0"),
    ARMY: ("round3=coins", "inner=#4", "masters=captain"),
    MAP: ("R3=SCORE1", "P1=witches"),
    CHINA: ("qin1=P6", "wei=black"),
}


def parts(known: Game) -> list[Seed]:
    """A few of them."""
    return [Seed("", line) for line in PARTS[known]] + [Seed("", "\n".join(PARTS[known]))]


def fixed(known: Game, text: str) -> str:
    """Draw a setup with the parts that a person wants, a line each."""
    room, fields = known.setups, {"numbering": "random", "expansion": True} if known is TROYES else {}
    setup = room.draw("1", fixed=room.parse_fixed(text.splitlines()), **fields)
    return told(known, setup, known.components.STANDARD)


# --- the table --------------------------------------------------------------------------------------------


def _of_each(
    name: str,
    games: Sequence[Game],
    read: Callable[[Game, str], str],
    seeds: Callable[[Game], Sequence[Seed]],
) -> dict[str, Target]:
    return {f"{name}-{known.id}": Target(partial(read, known), partial(seeds, known)) for known in games}


TARGETS: dict[str, Target] = {
    **{f"json-{known.id}": Target(scored, partial(as_lines, known), as_json) for known in GAMES.values()},
    **{f"text-{known.id}": Target(scored, partial(as_text, known)) for known in GAMES.values()},
    "transcript-troyes-dice": Target(partial(retold, TROYES), half_days),
    "transcript-terracotta-army": Target(partial(retold, ARMY), turns),
    "log-terra-mystica": Target(replayed, lambda: [Seed("", text) for text in logs()]),
    "ledger-terra-mystica": Target(replayed, ledgers),
    "plan-troyes-dice": Target(partial(planned, TROYES), plans_of_dice),
    "plan-terracotta-army": Target(partial(planned, ARMY), plans_of_the_army),
    "plan-terra-mystica": Target(partial(planned, MAP), plans_on_the_map),
    "plan-tianxia": Target(partial(planned, CHINA), plans_of_china),
    "dice-troyes-dice": Target(rolled, lambda: [Seed("", "b3 1 5 6"), Seed("", "8pm\nYRYWWWYWR\n")]),
    "pads": Target(pad_checked, pad_files),
    "share-codes": Target(coded, share_codes, checked, SIGNS),
    "page-codes": Target(coded, page_codes, checked, SIGNS),
    **{
        f"puzzle-codes-{known.id}": Target(coded, partial(symbols, known), partial(in_lines, known), SIGNS)
        for known in (TROYES, CHINA)
    },
    **_of_each("puzzle-texts", (ARMY, MAP, CHINA), asked_in_text, questions),
    **_of_each("parts", tuple(PARTS), fixed, parts),
    **_of_each("own-values", tuple(GAMES.values()), own_values, boards),
}
