"""Files in and out: size-limited reading of regular files only, and writing that is all or nothing."""

from __future__ import annotations

import codecs
import errno
import glob
import os
import re
import stat
import sys
import time
from collections.abc import Iterable
from contextlib import suppress

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Sentence, Word, phrase

OUTPUT = "output"
STDIO = "-"
LARGEST_INPUT = 32 * 1024 * 1024

HALF_CHARACTERS = re.compile("[\udc80-\udcff]")
"""What stands for a byte that is not UTF-8 in a name from the system."""
_REASONS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "quota",
    errno.EACCES: "denied",
    errno.EPERM: "forbidden",
    errno.EROFS: "read_only",
    errno.ENOENT: "absent",
    errno.ENOTDIR: "no_folder",
    errno.EISDIR: "folder",
    errno.ENAMETOOLONG: "long_name",
    errno.ELOOP: "loop",
    errno.EFBIG: "too_large",
    errno.EIO: "disk",
    errno.EMFILE: "too_many",
}
"""Why the system refuses -> the words for it."""
_KINDS = (
    (stat.S_ISDIR, "folder"),
    (stat.S_ISFIFO, "pipe"),
    (stat.S_ISSOCK, "socket"),
    (stat.S_ISCHR, "device"),
    (stat.S_ISBLK, "device"),
)


def reason(error: OSError | ValueError) -> Sentence:
    """Say in plain words why the system refused; a ValueError is a name with a zero character."""
    if isinstance(error, ValueError):
        return phrase("file.why.zero")
    if key := _REASONS.get(error.errno or 0):
        return phrase(f"file.why.{key}")
    return (error.strerror or "").lower() or phrase("file.why.other")


def display_name(name: str) -> str:
    """Return a name as it is shown: what is not UTF-8, and what would move a cursor, as an escape."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace") if HALF_CHARACTERS.search(name) else name
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def of_address(name: str) -> str:
    """Return the path in the address of a file, as browsers and file managers give it; else the name."""
    if not name.lower().startswith("file://") or os.path.lexists(name):
        return name
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    return url2pathname(urlsplit(name).path)


def matching(names: Iterable[str]) -> tuple[str, ...]:
    """Return names, in place of a pattern that no shell has expanded its files, sorted."""
    there = ((name, [] if os.path.lexists(name) else sorted(glob.glob(name))) for name in names)
    return tuple(path for name, paths in there for path in paths or [name])


def read(path: str, *, limit: int = LARGEST_INPUT) -> bytes:
    """Return the whole file, or standard input for ``-``.

    Raises InputError when it is missing, not a regular file, unreadable or larger than `limit` bytes.
    """
    if path == STDIO:
        return _limited(sys.stdin.buffer.read(limit + 1), phrase("file.stdin"), limit)
    path = of_address(path)
    try:
        # Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError as error:
        raise InputError(phrase("file.none", path=path), field="file") from error
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    try:
        _refuse_unless_regular(os.fstat(descriptor).st_mode, path)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return _limited(file.read(limit + 1), phrase("name.quoted", name=path), limit)
    except OSError as error:
        raise _unreadable(path, error) from error
    finally:
        os.close(descriptor)


def text(path: str, *, limit: int = LARGEST_INPUT, field: str = "file") -> str:
    """Return the text of a file: in UTF-8, or in UTF-16 where its first two bytes say so.

    field : what an error names. Raises InputError as `read`, and for a file that is no text.
    """
    data = read(path, limit=limit)
    is_wide = len(data) > 2 and data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(phrase("file.utf8", path=path, n=error.start), field=field) from error


def _refuse_unless_regular(mode: int, path: str) -> None:
    for is_kind, name in _KINDS:
        if is_kind(mode):
            message = phrase("file.irregular", path=path, kind=phrase(f"file.kind.{name}"))
            raise InputError(message, field="file")


def _unreadable(path: str, error: OSError | ValueError) -> InputError:
    return InputError(phrase("file.unreadable", path=path, why=reason(error)), field="file")


def _unwritable(path: str, error: OSError | ValueError) -> InputError:
    return InputError(phrase("file.unwritable", path=path, why=reason(error)), field="output")


def _limited(data: bytes, name: Word, limit: int) -> bytes:
    if len(data) > limit:
        raise InputError(phrase("file.larger", name=name, n=limit // 1024), field="file")
    return data


def write(target: str | None, default_name: str, data: bytes) -> str:
    """Write `data` completely or not at all, and return where it went, as it is shown.

    `target` is a path, a folder (the default name is used inside it), ``-`` for standard output, or None
    for ``output/<default_name>`` below the current folder. Raises InputError when that cannot be written.
    """
    if target == STDIO:
        _write_to_stdout(data)
        return STDIO
    path = _place(target, default_name)
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            _fill(path, data)  # a device or pipe that the user names takes the bytes; it is never replaced
        else:
            _replace(path, data)
    except (OSError, ValueError) as error:
        message = phrase("file.unwritten", path=path, why=reason(error))
        raise InputError(message, field="output") from error
    return display_name(path)


def _place(target: str | None, default_name: str) -> str:
    """Return the path to write; makes output/ when it is missing, and no other folder."""
    if target is None:
        try:
            os.makedirs(OUTPUT, exist_ok=True)
        except OSError as error:
            raise _unwritable(OUTPUT, error) from error
        return os.path.join(OUTPUT, default_name)
    if os.path.isdir(target):
        return os.path.join(target, default_name)
    folder = os.path.dirname(target)
    if folder and not os.path.isdir(folder):
        raise InputError(phrase("file.no_folder.output", folder=folder), field="output")
    return target


def check_folder(target: str | None) -> None:
    """Raise InputError as `write` would for a folder that is absent or closed: long work asks before it."""
    if target == STDIO:
        return
    path = _place(target, "new")
    path = os.path.realpath(path) if os.path.islink(path) else path  # what `write` replaces
    folder = os.path.dirname(path) or os.curdir
    if not os.access(folder, os.W_OK) and (os.path.isfile(path) or not os.path.exists(path)):
        raise _unwritable(folder, PermissionError(errno.EACCES, ""))


def _fill(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


def _replace(path: str, data: bytes) -> None:
    """Write under a temporary name in the same folder, then move into place."""
    real = os.path.realpath(path)  # a link stays a link: the file that it points to is replaced
    folder, name = os.path.split(real)
    temporary = os.path.join(folder, f".{name[:40]}.{os.getpid()}-{time.monotonic_ns()}.part")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(real):
            os.chmod(temporary, stat.S_IMODE(os.stat(real).st_mode))
        os.replace(temporary, real)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _write_to_stdout(data: bytes) -> None:
    if sys.stdout.isatty() and data.startswith(b"%PDF"):
        raise InputError(phrase("file.terminal"), field="output")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
