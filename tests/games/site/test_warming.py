"""What the processes for pages find ready: templates and boards."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.template import Template, engines
from django.template.loaders.base import Loader

from games.drawing import canvas
from ttr_site.warming import warm_up


@pytest.fixture
def warm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has made ready, and in which it shows when something was not."""
    for loader in engines["django"].engine.template_loaders:
        loader.reset()
    canvas._canvases.clear()
    warm_up()

    def refuse(*asked: object, **options: object) -> None:
        raise AssertionError(f"This was not ready: {asked}")

    read = Loader.get_template

    def read_others(loader: Loader, name: str, *asked: object) -> Template:
        """Libraries bring templates of their own, for forms."""
        if Path(settings.BASE_DIR, "templates", name).exists():
            refuse(name)
        return read(loader, name, *asked)

    monkeypatch.setattr(Loader, "get_template", read_others)
    monkeypatch.setattr(canvas, "_write", refuse)


def test_a_visitor_waits_for_no_template_and_no_map(warm, begin, browse, alice, bob) -> None:
    for board in ("usa", "japan"):
        game = begin(alice, bob, board=board)
        assert browse(alice).get(f"/games/{game.code}/").status_code == 200
    for address in ("/", "/lobby/", "/leagues/", "/accounts/login/"):
        assert browse(alice).get(address, follow=True).status_code == 200
