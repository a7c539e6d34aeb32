"""The labs of one build and tool mode, each made when it is first needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from codex_host.made_plugin import EXPORT_TWO_VARIABLES, make_marketplace, shell_hook
from codex_host.scripted_model import ScriptedModel
from evidence.lab import Lab
from evidence.modes import model_of
from evidence.scenario import Surroundings

_CORE = '[shell_environment_policy]\ninherit = "core"\n'


class Labs:
    """All of them use one scripted model, whose scripts are named apart."""

    def __init__(self, root: Path, launcher: Sequence[str], model: ScriptedModel, mode: str) -> None:
        self._root, self._launcher, self._model, self._mode = root, launcher, model, mode
        self._labs: dict[Surroundings, Lab] = {}
        self.model_name = ""

    def lab(self, surroundings: Surroundings) -> Lab:
        """The lab of that kind. Raises `HasNone` where the build has no such tool mode."""
        if surroundings not in self._labs:
            self._labs[surroundings] = self._made(surroundings)
        return self._labs[surroundings]

    def _made(self, surroundings: Surroundings) -> Lab:
        root = self._root / surroundings.name.lower()
        others = []
        if surroundings == Surroundings.REWRITING:
            others.append(make_marketplace(root / "rewriters", {"PreToolUse": [shell_hook(EXPORT_TWO_VARIABLES)]}))
        settings = _CORE if surroundings == Surroundings.CORE else ""
        lab = Lab(root, self._launcher, self._model, self._mode, settings=settings, others=others)
        self.model_name = self.model_name or model_of(lab.codex, self._mode)
        lab.play_on(self.model_name)
        lab.take()
        return lab
