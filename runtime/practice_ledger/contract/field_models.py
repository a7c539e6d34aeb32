"""The grammar of the fields that both Lorelum's answers and stored documents hold. [R11]

Patterns are read by pydantic's own engine, in which `\\z` is the end of the text.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from practice_ledger import bounds

_SEGMENT = "[a-z0-9]+(?:-[a-z0-9]+)*"

PracticeId = Annotated[str, Field(pattern=rf"\A{_SEGMENT}(?:\.{_SEGMENT})+\z", max_length=bounds.PRACTICE_ID_BYTES)]
PackName = Annotated[str, Field(pattern=rf"\A{_SEGMENT}\z", max_length=bounds.PACK_NAME_BYTES)]
ContentDigest = Annotated[str, Field(pattern=r"\A[0-9a-f]{64}\z")]
