"""An honest table plays on while four laptops of the same wifi attack the server."""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from pencilwright.games import GAMES
from pencilwright.templates.page import VALUES
from tests.app.web.attack import ADDRESSES

PHONES: Final = tuple(f"127.0.0.{n}" for n in range(11, 15))
PAUSE: Final = 0.5
MOST: Final = 0.25
"""Seconds within which 95 of 100 taps are counted."""
BUSY: Final = 4
"""So many times as long as before the attack it may take on a machine that is busy with other things."""
LATEST: Final = 20
MOST_MEMORY: Final = 250
ROOT: Final = Path(__file__).resolve().parents[3]
ENTRY: Final = "from pencilwright.app.cli.main import main; main()"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address of loopback")


class Server(NamedTuple):
    """A server that runs, and its key."""

    process: subprocess.Popen[str]
    port: int
    token: str

    @property
    def memory(self) -> float:
        """MB that lie in memory."""
        summary = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(summary[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


class Taps:
    """Seconds until each tap was counted, tries after a refusal included, and what was refused."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.refused = 0

    @property
    def p95(self) -> float:
        """Seconds that 95 of 100 taps do not exceed."""
        return sorted(self.seconds)[round(0.95 * len(self.seconds)) - 1]


@contextmanager
def served() -> Iterator[Server]:
    """Yield a server of its own process that keeps nothing on disk."""
    process = subprocess.Popen(
        [sys.executable, "-c", ENTRY, "serve", "--no-browser", "--memory-only"],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    )
    try:
        assert process.stdout is not None
        result = re.search(r":(\d+)/\?token=(\S+)", process.stdout.readline())
        assert result is not None
        yield Server(process, int(result[1]), result[2])
    finally:
        process.terminate()
        process.communicate(timeout=LATEST)


class Phone:
    """A browser at an address of its own, with one connection that it opens again when it is closed."""

    def __init__(self, server: Server, address: str) -> None:
        self.address, self.port = address, server.port
        who = f"{address.replace('.', '-'):-<22}"
        self.headers = {
            "host": f"127.0.0.1:{server.port}",
            "cookie": f"pencilwright_{server.port}={server.token}; pencilwright_who={who}",
            "origin": f"http://127.0.0.1:{server.port}",
            "content-type": "application/json",
        }
        self.line = self.opened()

    def opened(self) -> http.client.HTTPConnection:
        """Return a connection, opened when something is sent."""
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=LATEST, source_address=(self.address, 0)
        )

    def ask(self, method: str, path: str, body: str | None = None) -> tuple[int, dict[str, str]]:
        """Return status and headers of an answer; 0 where the connection was closed."""
        try:
            self.line.request(method, path, body, self.headers)
            answer = self.line.getresponse()
            answer.read()
            return answer.status, dict(answer.getheaders())
        except (OSError, http.client.HTTPException):
            self.line.close()
            self.line = self.opened()
            return 0, {}

    def tap(self, taps: Taps, seconds: float) -> None:
        """Tap at a sheet, each half second, as the page does: what is refused is sent again."""
        game, chance = GAMES["troyes-dice"], random.Random(self.address)
        at = self.ask("GET", f"/sheet/{game.id}")[1]["location"]
        code, _, id = at.removeprefix("/sheet/").partition("?id=")
        can_be_set = [mark for mark in game.marks.MARKS if VALUES[mark.kind]]
        marks: dict[str, str] = {}
        ends = time.monotonic() + seconds
        time.sleep(chance.random() * PAUSE)
        while time.monotonic() < ends:
            mark = chance.choice(can_be_set)
            marks[mark.id] = VALUES[mark.kind][0]
            body = json.dumps({"page_code": code, "marks": marks})
            began = time.monotonic()
            while (status := self.ask("PUT", f"/sheets/{id}", body)[0]) != 200:
                assert status in (0, 503), status
                assert time.monotonic() - began < LATEST, "no tap was counted any more"
                taps.refused += 1
                time.sleep(0.02)
            taps.seconds.append(time.monotonic() - began)
            time.sleep(PAUSE)
        self.line.close()


def table(server: Server, seconds: float) -> Taps:
    """Let all phones tap, and the host look at the first page; return what they saw."""
    taps = Taps()
    host = Phone(server, "127.0.0.1")
    with ThreadPoolExecutor(len(PHONES)) as threads:
        players = [threads.submit(Phone(server, phone).tap, taps, seconds) for phone in PHONES]
        while not all(player.done() for player in players):
            assert host.ask("GET", "/")[0] == 200  # the host has places of its own
            time.sleep(PAUSE)
    host.line.close()
    for player in players:
        player.result()
    return taps


@pytest.mark.parametrize(
    "seconds",
    [pytest.param(10, marks=pytest.mark.slow), pytest.param(120, marks=pytest.mark.long)],
)
def test_an_honest_table_plays_on_in_a_wifi_that_is_not_friendly(seconds: int) -> None:
    with served() as server:
        table(server, 2)  # everything is loaded
        quiet = table(server, 4)
        command = [sys.executable, "-m", "tests.app.web.attack", str(server.port), server.token]
        attack = subprocess.Popen([*command, str(seconds + 2)], stdout=subprocess.PIPE, cwd=ROOT, text=True)
        time.sleep(1)  # until it has begun
        taps = table(server, seconds)
        summary, _ = attack.communicate(timeout=seconds + 30)
        report = (
            f"taps p95 {1000 * taps.p95:.0f} ms of {len(taps.seconds)}, {taps.refused} refused at first, "
            f"before {1000 * quiet.p95:.0f} ms; server {server.memory:.0f} MB\n{summary}"
        )
        print(report)
        assert len(ADDRESSES) == 4 and "idle connections" in summary and "fresh cookies" in summary
        assert taps.p95 < max(MOST, BUSY * quiet.p95), report
        assert server.memory < MOST_MEMORY, report
