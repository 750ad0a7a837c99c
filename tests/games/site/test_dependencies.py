from __future__ import annotations

import ast
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[3]
OURS = {"engine", "games", "ttr_site"}


def imported() -> set[str]:
    """Gets the top-level modules that the site imports, without Python's own and ours."""
    names: set[str] = set()
    for room in OURS:
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    names |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    names.add(node.module.partition(".")[0])
    return names - OURS - set(sys.stdlib_module_names)


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_whatever_the_site_imports_is_installed_by_make_run() -> None:
    text = (ROOT / "requirements" / "run.txt").read_text()
    installed = {plain(name) for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}
    distributions = packages_distributions()
    missing = {
        module
        for module in imported()
        if not {plain(name) for name in distributions.get(module, [])} & installed
    }
    assert not missing, "name it in pyproject.toml and run: make requirements"
