"""What the documents say."""

from __future__ import annotations

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import paper, setup


def test_documents_say_what_they_need() -> None:
    with pytest.raises(InputError, match="needs a setup"):
        paper.data("setup-card", None)
    with pytest.raises(InputError, match="no document 'poster'"):
        paper.data("poster", None)
    assert sum(paper.WAYS) == 36
    for players in (1, 3):
        drawn = setup.draw(1, players=players)
        assert paper.data("setup-page", drawn)["setup_code"] == setup.to_code(drawn)
