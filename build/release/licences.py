"""`THIRD-PARTY-LICENCES.txt`: the licence texts of all that is in a frozen program beside the product itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from release.components import Component

NAME = "THIRD-PARTY-LICENCES.txt"
_RULE = "=" * 100
_THIN_RULE = "-" * 100


def rendered(components: Iterable[Component], title: str) -> str:
    """A table of the components, then each one's texts in full, and what its wheel says is compiled into it."""
    listed = list(components)
    table = "".join(f"  {part.name} {part.version}: {part.licence}\n" for part in listed)
    sections = "".join(line for component in listed for line in _section(component))
    return (
        f"{title} holds these programs and libraries of others. Their licences follow, as they came with them.\n\n"
        f"{table}{sections}"
    )


def _section(component: Component) -> Iterator[str]:
    yield f"\n{_RULE}\n{component.name} {component.version}\n{component.licence}\n{component.purl}\n"
    for file in component.files:
        yield f"  {file}\n"
    for name, text in component.texts.items():
        yield f"{_THIN_RULE}\n{name}\n{_THIN_RULE}\n{text.strip()}\n"
    if component.parts:
        yield f"{_THIN_RULE}\nCompiled into {component.name}, as its wheel states:\n"
        for part in component.parts:
            yield f"  {part['name']} {part['version']}: {_stated(part)}{_author(part)}\n"


def _stated(part: dict[str, object]) -> str:
    stated = part.get("licenses")
    chosen = stated[0] if isinstance(stated, list) and stated else {}
    return str(chosen.get("expression") or chosen.get("license", {}).get("id") or "no licence stated")


def _author(part: dict[str, object]) -> str:
    return f" ({part['author']})" if part.get("author") else ""
