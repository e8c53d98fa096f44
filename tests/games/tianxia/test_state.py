"""Questions to a position: who is there, how high a marker stands, how many pieces lie where."""

from __future__ import annotations

from pencilwright.games.tianxia import state
from pencilwright.games.tianxia.state import Palace, PalaceTrack, Section, State
from tests.games.tianxia.positions import BOP, battle_14_1
from tests.refusals import refused


def test_a_player_whom_the_position_lacks_is_refused() -> None:
    with refused("wrong.nobody.known", known="[B, O, P]", who="X"):
        state.player(battle_14_1(), "X")


def test_heights_that_were_not_recorded_are_asked_for() -> None:
    position = State(players=BOP, palace=Palace(white=PalaceTrack("BO")))
    assert state.step_of(position, "white", "P") == 0
    with refused("tianxia.wrong.steps", field="palace.white.steps"):
        state.step_of(position, "white", "B")


def test_pieces_are_counted_by_section() -> None:
    position = State(
        players=BOP, wall=(Section(walls="BB"), Section(), Section(walls="B"), Section(walls="O"))
    )
    assert state.pieces(position, "B", "walls") == 3
    assert state.pieces(position, "B", "walls", [1, 2]) == 2
