"""docs/json.md: what `--json` prints, field by field, from the models that print it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_type_hints

from practice_ledger.commands.command_line import SCHEMA
from practice_ledger.commands.result import Result
from practice_ledger.commands.verb import Verb

_HEAD = f"""\
# JSON

<!-- Made from the commands' result models by `python3 build docs`. -->

With `--json` a command prints exactly one JSON document to standard output, in ASCII, whether it succeeds or not:

| field | |
|---|---|
| `schema` | `"{SCHEMA}"`; under it fields may be added, none is changed or taken away |
| `command` | the command's name |
| `status` | its exit status ([what each means](commands.md)) |
| `result` | what it found or did; not there if it could not do its work |
| `error` | in that case: `code` (a stable word), `message` (what is wrong and where), `next` (what to do) |

Times are Unix seconds, sizes bytes. `command` is null if it is none of the commands.
"""


def json_page(verbs: Mapping[str, Verb]) -> str:
    """The page in Markdown."""
    lines = [_HEAD]
    for name, verb in verbs.items():
        if verb.JSON:
            lines += [f"## {name}\n", "| field of `result` | type | |", "|---|---|---|", *_rows(_result_of(verb)), ""]
    return "\n".join(lines)


def _result_of(verb: Verb) -> type[Result]:
    module = vars(verb)
    found: type[Result] = get_type_hints(verb.run, module, {"Namespace": object})["return"]
    return found


def _rows(model: type[Result]) -> Iterator[str]:
    schema = model.model_json_schema(mode="serialization")
    yield from _fields(schema, schema.get("$defs", {}), "")


def _fields(schema: Mapping[str, Any], parts: Mapping[str, Any], path: str) -> Iterator[str]:
    for name, field in schema.get("properties", {}).items():
        inner, kind = _kind(field, parts)
        yield f"| `{path}{name}` | {kind} | {_described(field)} |"
        if inner:
            yield from _fields(inner, parts, f"{path}{name}{'[]' if kind.startswith('list') else ''}.")


def _kind(field: Mapping[str, Any], parts: Mapping[str, Any]) -> tuple[Mapping[str, Any] | None, str]:
    """The object that a field leads to, if any, and the name of its type."""
    if "$ref" in field:
        part = parts[field["$ref"].rpartition("/")[2]]
        return (part, "object") if "properties" in part else _kind(part, parts)
    if "anyOf" in field:
        kinds = [_kind(choice, parts) for choice in field["anyOf"]]
        return next((inner for inner, _ in kinds if inner), None), " or ".join(kind for _, kind in kinds)
    if field.get("type") == "array":
        inner, kind = _kind(field.get("items", {}), parts)
        return inner, f"list of {kind}"
    if field.get("type") == "object" and isinstance(field.get("additionalProperties"), dict):
        inner, kind = _kind(field["additionalProperties"], parts)
        return None, f"object of {kind}"
    if "enum" in field:
        return None, " or ".join(f'`"{choice}"`' for choice in field["enum"])
    return None, str(field.get("type", "any"))


def _described(field: Mapping[str, Any]) -> str:
    return " ".join(str(field.get("description", "")).split()).replace("|", "\\|")
