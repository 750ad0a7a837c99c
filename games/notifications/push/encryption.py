"""Encrypt a message for one browser (RFC 8291), and sign it for a push service (RFC 8292).

A push service passes messages on and can read none: the key is agreed upon with the browser.
"""

from __future__ import annotations

import base64
import json
import os
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE: Final = ec.SECP256R1()
RECORD_SIZE: Final = 4096
"""Of the only record of a message (RFC 8188); push services take no more."""
LONGEST_TEXT: Final = RECORD_SIZE - 16 - 1 - 86
"""Bytes, so that header, text, delimiter and tag fit."""
TOKEN_LIFE: Final = timedelta(hours=12)
"""RFC 8292 allows a day."""
LAST_RECORD: Final = b"\x02"
PublicKey = ec.EllipticCurvePublicKey
PrivateKey = ec.EllipticCurvePrivateKey


def encode(data: bytes) -> str:
    """URL-safe Base64 without padding (RFC 7515)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of URL-safe Base64, with or without padding.

    :raises ValueError: if it is none.
    """
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", True)


def raw(key: PublicKey) -> bytes:
    """The 65 bytes of a public key: an uncompressed point of P-256."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key(data: bytes) -> PublicKey:
    """The public key of a browser.

    :raises ValueError: if the bytes are no point of P-256.
    """
    if len(data) != 65:
        raise ValueError("An uncompressed point of P-256 has 65 bytes.")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)


def private_key(text: str) -> PrivateKey:
    """The private key of the site, from its 32 bytes in Base64.

    :raises ValueError: if it is none.
    """
    data = decode(text)
    if len(data) != 32:
        raise ValueError("A private key of P-256 has 32 bytes.")
    return ec.derive_private_key(int.from_bytes(data), CURVE)


def new_private_key() -> str:
    """A fresh private key in Base64."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encode(number.to_bytes(32))


def encrypt(
    text: bytes,
    *,
    browser_key: bytes,
    secret: bytes,
    own: PrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a message to the browser with this public key and authentication secret.

    ``own`` and ``salt`` are fresh ones for every message but in tests.

    :raises ValueError: if the key is none, or the text is too long.
    """
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"A message has at most {LONGEST_TEXT} bytes.")
    theirs = public_key(browser_key)
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    shared, sender = own.exchange(ec.ECDH(), theirs), raw(own.public_key())
    # RFC 8291 3.4: both public keys are part of what the key is derived from.
    seed = _derive(shared, secret, b"WebPush: info\0" + browser_key + sender, 32)
    key = _derive(seed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(seed, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4) + bytes([len(sender)]) + sender
    return header + AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)


def _derive(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def authorization(endpoint: str, *, key: PrivateKey, subject: str, now: datetime) -> str:
    """The Authorization field for a push service (RFC 8292 2 and 3).

    ``subject`` is how the service finds those who run the site: an https address.
    """
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + TOKEN_LIFE).timestamp()),
        "sub": subject,
    }
    signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
    der = key.sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
    first, second = utils.decode_dss_signature(der)
    signature = encode(first.to_bytes(32) + second.to_bytes(32))
    return f"vapid t={signed}.{signature}, k={encode(raw(key.public_key()))}"


def _part(data: dict[str, object]) -> str:
    return encode(json.dumps(data, separators=(",", ":")).encode())
