"""A worked game for the demo: its last position, and its finished sheet."""

from __future__ import annotations

from typing import Final

LAST: Final = "last-half-day"
"""Names the file of the position."""

# The worked game before its last half-day (dice rolled, raid not yet marked), and after it. Both are given,
# so that the demo shows what reading, scoring and advising make of a game that this program did not play.
BEFORE: Final = """{
  "format": "troyes-dice/1",
  "setup": {
    "plazas": ["R/Y", "R/W", "W/W", "Y/Y", "R/W", "W/Y", "W/Y", "Y/R", "R/R"],
    "numbers": {"red": [1, 2, 3, 4, 5, 6], "yellow": [1, 2, 3, 4, 5, 6], "white": [1, 2, 3, 4, 5, 6]}
  },
  "table": {
    "day": 8, "half": "pm", "up": "YRWYWWYRR", "rolls": [{"black": 3, "dice": [1, 3, 6]}], "attacked": false
  },
  "sheet": {
    "influence": {"circled": 18, "spent": 8},
    "deniers": {"circled": 18, "spent": 10},
    "knowledge": {"circled": 16, "spent": 6},
    "citizens": {"red": 7, "yellow": 14, "white": 10},
    "built": {
      "fortress": [4], "great_market": [1, 2, 3, 4], "town_hall": [1, 2],
      "cathedral": {"3": 1}, "bishops_palace": [1, 5, 6]
    },
    "struck": {"red": [1, 2, 6], "yellow": [3, 6], "white": [2, 6]}
  }
}"""
AFTER: Final = """{
  "format": "troyes-dice/1",
  "sheet": {
    "player": "Demo",
    "influence": {"circled": 18, "spent": 9},
    "deniers": {"circled": 18, "spent": 12},
    "knowledge": {"circled": 16, "spent": 6},
    "citizens": {"red": 7, "yellow": 16, "white": 10},
    "built": {
      "fortress": [4], "great_market": [1, 2, 3, 4], "town_hall": [1, 2, 5],
      "cathedral": {"3": 1, "4": 1}, "bishops_palace": [1, 5, 6]
    },
    "struck": {"red": [1, 2, 6], "yellow": [3, 6], "white": [2, 3, 6]},
    "links": ["L6", "L9"]
  }
}"""
