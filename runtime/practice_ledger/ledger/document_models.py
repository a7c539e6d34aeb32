"""The stored form of a conversation, version 1. [R4, R6]"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from practice_ledger import bounds
from practice_ledger.contract.field_models import ContentDigest, PackName, PracticeId, Text
from practice_ledger.strict_json import LARGEST_INTEGER

Mark = Annotated[str, Field(pattern=r"\A[0-9a-f]{32}\z")]
Natural = Annotated[int, Field(ge=0, le=LARGEST_INTEGER)]
Seconds = Annotated[int, Field(ge=-LARGEST_INTEGER, le=LARGEST_INTEGER)]


class StoredCandidate(BaseModel):
    model_config = ConfigDict(strict=True)

    applies_when: Text | None
    applies_when_omitted: bool
    content_digest: ContentDigest
    first_recorded_at: Seconds
    last_recorded_at: Seconds
    practice_id: PracticeId
    sequence: Natural
    source_packs: Annotated[list[PackName], Field(max_length=bounds.CEILINGS["SOURCE_PACKS"])]
    title: Text


class StoredCall(BaseModel):
    model_config = ConfigDict(strict=True)

    call: Mark
    command: Mark
    doubled: bool
    generation: Natural


class StoredConversation(BaseModel):
    model_config = ConfigDict(strict=True)

    version: Annotated[int, Field(ge=1, le=1)]  # `Literal` would take `true`
    conversation: Annotated[str, Field(pattern=r"\A[0-9a-f]{64}\z")]
    salt: Mark
    generation: Natural
    thread: Mark | None
    bound_at: Seconds
    host: Text | None = None
    ended: bool = False
    sequence: Natural
    candidates: Annotated[list[StoredCandidate], Field(max_length=bounds.CEILINGS["CANDIDATES_PER_ROOT"])]
    sealed: Annotated[list[Mark], Field(max_length=bounds.CEILINGS["PENDING_CALLS"])] = []
    pending: Annotated[list[StoredCall], Field(max_length=bounds.CEILINGS["PENDING_CALLS"])]
