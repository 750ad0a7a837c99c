"""Secret links to private games: made, shown to the players, revoked, and opened (decision 129)."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from games.common.errors import Refused
from games.sharing.models import SecretLink
from games.tables.models import Game, Seat

SALT: Final = "games.sharing.secret_links"
TOKEN_BYTES: Final = 24
LONGEST_TOKEN: Final = 64


def may_have_link(game: Game) -> bool:
    """Whether a game can be shown by a secret link: it is private, has begun, and counts."""
    return not game.public and not game.practice and game.version >= 0


@transaction.atomic
def make_link(*, game: Game, seat: Seat | None, now: datetime) -> str:
    """Make the secret link of a private game, or find the existing one; return its token.

    :raises Refused: if the person is no player of the game, or it is one that has no link.
    """
    _check_player(game, seat)
    locked = Game.objects.select_for_update().only("public", "practice", "version").get(pk=game.pk)
    if not may_have_link(locked):
        raise Refused(
            _("This game needs no secret link: everybody can open its page, or it has not begun.")
        )
    found = SecretLink.objects.filter(game=game).first()
    token = token_of(found) if found else None
    if token is None:
        nonce = secrets.token_hex(16)
        token = _token(nonce, settings.SECRET_KEY)
        SecretLink.objects.update_or_create(
            game=game,
            defaults={"nonce": nonce, "digest": _digest(token), "created_at": now},
        )
    return token


def revoke_link(*, game: Game, seat: Seat | None) -> None:
    """Revoke the secret link of a game, if it has one.

    :raises Refused: if the person is no player of the game.
    """
    _check_player(game, seat)
    SecretLink.objects.filter(game=game).delete()


def link_of(game: Game) -> str | None:
    """The token of the secret link of a game, for its players; None where there is none."""
    found = SecretLink.objects.filter(game=game).first()
    return token_of(found) if found else None


def token_of(link: SecretLink) -> str | None:
    """The token of a link; None if it was made with a key that the site no longer has."""
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        token = _token(link.nonce, key)
        if constant_time_compare(_digest(token), link.digest):
            return token
    return None


def game_of_token(token: str) -> Game | None:
    """The private game of a token, None if the token is not valid (any more)."""
    if len(token) > LONGEST_TOKEN or not token.isascii():
        return None
    # Found by its hash, so that the time taken tells nothing about a token.
    game = (
        Game.objects.defer("secret")
        .filter(secret_link__digest=_digest(token))
        .prefetch_related("seats__person")
        .first()
    )
    return game if game is not None and may_have_link(game) else None


def _check_player(game: Game, seat: Seat | None) -> None:
    if seat is None or seat.game_id != game.pk:
        raise Refused(_("Only the players of a game can make or revoke its secret link."))


def _token(nonce: str, key: str | bytes) -> str:
    made = salted_hmac(SALT, nonce, secret=key, algorithm="sha256").digest()
    return urlsafe_b64encode(made[:TOKEN_BYTES]).decode()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
