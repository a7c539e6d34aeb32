"""Scripts of an independent grammar in real shells: what these print is what the proof accepts. [R14.5, R15]

Which reads really happened is told by the stand-in `lore` itself.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from practice_ledger.proof.payload_filter import may_hold_read
from practice_ledger.proof.read_proof import names_read, prove, understood
from practice_ledger.refusals import Refused
from proof.real_shells import RealShells
from proof.script_grammar import scripts, small_edits


def proven_ids(script: str, output: str) -> tuple[str, ...]:
    return tuple(read.practice_id for read in prove(script, output, ()))


def is_understood(script: str) -> bool:
    try:
        understood(script)
    except Refused:
        return False
    return True


def alterations(output: str) -> Iterator[str]:
    """The output with a line lost, doubled, lengthened or swapped with the next; cut; and continued."""
    lines = output.splitlines(keepends=True)
    for number, line in enumerate(lines):
        before, after = lines[:number], lines[number + 1 :]
        longer = line.replace("\n", " \n")
        for changed in ("", line * 2, "x" + line, " " + line, longer, line.replace("\n", "\r")):
            yield "".join((*before, changed, *after))
        yield "".join((*before, *after[:1], line, *after[1:]))
    yield from (output[:-1], output[1:], output + "\n", output + " ", output + "{}\n", "Script started\n" + output)


@settings(max_examples=50)
@given(script=scripts())
def test_what_real_shells_print_proves_exactly_the_reads_that_happened(script: str, real_shells: RealShells) -> None:
    for shell, run in real_shells.run(script).items():
        assert proven_ids(script, run.stdout) == run.read_ids, shell
        assert proven_ids(script, run.stdout.replace("\n", "\r\n")) == run.read_ids, shell


@settings(max_examples=30)
@given(script=scripts())
def test_an_altered_output_is_refused(script: str, real_shells: RealShells) -> None:
    run = real_shells.run(script, shells=["bash"])["bash"]
    for altered in set(alterations(run.stdout)) - {run.stdout}:
        try:
            ids = proven_ids(script, altered)
        except Refused:
            continue
        # A failed answer names no Practice: with a line lost, it can stand for the failure of an earlier read.
        assert '"ok":false' in altered
        assert Counter(ids) < Counter(run.read_ids)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), script=scripts())
def test_an_edited_script_that_is_still_understood_prints_what_is_predicted(
    data: st.DataObject, script: str, real_shells: RealShells
) -> None:
    edited = {data.draw(small_edits(script)) for _ in range(30)} - {script}
    for text in sorted(filter(is_understood, edited))[:2]:
        for shell, run in real_shells.run(text, merged=False).items():
            if run.stderr or "debug:" in run.stdout:  # a `cd` that failed, or a notice of `--debug`
                with pytest.raises(Refused):
                    prove(text, run.stdout + run.stderr, ())
            else:
                assert proven_ids(text, run.stdout) == run.read_ids, (shell, text)
    assert not list(real_shells.work.iterdir())


@given(script=scripts(), ascii_only=st.booleans())
def test_the_quick_filter_keeps_every_accepted_script_with_a_read(script: str, ascii_only: bool) -> None:
    understood(script)
    payload = json.dumps({"tool_input": {"command": script}}, ensure_ascii=ascii_only)
    has_read = "lore" in script
    assert may_hold_read(payload.encode()) == has_read
    assert names_read(script) == has_read
