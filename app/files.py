"""Files in and out: size-limited reading of regular files only, and writing that is all or nothing."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from pathlib import Path

from games.errors import InputError

OUTPUT = Path("output")
STDIO = "-"
LARGEST_INPUT = 32 * 1024 * 1024

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


def read(path: str, *, limit: int = LARGEST_INPUT) -> bytes:
    """Return the whole file, or standard input for ``-``.

    Raises InputError when it is missing, not a regular file, unreadable or larger than `limit` bytes.
    """
    if path == STDIO:
        return _limited(sys.stdin.buffer.read(limit + 1), "standard input", limit)
    try:
        # Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
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


def _limited(data: bytes, name: str, limit: int) -> bytes:
    if len(data) > limit:
        raise InputError(f"{name} is larger than {limit // 1024} kB, which no file of ours is", field="file")
    return data


def write(target: str | None, default_name: str, data: bytes) -> str:
    """Write `data` completely or not at all, and return where it went.

    `target` is a path, a folder (the default name is used inside it), ``-`` for standard output, or None
    for ``output/<default_name>`` below the current folder. Raises InputError when that cannot be written.
    """
    if target == STDIO:
        _write_to_stdout(data)
        return STDIO
    path = _place(target, default_name)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(
                data
            )  # a device or pipe that the user names takes the bytes; it is never replaced
        else:
            _replace(path, data)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else "the name holds a zero character"
        raise InputError(
            f"cannot write '{path}': {why}; nothing was written there", field="output"
        ) from error
    return str(path)


def _place(target: str | None, default_name: str) -> Path:
    try:
        if target is None:
            OUTPUT.mkdir(parents=True, exist_ok=True)
            return OUTPUT / default_name
        path = Path(target)
        if path.is_dir():
            return path / default_name
    except (OSError, ValueError) as error:
        where = target or f"{OUTPUT}/"
        why = reason(error) if isinstance(error, OSError) else "the name holds a zero character"
        raise InputError(f"cannot write to {where!r}: {why}", field="output") from error
    if target.endswith(("/", os.sep)) or not path.parent.is_dir():
        folder = path if target.endswith(("/", os.sep)) else path.parent
        raise InputError(f"there is no folder '{folder}'; make it first, or give another -o", field="output")
    return path


def _replace(path: Path, data: bytes) -> None:
    """Write under a temporary name in the same folder, then move into place."""
    real = Path(os.path.realpath(path))  # a link stays a link: the file that it points to is replaced
    descriptor, temporary = tempfile.mkstemp(prefix=f".{real.name[:40]}.", suffix=".part", dir=real.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(real))
        os.replace(temporary, real)
    except BaseException:
        os.unlink(temporary)
        raise


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those of any new file (mkstemp's are private)."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _write_to_stdout(data: bytes) -> None:
    if sys.stdout.isatty() and data.startswith(b"%PDF"):
        raise InputError("a PDF would only upset this terminal; give -o FILE, or pipe it on", field="output")
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
