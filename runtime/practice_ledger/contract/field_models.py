"""The grammar of the fields that both Lorelum's answers and stored documents hold, for models. [R11]"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from practice_ledger import bounds
from practice_ledger.contract.names import PACK_NAME_PATTERN, PRACTICE_ID_PATTERN

# Without a bound of some kind pydantic does not look into a text, and lets lone surrogates through.
Text = Annotated[str, Field(min_length=0)]
PracticeId = Annotated[str, Field(pattern=PRACTICE_ID_PATTERN, max_length=bounds.CEILINGS["PRACTICE_ID_BYTES"])]
PackName = Annotated[str, Field(pattern=PACK_NAME_PATTERN, max_length=bounds.CEILINGS["PACK_NAME_BYTES"])]
ContentDigest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
