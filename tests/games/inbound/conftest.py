"""Answers to mails, without the pictures in them."""

from __future__ import annotations

import pytest

from games.notifications.mail import render


@pytest.fixture(autouse=True)
def _pictures_are_drawn_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes most of the time that a mail takes, and nobody here looks at pictures."""
    monkeypatch.setattr(render, "board_picture", lambda **_: b"a picture")
