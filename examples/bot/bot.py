"""A bot that plays Night Mail by its API: it claims what is long, and draws what it has most of.

    NIGHT_MAIL_TOKEN=nm_… python bot.py https://night-mail.example ["Who runs it"]

It answers every decision of its account, in all games and on all boards, until it is stopped; the
token needs the scopes games:read and games:move. On a bot account it also accepts invitations and
joins tables that admit it, with lobby:write. Anyone who says who runs it makes the account a bot
account first, for good, with bot:become. Needs httpx.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from typing import Any

import httpx

Action = dict[str, Any]
PAUSE = float(os.environ.get("NIGHT_MAIL_PAUSE", "10"))
"""Seconds between looks when nothing waits."""


class Bot:
    """A player. ``site`` is a client whose base address is that of the API."""

    def __init__(self, site: httpx.Client) -> None:
        self.site = site
        self.lengths: dict[str, dict[str, int]] = {}

    def run(self) -> None:
        """Play until somebody stops the program."""
        seeks = self.get("me/")["bot_account"]
        while True:
            if not self.play_waiting() and not (seeks and self.seek()):
                time.sleep(PAUSE)

    def play_waiting(self) -> int:
        """Answer each decision that waits; return how many there were."""
        turns = self.get("me/turns/")["results"]
        for turn in turns:
            self.play(turn)
        return len(turns)

    def seek(self) -> int:
        """Accept invitations, and join a table that admits bot accounts; return the games joined.

        The site may refuse: the account has games enough, or somebody was faster.
        """
        tables = self.get("me/invitations/")["results"]
        tables += self.get("lobby/?bot_accounts=true&limit=1")["results"]
        joined = 0
        for table in tables:
            body = {"invitation": table["invitation"]} if "invitation" in table else {}
            joined += self.send("POST", f"lobby/{table['code']}/join/", json=body).is_success
        return joined

    def play(self, turn: dict[str, Any]) -> None:
        """Answer one decision. A rule may refuse it, or the clock be faster: then look again."""
        game = f"games/{turn['code']}/"
        view = self.get(game)
        decision, actions = self.actions(game)
        if decision is None:
            return
        action = self.choose(view, actions)
        answer = self.send(
            "POST",
            f"{game}moves/",
            json={"decision": decision, "actions": [action], "hold": False},
            headers={"Idempotency-Key": f"{turn['code']}-{decision}"},
        )
        if answer.status_code == 409:
            return
        if answer.is_error:
            raise SystemExit(f"{action} was refused: {answer.json()['detail']}")

    def actions(self, game: str) -> tuple[int | None, list[Action]]:
        """The number of the open decision, and every legal answer to it."""
        page = self.get(f"{game}actions/?limit=500")
        decision, found = page["decision"], page["results"]
        while page["next"] is not None:
            page = self.get(f"{game}actions/?limit=500&offset={page['next']}&decision={decision}")
            found += page["results"]
        return decision, found

    def choose(self, view: dict[str, Any], actions: list[Action]) -> Action:
        """The claim of the longest route; else a card of what the hand has most of."""
        claims = [action for action in actions if action["type"] == "claim"]
        if claims:
            lengths = self.lengths_of(view["board"])
            return max(claims, key=lambda one: (lengths[one["track"]], -one["locomotives"]))
        draws = {action["source"]: action for action in actions if action["type"] == "draw"}
        if draws:
            mine = next(hand for hand in view["hands"] if hand["seat"] == view["you"]["seat"])
            held = Counter(mine["cards"])
            wanted = [card for card, _count in held.most_common(2) if card in draws]
            sources = (*wanted, "blind", *draws)
            return next(draws[source] for source in sources if source in draws)
        keeps = [action for action in actions if action["type"] == "keep"]
        if keeps:
            return min(keeps, key=lambda one: len(one["tickets"]))
        # Tunnels are paid where that is possible; everything else has one answer, or any will do.
        return next((action for action in actions if action["type"] == "pay"), actions[0])

    def lengths_of(self, board: str) -> dict[str, int]:
        """The length of each track of a board, read once."""
        if board not in self.lengths:
            tracks = self.get(f"boards/{board}/")["tracks"]
            self.lengths[board] = {track["id"]: track["length"] for track in tracks}
        return self.lengths[board]

    def get(self, path: str) -> Any:
        """The content of an address."""
        answer = self.send("GET", path)
        answer.raise_for_status()
        return answer.json()

    def send(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a request: wait where the site says so, try again where the network fails."""
        for attempt in range(6):
            try:
                answer = self.site.request(method, path, **more)
            except httpx.TransportError:
                time.sleep(2**attempt)
                continue
            if answer.status_code != 429:
                return answer
            time.sleep(float(answer.headers["Retry-After"]))
        raise SystemExit("The site does not answer.")


def main() -> None:
    """Play at the site of the first argument, with the token of NIGHT_MAIL_TOKEN."""
    token = os.environ["NIGHT_MAIL_TOKEN"]
    address = f"{sys.argv[1].rstrip('/')}/api/v1/"
    with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {token}"}) as site:
        for who in sys.argv[2:]:
            site.post("me/bot/", json={"run_by": who}).raise_for_status()
        Bot(site).run()


if __name__ == "__main__":
    main()
