"""What a host says about the plugin in it, in words that no host owns.

A host's folder may hold a module `installation` with

    def report(environment: Mapping[str, str], folder: str, seconds: float) -> HostReport

which looks at the host as a person in `folder` with this environment meets it, asks the host itself if that is possible
within `seconds`, and changes nothing: a host that would, is asked about a copy. It raises nothing but for faults of its
own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Trust(StrEnum):
    """Whether the host runs a hook as it is now. `MODIFIED`: it trusted it before it changed."""

    TRUSTED = "trusted"
    UNTRUSTED = "untrusted"
    MODIFIED = "modified"
    RECORDED = "a trust is recorded"
    NOT_RECORDED = "no trust is recorded"


class Known(StrEnum):
    """How the host's version stands to those that this product was tried with. `TRIED`: or a patch of such a one."""

    TRIED = "tried"
    BETWEEN = "between tried ones"
    OLDER = "older"
    NEWER = "newer"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Hook:
    """One hook of the plugin. `event` is the host's own name of what it waits for."""

    installation: str
    event: str
    trust: Trust
    enabled: bool


@dataclass(frozen=True)
class Installation:
    """The plugin, installed from one source. `folder` holds the files that the host runs; None: they are gone."""

    name: str
    enabled: bool
    folder: str | None
    version: str | None


@dataclass(frozen=True)
class Obstacle:
    """Why the host runs no hooks of plugins: a finding's code, and what was seen."""

    finding: str
    evidence: str


@dataclass(frozen=True)
class RunningHost:
    """A process of the host that this user runs now, with its environment."""

    pid: int
    environment: Mapping[str, str]


@dataclass(frozen=True)
class HostReport:
    """`home` and `settings` are the paths of the host's own folder and settings file. `silence` says why the host
    itself could not be asked, None if it answered. `leftovers` are folders of the plugin that it does not use. `hooks`
    are those that it knows or, if it was not asked, those that the plugin brings; `expected_hooks` the events of
    those. `next_steps` are by a finding's code, in the host's own words. `ids` are the variables that name the caller
    of a command, and whether each is set. `known_of_version` says in words what is known of the version, and
    `lacks_something` whether anything that the product can use is missing in it.
    """

    name: str
    home: str
    settings: str
    program: str | None
    version: str | None
    known: Known
    silence: str | None
    next_steps: Mapping[str, str]
    installations: tuple[Installation, ...] = ()
    leftovers: tuple[str, ...] = ()
    hooks: tuple[Hook, ...] = ()
    expected_hooks: tuple[str, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    lorelums_plugin: str | None = None
    ids: Mapping[str, bool] = field(default_factory=dict)
    running: tuple[RunningHost, ...] = ()
    known_of_version: tuple[str, ...] = ()
    lacks_something: bool = False

    @property
    def active(self) -> Installation | None:
        """The installation whose hooks run, the first one if there are several; None if there is none."""
        return next((each for each in self.installations if each.enabled and each.folder), None)
