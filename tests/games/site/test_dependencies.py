from __future__ import annotations

import ast
import importlib.util
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.paths import ROOT

OURS = {"engine", "games", "ttr_site"}


def imported(*, lazily: bool) -> set[str]:
    """The top-level modules that the site imports, without Python's own and ours.

    With ``lazily`` those as well that a function imports when it is called.
    """
    names: set[str] = set()
    for package in OURS:
        for path in (ROOT / package).rglob("*.py"):
            names |= _imported(ast.parse(path.read_text()), lazily)
    return names - OURS - set(sys.stdlib_module_names)


def _imported(node: ast.AST, lazily: bool) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    if isinstance(node, ast.ImportFrom):
        return {node.module.partition(".")[0]} if node.module and not node.level else set()
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not lazily:
        return set()
    if isinstance(node, ast.Try) and not lazily and _does_without(node):
        return set()
    return {name for child in ast.iter_child_nodes(node) for name in _imported(child, lazily)}


def _does_without(node: ast.Try) -> bool:
    """Whether a module goes on where what it tries to import is not installed."""
    return any(one.type and ast.unparse(one.type) == "ImportError" for one in node.handlers)


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def missing(modules: set[str], given: set[str]) -> set[str]:
    """The modules that none of the distributions has."""
    distributions = packages_distributions()
    return {
        module
        for module in modules
        if not {plain(name) for name in distributions.get(module, [])} & given
    }


@pytest.mark.slow
@pytest.mark.parametrize(("file", "lazily"), [("run.txt", False), ("production.txt", True)])
def test_whatever_the_site_imports_is_installed(file: str, lazily: bool) -> None:
    text = (ROOT / "requirements" / file).read_text()
    installed = {plain(name) for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}
    lost = missing(imported(lazily=lazily), installed)
    assert not lost, "name it in pyproject.toml and run: make requirements"


@pytest.mark.slow
def test_whatever_the_site_imports_is_declared_and_not_there_by_chance() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    wanted = [*project["dependencies"], *(one for extra in extras for one in extra)]
    declared = {plain(re.match(r"[\w.-]+", one)[0]) for one in wanted}
    assert missing(imported(lazily=True), declared) == set()


def test_the_broker_transports_find_what_they_import_in_production() -> None:
    """kombu names packaging only in its extra for Redis."""
    text = (ROOT / "requirements" / "production.txt").read_text()
    installed = {plain(name) for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}
    transports = (
        "kombu.transport.redis",
        "kombu.transport.pyamqp",
        "django.core.cache.backends.redis",
    )
    for module in transports:
        spec = importlib.util.find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        names = _imported(ast.parse(Path(spec.origin).read_text()), lazily=True)
        assert missing(names - set(sys.stdlib_module_names), installed) == set()
