"""Two runs of the same conversation, made comparable: what differs from run to run by nature is taken out."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from codex_host.isolated_codex import IsolatedCodex
from codex_host.sent_request import SentRequest

_SKILL = (
    r"\\n- `r[0-9]+` = `[^`]*/practice-ledger`",
    r"\\n- practice-ledger:reading-practices: [^\\]*SKILL\.md\)",
)
"""The plugin's skill in Codex's list, and the folder it is in: meant to be there, whatever else goes wrong."""
_VARYING = (
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID"),
    (r"call_[0-9a-f]{10}", "CALL"),
    (r'(chunk_id\\*": ?\\*"|Chunk ID: )[0-9a-f]{6}', "CHUNK"),
    (r'(wall_time_seconds\\*": ?|Wall time:? )[0-9.e-]+', "SECONDS"),
    (r'(original_token_count\\*": ?|Original token count: )[0-9]+', "TOKENS"),
    (r"player[-_][0-9]+[-_]child", "CHILD"),
    (r'nickname\\*": ?\\*"[^"\\]+', "NICKNAME"),
)


def comparable(codex: IsolatedCodex, requests: Sequence[SentRequest]) -> list[str]:
    """What the model was sent in each request: messages, calls and outputs, without ids, times, own paths and skill."""
    texts = []
    for request in requests:
        text = json.dumps(request.body["input"]).replace(str(codex.root), "ROOT")
        for pattern, name in _VARYING:
            text = re.sub(pattern, name, text)
        for pattern in _SKILL:
            text = re.sub(pattern, "", text)
        texts.append(re.sub(r"%%[^%]*%%", "%%SCRIPT%%", text))
    return texts
