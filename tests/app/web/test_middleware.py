"""The door, over a real socket: each row of what may not pass, and what a request may never bring about."""

from __future__ import annotations

import asyncio
import html
import json
import re
import socket
import stat
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
import uvicorn
from click.testing import CliRunner
from uvicorn.server import ServerState

from pencilwright.app import pads, user_values
from pencilwright.app.cli import main
from pencilwright.app.web import serve, server, static_files
from pencilwright.app.web.middleware import TrustedHost
from pencilwright.app.web.requests import FORM, SHEETS, language_of
from pencilwright.games import game
from pencilwright.templates.phrases import phrase, say
from tests.app.web.client import (
    HOST_TOKEN,
    TOKEN,
    Browser,
    Workers,
    free_port,
    listening,
    page_says,
    served,
)
from tests.app.web.test_refusals import REFUSED
from tests.games.pads.gallery import TEXTS
from tests.refusals import pattern, refused, says

WAIT = 0.4
"""Seconds that the server waits in these tests for what never comes."""
PATIENCE = 20.0
UNPROVED = "troyes.setup.colours_unverified"
FORBIDDEN = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function")
linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address of loopback")


class Running(NamedTuple):
    """A server that runs: its port, and its token."""

    port: int
    token: str

    @property
    def cookie(self) -> str:
        """What a browser sends that was let in."""
        return f"cookie: pencilwright_{self.port}={self.token}"

    def head(self, *lines: str, to: str = "HEAD /about") -> bytes:
        """The head of a request, with the cookie."""
        first = f"{to} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}"
        return "\r\n".join((first, self.cookie, *lines, "", "")).encode()


class Got(NamedTuple):
    """An answer as it came over the socket: status, lines of the head, the rest."""

    status: int
    head: tuple[str, ...]
    body: bytes

    def header(self, name: str) -> list[str]:
        """All values of a header."""
        pairs = (line.partition(": ") for line in self.head)
        return [value for key, _, value in pairs if key.lower() == name]

    def says(self, key: str, language: str = "en", /, **values: object) -> bool:
        """Whether the body has the sentence of a key."""
        return page_says(self.body.decode(), key, language, **values)


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    """A server with little patience, on a port of its own."""
    with pytest.MonkeyPatch.context() as patched:
        for name in ("HEAD_SECONDS", "BODY_SECONDS", "PHOTO_SECONDS"):
            patched.setattr(server, name, WAIT)
        with listening(serve.ServePlan(port=free_port())) as key:
            address, _, token = key.partition("/?token=")
            yield Running(int(address.rpartition(":")[2]), token)


def send(house: Running, data: bytes) -> bytes:
    """Send bytes, and return what comes until the server closes."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as item:
        item.sendall(data)
        result = b""
        while part := item.recv(65536):
            result += part
        return result


def parsed(data: bytes) -> Got:
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    return Got(int(first.split()[1]), tuple(lines), body)


def ask(house: Running, method: str, path: str, *lines: str, body: bytes = b"", host: str = "") -> Got:
    """Send one request."""
    head = [f"{method} {path} HTTP/1.1", host or f"host: 127.0.0.1:{house.port}", *lines, "connection: close"]
    return parsed(send(house, "\r\n".join(head).encode() + b"\r\n\r\n" + body))


def posted(
    house: Running, path: str, *lines: str, body: bytes = b"{}", kind: str = "application/json"
) -> Got:
    """Send a body as our own pages do."""
    own_items = (house.cookie, f"origin: http://127.0.0.1:{house.port}", f"content-type: {kind}")
    length = () if any("transfer-encoding" in line for line in lines) else (f"content-length: {len(body)}",)
    return ask(house, "POST", path, *own_items, *length, *lines, body=body)


# --- who asks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("host: evil.example", 421),
        ("host: 127.0.0.1", 421),
        ("host: localhost:1", 421),
        ("host: LOCALHOST:{p}", 200),
        ("x: y", 400),  # h11 refuses a missing and a second Host before us
        ("host: 127.0.0.1:{p}\r\nhost: 127.0.0.1:{p}", 400),
    ],
)
def test_a_host_that_is_not_ours_is_refused_and_the_option_is_named(
    house: Running, host: str, status: int
) -> None:
    got = ask(house, "GET", "/", house.cookie, host=host.format(p=house.port))
    assert got.status == status
    assert status != 421 or got.says("web.door.host", option="--host NAME")


def test_without_token_and_cookie_nobody_comes_in_and_is_told_how(house: Running) -> None:
    for line in ("x: y", f"cookie: pencilwright_{house.port}=wrong", f"cookie: pencilwright_1={house.token}"):
        got = ask(house, "GET", "/", line)
        assert got.status == 401 and got.says("web.door.token") and got.header("set-cookie") == []
    got = ask(house, "GET", "/?token=wrong", "accept-language: ja,en;q=0.5")
    assert got.status == 401 and got.says("web.door.401", "ja") and not got.says("web.door.again", "ja")
    assert ask(house, "GET", f"/?token={house.token}&token={house.token}").status == 401


@pytest.mark.parametrize(("accepted", "language"), [("ja,en;q=0.5", "ja"), ("de", "en")])
def test_a_browser_that_was_here_is_told_to_scan_again_in_the_look_of_the_page(
    house: Running, accepted: str, language: str
) -> None:
    met = next(item for item in ask(house, "GET", "/", house.cookie).header("set-cookie") if "_who=" in item)
    lines = (
        f"cookie: pencilwright_{house.port}=of-another-start; theme=dark; {met.partition(';')[0]}",
        f"accept-language: {accepted}",
    )
    got = ask(house, "GET", "/sheets", *lines)
    page = got.body.decode()
    assert got.status == 401 and f'<html lang="{language}" data-theme="dark">' in page
    assert all(got.says(key, language) for key in ("web.door.again", "web.door.old", "web.door.kept"))
    files = re.findall(r'(?:href|src)="(/static/[^"]*)"', page)
    assert len(files) == 3 and {ask(house, "GET", file).status for file in files} == {200}
    for line in (
        ask(house, "GET", "/sheets/12345678", *lines, "accept: application/json"),
        ask(house, "PUT", "/sheets/12345678", *lines, "content-type: application/json", "content-length: 0"),
    ):
        assert line.status == 401
        assert json.loads(line.body) == {"error": say(phrase("web.door.scan"), language)}


def test_the_token_becomes_a_cookie_and_leaves_the_address(house: Running) -> None:
    got = ask(house, "GET", f"/setup/tianxia?players=3&token={house.token}")
    assert (got.status, got.header("location")) == (303, ["/setup/tianxia?players=3"])
    (stored,) = (item for item in got.header("set-cookie") if house.token in item)
    assert "HttpOnly" in stored and "SameSite=Lax" in stored
    assert got.header("referrer-policy") == ["same-origin"]


def test_the_key_outlives_a_restart_until_it_is_renewed(tmp_path: Path) -> None:
    data = tmp_path / "web.db"

    def started(data: Path | None = data, *, has_new_key: bool = False) -> str:
        with serve.listening(serve.ServePlan(port=free_port(), data=data, has_new_key=has_new_key)) as place:
            return place.keys.host

    assert started(None) != started(None), "without data the key is new at every start"
    key = started()
    assert started() == key
    file = tmp_path / serve.KEY_FILE
    assert sys.platform == "win32" or stat.S_IMODE(file.stat().st_mode) == 0o600
    renewed = started(has_new_key=True)
    assert renewed != key and started() == renewed
    file.write_text("no key of ours")
    mended = started()
    assert mended not in (key, renewed) and started() == mended
    file.write_text(mended)  # as before there were two
    with serve.listening(serve.ServePlan(port=free_port(), data=data)) as place:
        assert place.keys.guest == mended != place.keys.host
    assert started() == place.keys.host


def test_a_key_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / serve.KEY_FILE).mkdir()
    with refused("web.keep.refused") as caught:
        serve.stored_keys(tmp_path / "web.db", are_new=True)
    assert serve.KEY_FILE in str(caught.value)


def test_behind_a_proxy_of_this_computer_a_guest_is_a_guest(shared_workers: Workers) -> None:
    """There every request comes from 127.0.0.1: only the key says who is host."""
    with served(shared_workers) as host:
        guest = Browser(host.app, host.runner)
        assert guest.ask("GET", f"/?token={TOKEN}").status == 303
        assert 'action="/quit"' not in guest.get("/about").text
        for headers in ({}, {"x-forwarded-for": "127.0.0.1"}, {"forwarded": "for=127.0.0.1"}):
            assert guest.ask("POST", "/quit", headers=headers).status == 422
        assert 'action="/quit"' in host.ask("GET", "/about", headers={"x-forwarded-for": "192.168.1.9"}).text
        assert host.ask("GET", f"/?token={TOKEN}").status == 303
        assert 'action="/quit"' in host.get("/about").text, "a guest's link takes nothing from the host"
        assert guest.ask("GET", f"/?token={HOST_TOKEN}").status == 303
        assert 'action="/quit"' in guest.get("/about").text


def test_who_cannot_scan_types_or_pastes_the_key(shared_workers: Workers) -> None:
    with served(shared_workers) as host:
        newcomer = Browser(host.app, host.runner)
        page = newcomer.ask("GET", "/setup/tianxia?players=3&fix=%22%3E%3Cb%3E").text
        assert '<form class="col tight" method="get" action="/setup/tianxia">' in page
        fields = re.findall(r'<input (?:type="hidden"|class="text") name="(.*?)"(?: value="(.*?)")?', page)
        assert fields == [("players", "3"), ("fix", "&#34;&gt;&lt;b&gt;"), ("token", "")]
        for typed in (
            TOKEN,
            f" {TOKEN} ",
            f"http://192.168.1.20:8731/?token={TOKEN}",
            f"http://pc/?token={TOKEN}&x=1",
        ):
            led = newcomer.ask("GET", f"/setup/tianxia?{urlencode({'players': '3', 'token': typed})}")
            assert (led.status, led.headers["location"]) == (303, "/setup/tianxia?players=3"), typed
        assert newcomer.ask("GET", "/?token=http://192.168.1.20/?token=").status == 401


@pytest.mark.parametrize("path", ["//evil.example/a", "/\\evil.example", "///evil.example"])
def test_the_token_sends_nobody_to_another_host(house: Running, path: str) -> None:
    got = ask(house, "GET", f"{path}?token={house.token}")
    assert got.status == 303
    (location,) = got.header("location")
    assert location.startswith("/") and location[1] not in "/\\"


# --- what is kept where -----------------------------------------------------------------------------------


@pytest.fixture
def config(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A person's configuration with values of their own."""
    folder = tmp_path / "config"
    folder.mkdir()
    (folder / "terracotta-army-board.toml").write_text("musician_lead = 3\n", encoding="utf-8")
    monkeypatch.setenv(user_values.VARIABLE, str(folder))
    monkeypatch.setenv(pads.VARIABLE, "")
    yield folder
    assert [item.name for item in folder.rglob("*")] == ["terracotta-army-board.toml"]
    assert (folder / "terracotta-army-board.toml").read_text(encoding="utf-8") == "musician_lead = 3\n"


def test_in_memory_only_the_host_s_values_and_pads_last_as_long_as_the_server(
    house: Running, config: Path
) -> None:
    def told(known: str) -> dict[str, object]:
        return tomllib.loads(ask(house, "GET", f"/board/{known}/board.toml", house.cookie).body.decode())

    drawing = "/papers/troyes-dice/setup-page.svg"
    assert told("terracotta-army") == {}, "nor is read what is on disk"
    assert ask(house, "GET", drawing, house.cookie).says(UNPROVED)
    for known in ("terracotta-army", "troyes-dice"):
        assert posted(house, f"/board/{known}", body=b"rest=1", kind=FORM).status == 303
        assert told(known)
    assert not ask(house, "GET", drawing, house.cookie).says(UNPROVED), "a worker has it too"
    assert posted(house, "/pads", body=urlencode({"text": TEXTS["quiz"]}).encode(), kind=FORM).status == 303
    assert b"<svg" in ask(house, "GET", "/papers/quiz/score-sheet.svg", house.cookie).body
    assert posted(house, "/pads/quiz/delete", kind=FORM).status == 303
    assert ask(house, "GET", "/papers/quiz", house.cookie).status == 404
    assert posted(house, "/board/terracotta-army", body=b"forget=1", kind=FORM).status == 303
    assert told("terracotta-army") == {}


def test_data_of_their_own_have_values_and_pads_of_their_own(tmp_path: Path, config: Path) -> None:
    known, data = game("terracotta-army"), tmp_path / "evening"
    (data / pads.FOLDER).mkdir(parents=True)
    (data / pads.FOLDER / "quiz.toml").write_text(TEXTS["quiz"], encoding="utf-8")
    with serve.listening(serve.ServePlan(port=free_port(), data=data / "web.db")):
        assert user_values.text_of(known) is None and pads.is_user_pad("quiz")
        user_values.keep(known, "musician_lead = 2\n")
        assert user_values.text_of(known) == "musician_lead = 2\n"
        pads.remove("quiz")
    assert (data / "terracotta-army-board.toml").is_file()
    assert not list((data / pads.FOLDER).iterdir())
    assert user_values.text_of(known) == "musician_lead = 3\n"


# --- what is asked ----------------------------------------------------------------------------------------


CHUNKED = "transfer-encoding: chunked"
BODIES = {"<large>": b" " * (SHEETS + 1), "<deep>": b"[" * 20_000, "<no text>": b"\xff\xfe"}


@pytest.mark.parametrize(("to", "lines", "body", "status", "key"), REFUSED["requests"])
def test_what_may_not_pass_is_refused_with_its_sentence(
    house: Running, to: str, lines: list[str], body: str, status: int, key: str
) -> None:
    head = [line.format(p=house.port) for line in lines]
    sent = BODIES.get(body, body.encode())
    if CHUNKED in lines:
        sent = b"%x\r\n%s\r\n0\r\n\r\n" % (len(sent), sent) if body in BODIES else sent
    elif to.startswith(("POST", "PUT")) and not any("content-length" in line for line in lines):
        head.append(f"content-length: {len(sent)}")
    method, _, path = to.partition(" ")
    got = ask(house, method, path, house.cookie, *head, body=sent)
    assert (got.status, got.says(key)) == (status, True), got.body[:300]
    assert b"Traceback" not in got.body
    assert bool(got.header("allow")) is (status == 405)
    assert status != 404 or b"<h1" in got.body


@pytest.fixture(scope="module")
def page_code(house: Running) -> str:
    (location,) = ask(house, "GET", "/sheet/terra-mystica", house.cookie).header("location")
    return location.removeprefix("/sheet/")


@pytest.mark.parametrize("text", ["many", "1_0", "3.5"])
def test_a_field_that_is_no_number_is_told_so(house: Running, text: str) -> None:
    form = f"players={text}&fix=R3%3DSCORE1".encode()
    got = posted(house, "/setup/terra-mystica", body=form, kind=FORM)
    page = got.body.decode()
    assert got.status == 422 and page.count('role="alert"') == 1
    (field,) = re.findall(r'<input [^>]*name="players"[^>]*>', page)
    assert f'value="{text}"' in field and 'aria-describedby="wrong-players"' in field
    assert got.says("web.setup.number", text=repr(text)) and 'id="wrong-players">' in page
    assert 'name="fix" value="R3=SCORE1"' in page


def test_a_switch_shows_what_was_drawn(house: Running) -> None:
    for text, is_set in ((b"", False), (b"expansion=1", True)):
        at = posted(house, "/setup/troyes-dice", body=text, kind=FORM).header("location")[0]
        page = ask(house, "GET", at.partition("?")[0], house.cookie).body.decode()
        assert ('name="expansion" value="1" checked' in page) == is_set


def test_markup_is_shown_as_text(house: Running) -> None:
    got = ask(house, "GET", "/code?code=%3Cscript%3Ealert(1)%3C/script%3E", house.cookie)
    assert got.status == 422
    assert b"<script>alert" not in got.body.lower() and b"&lt;SCRIPT&gt;" in got.body


# --- what every answer has --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/nothing", static_files.address("web.css"), "/static/x/web.css", "/manifest.webmanifest"]
)
def test_every_answer_has_the_policy(house: Running, path: str) -> None:
    got = ask(house, "GET", path, house.cookie)
    (policy,) = got.header("content-security-policy")
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert got.header("x-content-type-options") == ["nosniff"]
    assert got.header("cross-origin-resource-policy") == ["same-origin"]
    assert got.header("server") == []
    assert ("immutable" in got.header("cache-control")[0]) == (path == static_files.address("web.css"))


def test_a_browser_keeps_its_id_for_a_year_from_its_last_visit(house: Running) -> None:
    def who(*lines: str) -> str:
        (result,) = (item for item in ask(house, "GET", "/", *lines).header("set-cookie") if "_who=" in item)
        assert "Max-Age=31536000" in result
        return result.partition(";")[0]

    first = who(house.cookie)
    assert str(house.port) not in first, "another free port finds the same sheets"
    assert who(f"{house.cookie}; {first}") == first
    assert "<" not in who(f"{house.cookie}; pencilwright_who=<b>")


@pytest.mark.parametrize("strange", ["a b=1", "x=[1,2]", "{}", "ü=ü", "=", 'q="', "a=b=c"])
def test_a_cookie_of_another_program_locks_nobody_out(house: Running, strange: str) -> None:
    own = house.cookie.removeprefix("cookie: ")
    for both in (f"{strange}; {own}", f"{own}; {strange}"):
        assert ask(house, "HEAD", "/about", f"cookie: {both}").status == 200


def test_an_address_with_many_parts_is_taken(house: Running) -> None:
    many = "&".join(f"sheet={n}" for n in range(200))
    for more, status in (("", 200), (f"&token={house.token}", 303)):
        assert ask(house, "GET", f"/about?{many}{more}", house.cookie).status == status


def test_a_form_with_too_many_fields_gets_a_sentence(house: Running) -> None:
    many = "&".join(f"f{n}=1" for n in range(500)).encode()
    for path in ("/setup/tianxia", "/puzzles/tianxia", "/play/troyes-dice", "/position/tianxia", "/tables"):
        got = posted(house, path, body=many, kind=FORM)
        assert (got.status, got.says("web.body.fields", n=400)) == (422, True), path


# --- who never ends ---------------------------------------------------------------------------------------


def begun(house: Running, page_code: str, length: int) -> bytes:
    """The head of a request that brings so many bytes."""
    origin = f"origin: http://127.0.0.1:{house.port}"
    lines = (origin, "content-type: application/json", f"content-length: {length}")
    return house.head(*lines, to=f"POST /turn/{page_code}")


@pytest.mark.parametrize("data", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: 127.0.0.1", "body", "behind"])
def test_what_never_comes_is_not_waited_for(house: Running, page_code: str, data: bytes | str) -> None:
    """A head, a body, and a body behind another request."""
    if isinstance(data, str):
        data = house.head() * (data == "behind") + begun(house, page_code, 100) + b"{"
    started = time.monotonic()
    assert (b" 200 " in send(house, data)) is data.startswith(b"HEAD")
    assert time.monotonic() - started < PATIENCE / 2


@pytest.mark.parametrize("size", [20_000, 200_000])
def test_an_answer_that_nobody_takes_is_not_kept(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(server, "UNREAD_SECONDS", WAIT / 4)

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        length = (b"content-length", str(size).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": bytes(size)})

    async def test() -> None:
        config = uvicorn.Config(app, http=server.Patient, ws="none", lifespan="off", log_config=None)
        config.load()
        state = ServerState()
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        with theirs:
            theirs.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            made = await asyncio.get_running_loop().connect_accepted_socket(
                lambda: server.Patient(config, state, {}), ours
            )
            by = time.monotonic() + 4  # less than the time for which a connection is kept for another request
            while (state.connections or not made[0].is_closing()) and time.monotonic() < by:
                await asyncio.sleep(0.02)
            assert made[0].is_closing() and not state.connections

    asyncio.run(test())


def test_a_slow_body_that_ends_in_time_is_taken(house: Running, page_code: str) -> None:
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as item:
        item.sendall(begun(house, page_code, 12) + b'{"mark')
        time.sleep(WAIT / 4)
        item.sendall(b's":{}}')
        assert b" 200 " in item.recv(100)


def test_a_connection_that_is_used_again_is_not_closed_while_it_is(house: Running) -> None:
    with socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE) as item:
        for _ in range(3):
            item.sendall(house.head())
            assert item.recv(65536).startswith(b"HTTP/1.1 200")  # a HEAD's answer is one small part
            time.sleep(WAIT * 0.6)


def held(port: int, *froms: str) -> Iterator[socket.socket]:
    """Yield connections from addresses of this computer, which the server takes for other computers."""
    for address in froms:
        item = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(address, 0))
        yield item


def is_open(item: socket.socket) -> bool:
    """Whether the server has not closed a connection on which nothing was asked."""
    item.settimeout(0.05)
    try:
        return item.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionError:
        return False


def test_too_many_connections_of_an_address_are_told_to_come_again(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_OF_ONE", 3)
    with closing_all(held(house.port, *["127.0.0.1"] * 3)):
        got = parsed(send(house, b""))
        assert got.status == 503 and got.header("retry-after") == ["5"]
        assert got.header("content-security-policy") and got.body == b"Too many connections: try again"


@contextmanager
def closing_all(opened: Iterator[socket.socket]) -> Iterator[list[socket.socket]]:
    """Close connections at the end."""
    with ExitStack() as stack:
        yield [stack.enter_context(item) for item in opened]
    time.sleep(WAIT / 4)  # until the server has seen it


@linux
def test_where_all_places_are_taken_idle_strangers_give_way_and_the_host_has_its_own(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEAD_SECONDS", PATIENCE)
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 3)
    with closing_all(held(house.port, "127.0.0.3", "127.0.0.2", "127.0.0.2")) as (item, *many):
        assert ask(house, "GET", "/", house.cookie).status == 200  # the host
        with closing_all(held(house.port, "127.0.0.4")) as (guest,):
            guest.sendall(house.head())
            assert guest.recv(65536).startswith(b"HTTP/1.1 200")
            assert [is_open(other) for other in (item, *many)] == [True, False, True]
            with closing_all(held(house.port, "127.0.0.5", "127.0.0.6")):  # strangers once more
                guest.sendall(house.head())
                assert guest.recv(65536).startswith(b"HTTP/1.1 200")


@linux
def test_a_guest_with_the_key_cannot_hold_all_places_either(
    house: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 3)

    def asked(item: socket.socket) -> bytes:
        item.sendall(house.head())
        return item.recv(65536)[:12]

    with closing_all(held(house.port, *["127.0.0.2"] * 3)) as guests:
        assert {asked(guest) for guest in guests} == {b"HTTP/1.1 200"}
        with closing_all(held(house.port, "127.0.0.3")) as (other,):
            assert asked(other) == b"HTTP/1.1 200"
            with closing_all(held(house.port, "127.0.0.2")) as (more,):
                assert more.recv(65536)[:12] == b"HTTP/1.1 503"


def test_a_stranger_s_nonsense_is_no_news_for_the_terminal(
    house: Running, capfd: pytest.CaptureFixture[str]
) -> None:
    assert send(house, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400")
    ask(house, "GET", "/about", house.cookie, "connection: upgrade", "upgrade: websocket")
    assert capfd.readouterr() == ("", "")


# --- how it is begun, and what fails ---------------------------------------------------------------------


def test_a_browser_that_stays_in_the_terminal_does_not_keep_the_server_from_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened, ends = threading.Event(), threading.Event()

    def browse(_address: str) -> None:
        opened.set()
        ends.wait(PATIENCE)

    monkeypatch.setattr("webbrowser.open", browse)
    monkeypatch.setattr(serve, "serve", lambda _plan, tell: tell(serve.Addresses("http://127.0.0.1:1/", "")))
    started = time.monotonic()
    done = CliRunner().invoke(main.cli, ["serve", "--memory-only"])
    assert done.exit_code == 0 and time.monotonic() - started < PATIENCE / 2
    assert opened.wait(PATIENCE)
    ends.set()


def test_a_fault_of_ours_has_a_number_on_the_page_and_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], shared_workers: Workers
) -> None:
    def fail(_game: Any) -> None:
        raise ZeroDivisionError("our \x1b[2J fault")

    monkeypatch.setattr("pencilwright.app.web.routes.home.sections_of", fail)
    with served(shared_workers) as browser:
        page = browser.ask("GET", "/")
    summary = capsys.readouterr().err
    assert page.status == 500 and "fault" not in page.text
    sentence = pattern("web.work.fault").replace(".*?", "(.*?)")
    (number,) = re.findall(sentence, html.unescape(page.text), re.IGNORECASE)
    assert says(summary, "web.work.fault", n=number)
    assert "ZeroDivisionError: our" in summary and "\x1b" not in summary


# --- where it listens -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a b", "", "a\r\nX: y", "a:8731", "-", "a/b", "\u202ea"])
def test_what_is_no_name_of_a_computer_is_refused(name: str) -> None:
    with refused("web.serve.host", "host"), serve.listening(serve.ServePlan(hosts=(name,))):
        pass
    for other in ("living-room.local", "box", "192.168.1.20", "::1", "fe80::1", "k\u00fcche"):
        assert serve.HOST.fullmatch(other)


def test_it_listens_on_this_computer_only(house: Running) -> None:
    sockets, port = serve.sockets_at([serve.LOOPBACK], None)
    try:
        assert {entry.getsockname()[0] for entry in sockets} == {"127.0.0.1"}
        assert {entry.proto for entry in sockets} == {socket.IPPROTO_TCP}, "else small answers wait 40 ms"
        assert port != house.port
    finally:
        for item in sockets:
            item.close()


def test_a_port_that_is_taken_is_refused_by_its_number(house: Running) -> None:
    with refused("web.serve.port", n=house.port):
        serve.sockets_at([serve.LOOPBACK], house.port)


def test_without_a_network_lan_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nowhere(socket.socket):
        def connect(self, _address: Any) -> None:
            raise OSError("unreachable")

    monkeypatch.setattr(socket, "socket", Nowhere)
    with refused("web.serve.no_network"):
        serve.lan_address()


def test_no_script_writes_markup() -> None:
    folder = Path(server.__file__).parent / "static"
    for path in folder.glob("*.js"):
        text = path.read_text(encoding="utf-8")
        for word in FORBIDDEN:
            assert word not in text, f"{path.name}: {word}"


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        ("ja", "en", "ja"),
        ("", "ja-JP,en", "ja"),
        ("", "fr,de", "en"),
        ("xx", "", "en"),
        ("", ",;q", "en"),
        ("en", "ja", "en"),
    ],
)
def test_the_language_is_the_chosen_one_else_the_first_that_there_is(
    chosen: str, accepted: str, language: str
) -> None:
    assert language_of(chosen, accepted) == language


def test_hosts_are_names_of_both_kinds() -> None:
    async def nobody(*_: Any) -> None: ...

    checked = TrustedHost(nobody, ("::1", "Table.local"), 80)
    assert checked.hosts == {"[::1]:80", "[::1]", "table.local:80", "table.local"}
