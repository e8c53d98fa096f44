"""Which documents Troyes Dice has on paper, and the plain data that each template is given."""

from __future__ import annotations

from typing import Any, Final

from pencilwright.games.document import WITH_A5, Document, document_of, listed, without_setup
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import for_template
from pencilwright.games.troyes_dice import components as box
from pencilwright.games.troyes_dice.components import COLOURS, KINDS, RESOURCES, Components
from pencilwright.games.troyes_dice.marks import MARKS
from pencilwright.games.troyes_dice.scoring import BAND_IDS
from pencilwright.games.troyes_dice.setup import Setup, from_code, numbering_name, to_code
from pencilwright.templates.phrases import phrase

TABLE: Final = "TD1-0000-4WEN-9GCH"
"""The setup of the worked half-day."""
DOCUMENTS: Final = listed(
    "troyes_dice",
    Document("score-sheet", 0, 2, fillable=True, papers=WITH_A5),
    Document("setup-page", 1, 1),
    Document("setup-card", 2, 1, size="70x120"),
    Document("reference", 3, 1, parts=2, papers=WITH_A5, small_parts=4, table=TABLE),
)
WITH_SETUP = ("score-sheet", "setup-page", "setup-card")
"""Documents that are made for one setup, so that their files are named after it."""
OPEN_BY_DEFAULT: tuple[str, ...] = ()
"""Every document draws a random setup unless one is given."""
MOST_BANDS, MOST_CHALLENGES = 6, 10
"""What the quick reference has room for."""


def data(
    document: str, setup: Setup | None, *, blank_numbers: bool = False, components: Components = box.STANDARD
) -> dict[str, Any]:
    """Return the plain data of a document's template.

    Parameters
    ----------
    document : an id of DOCUMENTS.
    setup : the table's setup; the reference does without, and so does a sheet with blank numbers.
    blank_numbers : leave the die boxes empty, for players who write their own numbers.
    components : the box, with the user's own values where no source proves ours.

    Raises
    ------
    InputError : unknown document, a document that needs a setup and got none, too many of the user's own
        score bands or challenges for the page.
    """
    document_of(DOCUMENTS, document, phrase("game.troyes-dice"))
    if document == "reference":
        return _shared() | _reference(components)
    shared = _shared() | {"marks": for_template(MARKS)}
    if setup is None:
        if document != "score-sheet" or not blank_numbers:
            raise without_setup(document)
        return shared | {"numbers": None, "setup_code": ""}
    numbers = None if blank_numbers else dict(zip(COLOURS, setup.numbers, strict=True))
    return shared | {"numbers": numbers, "setup_code": to_code(setup)} | _setup(setup, components)


def _shared() -> dict[str, Any]:
    """Return what every document may show: the names and the printed gains."""
    return {
        "colours": COLOURS,
        "kinds": KINDS,
        "prestige": dict(zip(COLOURS, KINDS[0::2], strict=True)),
        "public": dict(zip(COLOURS, KINDS[1::2], strict=True)),
        "kind_colour": {kind: COLOURS[index // 2] for index, kind in enumerate(KINDS)},
        "resource": dict(zip(COLOURS, RESOURCES, strict=True)),
        "colour_of": dict(zip(RESOURCES, COLOURS, strict=True)),
        "fortress_citizen": [COLOURS[colour] for colour in box.FORTRESS_CITIZEN],
        "market": [
            _gain(colour, citizens, amount) | {"per": COLOURS[colour]}
            for colour, citizens, amount in zip(
                box.MARKET_COLOUR, box.MARKET_GIVES_CITIZENS, box.MARKET_AMOUNT, strict=True
            )
        ],
        "cathedral_scores": [KINDS[kind] for kind in box.CATHEDRAL_SCORES],
        "cathedral_portraits": box.CATHEDRAL_PORTRAITS,
        "public_citizens": box.PUBLIC_CITIZENS,
        "links": [
            _gain(link.gain, link.citizens, link.amount)
            | {
                "id": link.id.removeprefix("L"),
                "colour": COLOURS[link.kind // 2],
                "prestige": link.kind % 2 == 0,
                "column": link.columns[0],
            }
            for link in box.LINKS
        ],
        "track": box.RESOURCE_SPACES,
        "start": box.RESOURCE_START,
        "citizen_at": box.RESOURCE_CITIZEN_AT,
        "citizens": box.CITIZEN_SPACES,
        "column_bonus_at": box.COLUMN_BONUS_AT,
        "fifteenth": {
            colour: [KINDS[kind] for kind in kinds]
            for colour, kinds in zip(COLOURS, box.FIFTEENTH, strict=True)
        },
        "twentieth": {
            colour: [COLOURS[gain] for gain in gains]
            for colour, gains in zip(COLOURS, box.TWENTIETH, strict=True)
        },
        "attack_from": box.ATTACK_FROM_DAY,
    }


def _gain(colour: int, citizens: bool | int, amount: int) -> dict[str, Any]:
    """Return a printed gain: `n` citizens of a colour, or `n` of its resource."""
    return {
        "n": amount,
        "citizen": COLOURS[colour] if citizens else None,
        "resource": None if citizens else RESOURCES[colour],
    }


def _setup(setup: Setup, components: Components) -> dict[str, Any]:
    """Return what the setup documents show: wheel, slot table, numbering, tiles."""
    return {
        "numbering": numbering_name(setup),
        "plazas": [{"up": up, "hidden": hidden} for up, hidden in setup.plazas],
        "plazas_unverified": "plazas" in components.unverified,
        "expansion": [
            {"notch": notch, "id": tile, "colour": setup.plazas[notch][0]} for notch, tile in setup.expansion
        ],
        "days": [
            {
                "day": day,
                "attack": day >= box.ATTACK_FROM_DAY,
                "window": day - 1,
                "slots": [(day + k) % box.NOTCHES for k in range(2 * box.SLOTS)],
            }
            for day in range(1, box.DAYS + 1)
        ],
    }


def _reference(components: Components) -> dict[str, Any]:
    """Return a half-day on the wheel for the reference, and its solo part: score bands and challenges."""
    bands, challenges = components.score_bands, components.challenges
    if len(bands) > MOST_BANDS or len(challenges) > MOST_CHALLENGES:
        room = {"bands": MOST_BANDS, "challenges": MOST_CHALLENGES}
        given = {"given_bands": len(bands), "given_challenges": len(challenges)}
        text = phrase("troyes.paper.room", **room, **given)
        raise InputError(text, field="components")
    turned = [pair[::-1] if notch < 4 else pair for notch, pair in enumerate(from_code(TABLE).plazas)]
    plazas = [{"up": up, "hidden": hidden} for up, hidden in turned]  # 1, 8, 2, 0, 3 and 8 were raided
    tops = [band.at_least - 1 for band in bands[1:]] + [None]
    own_bands = "score_bands" not in components.unverified
    own_challenges = "challenges" not in components.unverified
    return {
        "setup_code": "",
        "day": 4,
        "plazas": plazas,
        "dice": [
            plazas[notch] | {"notch": notch, "value": value, "black": notch == 5, "tile": None}
            for notch, value in enumerate((2, 4, 4, 6), start=4)
        ],
        "bands": [
            {
                "low": band.at_least or None,
                "high": top,
                "key": None if own_bands else BAND_IDS[index],
                "title": band.title,
            }
            for index, (band, top) in enumerate(zip(bands, tops, strict=True))
        ],
        "challenges": [
            {"key": None if own_challenges else challenge.id, "text": challenge.text}
            for challenge in challenges
        ],
        "solo_unverified": not (own_bands and own_challenges),
    }
