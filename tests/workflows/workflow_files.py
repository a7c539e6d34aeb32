"""The workflows as they stand, read once: their jobs, their steps, and what the steps run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

TREE = Path(__file__).resolve().parents[2]
GITHUB = TREE / ".github"
FILES = sorted((GITHUB / "workflows").glob("*.yml"))


@dataclass(frozen=True)
class Job:
    file: str
    name: str
    content: dict[str, Any]

    @property
    def matrix(self) -> list[dict[str, str]]:
        """The machines it runs on; one without values where there is no matrix."""
        rows: list[dict[str, str]] = self.content.get("strategy", {}).get("matrix", {}).get("include", [{}])
        return rows

    @property
    def steps(self) -> list[dict[str, Any]]:
        steps: list[dict[str, Any]] = self.content["steps"]
        return steps

    @property
    def runs(self) -> list[str]:
        return [step["run"] for step in self.steps if "run" in step]

    @property
    def uses(self) -> list[str]:
        return [step["uses"] for step in self.steps if "uses" in step]

    def __str__(self) -> str:
        return f"{self.file}:{self.name}"


def jobs() -> Iterator[Job]:
    for file in FILES:
        for name, content in yaml.safe_load(file.read_text(encoding="utf-8"))["jobs"].items():
            yield Job(file.stem, name, content)


JOBS = list(jobs())
