"""The body and headers of a call. All of it is public: a whole chat channel may read it."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from datetime import datetime
from html import escape
from typing import Any

from django.conf import settings

from games.common.links import site_url
from games.notifications.news import News
from games.notifications.webhooks.models import Style, Webhook


def build_body(*, webhook: Webhook, name: str, news: News, now: datetime) -> str:
    """The body of a call as JSON, in the style of its webhook."""
    game = news.game
    title = f"{game.board_name} · {game.code}" if game else settings.SITE_NAME
    url = site_url("game", game.code) if game else settings.SITE_URL + "/"
    if webhook.style == Style.DISCORD:
        # Names of boards and codes hold nothing that Discord would read as markup.
        text = f"**{title}**: {news.text}\n{url}"
        return _json({"content": text, "allowed_mentions": {"parse": []}})
    if webhook.style == Style.SLACK:
        return _json({"text": f"*{title}*: {escape(news.text, quote=False)}\n<{url}>"})
    return _json(
        {
            "id": name,
            "at": now.isoformat(),
            "kinds": [*news.kinds] or ["test"],
            "game": {"code": game.code, "board": game.board} if game else None,
            "text": news.text,
            "url": url,
            "due_at": news.due_at.isoformat() if news.due_at else None,
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


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)
