"""What a command found or did: one object, rendered once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from practice_ledger.commands.exit_status import ExitStatus

if TYPE_CHECKING:
    from practice_ledger.commands.page import Page


class Part(BaseModel):
    """A part of a result. The docstring under a field is what docs/json.md says of it."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


class Result(Part, ABC):
    """The fields are the `result` of `--json`: times are Unix seconds, sizes bytes."""

    @property
    def status(self) -> ExitStatus:
        return ExitStatus.OK

    @abstractmethod
    def show(self, page: Page) -> None:
        """Writes the result for a person."""
