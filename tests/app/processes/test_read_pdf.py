"""A PDF that nobody vouches for is read in a child with limits; whatever it does there, we get a sentence."""

import io
import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest

import pencilwright
from pencilwright.app import demo
from pencilwright.app.positions.entered import Position
from pencilwright.app.processes import limited_process, read_pdf
from pencilwright.games.errors import InputError
from pencilwright.generator import fill
from tests.refusals import refused


def child_that(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, limits: tuple[int, int]
) -> None:
    """Put a `generator.filled_form` that runs this code in place of ours, and read a PDF by the sandbox."""
    fake = tmp_path / "pencilwright"
    (fake / "generator").mkdir(parents=True)
    (fake / "__init__.py").write_text(f"__path__.append({pencilwright.__path__[0]!r})")
    (fake / "generator" / "__init__.py").write_text("")
    lines = "".join(f"    {line}\n" for line in code.splitlines())
    code = f"import os, sys, time\ndef prepare(): pass\ndef read(data):\n{lines}"
    (fake / "generator" / "filled_form.py").write_text(code)
    run = subprocess.run

    def with_our_generator(command: list[str], env: Mapping[str, str], **options: Any) -> object:
        paths = f"{tmp_path}{os.pathsep}{env['PYTHONPATH']}"
        return run(command, env={**env, "PYTHONPATH": paths}, **options)

    monkeypatch.setattr(subprocess, "run", with_our_generator)
    memory, seconds = limits
    read_pdf.read_pdf(b"%PDF-1.7", memory=memory, seconds=seconds)


USUAL = (read_pdf.MEMORY, 2)
NO_PDF = "^this (file is not a PDF|PDF is damaged or cut short)"
REFUSE = (
    "from pencilwright.games.errors import InputError\n"
    "from pencilwright.templates.phrases import plain\n"
    "raise InputError"
)


@pytest.mark.slow
def test_a_reader_that_never_ends_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_pdf, "PATIENCE", 60)  # a busy machine gives it little of each second
    with pytest.raises(InputError, match="more memory or time"):
        child_that("while True: pass", tmp_path, monkeypatch, limits=(read_pdf.MEMORY, 1))


def test_a_reader_that_only_waits_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_pdf, "PATIENCE", 1)
    with refused("pdf.given_up"):
        child_that("time.sleep(60)", tmp_path, monkeypatch, limits=(read_pdf.MEMORY, 1))


@pytest.mark.parametrize(
    ("code", "key"),
    [
        ("return [bytes(10**10)]", "pdf.crash"),
        ("raise KeyError('x')", "pdf.crash"),
        ("os.abort()", "pdf.harmful"),
    ],
)
def test_a_reader_that_dies_or_takes_all_memory_is_a_damaged_file(
    code: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with refused(key):
        child_that(code, tmp_path, monkeypatch, limits=USUAL)


def test_a_reader_opens_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there, new = tmp_path / "there", tmp_path / "new"
    there.write_bytes(b"kept")
    ways = [(str(there), mode) for mode in ("rb", "ab", "wb")] + [(str(new), "xb")]
    code = f"""refused = 0
for path, mode in {ways}:
    try:
        open(path, mode)
    except OSError:
        refused += 1
{REFUSE}(plain(f'{{refused}} refused'), field='file')"""
    with pytest.raises(InputError, match=r"^4 refused$"):
        child_that(code, tmp_path, monkeypatch, limits=USUAL)
    assert there.read_bytes() == b"kept" and not new.exists()


def test_a_reader_that_cannot_start_is_our_fault_and_not_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "os.write(2, b'first\\nno library\\n')\nos._exit(3)"
    with pytest.raises(RuntimeError, match="left with code 3: no library"):
        child_that(code, tmp_path, monkeypatch, limits=USUAL)


@cache
def filled_sheet() -> bytes:
    """Return a filled PDF of ours, with a name that is not in the Latin alphabet."""
    played = demo.worked()
    before = Position(played, played.parse(played.room(demo.ROOM).BEFORE))
    return fill.fill(demo.filled_sheet(played, before), {"name": "\u6771"})


@pytest.mark.slow
def test_a_lower_limit_of_the_shell_stays_and_a_sheet_is_still_read(tmp_path: Path) -> None:
    (tmp_path / "filled.pdf").write_bytes(filled_sheet())
    command = (
        f"ulimit -v 900000; {sys.executable} -m pencilwright.app.cli.main score {tmp_path / 'filled.pdf'}"
    )
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "52  total" in done.stdout and "\u6771" in done.stdout


def test_a_system_that_refuses_a_limit_still_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    questions = []

    def refuse(what: int, limits: tuple[int, int]) -> None:
        questions.append((what, limits))
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (5, 5))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    limited_process.limit(1024, 20)
    assert (resource.RLIMIT_AS, (5, 5)) in questions and (resource.RLIMIT_CORE, (0, 0)) in questions


def test_the_persons_own_search_path_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", "/their/own"]))
    code = f"{REFUSE}(plain(os.environ['PYTHONPATH']), field='file')"
    with pytest.raises(InputError) as caught:
        child_that(code, tmp_path, monkeypatch, limits=USUAL)
    paths = str(caught.value).split(os.pathsep)
    assert paths[-1] == "/their/own" and "" not in paths


def test_the_sentence_of_a_reader_comes_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = f"{REFUSE}(plain('this is not ours'), field='file')"
    with pytest.raises(InputError, match=r"^this is not ours$") as caught:
        child_that(code, tmp_path, monkeypatch, limits=USUAL)
    assert caught.value.field == "file"


def test_a_package_in_the_current_folder_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pencilwright").mkdir()
    (tmp_path / "pencilwright" / "__init__.py").write_text("open('taken', 'w')")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError):
        read_pdf.read_pdf(b"%PDF-1.7 nothing")
    assert not (tmp_path / "taken").exists()


def test_what_is_no_pdf_is_one_sentence_from_the_child_too() -> None:
    with pytest.raises(InputError, match=NO_PDF):
        read_pdf.read_pdf(b"%PDF-1.7\n" + bytes(5000))


def test_a_form_that_only_its_owner_has_locked_is_read_by_the_child_too() -> None:
    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(filled_sheet())) as pdf:
        pdf.save(target, encryption=pikepdf.Encryption(owner="x", user="", R=6))
    assert len(read_pdf.read_pdf(target.getvalue()).sheets) == 1
