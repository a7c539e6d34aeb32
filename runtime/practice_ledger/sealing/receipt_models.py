"""What a receipt says, version 1. Short names: every byte of it stands in an agent's tool output."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from practice_ledger import bounds
from practice_ledger.contract.field_models import ContentDigest, PackName, PracticeId, Text

Tag = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class Receipt(BaseModel):
    """The candidate's fields, and the call's three ids and the epoch as keyed tags."""

    model_config = ConfigDict(strict=True, extra="forbid")

    id: PracticeId
    digest: ContentDigest
    title: Text
    applies_when: Text | None
    packs: Annotated[list[PackName], Field(min_length=1, max_length=bounds.CEILINGS["SOURCE_PACKS"])]
    session: Tag
    thread: Tag
    call: Tag
    epoch: Tag
