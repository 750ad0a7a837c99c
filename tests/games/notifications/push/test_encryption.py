"""Encryption and signatures of push messages, against the examples of the standards."""

from __future__ import annotations

import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

from games.notifications.push.encryption import (
    LONGEST_TEXT,
    authorization,
    decode,
    encode,
    encrypt,
    new_private_key,
    private_key,
    public_key,
    raw,
)
from tests.fixtures.games import NOW

# RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
    "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard_comes_out() -> None:
    made = encrypt(
        TEXT,
        browser_key=decode(BROWSER),
        secret=decode(SECRET),
        own=private_key(SENDER),
        salt=decode(SALT),
    )
    assert encode(made) == MESSAGE


def test_the_same_text_is_another_message_each_time() -> None:
    made = {encrypt(TEXT, browser_key=decode(BROWSER), secret=decode(SECRET)) for _ in range(5)}
    assert len(made) == 5


def test_the_longest_text_fits_into_one_record_and_a_longer_one_does_not() -> None:
    most = encrypt(b"x" * LONGEST_TEXT, browser_key=decode(BROWSER), secret=decode(SECRET))
    assert len(most) <= 4096
    with pytest.raises(ValueError, match="at most"):
        encrypt(b"x" * (LONGEST_TEXT + 1), browser_key=decode(BROWSER), secret=decode(SECRET))


def test_the_signature_is_for_one_service_and_half_a_day() -> None:
    key = private_key(new_private_key())
    field = authorization(
        "https://push.example.net:8443/send/abc",
        key=key,
        subject="https://trains.example.org",
        now=NOW,
    )
    scheme, _, rest = field.partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(", "))
    head, claims, signature = parts["t"].split(".")
    assert scheme == "vapid"
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(decode(claims)) == {
        "aud": "https://push.example.net:8443",
        "exp": int(NOW.timestamp()) + 12 * 3600,
        "sub": "https://trains.example.org",
    }
    assert parts["k"] == encode(raw(key.public_key()))
    first, second = decode(signature)[:32], decode(signature)[32:]
    der = utils.encode_dss_signature(int.from_bytes(first), int.from_bytes(second))
    public_key(decode(parts["k"])).verify(
        der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256())
    )


@pytest.mark.parametrize("wrong", ["", "AAAA", SECRET, "!" * 87, BROWSER[:-4] + "AAAA"])
def test_what_is_no_key_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        public_key(decode(wrong))


def test_a_new_key_is_another_each_time_and_32_bytes() -> None:
    made = {new_private_key() for _ in range(5)}
    assert len(made) == 5
    assert {len(decode(one)) for one in made} == {32}
