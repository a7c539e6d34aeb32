"""Starts the program inside the frozen binary; what `python -m practice_ledger` is outside of it.

What a hook imports comes out of one file, which is read once (lean_modules.py). PyInstaller's own start-up, which makes
the rest importable, costs as much as a hook's whole work; it waits until something else is asked for.
"""

import gc
import marshal
import sys
from _frozen_importlib import ModuleSpec  # loaded already, unlike `importlib`
from _frozen_importlib_external import PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

_FOLDER: str = sys._MEIPASS  # type: ignore[attr-defined]


class LeanModules:
    """Finds and loads the modules of the file that lean_modules.py wrote."""

    def __init__(self, file: str) -> None:
        with open(file, "rb", buffering=0) as opened:  # noqa: PTH123 - pathlib costs more than all of this
            self._packed = marshal.loads(opened.read())  # noqa: S302 - the build made it

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> ModuleSpec | None:
        if name not in self._packed:
            return None
        spec = ModuleSpec(name, self)  # type: ignore[arg-type]
        if self._packed[name][0]:
            spec.submodule_search_locations = [f"{_FOLDER}/{name.replace('.', '/')}"]
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Leaves it to the interpreter."""

    def exec_module(self, module: "ModuleType") -> None:
        _, code = self._packed[module.__name__]
        exec(marshal.loads(code), module.__dict__)  # noqa: S102, S302 - the build made it


class EverythingElse:
    """Asked last: starts PyInstaller's importer, once, and hands over to it."""

    def find_spec(
        self, name: str, path: "Sequence[str] | None" = None, target: "ModuleType | None" = None
    ) -> ModuleSpec | None:
        sys.meta_path.remove(self)
        sys.path_importer_cache.clear()
        gc.enable()
        import pyiboot01_bootstrap  # type: ignore[import-not-found]  # noqa: F401

        return PathFinder.find_spec(name, path, target)


# A hook leaves too little behind to be worth looking for it.
gc.disable()
# What PyInstaller's start-up would say; `read` asks, to give `lore` the environment of the caller.
sys.frozen = True  # type: ignore[attr-defined]
sys.meta_path.insert(0, LeanModules(_FOLDER + "/lean_modules"))
sys.meta_path.append(EverythingElse())

from practice_ledger.__main__ import main  # noqa: E402

main()
