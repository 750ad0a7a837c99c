"""How many connections one network, and everybody together, may have open at the mail gate."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any, Final

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from games.common.rates import network_name

logger = logging.getLogger(__name__)

FULL: Final = b"421 4.7.0 Too many connections; please come again later\r\n"
SHARES: Final = 4
"""As many networks can fill the gate, with as many connections each as one may have."""


class Places:
    """The connections that are open at a gate. The loop of the gate alone looks after it."""

    def __init__(self, each: int) -> None:
        self._each = each
        self._open: Counter[str] = Counter()

    def take(self, network: str) -> bool:
        """Whether there was a place; it is taken until it is given back."""
        if self._open[network] >= self._each or self._open.total() >= self._each * SHARES:
            return False
        self._open[network] += 1
        return True

    def give_back(self, network: str) -> None:
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]


def peer_of(peername: Any) -> str:
    """The network at the other end, as asyncio or aiosmtpd names the peer."""
    return network_name(str(peername[0])) if isinstance(peername, tuple) and peername else ""


class GuardedSMTP(SMTP):
    """A connection that is refused with 421, before a word is read, where no place is free."""

    def __init__(self, *arguments: Any, places: Places, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._places = places
        self._network = ""
        self._has_place = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._network = peer_of(transport.get_extra_info("peername"))
        self._has_place = self._places.take(self._network)
        if self._has_place:
            super().connection_made(transport)
            return
        logger.warning("A connection was refused: as many as may be are open.")
        assert isinstance(transport, asyncio.Transport)
        transport.write(FULL)
        transport.close()

    def data_received(self, data: bytes) -> None:
        if self._has_place:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self._has_place else None

    def connection_lost(self, error: Exception | None) -> None:
        if self._has_place:
            self._places.give_back(self._network)
            super().connection_lost(error)


class GuardedLMTP(GuardedSMTP, LMTP):
    """The same by LMTP."""
