"""The pages of the site, as people at browsers use them: they look, and send the form they see."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Final
from urllib.parse import quote

from engine import wire
from engine.actions import Action
from games.tables.models import Seat
from tools.faults.ledger import person_at
from tools.players.browser import Reply, as_form, ask

FIELD: Final = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
FORM: Final = re.compile(r'<form method="post" action="/games/\w+/act/">(.*?)</form>', re.DOTALL)
MADE: Final = re.compile(r"\?from=(\d+)")
Form = Mapping[str, str]


class Pages:
    """The pages at ``url``; ``sessions`` are the cookies of people who have signed in, by id."""

    def __init__(self, url: str, sessions: Mapping[int, str]) -> None:
        self.url, self._sessions = url, sessions

    def prepare(self, seat: Seat, text: str) -> Form | None:
        """Type a move at the page of a game; the form that would make it.

        None where the site shows none: it is away, or the decision is closed by now.
        """
        headers = {"Cookie": f"sessionid={self._sessions[person_at(seat)]}"}
        page = ask(f"{self.url}/games/{seat.game}/move/?text={quote(text)}", headers)
        form = FORM.search(page.text) if page.status == 200 else None
        if form is None:
            return None
        return {name: unescape(value) for name, value in FIELD.findall(form[1])}

    def act(self, seat: Seat, form: Form) -> Reply:
        """Send the form of a prepared move, to be made at once."""
        headers, body = as_form({**form, "hold": "0"}, self._sessions[person_at(seat)])
        return ask(f"{self.url}/games/{seat.game}/act/", headers, body)

    def ask_for_code(self, address: str) -> Reply:
        """Ask for a mail with a code to sign in, as somebody who is not signed in."""
        headers, body = as_form({"email": address})
        return ask(f"{self.url}/accounts/login/code/", headers, body)


def action_of(form: Form) -> Action:
    """The action that a form carries."""
    return wire.decode_action(json.loads(form["action"]))


def first_event(reply: Reply) -> int | None:
    """The event of the move that a form has made, from the address that follows."""
    made = MADE.search(reply.location)
    return int(made[1]) if made else None
