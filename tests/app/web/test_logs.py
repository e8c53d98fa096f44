"""The log of a whole game on the page: pasted, replayed, and told in tables."""

import re
from html import unescape

from pencilwright.games import GAMES
from pencilwright.games.terra_mystica import log
from pencilwright.templates.phrases import say
from tests.app.commands.test_replay_pasted import made
from tests.app.web.client import Browser

ADDRESS = "/replay/terra-mystica"


def test_a_log_is_held_against_the_rules_and_tells_each_players_points(browser: Browser) -> None:
    page = browser.form(ADDRESS, log=made(11).replace("\n", "\r\n"))
    played = log.replayed(made(11))
    assert page.status == 200 and page.text.count('<div class="figures"') == len(played.score.totals)
    assert all(say(message, "en") in page.text for message in log.checks(played))
    assert all(f'<td class="n">{total}</td>' in page.text for total in played.score.totals.values())


def test_what_is_no_log_is_said_on_the_page_and_stays_in_the_field(browser: Browser) -> None:
    page = browser.form(ADDRESS, log="hello")
    assert page.status == 422 and 'role="alert"' in page.text and ">hello</textarea>" in page.text
    assert browser.form(ADDRESS, log=" ").says("web.replay.empty")
    assert browser.form(ADDRESS, log=made(11) + "\n" + made(12)).says("mystica.ledger.several", n=2)


def test_a_round_of_a_log_is_laid_by_one_tap(browser: Browser) -> None:
    page = browser.form(ADDRESS, log=made(11)).text
    positions = [unescape(text) for text in re.findall(r'name="position" value="([^"]*)"', page)]
    known = GAMES["terra-mystica"]
    states = [known.parse(text) for text in positions]
    assert [state.round for state in states] == list(range(1, len(states) + 1)) and states
    address = browser.form("/position/terra-mystica", position=positions[-1]).location
    assert address.startswith("/position/") and "Lay the position" in browser.get(address).text
