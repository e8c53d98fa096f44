"""One text, two speeds: hot functions as plain Python, or compiled with numba and cached on disk.

A *kernel module* has functions that touch nothing but integers and vectors of integers: loops, indexing,
module-level integers and tuples of them, and one another; where it has others, too, HOT_FUNCTIONS names them.
Parameters are annotated ``int``, ``Vector`` (``list[int]``) or a NamedTuple of Vectors; they return
``int`` or ``None``. Such a function never asks for a vector's length, and its sums and products stay
within 64 bits; where they shall wrap around, it calls solver.wrapping_arithmetic.

`load` returns the functions that are wanted. Without numba they are the plain ones, and vectors are lists.
With it vectors are arrays of 64-bit integers, of which the compiled code sees the bare address: no object
is made, counted or checked inside, which makes both the code and its compilation fast. It also means that
nothing catches an index that is out of range; the tests run the plain text first, where Python does.

Compiled code is kept in the user's cache folder under a hash of every function and constant that takes
part, and of the versions of Python and numba. It is built in a folder of its own, sealed with a hash of
every file, and moved into place whole: what is not as it was sealed is thrown away and built again. Where
nothing can be kept, the code is compiled each time, and a CacheWarning names the folder.

Why not `njit(cache=True)` for every function, in a folder named by version and source: it takes three times
as long to compile, and three times as long to start (benchmarks/README.md, "First compile").
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import addressof, c_int64
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

from pencilwright.solver import lean
from pencilwright.templates.phrases import Sentence, phrase

Progress = Callable[[Sentence, int, int], None]
"""What long work calls: what is being done, how much of it is done, how much there is (0: not known)."""

FIRST_COMPILE = phrase("progress.compiling")
KEPT_VERSIONS = 4
SOURCE, SEAL = "entry.py", "seal.json"
_OPTIONS = {"error_model": "numpy", "no_cfunc_wrapper": True, "no_cpython_wrapper": True}


_ONE_AT_A_TIME = threading.Lock()
_LOADED: dict[Path, Callable[..., Any]] = {}
"""Functions of this process by the folders of their code, so that none is read twice."""
LOOK_AGAIN = 0.2  # seconds


class CacheWarning(UserWarning):
    """Compiled code could not be kept, so that the next run compiles it again."""


class Kernels:
    """Functions by name, and the kind of vectors that they take."""

    def __init__(self, functions: dict[str, Callable[..., Any]], *, is_compiled: bool, is_new: bool) -> None:
        self.functions = functions
        self.is_compiled = is_compiled
        self.is_new = is_new

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Return the function of this name."""
        try:
            return self.functions[name]
        except KeyError:
            raise AttributeError(name) from None

    def vector(self, values: int | Iterable[int]) -> Any:
        """Return a vector of these values, or of so many zeros."""
        if not self.is_compiled:
            return [0] * values if isinstance(values, int) else list(values)
        numpy, kind, vectors = _arrays()
        made = numpy.zeros(values, kind) if isinstance(values, int) else numpy.array([*values], kind)
        return made.view(vectors)


def can_compile() -> bool:
    """Return whether numba is installed."""
    return find_spec("numba") is not None


def load(
    modules: Sequence[ModuleType],
    wanted: Sequence[str],
    *,
    plain: bool = False,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> Kernels:
    """Return the functions of these names from the hot functions of these modules.

    Parameters
    ----------
    modules : kernel modules.
    wanted : names of the functions to be called from Python.
    plain : do not compile even where numba is installed.
    progress : told (what is done, how much of it, how much there is) while compiling for the first time.
    folder : folder for compiled code instead of the user's cache folder.

    Where another thread loads functions, this waits, and finds in the cache what that one compiles.
    """
    functions = hot_functions(modules)
    if plain or not can_compile():
        return Kernels({name: functions[name] for name in wanted}, is_compiled=False, is_new=False)
    while not _ONE_AT_A_TIME.acquire(timeout=LOOK_AGAIN):
        if progress is not None:
            progress(FIRST_COMPILE, 0, 0)
    try:
        return _Compiler(functions, progress, folder or cache_folder()).kernels(wanted)
    finally:
        _ONE_AT_A_TIME.release()


def hot_functions(modules: Sequence[ModuleType]) -> dict[str, Callable[..., Any]]:
    """Return the functions of kernel modules by name: those of HOT_FUNCTIONS, without it all of a module."""
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, FunctionType)
        and (
            name in module.HOT_FUNCTIONS
            if hasattr(module, "HOT_FUNCTIONS")
            else value.__module__ == module.__name__
        )
    }


def are_cached(modules: Sequence[ModuleType], wanted: Sequence[str], *, folder: Path | None = None) -> bool:
    """Return whether `load` would compile nothing; numba must be installed."""
    compiler = _Compiler(hot_functions(modules), None, folder or cache_folder())
    return all(_is_whole(compiler.home(name)) for name in wanted)


def cache_folder() -> Path:
    """Return where compiled code is kept: PENCILWRIGHT_CACHE, or where the system keeps such things."""
    chosen = os.environ.get("PENCILWRIGHT_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("pencilwright", appauthor=False)


def digest(functions: Iterable[Callable[..., Any]]) -> str:
    """Return a hash of what these functions do: their code, and the value of every constant they read."""
    version = import_module("numba").__version__
    computer = import_module("numba.core.registry").cpu_target.target_context.codegen().magic_tuple()
    results = hashlib.sha256(f"{sys.version} {version} {computer} {sorted(_OPTIONS.items())}".encode())
    for own in (__file__, lean.__file__):
        results.update(Path(own).read_bytes())
    for function in functions:
        code = function.__code__
        results.update(code.co_code)
        results.update(repr((code.co_name, code.co_consts, code.co_names, code.co_varnames)).encode())
        for name in code.co_names:
            value = function.__globals__.get(name)
            if isinstance(value, int | tuple):
                results.update(repr(value).encode())
        for kind in _kinds(function):
            # The module too: what is kept names it, and would not be found again after a move.
            record = (kind.__module__, kind.__name__, kind._fields) if _is_record(kind) else kind
            results.update(repr(record).encode())
    return results.hexdigest()[:24]


class _Compiler:
    """The hot functions of one program in a namespace of their own, where each finds the compiled others."""

    def __init__(
        self, functions: dict[str, Callable[..., Any]], progress: Progress | None, cache: Path
    ) -> None:
        self.functions = functions
        self.progress = progress
        self.cache = cache

    @cached_property
    def space(self) -> dict[str, Any]:
        """The namespace, made where something is not loaded yet."""
        njit = import_module("numba").njit
        numpy: Any = import_module("numpy")
        options = {**_OPTIONS, **lean.pipeline()}
        space: dict[str, Any] = {"__name__": __name__}
        for function in self.functions.values():
            for key in function.__code__.co_names:
                if key in function.__globals__:
                    value = function.__globals__[key]
                    if space.setdefault(key, value) is not value:
                        raise ValueError(f"{key} is not the same in all kernel modules")
        for key, value in space.items():
            if isinstance(value, tuple):
                space[key] = numpy.array(value, dtype=numpy.int64)  # tuples compile to long switches
        space.update(add64=_instruction("add"), mul64=_instruction("mul"))
        for name, function in self.functions.items():
            space[name] = njit(**options)(FunctionType(function.__code__, space, name))
        return space

    def kernels(self, wanted: Sequence[str]) -> Kernels:
        """Return the wanted functions, from the cache where possible."""
        homes = {name: self.home(name) for name in wanted}
        results = {name: self._cached(name, home) for name, home in homes.items() if _is_whole(home)}
        functions = {name: function for name, function in results.items() if function is not None}
        new = [name for name in wanted if name not in functions]
        steps = self._callees(new)
        for done, name in enumerate(steps):
            self._tell(done, len(steps) + len(new))
            self.space[name].compile(tuple(self._types(name, _pointer_type())))
            self.space[name].disable_compile()  # or each constant argument would make another version of it
        for done, name in enumerate(new, len(steps)):
            self._tell(done, len(steps) + len(new))
            functions[name] = self._built(name, homes[name])
        if new:
            self._tell(len(steps) + len(new), len(steps) + len(new))
        return Kernels(functions, is_compiled=True, is_new=bool(new))

    def _tell(self, done: int, whole: int) -> None:
        if self.progress is not None:
            self.progress(FIRST_COMPILE, done, whole)

    def _callees(self, names: Iterable[str]) -> list[str]:
        """Return these functions and all that they call, callees first."""
        results: dict[str, None] = {}

        def add(name: str) -> None:
            for key in self.functions[name].__code__.co_names:
                if key in self.functions and key not in results:
                    add(key)
            results[name] = None

        for name in names:
            add(name)
        return list(results)

    def _types(self, name: str, vector: Any) -> list[Any]:
        """Return the numba types of a function's parameters, given that of a vector."""
        types: Any = import_module("numba").types
        results: list[Any] = []
        for kind in _kinds(self.functions[name]):
            if _is_record(kind):
                results.append(types.NamedUniTuple(vector, len(kind._fields), kind))
            else:
                results.append(types.int64 if kind is int else vector)
        return results

    def home(self, name: str) -> Path:
        """Return the folder of a function's compiled code."""
        key = digest(self.functions[callee] for callee in self._callees([name]))
        return self.cache / "compiled" / f"{name}-{key}"

    def _cached(self, name: str, home: Path) -> Callable[..., Any] | None:
        """Return a function whose code is in its folder; None, and no folder, where it can't be used.

        The code is whole, but numba reads it as a pickle: anything may be raised where a module that it
        names is gone.
        """
        if home in _LOADED:
            return _LOADED[home]
        entry = self._entry(name, home)
        try:
            entry.compile(self._addresses(name))
        except Exception:
            shutil.rmtree(home, ignore_errors=True)
            return None
        _LOADED[home] = self._callable(name, entry)
        return _LOADED[home]

    def _built(self, name: str, home: Path) -> Callable[..., Any]:
        """Return a function that is compiled now, and keep it in its folder, where that is possible."""
        entry = self._entry(name, None)
        try:
            home.parent.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(
                prefix=f"{home.name}-", dir=home.parent, ignore_cleanup_errors=True
            ) as made:
                text, _ = _wrapper(_kinds(self.functions[name]))
                (Path(made) / SOURCE).write_text(text, encoding="utf-8")
                entry = self._entry(name, Path(made))
                entry.compile(self._addresses(name))
                _seal(Path(made))
                _move(Path(made), home)
            _forget_old(home, name)
        except OSError as error:
            why = (error.strerror or "").lower() or phrase("file.why.other")
            message = phrase("cache.lost", folder=str(home.parent), why=why, name="PENCILWRIGHT_CACHE")
            warnings.warn(CacheWarning(message), stacklevel=2)
        entry.compile(self._addresses(name))  # which does nothing when only the keeping has failed
        return self._callable(name, entry)

    def _entry(self, name: str, home: Path | None) -> Any:
        """Return numba's function, not yet compiled, that hands addresses on to the compiled one.

        home : the folder with its text, beside which numba keeps it; None keeps nothing.
        """
        numba: Any = import_module("numba")
        text, space = _wrapper(_kinds(self.functions[name]))
        space.update(kernel=self.space[name], pointer=_pointer())
        exec(compile(text, "<compiled>" if home is None else str(home / SOURCE), "exec"), space)
        with _beside_its_source():
            return numba.njit(error_model="numpy", nogil=True, cache=home is not None)(space["entry"])

    def _addresses(self, name: str) -> tuple[Any, ...]:
        return tuple(self._types(name, import_module("numba").types.int64))

    def _callable(self, name: str, entry: Any) -> Callable[..., Any]:
        return _Entry(entry, tuple(_is_record(kind) for kind in _kinds(self.functions[name])))


class _Entry:
    """A compiled function that takes arrays and NamedTuples of arrays, and keeps them alive while it runs."""

    def __init__(self, function: Callable[..., Any], records: tuple[bool, ...]) -> None:
        self.function = function
        self.records = records

    def __call__(self, *arguments: Any) -> Any:
        passed = []
        for argument, is_record in zip(arguments, self.records, strict=True):
            if is_record:
                passed.append(type(argument)(*[_address(vector) for vector in argument]))
            else:
                passed.append(argument if isinstance(argument, int) else _address(argument))
        return self.function(*passed)


@cache
def _arrays() -> tuple[Any, Any, Any]:
    """Return numpy, the one type of numbers, and that of vectors, which know their address once asked."""
    numpy: Any = import_module("numpy")
    return numpy, numpy.dtype(numpy.int64), type("Array", (numpy.ndarray,), {"address": None})


def _address(vector: Any) -> int:
    known: int | None = getattr(vector, "address", None)
    if known is not None:
        return known
    _, kind, vectors = _arrays()
    if vector.dtype is not kind or not vector.flags.c_contiguous:
        raise TypeError("compiled functions take vectors made by Kernels.vector")
    result = addressof(c_int64.from_buffer(vector)) if len(vector) > 0 else 0
    if isinstance(vector, vectors):
        vector.address = result
    return result


@cache
def _kinds(function: Callable[..., Any]) -> list[Any]:
    """Return the types of a function's parameters."""
    hints = get_type_hints(function)
    return [kind for name, kind in hints.items() if name != "return"]


def _is_record(kind: Any) -> bool:
    return hasattr(kind, "_fields")


def _wrapper(kinds: Sequence[Any]) -> tuple[str, dict[str, Any]]:
    """Return the text of a function that turns addresses into pointers, and the record types it names."""
    space: dict[str, Any] = {"__name__": __name__}
    passed = []
    for at, kind in enumerate(kinds):
        if _is_record(kind):
            space[kind.__name__] = kind
            fields = ", ".join(f"pointer(a{at}[{index}])" for index in range(len(kind._fields)))
            passed.append(f"{kind.__name__}({fields})")
        else:
            passed.append(f"a{at}" if kind is int else f"pointer(a{at})")
    parameters = ", ".join(f"a{at}" for at in range(len(kinds)))
    return f"def entry({parameters}):\n    return kernel({', '.join(passed)})\n", space


@contextmanager
def _beside_its_source() -> Iterator[None]:
    """Let numba keep code beside its source, whatever NUMBA_CACHE_DIR says: there it is under our seal."""
    config: Any = import_module("numba.core.config")
    chosen, config.CACHE_DIR = config.CACHE_DIR, ""
    try:
        yield
    finally:
        config.CACHE_DIR = chosen


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _seal(folder: Path) -> None:
    """Write the hash of every file of a folder into it."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    hashes = {path.relative_to(folder).as_posix(): _hash(path) for path in files}
    (folder / SEAL).write_text(json.dumps(hashes), encoding="utf-8")


def _is_whole(folder: Path) -> bool:
    """Return whether every file of a folder is as it was sealed, and numba may look there.

    numba looks for nothing in a folder that it can't write.
    """
    try:
        sealed = json.loads((folder / SEAL).read_bytes())
        with TemporaryFile(dir=folder / "__pycache__"):
            return all(_hash(folder / name) == value for name, value in sealed.items())
    except (OSError, ValueError, AttributeError):
        return False


def _move(made: Path, home: Path) -> None:
    """Move a sealed folder to its place, where it replaces a damaged one."""
    if home.exists() and not _is_whole(home):
        shutil.rmtree(home)
    try:
        os.replace(made, home)
    except OSError:
        if not _is_whole(home):  # where it is whole, another process was faster
            raise


def _forget_old(folder: Path, name: str) -> None:
    """Remove the compiled code of a function's earlier versions, all but the newest few."""
    others = [path for path in folder.parent.glob(f"{name}-*") if path != folder]
    for path in sorted(others, key=lambda path: path.stat().st_mtime)[: -KEPT_VERSIONS or None]:
        shutil.rmtree(path, ignore_errors=True)


@cache
def _pointer_type() -> Any:
    types: Any = import_module("numba").types
    return types.CPointer(types.int64)


@cache
def _instruction(name: str) -> Any:
    """Return a function of solver.wrapping_arithmetic as the one instruction that it is."""
    types: Any = import_module("numba").types
    intrinsic: Any = import_module("numba.extending").intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def instruction(_context: Any, a: Any, b: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return getattr(builder, name)(*arguments)

        return types.int64(types.int64, types.int64), generate

    return instruction


@cache
def _pointer() -> Any:
    """Return the compiled function that takes a number for an address."""
    address_type: Any = import_module("numba.core.cgutils").intp_t.as_pointer()
    intrinsic: Any = import_module("numba.extending").intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def pointer(_context: Any, address: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], address_type)

        return _pointer_type()(address), generate

    return pointer
