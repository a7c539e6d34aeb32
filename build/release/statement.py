"""What is relied on of a `provenance.json` that was made elsewhere, checked as it is read."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

_Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_NUMBERS, _OF_A_TRIAL = r"[0-9]{1,9}(\.[0-9]{1,9}){1,3}", r"(a|b|rc)[0-9]{1,9}|-[0-9a-z]{1,20}(\.[0-9a-z]{1,20}){0,3}"
_Version = Annotated[str, Field(pattern=f"^{_NUMBERS}({_OF_A_TRIAL})?$")]
# The years that a zip file can state: 1980 to 2107, with a day left for time zones.
_Moment = Annotated[int, Field(ge=315_619_200, le=4_354_732_800)]


class _Read(BaseModel):
    # More may be stated than is relied on.
    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")


class _Digest(_Read):
    sha256: _Sha256


class _File(_Read):
    name: str
    digest: _Digest


class _CommitDigest(_Read):
    git_commit: Annotated[str, Field(alias="gitCommit", pattern="^([0-9a-f]{40}|[0-9a-f]{64})$")]


class _Commit(_Read):
    digest: _CommitDigest


class _External(_Read):
    target: str
    version: _Version


class _Internal(_Read):
    dirty: Annotated[bool, Field(alias="sourceTreeDirty")]
    moment: Annotated[_Moment, Field(alias="sourceDateEpoch")]


class _Definition(_Read):
    external: Annotated[_External, Field(alias="externalParameters")]
    internal: Annotated[_Internal, Field(alias="internalParameters")]
    resolved: Annotated[list[_Commit | _File], Field(alias="resolvedDependencies", min_length=2)]

    @model_validator(mode="after")
    def _commit_comes_first(self) -> Self:
        if [isinstance(one, _Commit) for one in self.resolved] != [True] + [False] * (len(self.resolved) - 1):
            raise ValueError("these are not one commit and then lock files")
        return self


class _Predicate(_Read):
    definition: Annotated[_Definition, Field(alias="buildDefinition")]


class Statement(_Read):
    """Of the origin of one target's files."""

    subject: list[_File]
    predicate: _Predicate

    @model_validator(mode="after")
    def _no_name_comes_twice(self) -> Self:
        if len(self.files) != len(self.subject) or len(self.locks) != len(self.predicate.definition.resolved) - 1:
            raise ValueError("a name comes twice")
        return self

    @property
    def target(self) -> str:
        return self.predicate.definition.external.target

    @property
    def version(self) -> str:
        return self.predicate.definition.external.version

    @property
    def moment(self) -> int:
        """When the commit was made, in whole seconds since 1970, UTC."""
        return self.predicate.definition.internal.moment

    @property
    def dirty(self) -> bool:
        return self.predicate.definition.internal.dirty

    @property
    def commit(self) -> str:
        return next(one.digest.git_commit for one in self.predicate.definition.resolved if isinstance(one, _Commit))

    @property
    def files(self) -> dict[str, str]:
        """The sha256 of each, by its path in the release's folder."""
        return {file.name: file.digest.sha256 for file in self.subject}

    @property
    def locks(self) -> dict[str, str]:
        """The sha256 of each lock file, by its path in the tree."""
        return {one.name: one.digest.sha256 for one in self.predicate.definition.resolved if isinstance(one, _File)}
