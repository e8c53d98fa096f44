"""Papers: the file of the page's form is the one that the command makes."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

from pencilwright.app.answers.documents import copies_on_paper
from pencilwright.app.web.routes import papers
from pencilwright.games import game
from tests.app.doors import Door
from tests.app.web.client import Browser

TROYES = game("troyes-dice")
CODE = TROYES.setups.to_code(TROYES.examples.example(1, 1).setup)


def form(text: str) -> dict[str, str]:
    """What the form of a page sends as it stands there."""
    fields = {}
    for field in re.findall(r"<input [^>]*>", text):
        summary = dict(re.findall(r'([\w-]+)="([^"]*)"', field))
        if summary.get("type") != "radio" or " checked" in field:
            fields[summary["name"]] = summary.get("value", "")
    return fields


@pytest.mark.parametrize("document", ["setup-card", "score-sheet"])
def test_as_it_stands_the_form_asks_for_as_many_copies_as_fill_the_paper(
    browser: Browser, document: str
) -> None:
    fields = form(browser.get(f"/papers/troyes-dice?code={CODE}").text)
    assert fields["copies"] == ""
    order = papers.order_of(TROYES, {**fields, "document": document, "spoken": "en"})
    assert order.options.copies == copies_on_paper(TROYES, document, fields["paper"])
    assert (order.options.copies > 1) is (document == "setup-card")
    pdf = browser.get(f"/papers/troyes-dice/{document}.pdf?{urlencode(fields)}")
    assert pdf.body.startswith(b"%PDF-")
    item = {**fields, "copies": "3"}
    assert form(browser.get(f"/papers/troyes-dice?{urlencode(item)}").text) == item


def test_every_sheet_with_marks_can_be_tapped_from_the_papers(browser: Browser) -> None:
    page = browser.get("/papers/terra-mystica").text
    taps = re.findall(r'href="(/sheet/terra-mystica\?[^"]*)"', page)
    assert [tap.partition("document=")[2] for tap in taps] == ["score-sheet", "map-sheet"]
    assert 'id="m.a1.th"' in browser.get(taps[1]).text


@pytest.mark.parametrize("typed", ["0", "100000", "two"])
def test_a_wrong_number_of_copies_is_given_back_with_the_form(browser: Browser, typed: str) -> None:
    fields = {"copies": typed, "paper": "letter", "ink": "ink-saver", "language": "ja"}
    fields |= {"names": "文子、健", "edition": "bleed"}
    answer = browser.get(f"/papers/troyes-dice/score-sheet.pdf?{urlencode(fields)}")
    assert answer.status == 422 and answer.headers["content-type"].startswith("text/html")
    assert form(answer.text) == fields
    assert 'id="wrong-copies"' in answer.text and answer.text.count('role="alert"') == 1


def printed(door: Door, line: str) -> bytes:
    """Return the file that a command makes."""
    done = door(f"{line} -o paper.pdf")
    assert done.written == ("paper.pdf",)
    return Path("paper.pdf").read_bytes()


@pytest.mark.parametrize(
    ("document", "typed", "command"),
    [
        (
            "score-sheet",
            {"names": "Ann, Bo、文子"},
            f"sheet troyes-dice --code {CODE} --names 'Ann, Bo、文子'",
        ),
        ("score-sheet", {"edition": "bleed"}, f"sheet troyes-dice --code {CODE} --bleed"),
        ("setup-card", {"edition": "bleed"}, f"card troyes-dice --code {CODE} --bleed"),
        (
            "reference",
            {"edition": "large", "paper": "letter"},
            "reference troyes-dice --paper letter --large",
        ),
    ],
)
def test_names_and_editions_are_those_of_the_command(
    browser: Browser, door: Door, document: str, typed: dict[str, str], command: str
) -> None:
    fields = form(browser.get(f"/papers/troyes-dice?code={CODE}").text) | typed
    pdf = browser.get(f"/papers/troyes-dice/{document}.pdf?{urlencode(fields)}")
    assert pdf.body == printed(door, command)


@pytest.mark.parametrize(
    ("document", "typed", "key"),
    [
        ("score-sheet", {"names": " ,、"}, "print.names.none"),
        ("score-sheet", {"names": "Ann,Bo,Cy", "copies": "2"}, "print.names.many"),
        ("score-sheet", {"names": "Ann", "edition": "large"}, "web.papers.names.as-is"),
        ("score-sheet", {"names": "Ann 😀"}, "form.lacking"),
        ("reference", {"names": "Ann"}, "print.no_names"),
        ("setup-card", {"edition": "large"}, "print.no_large"),
        ("score-sheet", {"edition": "large"}, "print.no_large"),
        ("score-sheet", {"names": "x" * 101}, "print.names.long"),
        ("score-sheet", {"names": "Maximilian " * 6}, "print.names.long"),
    ],
)
def test_names_and_editions_that_cannot_be_are_one_sentence_at_their_field(
    browser: Browser, document: str, typed: dict[str, str], key: str
) -> None:
    fields = form(browser.get(f"/papers/troyes-dice?code={CODE}").text) | typed
    answer = browser.get(f"/papers/troyes-dice/{document}.pdf?{urlencode(fields)}")
    assert answer.status == 422 and answer.says(key) and answer.text.count('role="alert"') == 1
    assert form(answer.text) == fields
    place = "names" if "names" in typed else "edition"
    assert re.search(f'name="{place}"[^>]*aria-describedby="wrong-{place}" autofocus', answer.text)
    assert f'id="wrong-{place}"' in answer.text


def test_a_setup_in_the_dark_has_a_picture_whose_code_can_be_read(browser: Browser) -> None:
    page = browser.get(f"/setup/troyes-dice/{CODE}?theme=dark").text
    assert browser.get(f"/setup/troyes-dice/{CODE}?theme=light").text.count("shade=dark") == 0
    picture = re.findall(r'<img class="drawn" src="([^"]*)"', page)[0].replace("&amp;", "&")
    assert picture.endswith("&shade=dark")
    dark = browser.get(picture).text
    light = browser.get(picture.removesuffix("&shade=dark")).text
    assert len(re.findall('<path [^>]*fill="#000000"', light)) == 1 + len(
        re.findall('<path [^>]*fill="#000000"', dark)
    )
