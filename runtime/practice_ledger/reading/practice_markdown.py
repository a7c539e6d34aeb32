"""A Practice as Markdown for a reader: everything that Lorelum answered with, the body as it stands. [R23]"""

from __future__ import annotations

from practice_ledger import strict_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from practice_ledger.lorelum.envelope import Answer

SEPARATOR = "\n---\n\n"  # between two Practices

_ABOVE_THE_BODY = ("stage", "tech_stack", "severity", "applies_when")
_BELOW_THE_BODY = "anti_patterns"
_SHORT = 160  # characters of a member that stands beside others; the folder of a Pack may be long
_SHOWN = {"id", "title", "body", *_ABOVE_THE_BODY, _BELOW_THE_BODY}


def markdown(answer: Answer) -> str:
    """The whole answer, its last line ended. Characters are as they came, so nothing here is fit for a terminal."""
    practice = answer.practice
    lines = [f"# {_one_line(practice['title'])}", "", f"- id: {practice['id']}"]
    lines.append(f"- content digest: {answer.content_digest}")
    for name in _ABOVE_THE_BODY:
        if name in practice:
            lines += _item(f"{name}: ", practice[name])
    for source in answer.sources:
        lines += _item("source: ", source)
    lines += ["", practice["body"].removesuffix("\n")]
    if practice.get(_BELOW_THE_BODY):
        lines += ["", "## Anti-patterns", "", *_members(practice[_BELOW_THE_BODY], "")]
    further = {name: value for name, value in practice.items() if name not in _SHOWN} | answer.beside_the_practice()
    if further:
        lines += ["", "## Further fields", "", *_members(further, "")]
    return "\n".join(lines) + "\n"


def _item(label: str, value: Any, indent: str = "") -> Iterator[str]:
    """One list item; what has no place on one line stands below it."""
    short = _on_one_line(value)
    if short is not None:
        yield f"{indent}- {label}{short}"
    elif isinstance(value, str):
        first, *rest = value.split("\n")
        yield f"{indent}- {label}{first}"
        yield from (f"{indent}  {line}" if line else "" for line in rest)
    else:
        yield f"{indent}- {label}".rstrip(" ")
        yield from _members(value, indent + "  ")


def _members(value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, member in value.items():
            yield from _item(f"{_one_line(name)}: ", member, indent)
    else:
        for member in value if isinstance(value, list) else [value]:
            yield from _item("", member, indent)


def _on_one_line(value: Any) -> str | None:
    """A value that is simple enough to stand on one line."""
    if isinstance(value, dict):
        return _joined([(f"{_one_line(name)} ", member) for name, member in value.items()])
    if isinstance(value, list):
        return _joined([("", member) for member in value])
    if isinstance(value, str):
        return None if "\n" in value else value
    return "none" if value is None else str(strict_json.dump(value))


def _joined(members: list[tuple[str, Any]]) -> str | None:
    if any(isinstance(member, (dict, list)) for _, member in members):
        return None
    texts = [(label, _on_one_line(member)) for label, member in members]
    if any(text is None or len(text) > _SHORT for _, text in texts):
        return None
    return ", ".join(f"{label}{text}" for label, text in texts) or "none"


def _one_line(text: str) -> str:
    return text.replace("\n", " ")
