"""What `doctor` says of a version of Codex."""

from __future__ import annotations

import pytest

from practice_ledger.hosts.codex.known_versions import account, lacks


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ("0.143.2", "older than any that was tried; the oldest is 0.144.6"),
        ("0.144.0", "not tried itself; 0.144.6, which differs in its patch, was"),
        ("0.144.6", "tried with 0.144.6"),
        ("0.144.6-alpha.1", "older than any that was tried; the oldest is 0.144.6"),
        ("0.165.0-alpha.1", "not tried itself; 0.155.0 and 0.165.0 were"),
        ("0.171.0-rc.1", "not tried itself; 0.165.0 and 0.171.0 were"),
        ("0.171.0+build.5", "tried with 0.171.0"),
        ("0.171.4", "not tried itself; 0.171.0, which differs in its patch, was"),
        ("0.171.4-alpha.1", "not tried itself; 0.171.0, which differs in its patch, was"),
        ("0.160.0", "not tried itself; 0.155.0 and 0.165.0 were"),
        ("0.171.0", "tried with 0.171.0"),
        ("0.172.0-alpha.1", "newer than any that was tried; the newest is 0.171.0"),
        ("1.0.0", "newer than any that was tried; the newest is 0.171.0"),
    ],
)
def test_a_version_is_set_against_those_that_were_tried(version: str, says: str) -> None:
    assert account(version)[0] == says


@pytest.mark.parametrize("version", [None, "", "unknown", "0.171", "\u0660.\u0661\u0667\u0661.\u0660"])
def test_of_a_version_that_is_none_nothing_is_said(version: str | None) -> None:
    assert account(version) == []


@pytest.mark.parametrize(
    ("version", "lacking"),
    [
        ("0.100.0", {"session-end", "rewinding", "call-variable", "any-file-asks-for-trust"}),
        ("0.146.0", {"session-end", "rewinding", "call-variable", "any-file-asks-for-trust"}),
        ("0.147.0", {"rewinding", "call-variable", "any-file-asks-for-trust"}),
        ("0.155.9", {"call-variable", "any-file-asks-for-trust"}),
        ("0.164.0", {"call-variable", "any-file-asks-for-trust"}),
        ("0.147.0-rc.1", {"session-end", "rewinding", "call-variable", "any-file-asks-for-trust"}),
        ("0.165.0-alpha.1", {"call-variable", "any-file-asks-for-trust"}),
        ("0.165.0", set()),
        ("2.0.0", set()),
    ],
)
def test_a_version_lacks_what_the_first_tried_one_with_it_has_and_older_ones_have_not(
    version: str, lacking: set[str]
) -> None:
    assert {lack.fact for lack in lacks(version)} == lacking
    assert account(version)[1:] == [lack.says for lack in lacks(version)]
