"""What the invented host sends."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Event(BaseModel):
    model_config = ConfigDict(strict=True)

    notebook: str
    rewritten: int = 0


class CellRun(Event):
    cell: str
    runner: Literal["main", "helper"]
    script: str


class CellDone(CellRun):
    stdout: str
    stderr: str
    status: int
