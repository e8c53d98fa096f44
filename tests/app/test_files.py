"""Reading takes regular files of a sane size only; writing is complete or absent."""

import errno
import os
import stat
from pathlib import Path

import pytest

from pencilwright.app import files
from pencilwright.games.errors import InputError
from tests.refusals import pattern, refused

pytestmark = pytest.mark.usefixtures("door")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def full(_descriptor: int) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_file_lands_in_output_which_is_made_or_under_its_name_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for target, folder in ((None, "output"), ("there", "there")):
        assert files.write(target, "a.pdf", b"x") == os.path.join(folder, "a.pdf")
        assert (tmp_path / folder / "a.pdf").read_bytes() == b"x" and names(tmp_path / folder) == ["a.pdf"]
    (tmp_path / "plain").write_bytes(b"")
    files.write("ours", "unused", b"x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_an_existing_file_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    old = tmp_path / "old.txt"
    old.write_bytes(b"old")
    old.chmod(0o640)
    files.write("old.txt", "unused", b"new")
    assert old.read_bytes() == b"new"
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert names(tmp_path) == ["old.txt"]


def test_a_link_stays_a_link_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    files.write("link", "unused", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_device_that_the_user_names_takes_the_bytes_and_is_not_replaced() -> None:
    files.write("/dev/null", "unused", b"x")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_full_disk_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "old.txt").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with refused("file.unwritten", None, path="old.txt", why="the disk is full"):
        files.write("old.txt", "unused", b"new")
    assert (tmp_path / "old.txt").read_bytes() == b"old" and names(tmp_path) == ["old.txt"]


def test_an_interrupt_while_writing_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write("new.txt", "unused", b"new")
    assert names(tmp_path) == []


def test_a_folder_that_does_not_exist_is_named() -> None:
    for path in ("nowhere/a.pdf", "nowhere/"):
        with refused("file.no_folder.output", folder="nowhere"):
            files.write(path, "unused", b"x")
    Path("output").write_bytes(b"")
    with pytest.raises(InputError, match="cannot write 'output'"):
        files.write(None, "a.pdf", b"x")
    with refused("file.why.long_name"):
        files.write("x" * 300, "unused", b"x")


def test_long_work_asks_before_it_whether_its_folder_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("closed").mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: path != "closed")
    for target in ("closed", "closed/a.pdf"):
        with refused("file.unwritable", "output", path="closed", why="permission is denied"):
            files.check_folder(target)
    for target in (None, "a.pdf", files.STDIO, "/dev/null"):
        files.check_folder(target)
    closed = os.path.realpath("closed")
    monkeypatch.setattr(os, "access", lambda path, mode: os.path.realpath(path) != closed)
    Path("out.pdf").symlink_to("closed/a.pdf")
    with refused("file.unwritable", "output", path=closed):
        files.check_folder("out.pdf")
    Path("open.pdf").write_bytes(b"x")
    Path("closed/link.pdf").symlink_to("../open.pdf")
    files.check_folder("closed/link.pdf")
    Path("output").rmdir()
    Path("output").write_bytes(b"")
    with refused("file.unwritable", "output", path="output"):
        files.check_folder(None)


@pytest.mark.parametrize("path", ["a\0b", "folder/a\0b"])
def test_a_name_with_a_zero_character_is_refused(path: str) -> None:
    with pytest.raises(InputError, match=f"{pattern('file.why.zero')}|{pattern('file.no_folder.output')}"):
        files.write(path, "unused", b"x")
    with refused("file.why.zero"):
        files.read(path)


@pytest.mark.parametrize(
    ("path", "key", "values"),
    [
        ("nothing.json", "file.none", {}),
        ("x" * 5000, "file.why.long_name", {}),
        ("/dev/zero", "file.irregular", {"kind": "a device"}),
        (".", "file.irregular", {"kind": "a folder"}),
        ("pipe", "file.irregular", {"kind": "a pipe"}),  # that nobody writes to
    ],
)
def test_what_is_no_regular_file_is_not_read(
    tmp_path: Path, path: str, key: str, values: dict[str, object]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    with refused(key, None, **values):
        files.read(path)


def test_a_file_over_the_limit_is_refused_with_the_limit(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(bytes(2049))
    assert len(files.read("big", limit=2049)) == 2049
    with refused("file.larger", n=2):
        files.read("big", limit=2048)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("\u6771 \u00e9 [/b].jpg", "\u6771 \u00e9 [/b].jpg"),
        (os.fsdecode(b"caf\xe9.jpg"), r"caf\xe9.jpg"),
        ("a\x1b]0;title\x07\n", r"a\x1b]0;title\x07\n"),
    ],
)
def test_a_name_is_shown_with_escapes_where_it_is_no_text(name: str, told: str) -> None:
    assert files.display_name(name) == told


def test_a_file_with_a_name_that_is_not_utf8_is_written_and_told_with_escapes(tmp_path: Path) -> None:
    assert files.write(os.fsdecode(b"caf\xe9"), "unused", b"x") == r"caf\xe9"
    assert os.listdir(os.fsencode(tmp_path)) == [b"caf\xe9"]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EXDEV, "Invalid cross-device link"), "invalid cross-device link"),
        (OSError(), "the system refused"),
    ],
)
def test_what_the_system_refuses_is_told_in_plain_words(error: OSError, words: str) -> None:
    assert str(files.reason(error)) == words


def test_the_address_of_a_file_is_its_path(tmp_path: Path) -> None:
    path = tmp_path / "my sheet #1.pdf"
    path.write_bytes(b"x")
    assert files.of_address(path.as_uri()) == str(path)
    assert files.of_address(path.as_uri().replace("file://", "FILE://localhost")) == str(path)
    assert files.of_address("sheet.pdf") == "sheet.pdf"


def test_a_pattern_that_no_shell_has_expanded_names_its_files(tmp_path: Path) -> None:
    for name in ("b.pdf", "a.pdf", ".hidden.pdf", "c.txt"):
        (tmp_path / name).touch()
    assert files.matching(["*.pdf"]) == (
        "a.pdf",
        "b.pdf",
    )
    assert files.matching(["[ab].pdf"]) == (
        "a.pdf",
        "b.pdf",
    )
    (tmp_path / "[ab].pdf").touch()
    assert files.matching(["[ab].pdf"]) == ("[ab].pdf",)
    assert files.matching(["*.png"]) == ("*.png",)
