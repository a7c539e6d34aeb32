"""The stored form of the tally, version 1."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from practice_ledger.strict_json import LARGEST_INTEGER

Word = Annotated[str, Field(pattern=r"\A[a-z][a-z0-9-]{0,63}\z")]


class Count(BaseModel):
    model_config = ConfigDict(strict=True)

    count: Annotated[int, Field(ge=0, le=LARGEST_INTEGER)]
    last: Annotated[int, Field(ge=-LARGEST_INTEGER, le=LARGEST_INTEGER)]


class Tally(BaseModel):
    model_config = ConfigDict(strict=True)

    version: Annotated[int, Field(ge=1, le=1)]  # `Literal` would take `true`
    events: dict[Word, Count]
    results: dict[Word, Count]
    refusals: dict[Word, Count]
