"""The list of components of a frozen program, as CycloneDX 1.6 in JSON."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component as Listed
from cyclonedx.model.component import ComponentScope, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, License, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.spdx import is_expression, is_supported_id
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from problem import BUILD_FAILED, Problem
from release.components import Component
from release.sums import sha256

NAME = "sbom.cdx.json"
_PRODUCT = "practice-ledger"


def rendered(components: Iterable[Component], program: Path, *, version: str, target: str, moment: int) -> str:
    """The document. It says nothing of when or where it was made: `moment` is the time of the source."""
    product = Listed(
        name=_PRODUCT,
        version=version,
        type=ComponentType.APPLICATION,
        bom_ref=_PRODUCT,
        licenses=[LicenseExpression("Apache-2.0")],
        purl=PackageURL("generic", None, _PRODUCT, version, {"platform": target}),
        properties=[Property(name=f"{_PRODUCT}:target", value=target)],
    )
    listed = [_listed(component, program) for component in components]
    bom = Bom(
        components=listed, serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"{_PRODUCT} {version} {target} {moment}")
    )
    bom.metadata.component = product
    bom.metadata.timestamp = datetime.fromtimestamp(moment, UTC)
    bom.register_dependency(product, listed)
    for component in listed:
        bom.register_dependency(
            component, [part for part in component.components if part.type == ComponentType.LIBRARY]
        )
    text: str = JsonV1Dot6(bom).output_as_string(indent=1) + "\n"
    check(text)
    return text


def check(text: str) -> None:
    """Raises `Problem` for a text that is not CycloneDX 1.6."""
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault is not None:
        raise Problem(
            BUILD_FAILED,
            what=f"the list of components is not valid CycloneDX: {fault}",
            where="build/release/sbom.py",
            next_step="see which component it names",
        )


def _listed(component: Component, program: Path) -> Listed:
    """A component, with its native files and what is compiled into it inside."""
    inside = [_file(name, program, component) for name in component.files]
    return Listed(
        name=component.name,
        version=component.version,
        type=ComponentType.LIBRARY,
        bom_ref=component.purl,
        purl=PackageURL.from_string(component.purl),
        cpe=component.cpe,
        scope=ComponentScope.REQUIRED,
        licenses=[_licence(component.licence)],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=component.sha256)] if component.sha256 else (),
        components=[*inside, *(_part(part, component) for part in component.parts)],
    )


def _file(name: str, program: Path, component: Component) -> Listed:
    digest = HashType(alg=HashAlgorithm.SHA_256, content=sha256(program / name))
    return Listed(name=name, type=ComponentType.FILE, bom_ref=f"{component.purl}#{name}", hashes=[digest])


def _part(part: dict[str, Any], component: Component) -> Listed:
    stated = [entry.get("expression") or entry.get("license", {}).get("id") for entry in part.get("licenses", ())]
    return Listed(
        name=part["name"],
        version=part["version"],
        type=ComponentType.LIBRARY,
        bom_ref=f"{component.purl}#{part['purl']}",
        purl=PackageURL.from_string(part["purl"]),
        licenses=[_licence(licence) for licence in stated if licence],
        hashes=[
            HashType(alg=HashAlgorithm(digest["alg"]), content=digest["content"]) for digest in part.get("hashes", ())
        ],
    )


def _licence(stated: str) -> License:
    """An expression of SPDX where it is one, else a name."""
    if is_supported_id(stated) or is_expression(stated):
        return LicenseExpression(stated)
    return DisjunctiveLicense(name=stated)
