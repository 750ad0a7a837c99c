"""``make engine-native``: compiles the engine with mypyc, from the same sources.

The modules go to build/engine-native/, apart from the sources; ``engine/native.py`` says when they
are used. Needs a C compiler.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from engine import native

# What every step of a game goes through. Left out are the packages' own files, which are found
# beside the sources, and whatever waits for people.
MODULES = (
    "actions", "board/model", "bots/determinize", "bots/playout/lending", "bots/playout/plan",
    "bots/playout/policy", "bots/playout/result", "bots/playout/sets", "bots/playout/table",
    "bots/playout/targets", "bots/playout/terrain", "bots/rollout", "bots/setting", "cards",
    "chance", "claim_indexes",
    "events", "fold/base", "fold/mechanics", "game", "network", "open_tracks",
    "rules/claiming", "rules/context", "rules/legal", "rules/passing", "rules/piles",
    "rules/routes", "rules/sets", "rules/setup", "rules/taking_back", "rules/teams",
    "rules/tickets", "rules/train_cards", "rules/tunnels", "rules/turns", "rules/versions",
    "scoring", "state", "trail", "view", "ways",
)  # fmt: skip
"""The compiled modules, as paths in ``engine/``."""


def build(folder: Path) -> int:
    """Compile into a folder; return how many modules.

    :raises subprocess.CalledProcessError: if the compiler fails; what it wrote is in ``output``.
    """
    with TemporaryDirectory() as name:
        workplace = Path(name)
        shutil.copytree(
            native.SOURCES, workplace / "engine", ignore=shutil.ignore_patterns("__pycache__")
        )
        paths = [f"engine/{module}.py" for module in MODULES]
        subprocess.run(  # noqa: S603
            [sys.executable, "-m", "mypyc", *paths],
            cwd=workplace, check=True, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        (shared,) = workplace.glob(f"*{native.SUFFIX}")
        files = {shared.name.removesuffix(native.SUFFIX): shared}
        for module in MODULES:
            files[f"engine.{module.replace('/', '.')}"] = (
                workplace / "engine" / f"{module}{native.SUFFIX}"
            )
        _replace(folder, files, native.digest_of_sources(workplace / "engine"))
    return len(MODULES)


def _replace(folder: Path, files: dict[str, Path], digest: str) -> None:
    """Put the files in place: whole folders change places, since processes may be using them."""
    fresh = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    for name, file in files.items():
        shutil.copy(file, fresh / f"{name}{native.SUFFIX}")
    manifest = {
        "suffix": native.SUFFIX,
        "sources": digest,
        "modules": {name: f"{name}{native.SUFFIX}" for name in files},
    }
    (fresh / native.MANIFEST).write_text(json.dumps(manifest, indent=1))
    if folder.exists():
        shutil.rmtree(folder)
    fresh.rename(folder)


def main() -> int:
    """Build, and say what was built."""
    parser = argparse.ArgumentParser(prog="python -m tools.engine_native", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=native.FOLDER)
    folder = parser.parse_args().folder
    try:
        count = build(folder)
    except subprocess.CalledProcessError as error:
        print(error.output[-4000:], file=sys.stderr)
        print("The engine could not be compiled; plain Python goes on.", file=sys.stderr)
        return 1
    print(f"{count} modules of the engine compiled into {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
