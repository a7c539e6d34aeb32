"""The answers of `lore get --json`, protocol versions 1 and 2: the fields that a read relies on, and no others.

Fields that differ between the versions (`diagnostics`, `toolVersion`) are not relied on. Only declarative constraints
stand here, because the build compiles these models to plain data (see `practice_ledger.validation`). `Literal` would
take `true` and 1.0 for 1, hence the range for the version.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from practice_ledger.contract.field_models import ContentDigest, PackName, PracticeId, Text

# An absolute folder (POSIX, drive or share), the selected store without a path, or a layer of a project.
PackRoot = Annotated[
    str, Field(pattern=r"^(selected-store|project-layer-[0-9]+|(?s:/.*)|(?s:[A-Za-z]:[/\\].*)|(?s:\\\\.*))$")
]


class Relied(BaseModel):
    """Strict in what is relied on; what else an answer holds is ignored."""

    model_config = ConfigDict(strict=True, extra="ignore")


class Practice(Relied):
    """The Practice itself. The body is asked for, since an answer without one is no read, and then not kept. [R6]"""

    id: PracticeId
    title: Text
    applies_when: Text | None = None
    body: Text


class Source(Relied):
    """A Pack that carries the content. Without a `packRoot` it is from a Lorelum that had only the store. [R14.6]"""

    pack_name: PackName = Field(alias="packName")
    pack_root: PackRoot = Field(default="selected-store", alias="packRoot")


class ReadData(Relied):
    """What a successful answer holds. More than one source: several Packs carry the same content."""

    practice: Practice
    content_digest: ContentDigest = Field(alias="contentDigest")
    sources: list[Source] = Field(min_length=1)


class Failure(Relied):
    """Why there is no Practice."""

    code: Text
    message: Text


class Answer(Relied):
    """What both kinds of answer have in common."""

    protocol_version: int = Field(ge=1, le=2, alias="protocolVersion")
    command: Literal["get"]
    ok: bool


class SuccessfulAnswer(Answer):
    """An answer with `ok` true; the exit status was 0."""

    data: ReadData


class FailedAnswer(Answer):
    """An answer with `ok` false; the exit status was 2."""

    error: Failure
