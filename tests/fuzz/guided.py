"""The process in which one target is fuzzed; libFuzzer's own arguments come behind the target's name.

    python -m fuzz.guided LAUNCHER TARGET [-max_total_time=N ...] CORPUS...

LAUNCHER is a program that starts just this, without libFuzzer's arguments: it starts itself again when it merges. It
ends the process itself. Only the product is instrumented: what the tests add would lead the search astray.
"""

from __future__ import annotations

import random
import sys

import atheris  # type: ignore[import-not-found,import-untyped,unused-ignore]

from fuzz.mutation import edited, with_a_value_changed

with atheris.instrument_imports(include=["practice_ledger"]):
    from fuzz.targets import TARGETS

_LONGEST_TEXT = 4096


def mutate(data: bytes, longest: int, seed: int) -> bytes:
    """Changes one value of a JSON document, or a few bytes, or what libFuzzer finds worth a change."""
    randomness = random.Random(seed)  # noqa: S311 - the fuzzer's own seed says what comes
    kind = randomness.randrange(4)
    changed = with_a_value_changed(data, longest, randomness, mutate_text) if kind < 2 else None
    if changed is None and kind % 2:
        return edited(data, longest, randomness)
    return atheris.Mutate(data, longest) if changed is None else changed  # type: ignore[no-any-return,unused-ignore]


def mutate_text(text: str) -> str:
    changed: bytes = atheris.Mutate(text.encode("utf-8", "surrogatepass"), _LONGEST_TEXT)
    return changed.decode("utf-8", "surrogateescape")


def main() -> None:
    _, launcher, target, *arguments = sys.argv
    atheris.Setup([launcher, *arguments], TARGETS[target], custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
