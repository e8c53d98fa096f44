"""The page over https: an authority of the house that is made once, and what it vouches for."""

from __future__ import annotations

import importlib.util
import ssl
import sys
from pathlib import Path
from urllib.error import URLError
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener, urlopen

import pytest

from pencilwright.app.cli import main
from pencilwright.app.web import serve
from pencilwright.app.web.access import Listening
from pencilwright.app.web.requests import FORM
from tests.app.web.client import listening
from tests.refusals import says

needs_trustme = pytest.mark.skipif(
    importlib.util.find_spec("trustme") is None, reason="needs the extra https"
)


def shown(place: Listening) -> bytes:
    """The authority that a server hands out."""
    assert place.certificate is not None
    return place.certificate.authority


@needs_trustme
def test_the_authority_is_made_once_and_vouches_for_the_names_of_each_start(tmp_path: Path) -> None:
    plan = serve.ServePlan(https=True, data=tmp_path / "web.db", hosts=("living-room.local", "192.168.7.7"))
    with serve.listening(plan) as place:
        first = shown(place)
    with serve.listening(plan) as place:
        assert shown(place) == first and place.addresses.local.startswith("https://")
        assert place.certificate is not None
        from cryptography import x509

        own = x509.load_pem_x509_certificate(place.certificate.path.read_bytes())
    names = own.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert {"living-room.local", "localhost"} <= set(names.get_values_for_type(x509.DNSName))
    assert {"192.168.7.7", "127.0.0.1"} <= {str(one) for one in names.get_values_for_type(x509.IPAddress)}
    if sys.platform != "win32":
        assert {path.stat().st_mode & 0o077 for path in tmp_path.glob("*.pem")} == {0}
    (tmp_path / "web.authority.pem").write_text("torn")
    with serve.listening(plan) as place:
        assert shown(place) != first


@needs_trustme
def test_who_trusts_the_authority_reads_the_page_and_sends_forms_and_plain_http_gets_nothing(
    tmp_path: Path,
) -> None:
    blind = HTTPSHandler(context=ssl._create_unverified_context())
    with listening(serve.ServePlan(https=True, data=tmp_path / "web.db")) as key:
        base = key.partition("/?")[0]
        opener = build_opener(HTTPCookieProcessor(), blind)
        assert b"pencilwright" in opener.open(key).read()
        trusted = ssl.create_default_context(cadata=opener.open(f"{base}/pencilwright.crt").read())
        opener = build_opener(HTTPCookieProcessor(), HTTPSHandler(context=trusted))
        assert opener.open(key).status == 200
        assert opener.open(key.replace("127.0.0.1", "localhost")).status == 200
        form = Request(f"{base}/setup/troyes-dice", b"", {"Origin": base, "Content-Type": FORM})
        assert opener.open(form).status == 200
        with pytest.raises(URLError):
            urlopen(key, timeout=20)  # nobody else vouches for it
        with pytest.raises(OSError):
            urlopen(key.replace("https://", "http://"), timeout=20)


def test_without_the_library_it_is_said_what_to_install_and_without_a_folder_what_to_leave_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = importlib.util.find_spec
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == "trustme" else missing(name))
    assert main.run(["serve", "--https", "--memory-only", "--no-browser"]) == 2
    message = capsys.readouterr().err
    assert "trustme" in message and "pencilwright[https]" in message
    monkeypatch.setattr(serve, "find_spec", lambda _name: True)
    assert main.run(["serve", "--https", "--memory-only", "--no-browser"]) == 2
    assert says(capsys.readouterr().err, "web.serve.https.memory")
