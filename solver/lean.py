"""A numba pipeline for functions that only compiled functions call: their callers optimise them.

numba optimises every function with all its callees inside it and turns the result into machine code, so
that a callee is done again for each of its callers. Here a callee stops at its unoptimised code, and the
one function that Python calls is optimised with everything it uses, once. That halves the first compile
and changes nothing in the result. It leans on numba's insides, so it is used with the versions it has been
tried with, and the ordinary pipeline with all others.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

SUPPORTED = ("0.68.",)


def pipeline() -> dict[str, Any]:
    """Return the options for `njit` that choose this pipeline; none for a numba it was not tried with."""
    if not import_module("numba").__version__.startswith(SUPPORTED):
        return {}
    return {"pipeline_class": _pipeline_class()}


def _pipeline_class() -> Any:
    jit_code_library: Any = import_module("numba.core.codegen").JITCodeLibrary
    compiler: Any = import_module("numba.core.compiler").Compiler

    class Unoptimised(jit_code_library):  # type: ignore[misc]
        """A library of code that is only ever linked into others."""

        def _optimize_final_module(self) -> None:
            """Leave it to the library that this is linked into."""

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

    class Callee(compiler):  # type: ignore[misc]
        """The ordinary pipeline, without machine code at the end."""

        def define_pipelines(self) -> Any:
            self.state.flags.no_compile = True
            self.state.library = Unoptimised(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            return super().define_pipelines()

        def _compile_core(self) -> Any:
            result = super()._compile_core()
            stands_for_it: Any = [].append  # numba knows a callee by an object of its own of this type
            result.target_context.insert_user_function(stands_for_it, result.fndesc, [result.library])
            return result._replace(entry_point=stands_for_it)

    return Callee
