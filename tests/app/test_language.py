"""A folder with a few words is a language: in the terminal, on paper and on the page, the rest in English."""

from pathlib import Path

import pypdfium2
import pytest

from pencilwright.app.cli import main
from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.generator.documents import PrintOptions, Rendered, render_copy
from pencilwright.templates import phrases
from pencilwright.templates.phrases import IncompleteLanguage, native_name, phrase, say
from tests import partial_language

Capture = pytest.CaptureFixture[str]
REFUSED = phrase("page.copy")


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    partial_language.french(tmp_path / "begun", monkeypatch)


def printed(language: str) -> Rendered:
    return render_copy("tianxia", "score-sheet", setup=None, options=PrintOptions(language), copy=1)


@pytest.mark.usefixtures("french")
def test_what_is_missing_is_said_in_english_with_one_warning() -> None:
    with pytest.warns(IncompleteLanguage) as warned:
        assert say(REFUSED, "fr") == say(REFUSED, "en")
        assert say(phrase("page.theme"), "fr") == "theme"
    assert len(warned) == 1 and say(warned[0].message.args[0], "ja") == "言語 fr にない言葉は英語で表示します"
    assert say(phrase("sheet.name"), "fr") == "Nom"
    assert (native_name("fr"), native_name("ja")) == ("français", "日本語")
    assert phrases.words("fr")["web.home"] == "Accueil" and phrases.words("fr")["page.copy"] == "copy"


@pytest.mark.usefixtures("french")
@pytest.mark.filterwarnings("ignore::pencilwright.templates.phrases.IncompleteLanguage")
def test_commands_and_refusals_speak_it(capsys: Capture) -> None:
    assert main.run(["setup", "tianxia", "--seed", "1", "--lang", "fr"]) == 0
    view = capsys.readouterr().out
    assert "Code de partage" in view and "Qin1: I1: +1 any resource" in view
    assert main.run(["setup", "tianxia", "--players", "9", "--lang", "fr"]) == 2
    refused = capsys.readouterr().err
    assert "Phrase(" not in refused and "1 to 4" in refused
    assert main.run(["setup", "tianxia", "--help", "--lang", "fr"]) == 0
    assert "The nomad deck." in capsys.readouterr().out


@pytest.mark.usefixtures("french")
@pytest.mark.filterwarnings("ignore::pencilwright.templates.phrases.IncompleteLanguage")
def test_paper_is_printed_in_it_and_its_code_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert main.run(["sheet", "tianxia", "--lang", "fr", "-o", "pad.pdf"]) == 0
    text = pypdfium2.PdfDocument("pad.pdf")[0].get_textpage().get_text_bounded()
    assert "Date de la partie" in text and "Made with pencilwright" in text
    sheet = printed("fr")
    assert pagecode.decode(sheet.code).language == "fr"
    monkeypatch.undo()
    with pytest.raises(InputError, match="language number 3"):
        pagecode.decode(sheet.code)


@pytest.mark.usefixtures("french")
def test_marks_lie_where_they_lie_in_english() -> None:
    with pytest.warns(IncompleteLanguage):
        french, english = printed("fr").page.marks, printed("en").page.marks
    assert [(mark.id, mark.rect) for mark in french] == [(mark.id, mark.rect) for mark in english]
    assert [mark.label for mark in french] != [mark.label for mark in english]


@pytest.mark.usefixtures("french")
def test_a_language_without_a_number_is_told_and_not_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (tmp_path / "begun" / "words" / "eo").mkdir()
    monkeypatch.setattr("pencilwright.templates.__path__", [*phrases.templates.__path__, str(tmp_path / "x")])
    assert "eo" in phrases.languages() and "eo" not in pagecode.page_languages()
    with pytest.warns(IncompleteLanguage):
        assert main.run(["sheet", "tianxia", "--lang", "eo"]) == 2
    assert "en or ja or fr" in capsys.readouterr().err
