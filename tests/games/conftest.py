"""What the tests of the table share."""

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def no_finalizer_where_the_stack_ends() -> Iterator[None]:
    """Collect garbage between tests only.

    A reader of text that is nested too deeply stands at the end of the stack: a finalizer of anything else
    that is collected there fails, and Python tells it as the test's own fault.
    """
    gc.disable()
    yield
    gc.enable()
