"""Which engine runs: compiled modules only where they were made from these sources."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import native
from tests.paths import ROOT
from tools.engine_native import MODULES

GOOD = {"suffix": native.SUFFIX, "sources": native.digest_of_sources(), "modules": {"lost": "lost"}}


def folder_with(path: Path, **changed: object) -> Path:
    (path / native.MANIFEST).write_text(json.dumps(GOOD | changed))
    return path


def test_modules_of_these_sources_are_taken(tmp_path: Path) -> None:
    found = native.compiled_files(folder_with(tmp_path, modules={"engine.game": "game.so"}))
    assert found == {"engine.game": tmp_path / "game.so"}


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"sources": "0" * 64}, "built from other sources"),
        ({"suffix": ".cpython-39-x86_64-linux-gnu.so"}, "built for another Python"),
        ({"modules": {}}, "cannot be read"),
        ({"modules": 7}, "cannot be read"),
        ({"modules": {"lost_module": "lost.so"}}, "lost"),
    ],
)
def test_all_others_are_refused_with_the_reason(
    tmp_path: Path, changed: dict[str, object], reason: str
) -> None:
    folder = folder_with(tmp_path, **changed)
    before = list(sys.meta_path)
    running = native.choose("auto", folder)
    assert running.kind == "plain"
    assert reason in str(running)
    assert native.is_left_out(running)
    assert sys.meta_path == before
    with pytest.raises(ImportError, match=reason):
        native.choose("native", folder)


def test_a_damaged_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / native.MANIFEST).write_text("{")
    assert "cannot be read" in native.choose("auto", tmp_path).reason


def test_nobody_who_built_nothing_or_wants_none_is_warned(tmp_path: Path) -> None:
    assert not native.is_left_out(native.choose("auto", tmp_path))
    assert not native.is_left_out(native.choose("plain", folder_with(tmp_path)))


def test_one_changed_letter_in_one_source_is_another_digest(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    source = tmp_path / "rules" / "turns.py"
    source.write_text("FIRST = 1\n")
    before = native.digest_of_sources(tmp_path)
    source.write_text("FIRST = 2\n")
    assert native.digest_of_sources(tmp_path) != before


def test_every_module_that_is_compiled_is_one_of_the_engine() -> None:
    assert [name for name in MODULES if not (native.SOURCES / f"{name}.py").is_file()] == []


def test_the_engine_says_which_it_is_and_does_not_start_where_the_native_one_lacks(
    tmp_path: Path,
) -> None:
    def start(choice: str) -> subprocess.CompletedProcess[str]:
        chosen = {native.CHOICE: choice, native.FOLDER_CHOICE: str(tmp_path)}
        return subprocess.run(
            [sys.executable, "-m", "engine", "--version"],
            env=os.environ | chosen, cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip

    plain = start("auto")
    assert plain.stdout.strip().endswith("plain (not built: make engine-native)")
    refused = start("native")
    assert refused.returncode != 0
    assert "the native engine is not built" in refused.stderr
