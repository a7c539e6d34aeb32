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
_DATA_FIELDS = ("practice", "contentDigest", "sources")
_MODELS = "practice_ledger.lorelum.envelope_models"

_validators: dict[str, Callable[[Any], Any]] = {}


class Answer:
    """A successful answer, whole, to be shown: each field under the name that Lorelum gives it, unknown ones too.

    It may come from anywhere; only `proven` says what it proves.
    """

    __slots__ = ("_data", "_validated")

    def __init__(self, data: dict[str, Any], validated: Any) -> None:
        self._data = data
        self._validated = validated

    @property
    def practice(self) -> dict[str, Any]:
        fields: dict[str, Any] = self._data["practice"]
        return fields

    @property
    def content_digest(self) -> str:
        digest: str = self._validated.content_digest
        return digest

    @property
    def sources(self) -> list[dict[str, Any]]:
        sources: list[dict[str, Any]] = self._data["sources"]
        return sources

    def beside_the_practice(self) -> dict[str, Any]:
        """What else a newer Lorelum says with it."""
        return {name: value for name, value in self._data.items() if name not in _DATA_FIELDS}

    def proven(self) -> PracticeRead:
        """The read that the answer shows. Raises `Refused` for one that not only the default store gave. [R14.6]"""
        practice, sources = self._validated.practice, self._validated.sources
        if any(source.pack_root.startswith(_PROJECT_LAYER) for source in sources):
            raise Refused("project-layer")
        packs = [source.pack_name for source in sources]
        return PracticeRead(practice.id, self.content_digest, practice.title, practice.applies_when, packs)


class Failure:
    """An answer that says why there is no Practice."""

    __slots__ = ("code", "message")

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message


def read_answer(line: str, practice_id: str) -> PracticeRead | None:
    """The read that an answer (without its line break) shows, or None where Lorelum says that it failed. [R14.5]

    Raises `Refused` as `answer_in` does, and `project-layer` where not only the default store answered. [R14.6]
    """
    answer = answer_in(line, practice_id)
    return None if isinstance(answer, Failure) else answer.proven()


def answer_in(line: str, practice_id: str) -> Answer | Failure:
    """The answer that a line (without its line break) holds.

    Raises `Refused`: `not-json` for text, `envelope` for what is no valid answer, `other-practice` where another
    Practice answered.
    """
    if not (line.startswith("{") and line.endswith("}")):
        raise Refused("not-json")
    try:
        return _answer(strict_json.parse(line), practice_id)
    except (strict_json.InvalidJson, Invalid):
        raise Refused("envelope") from None


def _answer(raw: dict[str, Any], practice_id: str) -> Answer | Failure:
    if "error" not in raw and raw.get("ok") is True:
        data = _validated("SuccessfulAnswer", raw).data
        if data.practice.id != practice_id:
            raise Refused("other-practice")
        return Answer(raw["data"], data)
    if "data" not in raw and raw.get("ok") is False:
        error = _validated("FailedAnswer", raw).error
        return Failure(error.code, error.message)
    raise Refused("envelope")


def get_ready() -> None:
    """Does beforehand what the first successful answer would have to wait for."""
    _validator("SuccessfulAnswer")


def _validated(model: str, answer: dict[str, Any]) -> Any:
    return _validator(model)(answer)


def _validator(model: str) -> Callable[[Any], Any]:
    if model not in _validators:
        _validators[model] = validator(f"{_MODELS}:{model}")
    return _validators[model]
