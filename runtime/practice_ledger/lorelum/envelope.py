"""Reads the one line that `lore get --json` answers with."""

from __future__ import annotations

from practice_ledger import strict_json
from practice_ledger.contract.practice_read import PracticeRead
from practice_ledger.refusals import Refused
from practice_ledger.validation import Invalid, validator

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

STATUS_READ = 0
STATUS_FAILED = 2

_PROJECT_LAYER = "project-layer-"
_MODELS = "practice_ledger.lorelum.envelope_models"

_validators: dict[str, Callable[[Any], Any]] = {}


def read_answer(line: str, practice_id: str) -> PracticeRead | None:
    """The read that an answer (without its line break) shows, or None where Lorelum says that it failed. [R14.5]

    Raises `Refused`: `not-json` for text, `envelope` for what is no valid answer, `other-practice` where another
    Practice answered, `project-layer` where not only the default store did. [R14.6]
    """
    if not (line.startswith("{") and line.endswith("}")):
        raise Refused("not-json")
    try:
        return _read(strict_json.parse(line), practice_id)
    except (strict_json.InvalidJson, Invalid):
        raise Refused("envelope") from None


def _read(answer: dict[str, Any], practice_id: str) -> PracticeRead | None:
    if "error" not in answer and answer.get("ok") is True:
        return _proven(_validated("SuccessfulAnswer", answer).data, practice_id)
    if "data" not in answer and answer.get("ok") is False:
        _validated("FailedAnswer", answer)
        return None
    raise Refused("envelope")


def _proven(data: Any, practice_id: str) -> PracticeRead:
    practice = data.practice
    if practice.id != practice_id:
        raise Refused("other-practice")
    if any(source.pack_root.startswith(_PROJECT_LAYER) for source in data.sources):
        raise Refused("project-layer")
    packs = [source.pack_name for source in data.sources]
    return PracticeRead(practice.id, data.content_digest, practice.title, practice.applies_when, packs)


def _validated(model: str, answer: dict[str, Any]) -> Any:
    if model not in _validators:
        _validators[model] = validator(f"{_MODELS}:{model}")
    return _validators[model](answer)
