"""Which hosts there are, and what each says of the caller of a command and of itself. [R3, R24]"""

from __future__ import annotations

import os

from practice_ledger import hosts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from types import ModuleType

    from practice_ledger.contract.caller import Caller
    from practice_ledger.hosts.host_report import HostReport


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
    for module in _modules("caller"):
        caller: Caller | None = module.caller(environment)
        if caller is not None:
            return caller
    return None


def reporters() -> list[Callable[[Mapping[str, str], str, float], HostReport]]:
    """What asks each host about the product in it, given the environment, a folder and seconds; see `host_report`."""
    return [module.report for module in _modules("installation")]


def removal_notes(environment: Mapping[str, str]) -> list[tuple[str, str | None]]:
    """What of the product is left with each host when its own files are gone, and the command that removes it."""
    return [note for module in _modules("removal") for note in module.removal_notes(environment)]


def _modules(name: str) -> Iterator[ModuleType]:
    """The module of this name of each host that has one."""
    for host in host_names():
        full_name = f"practice_ledger.hosts.{host}.{name}"
        try:
            module = __import__(full_name, fromlist=(name,))
        except ModuleNotFoundError as error:
            if error.name != full_name:
                raise
            continue  # a host that has nothing to say of this
        yield module
