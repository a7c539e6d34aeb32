"""`practice-ledger settings`"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from practice_ledger import bounds
from practice_ledger.commands.exit_status import ExitStatus
from practice_ledger.commands.result import Part, Result
from practice_ledger.commands.wording import place
from practice_ledger.settings.file import Unusable, settings_bytes, settings_path
from practice_ledger.settings.problems import SWITCHES, problems, unit
from practice_ledger.settings.settings import in_effect

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from practice_ledger.commands.page import Page
    from practice_ledger.settings.settings import Settings

SUMMARY = "print each setting that is in effect, and what is wrong with the settings file"
DESCRIPTION = (
    "Prints where the settings file belongs, whether it is there, each setting in effect and whether it is the default "
    "or follows from the file. A file with any fault is not obeyed at all; what is wrong is said with its line."
)
EPILOG = (
    "exit status: 0 also if there is no file, 3 if the file has a fault; docs/settings.md says what each setting does"
)
JSON = True


class Setting(Part):
    name: str
    """As it stands in the file, the bounds with their table."""
    value: bool | int | float
    """What is in effect."""
    default: bool | int | float
    """For a bound also the most that it may be."""
    least: int | float | None
    """The least that a bound may be; null for what is on or off."""
    unit: str
    """"bytes", "seconds", or "" for a number of things and for what is on or off."""
    source: Literal["default", "file"]


class Fault(Part):
    line: int | None
    """Counted from 1; null where it is not known or the whole file is meant."""
    key: str | None
    what: str
    next: str


class InEffect(Result):
    file: str | None
    """Where the settings file belongs; null where there is no home directory."""
    exists: bool
    settings: list[Setting]
    problems: list[Fault]
    """If there are any, the defaults are in effect."""

    @property
    def status(self) -> ExitStatus:
        return ExitStatus.FAULTS_FOUND if self.problems else ExitStatus.OK

    def show(self, page: Page) -> None:
        if self.file is None:
            page.line("There is no home directory, so there is no settings file. The defaults are in effect.")
        elif self.problems:
            page.line(f"{place(self.file)} is not obeyed. The defaults are in effect.", "failure")
            for each in self.problems:
                where = "" if each.line is None else f"line {each.line}: "
                key = "" if each.key is None else f"{each.key} "
                page.line(f"{where}{key}{each.what}. {each.next}", indent=2)
        elif self.exists:
            page.line(f"{place(self.file)} is in effect.")
        else:
            page.line(f"There is no {place(self.file)}. The defaults are in effect.")
        page.blank()
        rows = [(each.name, _shown(each.value), each.unit, _allowed(each), each.source) for each in self.settings]
        page.table(("SETTING", "VALUE", "UNIT", "ALLOWED", "FROM"), rows)


def add_arguments(parser: ArgumentParser) -> None:
    """It takes none."""


def run(arguments: Namespace) -> InEffect:
    file = settings_path()
    wrong = problems()
    settings = in_effect()
    bounds.lower(settings.bounds)
    return InEffect(
        file=file,
        exists=_exists(),
        settings=[*_switches(settings), *(_bound(name, settings) for name in bounds.LEAST)],
        problems=[Fault(line=each.line, key=each.key, what=each.what, next=each.next_step) for each in wrong],
    )


def _exists() -> bool:
    try:
        return settings_bytes() is not None
    except Unusable:
        return True


def _switches(settings: Settings) -> list[Setting]:
    return [
        Setting(name=name, value=value, default=True, least=None, unit="", source="default" if value else "file")
        for name, value in ((name, bool(getattr(settings, name))) for name in SWITCHES)
    ]


def _bound(name: str, settings: Settings) -> Setting:
    value, default = getattr(bounds, name), bounds.CEILINGS[name]
    return Setting(
        name=f"bounds.{name.lower()}",
        value=value,
        default=default,
        least=bounds.LEAST[name],
        unit=unit(name),
        source="file" if name in settings.bounds or value != default else "default",
    )


def _shown(value: float) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if value == int(value) else str(value)


def _allowed(setting: Setting) -> str:
    if setting.least is None:
        return "true or false"
    return f"{_shown(setting.least)} to {_shown(setting.default)}"
