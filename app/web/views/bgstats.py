"""Results as a link that BG Stats imports plays from; nothing is sent before a person opens it.

Its fields are those of bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites. Its program
for Android refuses players without `winner`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode

from pencilwright.app.answers.score import Rank
from pencilwright.app.web.store import StoredSheet
from pencilwright.games import Game
from pencilwright.templates.phrases import ENGLISH, say

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html"
SOURCE: Final = "pencilwright"


def link(game: Game, ranked: Sequence[Rank], of: str, remaining: Sequence[StoredSheet], language: str) -> str:
    """Return the address that hands a ranking over.

    Parameters
    ----------
    of : whose ranking it is. With the game and the day when its sheets were last touched it names the play,
        the same each time, so that it is not imported twice.
    language : of names that nobody has chosen, such as "Sheet 1".
    """
    at = datetime.fromtimestamp(max(item.touched for item in remaining) / 1000, UTC)
    names = [say(entry.name, language) for entry in ranked]
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{of}.{game.id}.{at:%Y-%m-%d}",
        "playDate": f"{at:%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": say(game.name, ENGLISH),
            "sourceGameId": game.id,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": name,
                "sourcePlayerId": name,
                "score": str(entry.total),
                "rank": entry.place,
                "winner": entry.place == 1,
            }
            for name, entry in zip(names, ranked, strict=True)
        ],
    }
    return f"{ADDRESS}?{urlencode({'data': json.dumps(play, ensure_ascii=False)})}"
