"""For a fixed time, and for all that was ever found: no bytes make the product break a promise. [R14, R21, R25]"""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from fuzz.run import fuzz
from fuzz.seeds import seeds
from fuzz.targets import CORPUS, TARGETS, corpus
from needed_tools import skip_or_fail

# Half a minute together; those that reach the most code, and the slow ones, get the most.
SECONDS = {"hook": 8, "document": 3, "tally": 2, "command": 5, "output": 4, "envelope": 5, "receipts": 3}
LEAST_INPUTS = 500
# A run of the tests goes the same way as the last one did: what it finds, a change has brought.
SEED = 1
LARGEST_INPUT = 16_384


@pytest.mark.parametrize("target", TARGETS)
def test_no_input_that_is_found_by_its_coverage_breaks_a_promise(target: str) -> None:
    if importlib.util.find_spec("atheris") is None:
        skip_or_fail("no atheris for this Python and platform")
    found = fuzz(target, SECONDS[target], seed=SEED)
    assert found.fault is None, f"{found.log}\nthe input, to be kept in {CORPUS / target}:\n{found.fault!r}"
    assert found.inputs >= LEAST_INPUTS


@pytest.mark.parametrize("target", TARGETS)
def test_no_input_of_the_corpus_breaks_a_promise(target: str, state_path: Path) -> None:
    inputs = {str(path): path.read_bytes() for path in corpus(target)}
    assert inputs
    inputs |= {f"seed {number}": seed for number, seed in enumerate(seeds(target))}
    for name, data in inputs.items():
        assert len(data) <= LARGEST_INPUT, name
        try:
            TARGETS[target](data)
        except Exception as error:
            raise AssertionError(f"{name}: {data!r}") from error


def test_the_corpus_holds_inputs_of_the_targets_only() -> None:
    assert sorted(path.name for path in CORPUS.iterdir()) == sorted(TARGETS)
