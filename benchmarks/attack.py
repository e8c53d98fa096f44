"""A wifi that is not friendly, on loopback: taps of an honest table while four laptops attack the server.

Each laptop has the key of a guest. It holds idle connections and opens them again when they are closed, sends
photographs byte by byte, and floods the queue of photographs with fresh cookies; their numbers are bounded.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import secrets
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

from benchmarks.measuring import NotMeasured, Run, milliseconds, share
from benchmarks.table import Row
from benchmarks.web import PAUSE, Server, _marks, _resident, opened

LAPTOPS: Final = tuple(f"127.0.0.{n}" for n in range(2, 6))
PHONES: Final = tuple(f"127.0.0.{n}" for n in range(11, 15))
AGAIN: Final = 0.2
"""Seconds between two tries of a laptop."""
HUGE: Final = 30_000_000
PART: Final = 100_000
MOST: Final = 0.25
BUSY: Final = 4
"""So many times as long as before the attack a tap may take on a machine that is busy with other things."""
LATEST: Final = 20
MOST_MEMORY: Final = 250

Counts = Counter[str]
Attack = Callable[[Server, str, Counts], Coroutine[Any, Any, None]]


def measure(run: Run) -> list[Row]:
    """Return how soon taps are counted under attack, and what the server holds."""
    if sys.platform != "linux":
        raise NotMeasured("other systems have one address of loopback")
    seconds = run.number(20, 10, 120)
    with opened() as (server, _):
        run.tell("a quiet table")
        server.ask("GET", "/")
        _table(server, 2)  # everything is loaded
        quiet = share(_table(server, 4)[0], 0.95)
        run.tell("attack")
        done: Counts = Counter()
        attack = threading.Thread(target=asyncio.run, args=(_attacked(server, seconds + 2, done),))
        attack.start()
        time.sleep(1)  # until it has begun
        taps, refused = _table(server, seconds)
        attack.join()
        memory = _resident(server.process.pid)
    assert done["idle connections"] and done["slow photographs"] and done["photographs of fresh cookies"]
    for what, count in sorted(done.items()):
        run.tell(f"{count} {what}")
    slow, most = share(taps, 0.95), max(MOST, BUSY * quiet)
    counted = f"p95 {milliseconds(slow)} of {len(taps)} taps, {refused} refused at first"
    message = f"{counted}; before {milliseconds(quiet)}"
    held = f"{memory:.0f} MB"
    return [
        Row("tap to score, wifi under attack", "", message, None, f"≤ {milliseconds(most)}", slow <= most),
        Row("memory under attack", "", held, None, f"≤ {MOST_MEMORY} MB", memory <= MOST_MEMORY),
    ]


# --- the table --------------------------------------------------------------------------------------------


class Phone:
    """A browser at an address of its own, with one connection that it opens again when it is closed."""

    def __init__(self, server: Server, address: str) -> None:
        who = f"{address.replace('.', '-'):-<22}"
        self.server = server._replace(cookie=f"{server.cookie}; pencilwright_who={who}")
        self.address = address
        self.line = self.opened()

    def opened(self) -> http.client.HTTPConnection:
        """Return a connection, opened when something is sent."""
        return http.client.HTTPConnection(self.server.host, timeout=LATEST, source_address=(self.address, 0))

    def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, dict[str, str]]:
        """Return status and headers of an answer; 0 where the connection was closed."""
        try:
            status, _, headers = self.server.ask(method, path, body, "", self.line)
            return status, headers
        except (OSError, http.client.HTTPException):
            self.line.close()
            self.line = self.opened()
            return 0, {}

    def tap(self, seconds: float) -> Iterator[tuple[float, int]]:
        """Tap at a sheet, each half second; yield seconds until each tap counted, and its refusals."""
        chance = random.Random(self.address)
        code, _, id = self.ask("GET", "/sheet/troyes-dice")[1]["location"][7:].partition("?id=")
        ends = time.monotonic() + seconds
        time.sleep(chance.random() * PAUSE)
        while time.monotonic() < ends:
            body = json.dumps({"page_code": code} | json.loads(_marks("troyes-dice", chance))).encode()
            began, refused = time.monotonic(), 0
            while (status := self.ask("PUT", f"/sheets/{id}", body)[0]) != 200:
                assert status in (0, 503) and time.monotonic() - began < LATEST, status
                refused += 1
                time.sleep(0.02)
            yield time.monotonic() - began, refused
            time.sleep(PAUSE)


def _table(server: Server, seconds: float) -> tuple[list[float], int]:
    """Let all phones tap, and the host look at the first page; return seconds of the taps, and refusals."""
    host = Phone(server, "127.0.0.1")
    with ThreadPoolExecutor(len(PHONES)) as threads:
        players = [threads.submit(list, Phone(server, address).tap(seconds)) for address in PHONES]
        while not all(player.done() for player in players):
            assert host.ask("GET", "/")[0] == 200  # the host has places of its own
            time.sleep(PAUSE)
    taps = [tap for player in players for tap in player.result()]
    return [tap for tap, _ in taps], sum(refused for _, refused in taps)


# --- the laptops ------------------------------------------------------------------------------------------


async def _connected(server: Server, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = server.host.partition(":")
    return await asyncio.wait_for(asyncio.open_connection(host, int(port), local_addr=(address, 0)), 5)


def _head(server: Server, size: int) -> bytes:
    """Return the head of a photograph from a browser that nobody has seen before."""
    lines = (
        "POST /photo HTTP/1.1",
        f"host: {server.host}",
        f"origin: http://{server.host}",
        f"cookie: {server.cookie}; pencilwright_who={secrets.token_urlsafe(16)}",
        "content-type: image/jpeg",
        f"content-length: {size}",
    )
    return "\r\n".join((*lines, "", "")).encode()


async def _idle(server: Server, address: str, done: Counts) -> None:
    """Hold a connection on which nothing is said until the server closes it."""
    reader, writer = await _connected(server, address)
    try:
        done["idle connections"] += 1
        await reader.read(1)
    finally:
        writer.close()


async def _slow(server: Server, address: str, done: Counts) -> None:
    """Send a large photograph, a part at a time, as long as the server takes it."""
    reader, writer = await _connected(server, address)
    try:
        writer.write(_head(server, HUGE))
        done["slow photographs"] += 1
        answer = asyncio.create_task(reader.read(12))
        while not answer.done():
            writer.write(bytes(PART))
            await writer.drain()
            await asyncio.sleep(AGAIN)
    finally:
        writer.close()


async def _flood(server: Server, address: str, done: Counts) -> None:
    """Send what begins like a photograph, at once."""
    reader, writer = await _connected(server, address)
    try:
        body = b"\xff\xd8\xff" + secrets.token_bytes(50_000)
        writer.write(_head(server, len(body)) + body)
        await asyncio.wait_for(reader.read(12), LATEST)
        done["photographs of fresh cookies"] += 1
    finally:
        writer.close()


async def _again(attack: Attack, server: Server, address: str, done: Counts) -> None:
    while True:
        with suppress(OSError, TimeoutError):
            await attack(server, address, done)
        await asyncio.sleep(AGAIN)


async def _attacked(server: Server, seconds: float, done: Counts) -> None:
    """Attack for so many seconds, and count what was done how often."""
    tasks = [
        asyncio.create_task(_again(attack, server, address, done))
        for address in LAPTOPS
        for attack, count in ((_idle, 30), (_slow, 3), (_flood, 2))
        for _ in range(count)
    ]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks, timeout=AGAIN)  # Python 3.11 may lose a cancellation in `wait_for`
