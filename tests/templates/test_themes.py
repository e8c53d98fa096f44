"""Every theme can be read: enough contrast, game colours that stay apart for all eyes and in grey.

In the ink-saver they are patterns and letters: tests/generator/test_ink.py has what is particular to it.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from pencilwright.templates.phrases import Named, languages, word
from pencilwright.templates.render import SCREENS, roles, screen_colours, theme_colours, themes

GAME_COLOURS = ("red", "yellow", "white")
GROUNDS = ("paper", "band", "red_tint", "yellow_tint", "white_tint")

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB, rounded to three decimals.
SIGHT = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}  # fmt: skip


def linear(colour: str) -> tuple[float, float, float]:
    """Linear light of "#rrggbb"."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return red, green, blue


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """Contrast of WCAG 2, from 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    """CIE Lab of a colour as eyes of a kind see it (white D65)."""
    rgb = linear(colour)
    r, g, b = (max(0.0, min(1.0, sum(m * v for m, v in zip(row, rgb, strict=True)))) for row in SIGHT[sight])
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.009 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(a: str, b: str, sight: str) -> float:
    """Distance of two colours in CIE Lab; about 2 can just be told apart side by side."""
    return float(sum((p - q) ** 2 for p, q in zip(lab(a, sight), lab(b, sight), strict=True)) ** 0.5)


ALL = (*themes(), *(f"screen/{name}" for name in SCREENS))
"""The themes of paper, and those of screens."""


def colours(theme: str) -> Named:
    place, _, name = theme.rpartition("/")
    return screen_colours(name) if place else theme_colours(name)


@pytest.mark.parametrize("theme", ALL)
def test_words_stand_out_from_every_ground(theme: str) -> None:
    c = colours(theme)
    for name in ("ink", "muted", *(f"{colour}_text" for colour in GAME_COLOURS)):
        for ground in GROUNDS:
            assert contrast(c[name], c[ground]) >= 4.5, (name, ground)
    for colour in GAME_COLOURS:
        assert contrast(c[f"{colour}_text"], c[f"{colour}_fill"]) >= 4.5
    assert contrast(c["ink"], c["shade"]) >= 4.5
    assert contrast(c["paper"], c["ink"]) >= 4.5


@pytest.mark.parametrize("theme", ALL)
def test_lines_and_faint_numbers_stand_out_enough_to_be_found(theme: str) -> None:
    c = colours(theme)
    for name in ("line", "faint", *(f"{colour}_line" for colour in GAME_COLOURS)):
        assert contrast(c[name], c["paper"]) >= 3, name


@pytest.mark.parametrize("theme", [theme for theme in ALL if theme != "ink-saver"])
@pytest.mark.parametrize("sight", SIGHT)
def test_the_fills_of_the_game_colours_stay_apart_for_all_eyes(theme: str, sight: str) -> None:
    c = colours(theme)
    for a, b in combinations(GAME_COLOURS, 2):
        assert difference(c[f"{a}_fill"], c[f"{b}_fill"], sight) >= 6, (a, b)


@pytest.mark.parametrize("language", languages())
def test_the_game_colours_have_letters_too_and_all_differ(language: str) -> None:
    assert len({word(language, f"letter.{colour}") for colour in GAME_COLOURS}) == 3


def test_no_colour_that_must_be_seen_is_lighter_than_cameras_can_tell_from_paper() -> None:
    for theme in themes():
        c = theme_colours(theme)
        for name in ("ink", "muted", "faint", "line", *(f"{colour}_line" for colour in GAME_COLOURS)):
            assert luminance(c[name]) < luminance("#d7d7d7"), (theme, name)


# --- screens ----------------------------------------------------------------------------------------------

PLAYERS = ("yellow", "green", "blue", "purple")


def test_light_and_dark_have_the_same_roles_and_those_of_paper() -> None:
    light, dark = (screen_colours(name) for name in SCREENS)
    assert light.keys() == dark.keys() > theme_colours("colour").keys()
    assert {"light", "dark", "screen"}.isdisjoint(themes()), "nothing is printed in a theme of screens"


def test_in_the_theme_of_screens_colours_are_numbers_of_roles() -> None:
    numbers = theme_colours("screen")
    assert len(set(numbers.values())) == len(numbers)
    assert {role: roles()[number] for role, number in numbers.items()} == {role: role for role in numbers}


@pytest.mark.parametrize("name", SCREENS)
def test_on_screens_what_the_player_wrote_stands_out_wherever_it_may_stand(name: str) -> None:
    c = screen_colours(name)
    tints = (*(f"{colour}_tint" for colour in GAME_COLOURS), *(f"player_{item}_tint" for item in PLAYERS))
    for ground in ("paper", "band", "pen_tint", *tints):
        assert contrast(c["pen"], c[ground]) >= 4.5, ground
    assert contrast(c["on_pen"], c["pen"]) >= 4.5
    for player in PLAYERS:
        for ground in ("paper", f"player_{player}_tint"):
            assert contrast(c[f"player_{player}_text"], c[ground]) >= 4.5, (player, ground)
            assert contrast(c[f"player_{player}_line"], c[ground]) >= 3, (player, ground)
    for role in c:
        if role.startswith("land_") or role in ("clay", "coin", "leaf", "water", "violet", "stone"):
            assert contrast(c["ink"], c[role]) >= 4.5, role
