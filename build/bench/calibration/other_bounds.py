"""The same rules under another bound."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from practice_ledger import bounds


@contextmanager
def with_bounds(**values: int) -> Iterator[None]:
    """Every module looks its bounds up in one place, so that is where they are changed for the length of a block."""
    before = {name: getattr(bounds, name) for name in values}
    for name, value in values.items():
        setattr(bounds, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(bounds, name, value)
