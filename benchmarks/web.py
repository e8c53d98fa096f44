"""The page: how soon it listens, how large it is, how soon a tap is counted while photographs are read.

A server of its own on loopback, asked over sockets with the clock: what a person waits for. Photographs are
drawn from our own sheets.
"""

from __future__ import annotations

import gzip
import http.client
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measuring import ROOT, Run, milliseconds, share
from benchmarks.table import Row
from pencilwright.games import GAMES
from pencilwright.games.troyes_dice.play.transcript import dice_in_words, fair_rolls
from pencilwright.games.troyes_dice.setup import draw
from pencilwright.templates.page import VALUES

ENTRY = "from pencilwright.__main__ import main; main()"
OPENED = re.compile(r"http://([\d.]+):(\d+)/\?token=(\S+)")
PEOPLE, PAUSE, SECONDS = 10, 0.5, 10.0
TAPS, PHOTOGRAPHS = 2000, 100
FILLED = 8
"""Positions of a game that are tapped at."""
MOST_PAGE = 60_000
MOST_ELEMENTS = 5000
MOST_TAP = 0.05
MOST_MEMORY, MOST_WORKER = 120, 250
TO_LISTEN = 6
MOST_ANSWER = 1.0


class Server(NamedTuple):
    """A server that runs: its process, where, and what its cookie holds."""

    process: subprocess.Popen[str]
    host: str
    cookie: str

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", line: Any = None, accept: str = ""
    ) -> tuple[int, bytes, dict[str, str]]:
        """Send a request as a page of ours does, over a connection of its own or a given one."""
        item = line or http.client.HTTPConnection(self.host, timeout=60)
        headers = {"cookie": self.cookie, "accept-encoding": "gzip", "accept": accept or "*/*"}
        if method != "GET":
            headers |= {"origin": f"http://{self.host}", "content-type": kind or "application/json"}
        item.request(method, path, body or None, headers)
        answer = item.getresponse()
        results = answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
        if line is None:
            item.close()
        return results


@contextmanager
def opened(cores: str = "") -> Iterator[tuple[Server, float]]:
    """Yield a server and the seconds until it listened; `cores` binds it where the system can."""
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # whoever has installed it has bytecode
    started = time.perf_counter()
    process = subprocess.Popen(
        [*_bound(cores), sys.executable, "-c", ENTRY, "serve", "--no-browser", "--memory-only"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        summary = OPENED.search(process.stdout.readline())
        assert summary is not None
        seconds = time.perf_counter() - started
        yield (
            Server(process, f"{summary[1]}:{summary[2]}", f"pencilwright_{summary[2]}={summary[3]}"),
            seconds,
        )
    finally:
        process.terminate()
        process.wait(10)


def _bound(cores: str) -> list[str]:
    """Return what binds a command to some cores, where the system can."""
    return ["taskset", "-c", cores] if cores and sys.platform == "linux" else []


def measure(run: Run) -> list[Row]:
    """Return start, sizes, taps beside photographs, first answers, a photograph, and memory."""
    rows = [_start(run)]
    for game, number in product(GAMES, range(FILLED)):
        _filled(game, number)
    with opened("0") as (server, _):
        rows += _sizes(run, server)
        code = _sheet(server, "troyes-dice")
        rows += _taps(run, server, code)
        rows.append(_photograph(run, server))
        rows += _first_answers(run, server)
        rows += _memory(run, server, code)
    return rows


def _start(run: Run) -> Row:
    run.tell("start")
    with opened() as (server, _):  # so that bytecode is there
        server.ask("GET", "/")
    bare, own = [], []
    for _ in range(run.number(9, 3)):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        bare.append(time.perf_counter() - started)
        with opened() as (_, seconds):
            own.append(seconds)
    median, least = statistics.median(own), statistics.median(bare)
    measured = f"{milliseconds(median)} / {milliseconds(least)}"
    ratio = median / least
    return Row(
        "serve, from start to listening",
        "python -c pass",
        measured,
        ratio,
        f"≤ {TO_LISTEN}x",
        ratio <= TO_LISTEN,
    )


def _sizes(run: Run, server: Server) -> Iterator[Row]:
    """Yield the largest page with its scripts and styles as they are sent, and the most elements."""
    run.tell("pages")
    largest: tuple[int, str] = (0, "")
    elements: tuple[int, str] = (0, "")
    for path in _pages():
        data, view = _opened_page(server, path)
        files = sum(
            len(server.ask("GET", item)[1]) for item in set(re.findall(r'/static/[^"]+\.(?:js|css)', view))
        )
        scripts = sum(len(server.ask("GET", module)[1]) for module in _modules(server, view))
        largest = max(largest, (len(data) + files + scripts, path))
        elements = max(elements, (len(re.findall(r"<[a-z]", view)), path))
    size, path = largest
    message = f"{size / 1000:.1f} kB, {path}"
    yield Row("largest page with scripts and styles, packed", "", message, None, "≤ 60 kB", size <= MOST_PAGE)
    count, path = elements
    yield Row("most elements of a page", "", f"{count}, {path}", None, "≤ 5,000", count <= MOST_ELEMENTS)


def _pages() -> list[str]:
    own_games = [
        f"/{name}/{game}" for game in GAMES for name in ("setup", "sheet", "papers", "advice", "puzzles")
    ]
    return ["/", "/photo", *own_games]


def _opened_page(server: Server, path: str) -> tuple[bytes, str]:
    """Return a page as it is sent, and its text; redirections are followed."""
    status, data, headers = server.ask("GET", path)
    while status == 303:
        status, data, headers = server.ask("GET", headers["location"])
    return data, _unpacked(data).decode()


def _modules(server: Server, name: str) -> set[str]:
    """Return the modules that the scripts of a page import, and what those import."""
    results: set[str] = set()
    waiting = set(re.findall(r'/static/[^"]+\.js', name))
    first = set(waiting)
    while waiting:
        path = waiting.pop()
        text = _unpacked(server.ask("GET", path)[1]).decode()
        named = {path.rpartition("/")[0] + "/" + item for item in re.findall(r'from "\./([\w.]+)"', text)}
        waiting |= named - results - first
        results |= named
    return results - first


def _sheet(server: Server, game: str) -> str:
    """Return the page code of a fresh sheet."""
    return server.ask("GET", f"/sheet/{game}")[2]["location"].rpartition("/")[2].partition("?")[0]


def _marks(game: str, chance: random.Random, code: str) -> bytes:
    """Return a position of the game as marks, with one more tapped anywhere, as a page sends it."""
    taps = [mark for mark in GAMES[game].marks.MARKS if VALUES[mark.kind]]
    tapped = chance.choice(taps)
    marks = _filled(game, chance.randrange(FILLED)) | {tapped.id: VALUES[tapped.kind][0]}
    return json.dumps({"page_code": code, "marks": marks}).encode()


@cache
def _filled(game: str, number: int) -> dict[str, str]:
    """Return the marks of an example of a game."""
    known = GAMES[game]
    return dict(known.marks.to_marks(known.examples.example(f"tap {number}", 1)))


def _together(people: int, person: Callable[[int], None]) -> None:
    with ThreadPoolExecutor(people) as threads:
        list(threads.map(person, range(people)))


def _taps(run: Run, server: Server, code: str) -> Iterator[Row]:
    """Yield how soon a tap is counted with ten people at it, photographs being read meanwhile."""
    run.tell("taps")
    seconds = run.number(int(SECONDS), 3)
    taps: list[float] = []
    empty: list[float] = []
    photo = _photo()
    ends = time.monotonic() + seconds
    read: list[str] = []

    def person(number: int) -> None:
        chance = random.Random(number)
        line = http.client.HTTPConnection(server.host, timeout=60)
        time.sleep(chance.random() * PAUSE)
        while time.monotonic() < ends:
            if number == PEOPLE:
                status, data, _ = server.ask("POST", "/photo", photo, "image/jpeg", line)
                if status == 202:
                    read.append(data.decode("latin-1"))
                time.sleep(PAUSE)
                continue
            body = _marks("troyes-dice", chance, code)
            for path, item in ((f"/sheets/person-{number}-{len(taps)}", taps), ("/static/x/share.js", empty)):
                started = time.perf_counter()
                method, sent = ("PUT", body) if item is taps else ("GET", b"")
                status, _, _ = server.ask(method, path, sent, "", line)
                item.append(time.perf_counter() - started)
                assert status == 200, status
            time.sleep(PAUSE)

    _together(PEOPLE + 1, person)
    slow, least = share(taps, 0.95), share(empty, 0.95)
    message = f"p95 {milliseconds(slow)} of {len(taps)} taps, {len(read)} photographs sent"
    yield Row("tap to score, 10 people, photographs read", "", message, None, "≤ 50 ms", slow <= MOST_TAP)
    measured = f"{milliseconds(slow)} / {milliseconds(least)}"
    yield Row("tap to score, p95", "a file's p95", measured, slow / least, "≤ 5x", slow <= 5 * least)


def _photo() -> bytes:
    """Return a photograph of a filled sheet: our own page at 150 dpi as JPEG."""
    import io

    import pypdfium2

    from pencilwright.app.answers.documents import PrintOrder, make
    from pencilwright.generator.print_options import PrintOptions

    data = make(GAMES["troyes-dice"], PrintOrder("score-sheet", draw("benchmark"), PrintOptions(form=False)))
    picture = pypdfium2.PdfDocument(data)[0].render(scale=150 / 72).to_pil().convert("L")
    target = io.BytesIO()
    picture.save(target, "JPEG", quality=85)
    return target.getvalue()


def _first_answers(run: Run, server: Server) -> Iterator[Row]:
    """Yield how soon a first answer is there: alone, three at once, one after another has left, in a game."""
    run.tell("first answers")
    people = [server.ask("GET", "/")[2]["set-cookie"].partition(";")[0] for _ in range(3)]
    phones = [server._replace(cookie=f"{server.cookie}; {who}") for who in people]
    code = _sheet(phones[0], "troyes-dice")
    _turn(phones[0], code, {})
    time.sleep(run.number(10, 5))  # the dice are rolled and typed
    own, lasts, results = [list[float]() for _ in range(3)]
    for number, dice in enumerate(("b3 1 5 6", "b2 4 4 6", "b1 2 3 5", "b1 1 4 6", "b3 3 5 5", "b2 2 5 6")):
        for count in (3, 1) if number % 2 else (1, 3):  # the second finds what the first has left in caches
            phone = partial(_first, code=code, marks={}, dice=dice if count == 1 else dice.replace(" ", ""))
            with ThreadPoolExecutor(count) as threads:
                (own if count == 1 else lasts).append(max(threads.map(phone, phones[:count]))[0])
    message = ", ".join(f"{item:.2f} s" for item in own)
    alone = statistics.median(own)
    yield Row("first answer about a turn", "", message, None, f"≤ {MOST_ANSWER} s", max(own) <= MOST_ANSWER)
    yield _against("the last of three phones at once", statistics.median(lasts), "one alone", alone, 1.5)
    for left, dice in (("b1456", "b2345"), ("b3466", "b1356"), ("b2366", "b1244")):
        _first(phones[1], code, {}, left)
        time.sleep(1.5)
        results.append(_first(phones[2], code, {}, dice)[0])
    yield _against("1.5 s after another left", statistics.median(results), "one alone", alone, 1.5)
    marks, results = dict[str, str](), []
    for roll in fair_rolls(GAMES["troyes-dice"].setups.to_code(draw("benchmark"))):
        dice = dice_in_words(roll)
        if (fields := _turn(phones[0], code, marks, dice))["prompt"]:
            seconds, move = _first(phones[0], code, marks, dice)
            results.append(seconds)
            fields = _turn(phones[0], code, marks, dice, move)
        marks = {mark: value for mark, value in {**marks, **fields["changes"]}.items() if value}
    usual = statistics.median(results)
    yield _against(f"the slowest of {len(results)} played at once", max(results), "their median", usual, 3)


def _against(what: str, slow: float, against: str, usual: float, most: float) -> Row:
    ratio = slow / usual
    return Row(what, against, f"{slow:.2f} s / {usual:.2f} s", ratio, f"≤ {most}x", ratio <= most)


def _turn(phone: Server, code: str, marks: dict[str, str], *answers: str) -> dict[str, Any]:
    """Return what is known of a turn on a sheet."""
    body = json.dumps({"marks": marks, "answers": answers, "lang": "en"}).encode()
    return _answer_of(phone.ask("POST", f"/turn/{code}", body)[1])


def _first(phone: Server, code: str, marks: dict[str, str], dice: str) -> tuple[float, str]:
    """Ask for the best move, and leave once there is one; return the seconds until then, and the move."""
    started = time.perf_counter()
    body = json.dumps({"marks": marks, "answers": [dice], "lang": "en"}).encode()
    job = _answer_of(phone.ask("POST", f"/turn/{code}/best", body)[1])["job"]
    while "best" not in (known := _answer_of(phone.ask("GET", f"/jobs/{job}")[1])):
        assert not known["is_over"], known  # else the server waits with it, as it does for a page
    seconds = time.perf_counter() - started
    phone.ask("DELETE", f"/jobs/{job}")
    return seconds, known["best"]["moves"][0]["play"]


def _photograph(run: Run, server: Server) -> Row:
    """Return how long a photograph takes to its questions, beside the command on the same core."""
    run.tell("photograph")
    photo = _photo()
    page, command = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.jpg"
        path.write_bytes(photo)
        for _ in range(run.number(5, 2)):
            started = _read(server, photo)
            page.append(time.perf_counter() - started)
            started = time.perf_counter()
            subprocess.run(
                [*_bound("0"), sys.executable, "-c", ENTRY, "read", str(path), "-o", folder],
                cwd=ROOT, check=False, capture_output=True, stdin=subprocess.DEVNULL,
            )  # fmt: skip
            command.append(time.perf_counter() - started)
    first, other = statistics.median(page), statistics.median(command)
    measured = f"{first:.2f} s / {other:.2f} s"
    return Row(
        "photograph to its questions",
        "pencilwright read",
        measured,
        first / other,
        "≤ 1.5x",
        first <= 1.5 * other,
    )


def _read(server: Server, photo: bytes) -> float:
    """Have a photograph read; return when it was taken in."""
    while True:
        started = time.perf_counter()
        status, data, _ = server.ask("POST", "/photo", photo, "image/jpeg")
        if status == 202:
            break
        assert status == 503, data[:200]  # those of the taps are still waiting
        time.sleep(0.5)
    while _state(server, _answer_of(data)["address"]) not in ("done", "failed", "stopped"):
        time.sleep(0.05)
    return started


def _answer_of(data: bytes) -> dict[str, Any]:
    """Return an answer in JSON."""
    results: dict[str, Any] = json.loads(_unpacked(data))
    return results


def _unpacked(data: bytes) -> bytes:
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def _state(server: Server, address: str) -> str:
    return str(_answer_of(server.ask("GET", address, accept="application/json")[1])["state"])


def _memory(run: Run, server: Server, code: str) -> Iterator[Row]:
    """Yield what the server and its workers hold after many sheets, taps and, in a long pass, photographs."""
    run.tell("memory")
    photo = _photo()
    chance = random.Random(0)
    before = _resident(server.process.pid)
    photographs = run.number(0, 0, PHOTOGRAPHS)
    count = run.number(TAPS, 200)
    for number in range(count):
        if photographs and number % (count // photographs) == 0:
            _read(server, photo)
        if number % 4 == 0:
            code = _sheet(server, chance.choice(list(GAMES)))
            server.ask("GET", f"/sheet/{code}")
        game = next(game for game in GAMES.values() if code.startswith(game.prefix))
        server.ask("PUT", f"/sheets/of-{code}", _marks(game.id, chance, code))
    after = _resident(server.process.pid)
    work = f"{count // 4} sheets, {count} taps, {photographs} photographs"
    message = f"{after:.0f} MB, {before:.0f} MB before {work}"
    yield Row("memory of the server", "", message, None, f"≤ {MOST_MEMORY} MB", after <= MOST_MEMORY)
    workers = [_resident(pid) for pid in _children(server.process.pid)]
    message = ", ".join(f"{worker:.0f} MB" for worker in sorted(workers)) or "none"
    most = max(workers, default=0)
    yield Row("memory of its workers", "", message, None, f"≤ {MOST_WORKER} MB each", most <= MOST_WORKER)


def _resident(pid: int) -> float:
    """Return the MB of a process that lie in memory, as Linux tells it."""
    summary = Path(f"/proc/{pid}/statm").read_text().split()
    return int(summary[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _children(pid: int) -> list[int]:
    """Return the processes that any thread of a process has started, without Python's own helper."""
    lines = (path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children"))
    pids = [int(item) for some in lines for item in some]
    return [pid for pid in pids if b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()]
