"""Which hosts there are, and what each says of the caller of a command. [R3, R24]"""

from __future__ import annotations

import os

from practice_ledger import hosts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from practice_ledger.contract.caller import Caller


def host_names() -> list[str]:
    """The folders of `hosts`, sorted; compiled into a frozen program, which has no folders."""
    try:
        from practice_ledger._compiled import HOSTS  # type: ignore[import-not-found]
    except ImportError:
        folders = (folder for folder in hosts.__path__ if os.path.isdir(folder))
        return sorted(
            name for folder in folders for name in os.listdir(folder) if os.path.exists(f"{folder}/{name}/adapter.py")
        )
    names: list[str] = HOSTS
    return names


def caller_of(environment: Mapping[str, str]) -> Caller | None:
    """The caller that this environment names to one of the hosts; None if it names none."""
    for name in host_names():
        try:
            module = __import__(f"practice_ledger.hosts.{name}.caller", fromlist=("caller",))
        except ModuleNotFoundError:
            continue  # a host whose environment says nothing has no such module
        caller: Caller | None = module.caller(environment)
        if caller is not None:
            return caller
    return None


def removal_notes() -> list[str]:
    """What of the product is left with each host when its own files are gone, and how a person removes it."""
    notes: list[str] = []
    for name in host_names():
        try:
            module = __import__(f"practice_ledger.hosts.{name}.removal", fromlist=("removal",))
        except ModuleNotFoundError:
            continue
        notes += module.NOTES
    return notes
