"""The models are the one source of every rule: what the build compiles from them gives the same verdicts and values."""

from __future__ import annotations

import copy
import importlib.util
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import practice_ledger
from lorelum_answers import answer
from practice_ledger import schema_compiler, validation

CODEX = "practice_ledger.hosts.codex.payload_models"
COMMON = {"session_id": "s", "transcript_path": "/t"}
CALL = COMMON | {"tool_name": "Bash", "tool_input": {"command": "lore get a.b --json"}, "tool_use_id": "c"}
CANDIDATE = {
    "applies_when": None,
    "applies_when_omitted": True,
    "content_digest": "a" * 64,
    "first_recorded_at": 1,
    "last_recorded_at": 2,
    "practice_id": "a.b",
    "sequence": 3,
    "source_packs": ["pack"],
    "title": "T",
}
STORED_CALL = {"call": "0" * 32, "command": "1" * 32, "doubled": False, "generation": 1}
COUNT = {"count": 1, "last": 2}
SETTINGS = "practice_ledger.settings.settings_models"
BOUNDS = {"hint_items": 2, "hook_seconds": 1.5, "roots": 512}
# One value that each model takes; a model without one fails the test below.
VALID: dict[str, Any] = {
    f"{CODEX}:SessionStart": COMMON | {"source": "startup"},
    f"{CODEX}:SessionEnd": COMMON,
    f"{CODEX}:ShellInput": {"command": "x"},
    f"{CODEX}:PreToolUse": CALL,
    f"{CODEX}:PostToolUse": CALL | {"tool_response": "x"},
    f"{CODEX}:SubagentStart": COMMON | {"agent_id": "x"},
    "practice_ledger.ledger.document_models:StoredCandidate": CANDIDATE,
    "practice_ledger.ledger.document_models:StoredCall": STORED_CALL,
    "practice_ledger.ledger.document_models:StoredConversation": {
        "version": 1,
        "conversation": "c" * 64,
        "salt": "0" * 32,
        "generation": 1,
        "thread": None,
        "bound_at": 1,
        "sequence": 3,
        "candidates": [CANDIDATE],
        "sealed": ["2" * 32],
        "pending": [STORED_CALL],
    },
    "practice_ledger.sealing.receipt_models:Receipt": {
        "id": "a.b",
        "digest": "a" * 64,
        "title": "T",
        "applies_when": None,
        "packs": ["pack"],
        **dict.fromkeys(("session", "thread", "call", "epoch"), "0" * 16),
    },
    f"{SETTINGS}:Bounds": BOUNDS,
    f"{SETTINGS}:SettingsFile": {"enabled": False, "hints": True, "bounds": BOUNDS},
    f"{SETTINGS}:Snapshot": {"version": 1, "key": "a" * 64, "settings": {"hints": False, "bounds": BOUNDS}},
    "practice_ledger.storage.tally_models:Count": COUNT,
    "practice_ledger.storage.tally_models:Tally": {
        "version": 1,
        "events": {"a": COUNT},
        "results": {},
        "refusals": {"b-c": COUNT},
    },
}
ANSWERS = "practice_ledger.lorelum.envelope_models"
FAILURE = answer() | {"ok": False, "error": {"code": "c", "message": "m"}}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The module that the build makes, loaded from where the compiler wrote it."""
    path = tmp_path_factory.mktemp("compiled") / "_compiled.py"
    runtime = Path(practice_ledger.__file__).parents[1]
    subprocess.run([sys.executable, "-m", "practice_ledger.schema_compiler", path], check=True, cwd=runtime)
    spec = importlib.util.spec_from_file_location("practice_ledger._compiled", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_same_models_compile_to_the_same_bytes(tmp_path: Path) -> None:
    runtime = Path(practice_ledger.__file__).parents[1]
    outputs = [tmp_path / "one.py", tmp_path / "other.py"]
    for output in outputs:
        subprocess.run([sys.executable, "-m", "practice_ledger.schema_compiler", output], check=True, cwd=runtime)
    assert outputs[0].read_bytes() == outputs[1].read_bytes()


def models() -> dict[str, Any]:
    """A valid value for each model of the package itself."""
    ours = (name for name in schema_compiler.models() if not name.startswith("practice_ledger.hosts.notebook"))
    return {name: VALID[name] if name in VALID else _part_of_an_answer(name) for name in ours}


def _part_of_an_answer(name: str) -> Any:
    data = answer()["data"]
    parts = {
        "Practice": data["practice"],
        "Source": data["sources"][0],
        "ReadData": data,
        "Failure": FAILURE["error"],
        "Answer": answer(),
        "SuccessfulAnswer": answer(),
        "FailedAnswer": FAILURE,
        "Relied": {},
    }
    return parts[name.removeprefix(f"{ANSWERS}:")]


def mutated(value: Any, randomness: random.Random) -> Any:
    """The value with one thing somewhere in it changed, taken away or added."""
    value = copy.deepcopy(value)
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        for key in list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ():
            places.append((node, key))
            walk(node[key])

    walk(value)
    if not places:
        return randomness.choice([None, [], "x", {"y": 1}])
    node, key = randomness.choice(places)
    if isinstance(node, dict) and randomness.random() < 0.2:
        del node[key]
    elif isinstance(node, dict) and randomness.random() < 0.2:
        node["unknown field"] = {"x": [1]}
    else:
        node[key] = randomness.choice(
            [None, True, 0, 1, 2, -1, 1.0, 2**70, "", "x", "a" * 64, "a" * 200, "\ud800", "Bash", "a.b\n", [], {}, [[]]]
            + ([node[key] + "\n", node[key].upper(), node[key] * 2] if isinstance(node[key], str) else [])
        )
    return value


def plain(value: Any) -> Any:
    """Either kind of validated value as plain data."""
    if isinstance(value, BaseModel | validation.Record):
        return {key: plain(inner) for key, inner in vars(value).items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    return value


@pytest.mark.parametrize("name", sorted(models()))
def test_the_compiled_schema_gives_the_same_verdicts_and_values_as_the_model(
    name: str, compiled: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_model = validation._plain(name)
    monkeypatch.setattr(practice_ledger, "_compiled", compiled, raising=False)
    monkeypatch.setitem(sys.modules, "practice_ledger._compiled", compiled)
    by_schema = validation._compiled(name)

    def verdict(validate: Any, value: Any) -> Any:
        try:
            return plain(validate(value))
        except ValueError:
            return "refused"

    valid = models()[name]
    assert verdict(by_schema, valid) == verdict(by_model, valid) != "refused"
    randomness = random.Random(name)  # noqa: S311 - the same mutations in every run
    for _ in range(400):
        value = mutated(valid, randomness)
        assert verdict(by_schema, value) == verdict(by_model, value), json.dumps(value)


def test_without_compiled_schemas_the_models_validate() -> None:
    validate = validation.validator(f"{CODEX}:SessionEnd")
    assert isinstance(validate({"session_id": "s"}), BaseModel)


def test_schemas_made_with_another_core_are_not_used(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "_made", {})
    monkeypatch.setattr(practice_ledger, "_compiled", compiled, raising=False)
    monkeypatch.setitem(sys.modules, "practice_ledger._compiled", compiled)
    assert isinstance(validation.validator(f"{CODEX}:SessionEnd")({"session_id": "s"}), validation.Record)
    monkeypatch.setattr(compiled, "PYDANTIC_CORE", "0.0.0")
    monkeypatch.setattr(validation, "_made", {})
    assert isinstance(validation.validator(f"{CODEX}:SessionEnd")({"session_id": "s"}), BaseModel)


def test_what_is_refused_is_never_echoed() -> None:
    with pytest.raises(validation.Invalid) as refused:
        validation.validator(f"{CODEX}:SessionEnd")({"session_id": ["secret"]})
    assert "secret" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_only_what_can_be_written_down_is_compiled(tmp_path: Path) -> None:
    assert isinstance(schema_compiler.core_schemas(), dict)
    with pytest.raises(TypeError, match="cannot be compiled"):
        schema_compiler._literal({"type": "function-plain", "function": print})
