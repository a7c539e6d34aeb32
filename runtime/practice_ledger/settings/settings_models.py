"""What a settings file may say, and what is kept of it beside the state.

The fields of `[bounds]` are those of `bounds.LEAST`, each between what stands there and its ceiling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from practice_ledger import bounds

_STRICT = ConfigDict(strict=True, extra="forbid")


def _field(name: str) -> Any:
    ceiling = bounds.CEILINGS[name]
    number: Any = type(ceiling)
    return (Annotated[number, Field(ge=bounds.LEAST[name], le=ceiling)] | None, None)


if TYPE_CHECKING:
    Bounds = BaseModel
else:
    Bounds = create_model(
        "Bounds",
        __config__=_STRICT,
        __module__=__name__,
        **{name.lower(): _field(name) for name in bounds.LEAST},
    )


class SettingsFile(BaseModel):
    model_config = _STRICT

    enabled: bool = True
    hints: bool = True
    bounds: Bounds | None = None


class Snapshot(BaseModel):
    """`settings` is None for a file that is not valid."""

    model_config = ConfigDict(strict=True)

    version: Annotated[int, Field(ge=1, le=1)]  # `Literal` would take `true`
    key: Annotated[str, Field(pattern=r"\A[0-9a-f]{64}\z")]
    settings: SettingsFile | None
