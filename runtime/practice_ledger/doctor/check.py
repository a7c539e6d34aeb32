"""What one check came to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict

from practice_ledger.doctor.findings import CHECKS, FINDINGS, Verdict

if TYPE_CHECKING:
    from practice_ledger.hosts.host_report import HostReport


_FIELDS = ConfigDict(frozen=True, use_attribute_docstrings=True)


def _whole_characters(text: str) -> str:
    """Paths and answers may hold halves of characters, which no output can."""
    return text.encode("utf-8", "backslashreplace").decode()


_Text = Annotated[str, BeforeValidator(_whole_characters)]


class Evidence(BaseModel):
    """One thing that was seen."""

    model_config = _FIELDS

    text: _Text
    at: int | None = None
    """When it happened, if it did at one time."""


class Check(BaseModel):
    """One thing that was looked at."""

    model_config = _FIELDS

    id: str
    title: str
    host: str | None
    """The host that was looked at; null where a check is about none."""
    verdict: Verdict
    """`failure`: the product does not work. `warning`: it may not, or not as well as it could."""
    finding: str | None
    """The code of what is wrong; null for a check that is ok."""
    says: str
    """A sentence for the finding."""
    evidence: tuple[Evidence, ...]
    next_step: _Text | None
    """What to do about it."""


def fine(check: str, *evidence: str | Evidence, host: HostReport | None = None) -> Check:
    """A check with nothing to complain of."""
    return Check(
        id=check,
        title=_filled(CHECKS[check], host),
        host=host.name if host else None,
        verdict=Verdict.OK,
        finding=None,
        says="",
        evidence=_all_evidence(evidence),
        next_step=None,
    )


def found(
    code: str, *evidence: str | Evidence, host: HostReport | None = None, check: str | None = None, **words: str
) -> Check:
    """A check that came to a finding. `words` fill the finding's braces; `check` is for a finding of any check."""
    finding = FINDINGS[code]
    step = finding.next_step if finding.next_step is not None or host is None else host.next_steps[code]
    about = check or finding.check
    return Check(
        id=about,
        title=_filled(CHECKS[about], host),
        host=host.name if host else None,
        verdict=finding.verdict,
        finding=code,
        says=_filled(finding.says, host),
        evidence=_all_evidence(evidence),
        next_step=_filled(step or "", host, **words),
    )


def _filled(text: str, host: HostReport | None, **words: str) -> str:
    of_the_host = {"host": host.name, "settings": host.settings} if host else {"host": "Host"}
    return text.format(**of_the_host, **words)


def _all_evidence(evidence: tuple[str | Evidence, ...]) -> tuple[Evidence, ...]:
    return tuple(Evidence(text=each) if isinstance(each, str) else each for each in evidence)
