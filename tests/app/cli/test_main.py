"""The doors of the command line: help, exit codes, one sentence for every fault, nothing half-written."""

import errno
import io
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pencilwright.app import language
from pencilwright.app.cli import main
from pencilwright.app.cli import terminal as show
from pencilwright.app.commands import documents
from pencilwright.games import GAMES
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase, plain, say, width
from tests.app.doors import COMMAND, Door
from tests.refusals import says

GAME = "troyes-dice"
pytestmark = pytest.mark.usefixtures("door")


def done(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    """Run a command in a process of its own."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.run([*COMMAND, *arguments], check=False, **given)  # type: ignore[call-overload, no-any-return]


# --- help and completion ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", main.COMMANDS)
def test_help_of_every_command_shows_examples(name: str, door: Door) -> None:
    ran = door(f"{name} --help")
    assert f"pencilwright {name}" in ran.out.split("Examples:")[1] and ran.err == ""


ENGLISH_SENTENCE = re.compile(r"(?<![-\w])[A-Za-z]+ [a-z]{2,}\b")
"""Two words one after another."""
AS_TYPED = re.compile(r"「[^」]*(」|$)|^[^「]*」|^ +eval .*|pencilwright .*|^  -.*?(  |$)")
"""What is typed as it stands, whatever the language."""


@pytest.mark.parametrize("arguments", ["--help --lang ja", "--lang ja --help", "--help --lang=ja"])
@pytest.mark.parametrize("command", ["", "score", "setup", "setup tianxia", "advise"])
def test_help_follows_the_language_before_and_after_it(command: str, arguments: str, door: Door) -> None:
    japanese, english = door(f"{command} {arguments}").out, door(f"{command} --help").out
    assert "この説明を表示して終わります" in japanese and "Examples:" not in japanese
    assert english.isascii() and "Examples:" in english


@pytest.mark.parametrize("columns", [80, 120])
def test_japanese_help_has_no_english_sentence_and_fits_the_terminal(
    columns: int, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(language.VARIABLE, "ja")
    monkeypatch.setenv("COLUMNS", str(columns))
    by_game = [
        f"{name} {game.id}" for name in ("setup", "sheet", "card", "example") for game in GAMES.values()
    ]
    for command in ["", *main.COMMANDS, *by_game, f"play {GAME}"]:
        lines = door(f"{command} --help").out.splitlines()
        lines = [AS_TYPED.sub("", line) for line in lines if not line.startswith("使い方")]
        assert [line for line in lines if ENGLISH_SENTENCE.search(line)] == [], command
        assert [line for line in lines if width(line) > min(columns, 100) - 2] == [], command


def test_help_lists_commands_in_the_order_a_player_meets_them_and_cuts_none_off(door: Door) -> None:
    listed = door("--help").out.split("Commands:")[1]
    places = [listed.index(f"\n  {name} ") for name in main.COMMANDS]
    assert places == sorted(places) and "..." not in listed


def test_a_help_has_only_what_the_game_has(door: Door) -> None:
    assert "--players" not in door("setup troyes-dice --help").out
    assert "--players" in door("setup tianxia --help").out
    games = door("play --help").out.partition("Games:")[2]
    assert "troyes-dice" in games and "tianxia" not in games


@pytest.mark.parametrize("command", ["advise", "review", "play troyes-dice"])
def test_the_seed_of_advice_has_one_name_in_every_command(command: str, door: Door) -> None:
    assert "--advice-seed TEXT" in door(f"{command} --help").out


def test_the_command_alone_shows_its_help_line_by_line(door: Door) -> None:
    assert len(door("", code=2).err.splitlines()) > 10


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_names_the_command(shell: str) -> None:
    script = done(env={**os.environ, "_PENCILWRIGHT_COMPLETE": f"{shell}_source"}).stdout
    assert f"_PENCILWRIGHT_COMPLETE={shell}_complete" in script


@pytest.mark.parametrize(
    ("shell", "words", "at", "offered"),
    [
        ("fish", "sco", "sco", "得点を1行ずつ"),
        ("fish", "score --js", "--js", "プログラム向け"),
        ("bash", "sheet tr", "2", f"plain,{GAME}\n"),
        ("bash", "setup foo --", "3", ""),
        ("bash", f"play {__file__} --", "3", ""),
    ],
)
def test_completion_offers_games_and_tells_in_the_language_what_options_do(
    shell: str, words: str, at: str, offered: str
) -> None:
    asked = {
        "_PENCILWRIGHT_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": f"pencilwright {words}",
        "COMP_CWORD": at,
    }
    ran = done(env={**os.environ, language.VARIABLE: "ja", **asked})
    assert offered in ran.stdout and ran.stderr == ""
    assert words != "sheet tr" or ran.stdout == offered


def test_games_lists_every_game_with_its_documents(door: Door) -> None:
    data = door.data("games")
    assert data["format"] == "pencilwright-games/1"
    assert {"id", "title", "code_prefix", "documents", "commands"} == set(data["games"][0])
    assert GAME in door("games").out


# --- setups -----------------------------------------------------------------------------------------------


def test_a_setup_comes_back_from_its_code(door: Door) -> None:
    drawn = door.data(f"setup {GAME} --seed friday --expansion")
    again = door.data(f"setup {GAME} --code", drawn["code"])
    assert (again["setup"], again["seed"]) == (drawn["setup"], None)
    assert drawn["code"] in door(f"setup {GAME} --code", drawn["code"].lower()).out


def test_a_setup_without_a_seed_tells_the_seed_that_it_drew(door: Door) -> None:
    first = door.data(f"setup {GAME}")
    assert first == door.data(f"setup {GAME} --seed", first["seed"])


@pytest.mark.parametrize(
    ("text", "key", "field"),
    [
        (b"plazas = [", "components.toml.end", "components"),
        (b"plazas = ['R/R']", "json.wanted", "plazas"),
        (b"days = 9", "components.proven", "days"),
        (b"\xff\xfe", "file.utf8", "components"),
        (b"meeples = " + b"1" * 5000, "components.digits", "components"),
    ],
)
def test_a_wrong_components_file_is_refused(text: bytes, key: str, field: str, door: Door) -> None:
    Path("own.toml").write_bytes(text)
    door.refuses(f"setup {GAME} --components own.toml", key, field)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_setup_of_tianxia_for_one_or_two_says_that_the_booklet_adds_to_it(door: Door, players: int) -> None:
    assert door(f"setup tianxia --players {players}").says("tianxia.card.booklet") is (players < 3)


# --- how a command ends -----------------------------------------------------------------------------------


FULL = say(phrase("file.why.full"), "en")


def raising(error: BaseException) -> object:
    def instead(*_: object, **__: object) -> None:
        raise error

    return instead


@pytest.mark.parametrize(
    ("error", "code", "key", "values"),
    [
        (InputError(plain("the sentence\nof two lines")), 2, "plain", {"one": "the sentence of two lines"}),
        (InputError(plain("a \x1b[31mcolour")), 2, "plain", {"one": "a \\x1b[31mcolour"}),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "end.refused", {"why": FULL}),
        (OSError(errno.EACCES, "Permission denied", "there"), 2, "end.refused.at", {"path": "there"}),
        (MemoryError(), 2, "end.memory", {}),
        (RecursionError(), 2, "end.deep", {}),
        (KeyboardInterrupt(), 130, "end.interrupted", {}),
        (ModuleNotFoundError("No module named 'cv2'", name="cv2"), 2, "end.missing", {"library": "cv2"}),
        (ModuleNotFoundError("", name="numba.core"), 2, "end.missing", {"library": "numba"}),
        (ModuleNotFoundError("No module named 'ours'", name="ours"), 70, "end.fault", {}),
        (ZeroDivisionError("by zero"), 70, "end.fault", {"fault": "ZeroDivisionError: by zero"}),
        (UnicodeEncodeError("latin-1", "a\u6771", 1, 2, "not there"), 70, "end.fault", {}),
    ],
)  # fmt: skip
def test_every_error_is_one_sentence_with_its_exit_code(
    error: BaseException,
    code: int,
    key: str,
    values: dict[str, str],
    door: Door,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(show, "encode", raising(error))
    monkeypatch.delenv("PENCILWRIGHT_DEBUG", raising=False)
    ran = door("games --json", code=code)
    assert ran.says(key, **values) and ran.err.count("\n") == 1 and "Traceback" not in ran.err
    extra = {"cv2": "photo", "numba": "fast"}.get(values.get("library", ""))
    assert extra is None or ran.err.endswith(f'install "pencilwright[{extra}]"\n')
    if code == 130:
        assert door("games --json --lang ja", code=130).says(key, "ja")


def test_a_fault_shows_its_traceback_only_when_asked(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "encode", raising(ZeroDivisionError()))
    monkeypatch.setenv("PENCILWRIGHT_DEBUG", "1")
    assert "Traceback" in door("games --json", code=70).err


def no_room_for_files() -> None:
    """Let this process write not one byte more to any file."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_disk_without_room_is_one_sentence_and_leaves_no_file(tmp_path: Path) -> None:
    with open(tmp_path / "list.txt", "wb") as file:
        ran = done("games", stdout=file, preexec_fn=no_room_for_files)
    (tmp_path / "list.txt").unlink()
    too_large = say(phrase("file.why.too_large"), "en")
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert says(ran.stderr, "end.refused", why=too_large)
    ran = done("schema", GAME, "-o", "schema.json", preexec_fn=no_room_for_files)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert says(ran.stderr, "file.unwritten", why=too_large)
    assert list(Path.cwd().iterdir()) == []


def test_a_reader_that_goes_away_ends_the_command_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = done("games", stdout=writing)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (141, "")


def test_an_interrupt_ends_with_130_and_one_sentence() -> None:
    with subprocess.Popen([*COMMAND, "score", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        time.sleep(1.0)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=20)
    assert running.returncode == 130
    assert told.count(b"\n") == 1 and says(told.decode(), "end.interrupted")


def test_a_pdf_is_not_poured_into_a_terminal(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(documents, "make", lambda *_: b"%PDF-")
    door.refuses(f"reference {GAME} -o -", "file.terminal")


@pytest.mark.parametrize(
    ("streams", "arguments", "code", "told"),
    [
        (">&-", "games", 2, "end.closed"),
        ("<&-", "score -", 2, "position.empty"),
        ("2>&-", "score missing.json", 2, ""),
        ("2>&-", "games", 0, ""),
        ("<&- >&- 2>&-", "games", 2, ""),
        (">&- 2>&-", f"sheet {GAME} --seed 1 -o sheet.svg", 2, ""),
    ],
)
def test_closed_streams_are_no_fault_of_ours(streams: str, arguments: str, code: int, told: str) -> None:
    line = ["sh", "-c", f'exec "$@" {streams}', "sh", *COMMAND, *arguments.split()]
    ran = subprocess.run(line, capture_output=True, text=True, check=False)
    message = f"pencilwright: {say(phrase(told), 'en')}\n" if told else ""
    assert (ran.returncode, ran.stderr) == (code, message)
    assert all(path.read_bytes().startswith(b"<") for path in Path.cwd().iterdir())


LATIN = os.fsdecode(b"caf\xe9")
"""A word in Latin-1, as the system hands it on."""


@pytest.mark.parametrize(
    "arguments",
    [
        ("setup", GAME, "--json", "--seed", LATIN),
        ("score", f"TD1 {LATIN} x"),
        ("puzzles", GAME, "--count", "1", "--seed", LATIN),
        ("example", GAME, "--seed", LATIN),
    ],
)
def test_a_text_that_is_not_utf8_is_refused(arguments: tuple[str, ...], door: Door) -> None:
    ran = door.refused("", *arguments)
    assert "caf\\xe9" in ran.err and ran.says("end.utf8")


@pytest.mark.parametrize("line", ["solve {}", "check {} best", "score {}", f"play {GAME} --resume {{}}"])
def test_a_file_may_have_a_name_that_is_not_utf8(line: str, door: Door) -> None:
    door.refuses(line.format(LATIN), "file.none")


def test_what_is_remarked_on_by_the_way_is_one_line_once(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        main._tell_warning(UserWarning("kept in\nno \x1b folder"), UserWarning, "compiled.py", 3)
    main._tell_warning(DeprecationWarning("old"), DeprecationWarning, "library.py", 3)
    assert capsys.readouterr().err == "pencilwright: kept in no \\x1b folder\n"


def test_a_sentence_is_cut_at_a_length_that_a_screen_holds(capsys: pytest.CaptureFixture[str]) -> None:
    for length, view in ((600, "x" * 600), (601, "x" * 597 + "...")):
        assert main._fail("x" * length, 2) == 2
        assert capsys.readouterr().err == f"pencilwright: {view}\n"


def test_an_error_stream_that_is_gone_changes_no_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(main.click, "echo", raising(OSError(errno.EIO, "Input/output error")))
    assert main._fail("a sentence", 143) == 143
