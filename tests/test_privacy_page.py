"""docs/privacy.md names everything that is stored, field by field. [R6]"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from practice_ledger import bounds
from practice_ledger.ledger.document_models import StoredCall, StoredCandidate, StoredConversation
from practice_ledger.storage import contents

PAGE = (Path(__file__).parents[1] / "docs" / "privacy.md").read_text(encoding="utf-8")
TABLES = re.split(r"\n\n", PAGE)


def rows(heading: str) -> list[str]:
    """The first cells of the table under this heading row."""
    (table,) = (text for text in TABLES if text.startswith(f"| {heading} |"))
    return [line.split("|")[1].strip() for line in table.splitlines()[2:]]


@pytest.mark.parametrize(
    ("heading", "model"),
    [("field", StoredConversation), ("field of `candidates`", StoredCandidate), ("field of `pending`", StoredCall)],
)
def test_every_stored_field_is_named_once(heading: str, model: type[BaseModel]) -> None:
    assert sorted(rows(heading)) == sorted(f"`{field}`" for field in model.model_fields)


def test_every_kind_of_file_is_named() -> None:
    named = " ".join(rows("file"))
    ours = [file for file, kind in contents._IN_THE_ROOT.items() if kind != contents.PERSONS]
    files = {file.split(".json")[0] for file in (*ours, *contents.FOLDERS[1:])}
    assert {file for file in files if file not in named} == set()


@pytest.mark.parametrize(
    "said",
    [
        f"{bounds.CEILINGS['ROOT_LIFETIME'] // 86400} days after the last read",
        f"at most {bounds.CEILINGS['ROOTS']} of them",
        f"the Practices that were read, at most {bounds.CEILINGS['CANDIDATES_PER_ROOT']}:",
        f"not ended, at most {bounds.CEILINGS['PENDING_CALLS']},",
        f"the newest {bounds.CEILINGS['DAMAGED_FILES']};",
        f"{bounds.SECRET_BYTES} random bytes",
        f"{bounds.CEILINGS['DIAGNOSTICS_BYTES'] // 1024} KiB each",
    ],
)
def test_the_numbers_are_those_of_the_code(said: str) -> None:
    assert said in PAGE
