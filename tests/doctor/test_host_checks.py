"""What a host says of the plugin becomes a verdict and one next step."""

from __future__ import annotations

import pytest

from doctor.conftest import NAME, around, hook, installation, report, told
from practice_ledger.doctor import host_checks
from practice_ledger.doctor.findings import Verdict
from practice_ledger.hosts.host_report import HostReport, Known, Obstacle, Trust

BESIDE = report()


@pytest.mark.parametrize(
    "check", [host_checks.host, host_checks.plugin, host_checks.hooks, host_checks.trust, host_checks.two_hints]
)
def test_nothing_is_wrong_with_a_host_in_which_all_is_well(check: object) -> None:
    assert callable(check)
    assert check(around(BESIDE), BESIDE).verdict == Verdict.OK


FAULTS = {
    "host-missing": (host_checks.host, report(program=None, silence="it is not on the PATH")),
    "host-silent": (host_checks.host, report(silence="it did not answer in time")),
    "host-out-of-reach": (host_checks.host, report(silence="it ended without an answer", ids={"SESSION": True})),
    "host-older": (host_checks.host, report(version="0.143.0", known=Known.OLDER)),
    "host-lacks": (host_checks.host, report(version="0.155.0", lacks_something=True, known_of_version=("it lacks x",))),
    "host-newer": (host_checks.host, report(version="0.172.0", known=Known.NEWER)),
    "plugin-not-installed": (host_checks.plugin, report(installations=())),
    "plugin-disabled": (host_checks.plugin, report(installations=(installation(enabled=False),))),
    "plugin-files-missing": (host_checks.plugin, report(installations=(installation(folder=None),))),
    "plugin-twice": (host_checks.plugin, report(installations=(installation(), installation(name="other@place")))),
    "hook-disabled": (host_checks.hooks, report(hooks=(hook("SessionStart"), hook("PreToolUse", enabled=False)))),
    "hooks-not-listed": (host_checks.hooks, report(hooks=(hook("SessionStart"),))),
    "hooks-untrusted": (host_checks.trust, report(hooks=(hook(), hook("PreToolUse", Trust.UNTRUSTED)))),
    "hooks-modified": (host_checks.trust, report(hooks=(hook(), hook("PreToolUse", Trust.MODIFIED)))),
    "trust-not-recorded": (
        host_checks.trust,
        report(hooks=(hook(trust=Trust.RECORDED), hook("x", Trust.NOT_RECORDED))),
    ),
    "trust-guessed": (host_checks.trust, report(hooks=(hook(trust=Trust.RECORDED),))),
    "two-hints": (host_checks.two_hints, report(lorelums_plugin="lorelum@there")),
}


@pytest.mark.parametrize("code", FAULTS)
def test_a_fault_is_found_and_has_a_next_step(code: str) -> None:
    check, host = FAULTS[code]
    came_to = check(around(host), host)
    assert came_to.finding == code
    assert came_to.next_step
    assert came_to.evidence
    assert "{" not in told(came_to)


@pytest.mark.parametrize(
    "code", ["host-settings-unreadable", "hooks-off-by-policy", "hooks-off-by-setting", "plugins-off-by-setting"]
)
def test_what_keeps_the_host_from_running_hooks_is_said_before_that_they_are_missing(code: str) -> None:
    host = report(hooks=(), obstacles=(Obstacle(code, "line 7"),))
    came_to = host_checks.hooks(around(host), host)
    assert came_to.finding == code
    assert came_to.verdict == Verdict.FAILURE
    assert "line 7" in told(came_to)


def test_each_hook_is_told_with_its_trust() -> None:
    hooks = (hook("SessionStart"), hook("PreToolUse", Trust.UNTRUSTED), hook("PostToolUse", Trust.MODIFIED))
    came_to = host_checks.trust(around(), report(hooks=hooks))
    assert [each.text for each in came_to.evidence] == [
        "trusted: SessionStart",
        "untrusted: PreToolUse",
        "modified: PostToolUse",
    ]


def test_a_second_installation_that_is_disabled_does_no_harm_and_is_told() -> None:
    host = report(installations=(installation(), installation(name="practice-ledger@other", enabled=False)))
    came_to = host_checks.plugin(around(), host)
    assert came_to.verdict == Verdict.OK
    assert "practice-ledger@other" in told(came_to)


def test_copies_that_the_host_does_not_use_are_told() -> None:
    came_to = host_checks.plugin(around(), report(leftovers=("/cache/0.0.9",)))
    assert came_to.verdict == Verdict.OK
    assert "not used: /cache/0.0.9" in told(came_to)


def test_hooks_of_one_installation_do_not_stand_for_those_of_another() -> None:
    host = report(installations=(installation(name="practice-ledger@other"),))
    assert host_checks.hooks(around(), host).finding == "hooks-not-listed"


def test_a_guess_is_called_one() -> None:
    host = report(
        silence="it is not on the PATH", hooks=(hook(trust=Trust.RECORDED), hook("PreToolUse", Trust.RECORDED))
    )
    assert "guess" in told(host_checks.hooks(around(), host))


def test_lorelums_plugin_alone_gives_no_second_hint() -> None:
    host: HostReport = report(installations=(), lorelums_plugin="lorelum@there")
    assert host_checks.two_hints(around(), host).verdict == Verdict.OK


def test_a_next_step_names_the_installation_that_it_is_about() -> None:
    came_to = host_checks.plugin(around(), report(installations=(installation(enabled=False),)))
    assert NAME in (came_to.next_step or "")
    assert "/home/you/.codex/config.toml" in (came_to.next_step or "")


def test_a_command_of_a_next_step_can_be_pasted_whatever_the_plugin_is_called() -> None:
    odd = installation(name="practice-ledger@a b; c", folder=None)
    came_to = host_checks.plugin(around(), report(installations=(odd,)))
    assert came_to.next_step == "Run: codex plugin add 'practice-ledger@a b; c'"


def test_what_is_known_of_the_hosts_version_is_told_whatever_the_verdict_is() -> None:
    for known in Known:
        host = report(known=known, known_of_version=("tried or not",))
        assert "tried or not" in told(host_checks.host(around(host), host))
