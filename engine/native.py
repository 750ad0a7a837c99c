"""Which engine runs: the plain sources, or modules compiled from them (``make engine-native``).

Compiled modules stand in a folder of their own, beside ``built.json``, which says from which
sources and for which Python they were made. They are used where both are those of today. Else the
plain sources run, and :data:`RUNNING` says why. Decision 146 explains the choice.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

SOURCES: Final = Path(__file__).parent
FOLDER: Final = SOURCES.parent / "build" / "engine-native"
MANIFEST: Final = "built.json"
CHOICE: Final = "NIGHT_MAIL_ENGINE"
"""The variable that chooses: ``auto`` (as said above), ``plain``, or ``native``, which refuses to
start without compiled modules."""
FOLDER_CHOICE: Final = "NIGHT_MAIL_ENGINE_FOLDER"
"""The variable that names another folder of compiled modules, for measurements."""
NOT_BUILT: Final = "not built: make engine-native"
NOT_WANTED: Final = f"{CHOICE}=plain"
SUFFIX: Final = EXTENSION_SUFFIXES[0]
"""The ending of a compiled module's file name: it names Python, system and processor."""


class Running(NamedTuple):
    """The engine that runs, and why it is not the compiled one (empty where it is)."""

    kind: str
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.kind} ({self.reason})" if self.reason else self.kind


def is_left_out(running: Running) -> bool:
    """Whether compiled modules are there that were refused, and not by choice."""
    return running.kind == "plain" and running.reason not in (NOT_BUILT, NOT_WANTED)


class Refusal(Exception):
    """Compiled modules that must not be used; the message says why."""


class CompiledModules(MetaPathFinder):
    """Finds the compiled modules before Python looks for sources."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self.files = files

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's file, or None where it is not compiled."""
        file = self.files.get(fullname)
        if file is None:
            return None
        loader = ExtensionFileLoader(fullname, str(file))
        return spec_from_file_location(fullname, file, loader=loader)


def digest_of_sources(sources: Path = SOURCES) -> str:
    """The SHA-256 of all sources of the engine, names included, in hexadecimal."""
    found = hashlib.sha256()
    for path in sorted(sources.rglob("*.py")):
        content = path.read_bytes()
        found.update(f"{path.relative_to(sources).as_posix()} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()


def compiled_files(folder: Path, sources: Path = SOURCES) -> dict[str, Path]:
    """The files of a folder of compiled modules by the module's name, the shared one first.

    :raises Refusal: if there are none, or if they are not those of these sources and this Python.
    """
    try:
        built = json.loads((folder / MANIFEST).read_bytes())
        files = {name: folder / file for name, file in built["modules"].items()}
        suffix, digest = built["suffix"], built["sources"]
        if not files:
            raise ValueError("it names no module")
    except FileNotFoundError:
        raise Refusal(NOT_BUILT) from None
    except (OSError, ValueError, TypeError, AttributeError, KeyError) as error:
        raise Refusal(f"{folder / MANIFEST} cannot be read: {error}") from None
    if suffix != SUFFIX:
        raise Refusal(f"built for another Python ({suffix}): make engine-native")
    if digest != digest_of_sources(sources):
        raise Refusal("built from other sources: make engine-native")
    return files


def choose(choice: str, folder: Path) -> Running:
    """Let compiled modules be imported from now on, where that is wanted and possible.

    :raises ImportError: where they are demanded, and refused.
    """
    if choice == "plain":
        return Running("plain", NOT_WANTED)
    finder = None
    try:
        files = compiled_files(folder)
        finder = CompiledModules(files)
        sys.meta_path.insert(0, finder)
        importlib.import_module(next(iter(files)))
    except (Refusal, ImportError) as error:
        if finder:
            sys.meta_path.remove(finder)
        if choice == "native":
            raise ImportError(f"{CHOICE}=native, but the native engine is {error}") from None
        return Running("plain", str(error))
    return Running("native")


RUNNING: Final = choose(
    os.environ.get(CHOICE) or "auto", Path(os.environ.get(FOLDER_CHOICE) or FOLDER)
)
