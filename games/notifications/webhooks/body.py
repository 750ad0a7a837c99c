"""The body and headers of a call. All of it is public: a whole chat channel may read it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Sequence
from datetime import datetime
from html import escape
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from games.common.dates import full_moment
from games.common.links import site_url
from games.facts.prompts import dated_prompt
from games.notifications import registry
from games.notifications.models import Notice, NoticeKind
from games.notifications.webhooks.models import Style, Webhook
from games.tables.models import Game, Seat


def sentences(notices: Sequence[Notice], seat: Seat | None) -> list[str]:
    """A sentence for each notice, in the active language and zone."""
    said = [_sentence(notice, seat) for notice in notices]
    return list(dict.fromkeys(said))


def build_body(
    *,
    webhook: Webhook,
    name: str,
    said: Sequence[str],
    notices: Sequence[Notice],
    game: Game | None,
    seat: Seat | None,
    now: datetime,
) -> str:
    """The body of a call as JSON, in the style of its webhook."""
    board = game.board_name if game else ""
    title = f"{board} · {game.code}" if game else settings.SITE_NAME
    url = site_url("game", game.code) if game else settings.SITE_URL + "/"
    if webhook.style == Style.DISCORD:
        # Names of boards and codes hold nothing that Discord would read as markup.
        text = f"**{title}**: {' '.join(said)}\n{url}"
        return _json({"content": text, "allowed_mentions": {"parse": []}})
    if webhook.style == Style.SLACK:
        return _json({"text": f"*{title}*: {escape(' '.join(said), quote=False)}\n<{url}>"})
    due = seat.due_at if seat and seat.decision is not None else None
    return _json(
        {
            "id": name,
            "at": now.isoformat(),
            "kinds": sorted({notice.kind for notice in notices}) or ["test"],
            "game": {"code": game.code, "board": game.board} if game else None,
            "text": " ".join(said),
            "url": url,
            "due_at": due.isoformat() if due else None,
        }
    )


def portable_secret(secret: str) -> str:
    """A secret in the form that libraries for Standard Webhooks take.

    >>> portable_secret("secret")
    'whsec_c2VjcmV0'
    """
    return f"whsec_{base64.b64encode(secret.encode()).decode()}"


def signature(secret: str, name: str, at: int, body: bytes) -> str:
    """The signature of Standard Webhooks: the HMAC-SHA-256 of id, time and body, in base64.

    >>> signature("secret", "msg", 0, b"{}")[:12]
    'v1,ZRm+tDt1S'
    """
    signed = f"{name}.{at}.".encode() + body
    proof = hmac.new(secret.encode(), signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(proof).decode()}"


def older_signature(secret: str, at: int, body: bytes) -> str:
    """The signature of the header Night-Mail-Signature: of time and body, in hex.

    >>> older_signature("secret", 0, b"{}")[:8]
    '4bbe8d39'
    """
    signed = str(at).encode() + b"." + body
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def build_headers(webhook: Webhook, name: str, body: bytes, now: datetime) -> dict[str, str]:
    """The headers of a call; plain JSON is signed, as Standard Webhooks and in our older way."""
    common = {
        "Content-Type": "application/json",
        "User-Agent": f"Night-Mail (+{settings.SITE_URL})",
        "Connection": "close",
    }
    if webhook.style != Style.JSON:
        return common
    at = int(now.timestamp())
    return {
        **common,
        "webhook-id": name,
        "webhook-timestamp": str(at),
        "webhook-signature": signature(webhook.secret, name, at, body),
        "Night-Mail-Id": name,
        "Night-Mail-Time": str(at),
        "Night-Mail-Signature": f"sha256={older_signature(webhook.secret, at, body)}",
    }


def _sentence(notice: Notice, seat: Seat | None) -> str:
    until = full_moment(seat.due_at) if seat and seat.due_at else ""
    match notice.kind:
        case NoticeKind.STARTED:
            return _("The game has begun.")
        case NoticeKind.OVER:
            return _("The game is over.")
        case NoticeKind.TURN if seat:
            return dated_prompt(seat.kind, seat.due_at)
        case NoticeKind.REMINDER if until:
            return _("It is still your turn, until %(due)s.") % {"due": until}
        case NoticeKind.TURN | NoticeKind.REMINDER:
            return _("It is your turn.")
    kind = registry.registered_types().get(notice.kind)
    return kind.public_sentence(notice) if kind and kind.public_sentence else _("There is news.")


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)
