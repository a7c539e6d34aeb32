"""Whatever the system refuses the hook, it ends in time and in silence, and nothing acknowledged is lost. [R2, R12]

A part of the errors each time; `python3 build soak` goes through all of them.
"""

from __future__ import annotations

import pytest

from soak.hook_injections import LOCK_ERRORS, HookInjections, Injection, Rehearsed, errors, mixed
from soak.outcome import Outcome

INJECTIONS = 280


def after(hook_injections: HookInjections, injections: list[Injection]) -> Outcome:
    outcome = Outcome()
    for injection in injections:
        hook_injections.run(injection, outcome)
    return outcome


def test_a_system_call_that_fails_costs_nothing_that_was_acknowledged(
    hook_injections: HookInjections, rehearsed: list[Rehearsed]
) -> None:
    outcome = after(hook_injections, mixed(errors(rehearsed[:-1]))[:INJECTIONS])
    assert outcome.wrong == []
    assert {point.call for each in rehearsed[:-1] for point in each.points} == set(outcome.met)


@pytest.mark.parametrize("error", LOCK_ERRORS)
def test_where_locks_cannot_be_had_a_read_is_not_recorded_and_nothing_is_lost(
    hook_injections: HookInjections, rehearsed: list[Rehearsed], error: str
) -> None:
    """As on a network file system without a lock service: every `flock` fails."""
    chosen = [
        injection
        for injection in errors(rehearsed[:-1])
        if injection.point.onward and injection.point.call == "flock" and injection.action == f"error={error}"
    ]
    outcome = after(hook_injections, chosen)
    assert outcome.wrong == []
    assert outcome.met["flock"] == len(chosen) >= 10
