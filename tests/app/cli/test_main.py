"""The doors of the command line: exit codes, one sentence for every fault, nothing half-written."""

import errno
import io
import json
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
from pencilwright.templates.phrases import width

GAME = "troyes-dice"
COMMAND = [sys.executable, "-m", "pencilwright.app.cli.main"]


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must be refused with exit 2 and one line on the error stream; return the line."""
    assert main.run(arguments) == 2
    summary = capsys.readouterr()
    assert summary.out == ""
    assert summary.err.startswith("pencilwright: ") and summary.err.count("\n") == 1
    return summary.err.removeprefix("pencilwright: ").strip()


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must succeed, silent on the error stream; return its answer."""
    code = main.run(arguments)
    summary = capsys.readouterr()
    assert (code, summary.err) == (0, "")
    return summary.out


@pytest.mark.parametrize("name", main.COMMANDS)
def test_help_of_every_command_shows_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"pencilwright {name}" in answered(capsys, name, "--help").split("Examples:")[1]


ENGLISH_SENTENCE = re.compile(r"(?<![-\w])[A-Za-z]+ [a-z]{2,}\b")
"""Two words one after another."""
AS_TYPED = re.compile(r"「[^」]*(」|$)|^[^「]*」|^ +eval .*|pencilwright .*|^  -.*?(  |$)")
"""What is typed as it stands, whatever the language."""


@pytest.mark.parametrize("arguments", ["--help --lang ja", "--lang ja --help", "--help --lang=ja"])
@pytest.mark.parametrize("command", [(), ("score",), ("setup",), ("setup", "tianxia"), ("advise",)])
def test_help_follows_the_language_before_and_after_it(
    command: tuple[str, ...], arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    summary = answered(capsys, *command, *arguments.split())
    assert "この説明を表示して終わります" in summary and "Show this" not in summary
    assert "Show this message and exit." in answered(capsys, *command, "--help")


@pytest.mark.parametrize("columns", [80, 120])
def test_japanese_help_has_no_english_sentence_and_fits_the_terminal(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(language.VARIABLE, "ja")
    monkeypatch.setenv("COLUMNS", str(columns))
    by_game = [(name, game.id) for name in ("setup", "sheet", "card", "example") for game in GAMES.values()]
    for command in [(), *((name,) for name in main.COMMANDS), *by_game, ("play", GAME)]:
        lines = answered(capsys, *command, "--help").splitlines()
        lines = [AS_TYPED.sub("", line) for line in lines if not line.startswith("使い方")]
        assert [line for line in lines if ENGLISH_SENTENCE.search(line)] == [], command
        assert [line for line in lines if width(line) > min(columns, 100) - 2] == [], command


def test_completion_tells_in_the_language_what_it_offers() -> None:
    def offered(words: str) -> str:
        environment = {
            **os.environ,
            language.VARIABLE: "ja",
            "_PENCILWRIGHT_COMPLETE": "fish_complete",
            "COMP_WORDS": f"pencilwright {words}",
            "COMP_CWORD": words.rsplit(maxsplit=1)[-1] if " " in words else words,
        }
        return subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=True).stdout

    assert "得点を1行ずつ" in offered("sco")
    assert "プログラム向け" in offered("score --js")


def test_help_lists_commands_in_the_order_a_player_meets_them(capsys: pytest.CaptureFixture[str]) -> None:
    summary = answered(capsys, "--help")
    assert (
        summary.index("  demo ")
        < summary.index("  setup ")
        < summary.index("  score ")
        < summary.index("  games ")
    )


def test_no_short_help_is_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    assert "..." not in answered(capsys, "--help").split("Commands:")[1]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_names_the_command(shell: str) -> None:
    environment = {**os.environ, "_PENCILWRIGHT_COMPLETE": f"{shell}_source"}
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=True)
    assert f"_PENCILWRIGHT_COMPLETE={shell}_complete" in done.stdout


def test_completion_offers_the_games() -> None:
    environment = {
        **os.environ,
        "_PENCILWRIGHT_COMPLETE": "bash_complete",
        "COMP_WORDS": "pencilwright sheet tr",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == f"plain,{GAME}"


def test_completion_after_what_is_no_game_offers_nothing() -> None:
    environment = {
        **os.environ,
        "_PENCILWRIGHT_COMPLETE": "bash_complete",
        "COMP_WORDS": "pencilwright setup foo --",
        "COMP_CWORD": "3",
    }
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_games_lists_every_game_with_its_documents(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(answered(capsys, "games", "--json"))
    assert data["format"] == "pencilwright-games/1"
    assert {"id", "title", "code_prefix", "documents", "commands"} == set(data["games"][0])
    assert GAME in answered(capsys, "games")


def test_a_setup_comes_back_from_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = json.loads(answered(capsys, "setup", GAME, "--seed", "friday", "--expansion", "--json"))
    again = json.loads(answered(capsys, "setup", GAME, "--code", drawn["code"], "--json"))
    assert (again["setup"], again["seed"]) == (drawn["setup"], None)
    assert drawn["code"] in answered(capsys, "setup", GAME, "--code", drawn["code"].lower())


def test_a_setup_without_a_seed_tells_the_seed_that_it_drew(capsys: pytest.CaptureFixture[str]) -> None:
    first = json.loads(answered(capsys, "setup", GAME, "--json"))
    again = json.loads(answered(capsys, "setup", GAME, "--seed", first["seed"], "--json"))
    assert first == again


def test_fixed_parts_of_a_setup_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "--expansion",
        "--fix",
        "P4=y/R",
        "--fix",
        "tile7",
        "--fix",
        "tile2=P0",
        "--numbering",
        "random",
    ]
    summary = answered(capsys, "setup", GAME, "--seed", "1", *arguments, "--fix", "red=6 5 4 3 2 1", "--json")
    setup = json.loads(summary)["setup"]
    assert setup["plazas"][4] == "Y/R"
    assert setup["numbers"]["white"] == [6, 5, 4, 3, 2, 1]
    assert {"notch": 0, "tile": 2} in setup["expansion"]
    assert 7 in {tile["tile"] for tile in setup["expansion"]}


def test_one_wrong_character_of_a_code_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    code = json.loads(answered(capsys, "setup", GAME, "--seed", "1", "--json"))["code"]
    wrong = code[:-1] + ("0" if code[-1] != "0" else "1")
    summary = refused(capsys, "sheet", GAME, "--code", wrong)
    assert "character" in summary and code[-1] in summary
    assert not Path("output").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["bogus"], "No such command 'bogus'"),
        (["sheet"], "Missing argument 'GAME'"),
        (["sheet", GAME, "--copies", "0"], "0 is not in the range 1<=x<=125"),
        (["sheet", GAME, "--copies", "126"], "not in the range"),
        (
            ["card", GAME, "--paper", "a5"],
            "not drawn for the paper 'a5', and nothing is scaled down to it; choose a4 or letter",
        ),
        (["sheet", GAME, "--format", "svg", "--copies", "2"], "an SVG file holds one sheet"),
        (["sheet", GAME, "--code", "TD1-0000", "--seed", "1"], "leave out --seed"),
        (["sheet", GAME, "-o", "nowhere/a.pdf"], "there is no folder 'nowhere'"),
        (["sheet", GAME, "--components", "missing.toml"], "there is no file 'missing.toml'"),
        (["sheet", "troys-dice"], "did you mean troyes-dice?"),
        (["setup", GAME, "--fix", "P4"], "is not a part of a setup"),
        (["setup", GAME, "--fix", "P4=R/Y", "--fix", "p4=Y/Y"], "p4 is fixed twice"),
        (["setup", GAME, "--fix", "tile7", "--fix", "tile7=P0"], "tile7 is fixed twice"),
        (["setup", GAME, "--fix", "red=456123"], "which is not standard"),
        (
            ["setup", GAME, "--numbering", "sideways"],
            "is not one of 'standard', 'ascending'",
        ),
        (["sheet", GAME, "--scope", "town"], "not one of 'district', 'sheet'"),
        (["example", "tianxia", "--his-turn"], "No such option '--his-turn'"),
        (["setup", "--seed", "1", GAME], "The game comes first: pencilwright setup GAME --seed"),
        (["setup", "terra-mystica", "--fix", "only=witches,auren"], "those allowed are on 1 board"),
        (["score", "TD1-0000-0000"], "this share code has 11 characters"),
        (["score", "TD1 8pm"], "9 parts"),
        (["setup", GAME, "--fix", "tile7"], "needs the expansion"),
        (["score", "missing.json"], "there is no file 'missing.json'"),
        (["score", "."], "has no files that can be read here"),
        (["score", "/dev/zero"], "is a device"),
        (["advise", "missing.json", "--top", "-1"], "not in the range"),
        (["example", GAME, "--left", "17"], "has 16"),
    ],
)
def test_wrong_usage_is_one_sentence_and_writes_nothing(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in refused(capsys, *arguments)
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"plazas = [", "not TOML"),
        (b"plazas = ['R/R']", "plazas"),
        (b"days = 9", "days"),
        (b"\xff\xfe", "not text in UTF-8"),
    ],
)
def test_a_wrong_components_file_is_one_sentence(
    text: bytes, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("own.toml").write_bytes(text)
    assert told in refused(capsys, "setup", GAME, "--components", "own.toml")


def test_a_word_that_the_font_lacks_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    Path("own.toml").write_text('[[challenges]]\nid = "H1"\ntext = "win \\U0001F3B2"\n', encoding="utf-8")
    summary = refused(capsys, "reference", GAME, "--components", "own.toml")
    assert "\U0001f3b2" in summary or "1F3B2" in summary
    assert not Path("output").exists() or not list(Path("output").iterdir())


def test_a_document_is_named_after_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--seed", "1", "--lang", "ja", "--paper", "letter", "--theme", "ink-saver", "--size", "page"]
    summary = answered(capsys, "card", GAME, *arguments)
    (made,) = Path("output").iterdir()
    assert made.name.startswith("troyes-dice-setup-page-TD1-")
    assert made.name.endswith("-ja-letter-ink-saver.pdf")
    assert made.name in summary and f"--code {made.name[23:41]}" in summary


def test_a_document_to_standard_output_is_the_file_and_nothing_else() -> None:
    done = subprocess.run(
        [*COMMAND, "reference", GAME, "-o", "-"], capture_output=True, check=True, stdin=subprocess.DEVNULL
    )
    assert done.stdout.startswith(b"%PDF-") and done.stdout.rstrip().endswith(b"%%EOF")
    assert list(Path.cwd().iterdir()) == []


def test_the_same_order_gives_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.pdf", "b.pdf"):
        answered(capsys, "sheet", GAME, "--seed", "1", "-o", name)
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()


def test_an_svg_sheet_carries_the_marks_as_ids(capsys: pytest.CaptureFixture[str]) -> None:
    answered(capsys, "sheet", GAME, "--seed", "1", "--format", "svg", "-o", "sheet.svg")
    text = Path("sheet.svg").read_text(encoding="utf-8")
    assert text.startswith("<") and 'id="citizens.red.5"' in text


def test_a_blank_sheet_needs_no_setup_and_a_drawn_one_keeps_its_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "share code" not in answered(capsys, "sheet", GAME, "--blank-numbers")
    assert "share code" in answered(capsys, "sheet", GAME, "--blank-numbers", "--seed", "1")


def raising(error: BaseException) -> object:
    def instead(*_: object, **__: object) -> None:
        raise error

    return instead


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (InputError("the sentence\nof two lines"), 2, "the sentence of two lines"),
        (InputError("a \x1b[31mcolour"), 2, "a \\x1b[31mcolour"),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "the disk is full"),
        (OSError(errno.EACCES, "Permission denied", "there"), 2, "permission is denied (there)"),
        (MemoryError(), 2, "not enough memory"),
        (RecursionError(), 2, "nested deeper"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (ModuleNotFoundError("No module named 'cv2'", name="cv2"), 2, 'install "pencilwright[photo]"\n'),
        (
            ModuleNotFoundError("No module named 'numba'", name="numba.core"),
            2,
            'install "pencilwright[fast]"\n',
        ),
        (ModuleNotFoundError("No module named 'ours'", name="ours"), 70, "please report it"),
        (ZeroDivisionError("division by zero"), 70, "ZeroDivisionError: division by zero); please report it"),
    ],
)
def test_every_error_is_one_sentence_with_its_exit_code(
    error: BaseException,
    code: int,
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(show, "encode", raising(error))
    monkeypatch.delenv("PENCILWRIGHT_DEBUG", raising=False)
    assert main.run(["games", "--json"]) == code
    text = capsys.readouterr().err
    assert told in text and text.count("\n") == 1 and "Traceback" not in text


def test_a_fault_shows_its_traceback_only_when_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show, "encode", raising(ZeroDivisionError()))
    monkeypatch.setenv("PENCILWRIGHT_DEBUG", "1")
    assert main.run(["games", "--json"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_a_disk_that_fills_up_leaves_no_half_document(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", raising(OSError(errno.ENOSPC, "No space left on device")))
    monkeypatch.setattr(documents, "make", lambda *_: b"%PDF-")
    assert "the disk is full; nothing was written there" in refused(capsys, "sheet", GAME, "--seed", "1")
    assert list(Path("output").iterdir()) == []


def no_room_for_files() -> None:
    """Let this process write not one byte more to any file."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_a_standard_output_without_room_is_one_sentence(tmp_path: Path) -> None:
    with open(tmp_path / "list.txt", "wb") as file:
        done = subprocess.run(
            [*COMMAND, "games"],
            stdout=file,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            preexec_fn=no_room_for_files,
        )
    assert (done.returncode, done.stderr) == (
        2,
        "pencilwright: the system refused: the file would be too large\n",
    )


def test_a_disk_without_room_leaves_no_file() -> None:
    done = subprocess.run(
        [*COMMAND, "schema", GAME, "-o", "schema.json"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=no_room_for_files,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "the file would be too large; nothing was written there" in done.stderr
    assert list(Path.cwd().iterdir()) == []


def test_a_reader_that_goes_away_ends_the_command_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*COMMAND, "games"], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_an_interrupt_ends_with_130_and_one_sentence() -> None:
    with subprocess.Popen([*COMMAND, "score", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        time.sleep(1.0)
        running.send_signal(signal.SIGINT)
        _, summary = running.communicate(timeout=20)
    assert running.returncode == 130
    assert summary.count(b"\n") == 1 and b"interrupted" in summary


def test_answers_in_an_ascii_terminal_do_not_fail() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [*COMMAND, "sheet", GAME, "--seed", "\u6771", "-o", "\u6771.pdf"],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_pdf_is_not_poured_into_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(documents, "make", lambda *_: b"%PDF-")
    assert main.run(["reference", GAME, "-o", "-"]) == 2
    assert "give -o FILE" in capsys.readouterr().err


def test_a_pad_for_which_no_setup_is_named_leaves_its_factions_open() -> None:
    for name, line in (("silent", []), ("blank", ["--blank-numbers"]), ("drawn", ["--seed", "friday"])):
        assert main.run(["sheet", "terra-mystica", *line, "-o", f"{name}.pdf"]) == 0
    silent, blank, drawn = (Path(f"{name}.pdf").read_bytes() for name in ("silent", "blank", "drawn"))
    assert silent == blank != drawn


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (
            "terra-mystica",
            "SCORE5: 2 VP for each dwelling; at its end: 4 power for every 4 steps of Fire",
        ),
        ("terra-mystica", "Factions in turn order        1. Mermaids"),
        ("terracotta-army", "Scoring tiles  round 1: lower right quarter"),
        ("tianxia", "Qin1: "),
        ("troyes-dice", "P0="),
    ],
)
def test_the_things_of_a_setup_are_told_by_name(
    game: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    players = [] if game == "troyes-dice" else ["--players", "3"]
    assert main.run(["setup", game, "--seed", "friday", *players]) == 0
    assert line in capsys.readouterr().out


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_setup_of_tianxia_for_one_or_two_says_that_the_booklet_adds_to_it(
    capsys: pytest.CaptureFixture[str], players: int
) -> None:
    summary = answered(capsys, "setup", "tianxia", "--players", str(players))
    assert summary.endswith("\n1 or 2 players: see the booklet too\n") is (players < 3)


def test_dice_without_a_table_name_the_options_that_give_one(capsys: pytest.CaptureFixture[str]) -> None:
    line = answered(capsys, "example", GAME, "--text").split()
    without = " ".join([line[0], "-", "-", "-", *line[4:]])
    needed = "a table: give day and half with --at, and the colours that lie up on the plazas with --up"
    assert f"the position has no {needed[2:]}" in refused(capsys, "advise", without, "--dice", "b3 1 5 6")
    assert f"the position has no {needed[2:]}" in refused(capsys, "advise", without)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["setup", GAME, "--fix", "tile7"], "a fixed tile needs the expansion: add --expansion"),
        (["setup", GAME, "--fix", "red=456123"], "not standard; name another numbering with --numbering"),
    ],
)
def test_a_part_that_needs_another_option_names_it(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert message in refused(capsys, *arguments)


def with_closed(streams: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command with standard streams closed by the shell."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", *COMMAND, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("streams", "arguments", "code", "told"),
    [
        (">&-", ("games",), 2, "pencilwright: standard output is closed, so nothing can be printed there\n"),
        ("<&-", ("score", "-"), 2, "pencilwright: the position is empty\n"),
        ("2>&-", ("score", "missing.json"), 2, ""),
        ("2>&-", ("games",), 0, ""),
        ("<&- >&- 2>&-", ("games",), 2, ""),
        (">&- 2>&-", ("sheet", GAME, "--seed", "1", "-o", "sheet.svg"), 2, ""),
    ],
)
def test_closed_streams_are_no_fault_of_ours(
    streams: str, arguments: tuple[str, ...], code: int, told: str
) -> None:
    done = with_closed(streams, *arguments)
    assert (done.returncode, done.stderr) == (code, told)
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
def test_a_text_that_is_not_utf8_is_one_sentence(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    summary = refused(capsys, *arguments)
    assert "caf\\xe9" in summary and "is not text in UTF-8; write it in UTF-8" in summary


def test_a_character_that_cannot_be_written_is_our_fault(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show, "encode", raising(UnicodeEncodeError("latin-1", "a\u6771", 1, 2, "not there")))
    monkeypatch.delenv("PENCILWRIGHT_DEBUG", raising=False)
    assert main.run(["games", "--json"]) == 70


@pytest.mark.parametrize("game", ["troyes-dice", "terracotta-army", "terra-mystica", "tianxia"])
def test_a_number_of_five_thousand_digits_in_toml_is_one_sentence(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("own.toml").write_text(f"meeples = {'1' * 5000}\n")
    summary = refused(capsys, "setup", game, "--seed", "1", "--components", "own.toml")
    assert summary == "the components file has a number with too many digits"


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


@pytest.mark.parametrize("command", [("solve",), ("check", "best"), ("score",), ("play", "--resume")])
def test_a_file_may_have_a_name_that_is_not_utf8(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    first, *more = command
    arguments = (first, GAME, *more, LATIN) if first == "play" else (first, LATIN, *more)
    assert "there is no file" in refused(capsys, *arguments)


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (["score", "nofile.json"], "nofile.json"),
        (["score", "broken.json"], "troyes-dice/1"),
        (["score", "."], "troyes-dice .pdf .json .txt .jpg .jpeg .png .webp .heic .heif"),
        (["advise", "TD1-0000-1BN5-B8CR"], ""),
        (["start", "chess"], "chess troyes-dice terracotta-army terra-mystica tianxia"),
        (["setup", "chess"], "chess troyes-dice terracotta-army terra-mystica tianxia"),
        (["setup", GAME, "--seed", "a", "--code", "TD1-0000-1BN5-B8CQ"], "--code --seed"),
        (["setup", GAME, "--code", "TD1-0000-1BN5-B8CQ+AAAA"], "--components"),
        (["setup", GAME, "--components", "no.toml"], "no.toml"),
        (["setup", GAME, "--json", "-o", "nowhere/x.json"], "nowhere"),
        (
            ["card", "tianxia", "--document", "nope"],
            "nope score-sheet setup-page setup-card buildings reference goals tiles battle",
        ),
        (["reference", GAME, "--code", "TD1-0000-1BN5-B8CQ"], "--code"),
        (["sheet", GAME, "--format", "svg", "--copies", "3"], "--copies"),
        (["sheet", GAME, "--format", "svg", "-o", "x.pdf"], "--format svg x.pdf"),
        (["sheet", GAME, "-o", "x.png"], "x.png pdf svg"),
        (["sheet", "tianxia", "--blank-numbers"], "--blank-numbers"),
        (["card", GAME, "--document", "setup-page", "--size", "page"], "--document --size"),
        (["example", GAME, "--left", "40"], ""),
        (["demo", "-o", "nowhere"], "nowhere"),
    ],
)
def test_a_refusal_in_japanese_has_no_english(
    arguments: list[str], typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("broken.json").write_text('{"format": 3}')
    assert main.run([*arguments, "--lang", "ja"]) == 2
    summary = capsys.readouterr()
    text = (summary.err or summary.out).removeprefix("pencilwright: ")
    runs = re.findall("[A-Za-z]{3,}", text)
    assert [run for run in runs if run not in typed and not run.isupper() and run != "format"] == []
    assert re.search("[ぁ-ん]", text)


def test_what_ends_a_command_is_told_in_its_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show, "encode", raising(KeyboardInterrupt()))
    assert main.run(["games", "--json", "--lang", "ja"]) == 130
    assert "中断" in capsys.readouterr().err
    assert main.run(["games", "--json"]) == 130
    assert "interrupted" in capsys.readouterr().err
