"""The glossary names modules and names that exist."""

from __future__ import annotations

import re
from pathlib import Path

from tests.paths import ROOT

PAGE = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
ROW = re.compile(r"(?m)^\| [^|]+ \| [^|]+ \| ([^|]*`[^|]*) \|$")


def is_there(place: str) -> bool:
    """Whether a dotted place is a package, a module, or a name written in one."""
    here: Path = ROOT if place.split(".")[0] in ("engine", "tools", "ttr_site") else ROOT / "games"
    parts = place.split(".")
    while parts and (here / parts[0]).is_dir():
        here /= parts.pop(0)
    if parts and (here / f"{parts[0]}.py").exists():
        here /= f"{parts.pop(0)}.py"
    source = here / "__init__.py" if here.is_dir() else here
    if not parts:
        return here != ROOT / "games"
    return len(parts) == 1 and re.search(rf"\b{parts[0]}\b", source.read_text()) is not None


def test_places_of_the_glossary_exist() -> None:
    places = [place for row in ROW.findall(PAGE) for place in re.findall(r"`([^`]+)`", row)]
    assert len(places) > 100
    dotted = [place.replace("/AREA/", ".").replace("/", ".") for place in places]
    assert [place for place in dotted if not is_there(place)] == []
