"""The SVG for screens shows the page, with every mark an element that a script can find."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from pencilwright.games.controls import Number, OneOf, Toggle, Track
from pencilwright.games.controls import Text as Writing
from pencilwright.generator import svg
from pencilwright.generator.documents import on_screen
from pencilwright.generator.fonts import layout
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from pencilwright.templates.render import SCREENS, roles, screen_colours, theme_colours
from tests.generator.page_checks import SVG as SPACE
from tests.generator.page_checks import parsed
from tests.templates.drawn import page


def test_words_wrap_as_on_paper_and_keep_their_measured_width() -> None:
    drawn = page(
        '<text x="1" y="4" font-size="3" fill="#000000" data-width="12">one &lt;two&gt;</text>', 20, 20
    )
    spans = list(parsed(svg.draw(drawn)).iter(f"{SPACE}tspan"))
    assert [span.text for span in spans] == ["one", "<two>"]
    for span, line in zip(spans, layout(drawn.items[0]), strict=True):  # type: ignore[arg-type]
        assert float(span.get("textLength") or 0) == pytest.approx(line.width)


MARK = (
    '<circle cx="5" cy="5" r="3" fill="#ffffff" '
    'data-mark="{}" data-kind="{}" data-label="a mark" data-value="{}"/>'
)


def marked(kind: str, value: str) -> str:
    """A mark of a kind, with what is printed there."""
    track = ' data-track="a track"' if kind == "resource" else ""
    return MARK.format("a.1", kind, value).replace("/>", f"{track}/>")


@pytest.mark.parametrize(
    ("kind", "value", "elements"),
    [
        ("resource", "", 2), ("resource", "circled", 3), ("resource", "spent", 4), ("strike", "struck", 3),
        ("tick", "ticked", 3), ("text", "Ann & <Bo>", 3),
    ],
)  # fmt: skip
def test_values_are_drawn_as_a_pencil_would(kind: str, value: str, elements: int) -> None:
    drawn = page(marked(kind, ""))
    (group,) = [g for g in parsed(svg.draw(drawn, {"a.1": value})).iter(f"{SPACE}g") if g.get("id") == "a.1"]
    assert len(group) == elements
    assert group.get("data-value") == value


def test_without_values_the_printed_ones_are_shown() -> None:
    assert 'data-value="circled"' in svg.draw(page(marked("resource", "circled")))


def test_a_figure_is_an_image_with_its_sentence() -> None:
    drawn = page('<g data-figure="A &quot;dot&quot;"><circle cx="1" cy="1" r="1" fill="#ff0000"/></g>')
    (figure,) = [g for g in parsed(svg.draw(drawn)).iter(f"{SPACE}g") if g.get("role") == "img"]
    assert figure.get("aria-label") == 'A "dot"'
    assert len(figure) == 1


def test_a_ring_lies_in_the_middle_of_its_mark_with_a_line_of_a_tenth() -> None:
    mark = Mark("a", "circle", "a mark", Box(10, 20, 8, 6), "", 0)
    ring = svg.answer(mark, "circled")
    assert 'cx="14" cy="23"' in ring and 'stroke-width="0.6"' in ring
    assert 'rx="3.7" ry="2.7"' in ring
    small = svg.answer(mark._replace(rect=Box(10, 20, 4, 4)), "circled")
    large = svg.answer(mark._replace(rect=Box(10, 20, 20, 20)), "circled")
    assert 'stroke-width="0.5"' in small and 'stroke-width="0.9"' in large


# --- for web pages ----------------------------------------------------------------------------------------


def seen(text: str) -> ElementTree.Element:
    return parsed(text.replace("<svg ", f'<svg xmlns="{SPACE[1:-1]}" '))


def group(root: ElementTree.Element, name: str) -> ElementTree.Element:
    (result,) = (item for item in root.iter(f"{SPACE}g") if item.get("id") == name)
    return result


KINDS = [
    (Toggle("a.1"), "tick", "", "checkbox", ["hit", "tick"]),
    (Toggle("a.1"), "strike", "", "checkbox", ["hit", "cross"]),
    (Track(("a.1",), 1), "resource", "circled", "checkbox", ["hit", "ring", "cross"]),
    (OneOf(("a.1",)), "circle", "", "radio", ["hit", "ring"]),
    (Number(("a.1", "a.2"), (10, 20)), "tick", "", "checkbox", ["hit", "tick"]),
    (Writing("a.1"), "text", "", "button", ["hit", None]),
]


@pytest.mark.parametrize(("control", "kind", "value", "role", "parts"), KINDS)
def test_a_mark_is_a_control_with_all_that_a_pencil_may_draw(
    control: Any, kind: str, value: str, role: str, parts: list[str | None]
) -> None:
    results = group(seen(svg.screen(page(marked(kind, value)), [control])), "m.a.1")
    assert (results.get("role"), results.get("aria-label"), results.get("tabindex")) == (role, "a mark", "-1")
    assert (results.get("data-value"), results.get("data-printed")) == (value, value or None)
    checked = str(bool(value)).lower() if role in ("checkbox", "radio") else None
    assert results.get("aria-checked") == checked
    assert [part.get("class") for part in results] == parts


def test_the_digits_of_a_comb_stand_in_its_cells() -> None:
    drawn = page(
        '<rect x="2" y="2" width="9" height="6" fill="#ffffff" data-mark="n" data-kind="number" '
        'data-cells="3" data-label="points"/>'
    )
    results = group(seen(svg.screen(drawn, [Number(("n",), (1,))])), "m.n")
    assert results.get("role") == "spinbutton"
    assert results[1].get("x") == "3.5 6.5 9.5"


def test_only_what_a_screen_shows_is_drawn() -> None:
    drawn = page(
        '<rect x="10" y="10" width="5" height="4" fill="none" data-area="screen"/>'
        '<circle cx="12" cy="12" r="1" fill="#ff0000"/><circle cx="30" cy="12" r="1" fill="#00ff00"/>'
        '<text x="11" y="13" font-size="2" fill="#000000">in</text>'
        '<text x="11" y="30" font-size="2" fill="#000000">out</text>'
    )
    root = seen(svg.screen(drawn))
    assert root.get("viewBox") == "10 10 5 4"
    printed = group(root, "printed")
    assert printed.get("aria-hidden") == "true"
    assert [item.get("fill") for item in printed.iter(f"{SPACE}circle")] == ["#ff0000"]
    assert [item.text for item in printed.iter(f"{SPACE}tspan")] == ["in"]


def test_a_page_without_such_an_area_is_shown_whole() -> None:
    drawn = page('<circle cx="12" cy="12" r="1" fill="#ff0000"/>', 20, 30)
    assert seen(svg.screen(drawn)).get("viewBox") == "0 0 20 30"


def test_colours_are_the_properties_of_their_roles() -> None:
    numbers = theme_colours("screen")
    paint = f'fill="{numbers["red_tint"]}" stroke="{numbers["ink"]}" stroke-width="1"'
    (circle,) = seen(svg.screen(page(f'<circle cx="2" cy="2" r="1" {paint}/>'))).iter(f"{SPACE}circle")
    assert (circle.get("fill"), circle.get("stroke")) == ("var(--red-tint)", "var(--ink)")
    listed = dict(line.rstrip(";").split(":") for line in svg.properties().splitlines())
    light, dark = screen_colours("light"), screen_colours("dark")
    assert listed == {
        f"--{role.replace('_', '-')}": f"light-dark({light[role]},{dark[role]})" for role in roles().values()
    }


def test_numbers_are_no_finer_than_a_screen_shows() -> None:
    drawn = page('<path d="M1.2345 2.9999L3.5 -4.0012" fill="none" stroke="#000000" stroke-width="0.1"/>')
    (path,) = seen(svg.screen(drawn)).iter(f"{SPACE}path")
    assert path.get("d") == "M1.23 3l2.27-7"


def test_a_path_in_steps_is_the_same_path_wherever_it_stands() -> None:
    outline = "M{0} {0}C{1} {0} {2} {1} {2} {2}L{0} {2}ZM{1} {1}L{2} {1}Z"
    texts = []
    for at in (1.0, 5.37):
        places = [f"{at + step:.2f}" for step in (0, 0.31, 2.5)]
        data = outline.format(*places)
        drawn = page(f'<path d="{data}" fill="#000000"/>')
        (path,) = seen(svg.screen(drawn)).iter(f"{SPACE}path")
        texts.append(path.get("d").partition("c")[2])
        assert absolute(path.get("d")) == pytest.approx([float(n) for n in re.findall(r"[\d.]+", data)])
    assert texts[0] == texts[1] != ""


def absolute(data: str) -> list[float]:
    """The places of a path that is told in steps."""
    results: list[float] = []
    here = first = (0.0, 0.0)
    for op, text in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
        steps = [float(step) for step in re.findall(r"-?[\d.]+", text)]
        if op == "z":
            here = first
            continue
        origin = (0.0, 0.0) if op.isupper() else here
        places = [step + origin[n % 2] for n, step in enumerate(steps)]
        results += places
        here = (places[-2], places[-1])
        first = here if op in "Mm" else first
    return results


@pytest.mark.parametrize("shade", SCREENS)
def test_a_drawing_of_its_own_has_the_colours_of_light_or_dark_and_no_roles(shade: str) -> None:
    view = on_screen("terracotta-army", "reference", setup=None, language="en")
    colours = set(re.findall(r'(?<=(?:fill|roke)=")#[0-9a-f]{6}', svg.draw(view, shade=shade)))
    known = {colour for name, colour in screen_colours(shade).items() if name not in ("pen", "on_pen")}
    assert colours - {"#000000"} <= known
    assert screen_colours(shade)["paper"] in colours


def test_turned_over_only_the_code_keeps_its_dark_and_light() -> None:
    corner, code = '<path d="M1 1H2V2Z" fill="#000000"/>', '<path d="M8 8H18V18Z" fill="#000000"/>'
    area = '<rect x="8" y="8" width="10" height="10" fill="none" data-area="qr"/>'
    plain = page(corner + code + area, 26, 26)
    fills = re.findall(r'<(\w+) [^>]*fill="(#\w+)"', svg.draw(svg.turned_over(plain)))
    assert fills == [("rect", "#ffffff"), ("path", "#000000"), ("rect", "#000000"), ("path", "#ffffff")]
    bare = page(corner, 26, 26)
    assert svg.turned_over(bare) == bare
