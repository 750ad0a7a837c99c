"""A push service on this machine, with a certificate of its own, and browsers that it serves."""

from __future__ import annotations

import datetime
import hashlib
import hmac
import ipaddress
import json
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.x509.oid import NameOID
from django.test import Client
from pytest_django import Settings

from games.notifications.push.encryption import encode, new_private_key
from games.notifications.push.models import PushSubscription
from games.notifications.webhooks import http_client
from games.people.models import Person
from tests.conftest import PASSWORD
from tests.fixtures.games import NOW

DAY = datetime.timedelta(days=1)


@dataclass
class Service:
    """What arrived, and what is answered: a status, with headers."""

    url: str = ""
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    arrived: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)


@dataclass
class BrowserDouble:
    """A browser: its address, and the keys with which it reads what comes there."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey
    secret: bytes

    @property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    @property
    def form(self) -> dict[str, str]:
        """What it sends to the site when push messages are switched on."""
        return {
            "on": "1",
            "endpoint": self.endpoint,
            "key": encode(self.public),
            "secret": encode(self.secret),
        }

    def read(self, body: bytes) -> dict[str, Any]:
        """The content of a message (RFC 8188 2, RFC 8291 3.4), as JSON."""
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), point)
        info = b"WebPush: info\0" + self.public + sender
        seed = _expand(_extract(self.secret, shared), info, 32)
        strong = _extract(salt, seed)
        key = _expand(strong, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _expand(strong, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        assert plain.endswith(b"\x02")
        found: dict[str, Any] = json.loads(plain[:-1])
        return found


def _extract(salt: bytes, key: bytes) -> bytes:
    return hmac.new(salt, key, hashlib.sha256).digest()


def _expand(key: bytes, info: bytes, length: int) -> bytes:
    return hmac.new(key, info + b"\x01", hashlib.sha256).digest()[:length]


def _certificate(folder: Path) -> Path:
    """A certificate for 127.0.0.1 with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push")])
    today = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(today - 9000 * DAY)
        .not_valid_after(today + 9000 * DAY)
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    path = folder / "push.pem"
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    path.write_bytes(pem + made.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture
def service(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Service]:
    """A push service that the site may reach, and a site with a key."""
    known = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            known.arrived.append((self.path, dict(self.headers), body))
            self.send_response(known.status)
            for name, value in known.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    listening = HTTPServer(("127.0.0.1", 0), Handler)
    path = _certificate(tmp_path)
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(path)
    listening.socket = own.wrap_socket(listening.socket, server_side=True)
    host = f"127.0.0.1:{listening.server_port}"
    known.url = f"https://{host}"
    settings.WEBHOOK_HOSTS = [host]
    settings.VAPID_KEY = new_private_key()
    settings.SITE_URL = "https://trains.example.org"
    trusting = ssl.create_default_context(cafile=str(path))
    monkeypatch.setattr(http_client, "tls_context", lambda: trusting)
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield known
    listening.shutdown()
    thread.join()
    listening.server_close()


Double = Callable[..., BrowserDouble]


@pytest.fixture
def double(service: Service) -> Double:
    """Make a browser that this push service serves: `double("phone")`."""

    def make(name: str = "phone") -> BrowserDouble:
        return BrowserDouble(
            f"{service.url}/send/{name}", ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
        )

    return make


@dataclass
class SignedIn:
    """A person who has signed in and switched push messages on in one browser."""

    client: Client
    browser: BrowserDouble
    subscription: PushSubscription


@pytest.fixture
def subscribed(double: Double, still_clock: None) -> Callable[..., SignedIn]:
    """Let a person sign in and switch push messages on: `subscribed(alice, "phone")`."""

    def make(person: Person, name: str = "phone") -> SignedIn:
        client, browser = Client(), double(name)
        client.post("/accounts/login/", {"login": person.email, "password": PASSWORD})
        client.post("/settings/this-device/push/", browser.form)
        row = PushSubscription.objects.get(endpoint=browser.endpoint)
        assert row.created_at == NOW
        return SignedIn(client, browser, row)

    return make
