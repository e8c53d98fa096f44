"""Files in and out: size-limited reading of regular files only, and writing that is all or nothing."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from contextlib import suppress

from pencilwright.games.errors import InputError

OUTPUT = "output"
STDIO = "-"
LARGEST_INPUT = 32 * 1024 * 1024

HALF_CHARACTERS = re.compile("[\udc80-\udcff]")
"""What stands for a byte that is not UTF-8 in a name from the system."""
_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your disk quota is used up",
    errno.EACCES: "permission is denied",
    errno.EPERM: "it is not permitted",
    errno.EROFS: "the disk is read-only",
    errno.ENOENT: "there is no such file or folder",
    errno.ENOTDIR: "a part of the path is a file, not a folder",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "its links go round in a circle",
    errno.EFBIG: "the file would be too large",
    errno.EIO: "the disk reports an error",
    errno.EMFILE: "too many files are open",
}
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def reason(error: OSError) -> str:
    """Say in plain words why the system refused."""
    return _REASONS.get(error.errno or 0) or (error.strerror or "the system refused").lower()


def shown(name: str) -> str:
    """Return a name as it is shown: what is not UTF-8, and what would move a cursor, as an escape."""
    text = os.fsencode(name).decode("utf-8", "backslashreplace") if HALF_CHARACTERS.search(name) else name
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def read(path: str, *, limit: int = LARGEST_INPUT) -> bytes:
    """Return the whole file, or standard input for ``-``.

    Raises InputError when it is missing, not a regular file, unreadable or larger than `limit` bytes.
    """
    if path == STDIO:
        return _limited(sys.stdin.buffer.read(limit + 1), "standard input", limit)
    try:
        # Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError as error:
        raise InputError(f"there is no file {path!r}", field="file") from error
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else "the name holds a zero character"
        raise InputError(f"cannot read {path!r}: {why}", field="file") from error
    try:
        _refuse_unless_regular(os.fstat(descriptor).st_mode, path)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return _limited(file.read(limit + 1), repr(path), limit)
    except OSError as error:
        raise InputError(f"cannot read {path!r}: {reason(error)}", field="file") from error
    finally:
        os.close(descriptor)


def _refuse_unless_regular(mode: int, path: str) -> None:
    for is_kind, name in _KINDS:
        if is_kind(mode):
            raise InputError(
                f"{path!r} is {name}; give a regular file, or - for standard input", field="file"
            )


def append(path: str, data: bytes) -> bool:
    """Add bytes to the end of a file; return whether there is such a file. Raises InputError as `write`."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        return False
    except OSError as error:
        raise InputError(f"cannot write {path!r}: {reason(error)}", field="output") from error
    try:
        with os.fdopen(descriptor, "ab") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise InputError(f"cannot write {path!r}: {reason(error)}", field="output") from error
    return True


def _limited(data: bytes, name: str, limit: int) -> bytes:
    if len(data) > limit:
        raise InputError(f"{name} is larger than {limit // 1024} kB, which no file of ours is", field="file")
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
        why = reason(error) if isinstance(error, OSError) else "the name holds a zero character"
        raise InputError(
            f"cannot write {path!r}: {why}; nothing was written there", field="output"
        ) from error
    return shown(path)


def _place(target: str | None, default_name: str) -> str:
    """Return the path to write; makes output/ when it is missing, and no other folder."""
    if target is None:
        try:
            os.makedirs(OUTPUT, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot write to {OUTPUT!r}: {reason(error)}", field="output") from error
        return os.path.join(OUTPUT, default_name)
    if os.path.isdir(target):
        return os.path.join(target, default_name)
    folder = os.path.dirname(target)
    if folder and not os.path.isdir(folder):
        raise InputError(f"there is no folder {folder!r}; make it first, or give another -o", field="output")
    return target


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
        raise InputError("a PDF would only upset this terminal; give -o FILE, or pipe it on", field="output")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
