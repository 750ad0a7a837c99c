"""Shuffles that nobody can steer and everybody can check afterwards (P-2).

Before a game the service draws 32 secret bytes and publishes their SHA-256, the *commitment*. Then
each player may add a *contribution*, any text. When the game is over the secret is published, and
anyone who has the commitment and the contributions can redo every shuffle.

This proves that the secret was fixed before the contributions were known, and that each stored
order follows from both. It does not prove that the service kept the secret to itself.

The algorithm, exactly
    Numbers are unsigned and big-endian, ``||`` joins bytes, texts are UTF-8.

    1. ``commitment`` = SHA-256(secret), in lower-case hexadecimal.
    2. ``joined`` = for each seat in order of its number: the length of its contribution in bytes,
       as 4 bytes, || the contribution. A seat without one has the empty text.
    3. ``key`` = HMAC-SHA-256(key = secret, message = "night-mail/chance/1" || joined).
    4. The stream of shuffle ``s`` is block 0 || block 1 || ...; block ``b`` is
       HMAC-SHA-256(key = key, message = "shuffle" || s as 4 bytes || b as 4 bytes). It is read as
       words of 32 bits, eight to a block.
    5. For ``i`` from the last index of the list down to 1: take a word ``w``, and another one while
       ``w >= floor(2**32 / (i + 1)) * (i + 1)``. Swap the items at ``i`` and at ``w mod (i + 1)``.

    The words refused in step 5 are those that would favour some items; a list of 110 meets one
    about once in 700,000 shuffles.

>>> chance = Chance(bytes(range(32)), ["alice", ""])
>>> chance.commitment
'630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd'
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from struct import Struct
from typing import Final, TypeVar

T = TypeVar("T")

SECRET_BYTES: Final = 32
_DOMAIN: Final = b"night-mail/chance/1"
_LABEL: Final = Struct(">7sII")
_WORDS = Struct(">8I")
_RANGE: Final = 2**32


def commitment_of(secret: bytes) -> str:
    """The commitment to a secret: its SHA-256 in hexadecimal.

    >>> commitment_of(bytes(32))
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return hashlib.sha256(secret).hexdigest()


class Chance:
    """The source of every shuffle of one game.

    ``contributions`` are listed by seat number; a seat that gave none has the empty text.

    :raises ValueError: if the secret is not 32 bytes long.
    """

    __slots__ = ("_inner", "_outer", "commitment", "contributions", "secret")

    def __init__(self, secret: bytes, contributions: Sequence[str] = ()) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self.secret = secret
        self.contributions = tuple(contributions)
        self.commitment = commitment_of(secret)
        message = bytearray(_DOMAIN)
        for contribution in self.contributions:
            text = contribution.encode()
            message += len(text).to_bytes(4, "big") + text
        key = hmac.digest(secret, message, "sha256").ljust(64, b"\0")
        # HMAC by its definition (RFC 2104), each half hashed as far as the key goes: three times as
        # fast as hmac.digest for the fourteen blocks of a deck.
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))

    @classmethod
    def from_seed(cls, seed: int | str, seats: int = 0) -> Chance:
        """A source whose secret and contributions follow from a seed.

        For simulations and tests only: anyone who knows the seed knows every card.

        >>> Chance.from_seed(7).shuffle("abcdef", 0) == Chance.from_seed("7").shuffle("abcdef", 0)
        True
        """
        secret = hashlib.sha256(f"night-mail seed {seed}".encode()).digest()
        return cls(secret, [f"seed {seed} seat {seat}" for seat in range(seats)])

    def shuffle(self, items: Sequence[T], number: int) -> list[T]:
        """The items in the order of shuffle ``number``; the same number, the same order.

        ``number`` counts the shuffles of a game from 0 and must never be used twice in one.

        >>> "".join(Chance(bytes(range(32)), ["alice", ""]).shuffle("abcdefghij", 0))
        'acbdfhgjie'
        >>> "".join(Chance(bytes(range(32)), ["alice", ""]).shuffle("abcdefghij", 1))
        'fcibhjadge'
        """
        order = list(items)
        size = len(order)
        always_good = _RANGE - size  # spares most words the exact test
        block = 0
        while True:
            inner = self._inner.copy()
            inner.update(_LABEL.pack(b"shuffle", number, block))
            outer = self._outer.copy()
            outer.update(inner.digest())
            words: tuple[int, ...] = _WORDS.unpack(outer.digest())
            for word in words:
                if size < 2:
                    return order
                pick = word % size
                if word > always_good and word - pick > _RANGE - size:
                    continue
                size -= 1
                order[size], order[pick] = order[pick], order[size]
            block += 1

    def __repr__(self) -> str:
        """Show the commitment, never the secret: a repr ends up in error mails."""
        return f"<Chance {self.commitment[:12]}>"
