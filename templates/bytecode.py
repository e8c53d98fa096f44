"""Compiled templates, kept beside their sources as Python keeps modules, since compiling takes long."""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

_HASH = 32
"""Bytes of the hash before the code: what is not as it was written is compiled again."""


class BesideSource(jinja2.BytecodeCache):
    """Compiled templates in the `__pycache__` of their folders, or none where nothing can be written."""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the path of a template's code, which is of this Python and this Jinja2."""
        return cache_from_source(filename or name, optimization=f"jinja{jinja2.__version__.replace('.', '')}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what is kept, which Jinja2 compares with the source; nothing where that is damaged."""
        with suppress(OSError):
            data = Path(bucket.key).read_bytes()
            if hashlib.sha256(data[_HASH:]).digest() == data[:_HASH]:
                bucket.bytecode_from_string(data[_HASH:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code, under a name of its own until it is whole."""
        if sys.dont_write_bytecode:
            return
        code = bucket.bytecode_to_string()
        with suppress(OSError):
            made = Path(f"{bucket.key}.{os.getpid()}.{id(bucket)}")
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_bytes(hashlib.sha256(code).digest() + code)
            os.replace(made, bucket.key)
