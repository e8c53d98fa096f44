"""What several floors must agree on although the arrows forbid them to import it from one another."""

from pencilwright.games import pagecode
from pencilwright.games.shared import marks
from pencilwright.templates import frame
from pencilwright.templates import page as pages
from pencilwright.templates.phrases import languages
from pencilwright.templates.render import themes


def test_a_page_code_knows_every_language_theme_paper_and_copy_that_can_be_printed() -> None:
    assert set(pagecode.page_languages()) == set(languages())
    assert set(pagecode.THEMES) == set(themes())
    assert set(pagecode.PAPERS) == set(frame.PAPERS)
    assert pagecode.MOST_COPIES == frame.COPIES


def test_marks_have_the_same_kinds_and_values_on_paper_as_in_the_game() -> None:
    assert marks.VALUES == pages.VALUES
