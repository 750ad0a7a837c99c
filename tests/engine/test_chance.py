"""Shuffles (P-2): reproducible, uniform, and redone by a second, slower reading of the text."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Chance, commitment_of

SECRET = bytes(range(32))
secrets = st.binary(min_size=32, max_size=32)


def redo(secret: bytes, contributions: list[str], items: list[int], number: int) -> list[int]:
    """Shuffle by the letter of the docstring, with the library's own HMAC."""
    joined = b"".join(
        len(text.encode()).to_bytes(4, "big") + text.encode() for text in contributions
    )
    key = hmac.new(secret, b"night-mail/chance/1" + joined, hashlib.sha256).digest()
    blocks = (
        hmac.new(
            key, b"shuffle" + number.to_bytes(4, "big") + b.to_bytes(4, "big"), "sha256"
        ).digest()
        for b in range(1000)
    )
    words = (int.from_bytes(block[n : n + 4], "big") for block in blocks for n in range(0, 32, 4))
    order = items.copy()
    for i in range(len(order) - 1, 0, -1):
        w = next(words)
        while w >= 2**32 // (i + 1) * (i + 1):
            w = next(words)
        order[i], order[w % (i + 1)] = order[w % (i + 1)], order[i]
    return order


@given(secrets, st.lists(st.text(), max_size=6), st.integers(0, 200), st.integers(0, 2**32 - 1))
def test_a_second_reading_of_the_text_gives_the_same_order(secret, contributions, size, number):
    items = list(range(size))
    expected = redo(secret, contributions, items, number)
    assert Chance(secret, contributions).shuffle(items, number) == expected


def test_vectors_that_never_change():
    """Stored games outlive this code: these three lines may not be edited."""
    chance = Chance(SECRET, ["alice", "", "Zoë"])
    assert "".join(chance.shuffle("abcdefghij", 0)) == "hbfacgjide"
    assert "".join(chance.shuffle("abcdefghij", 2**32 - 1)) == "gbfijedhca"
    assert chance.shuffle(range(110), 5)[:12] == [15, 44, 28, 21, 58, 11, 38, 33, 80, 97, 27, 40]


def test_the_commitment_is_the_hash_of_the_secret():
    chance = Chance(SECRET, ["alice"])
    assert chance.commitment == hashlib.sha256(SECRET).hexdigest() == commitment_of(SECRET)
    assert chance.commitment != Chance(bytes(32), ["alice"]).commitment


def test_contributions_do_not_change_the_commitment():
    assert Chance(SECRET, ["alice"]).commitment == Chance(SECRET, ["bob"]).commitment


def test_numbers_contributions_and_secrets_all_change_the_order():
    items = list(range(110))
    orders = [
        Chance(SECRET).shuffle(items, 0),
        Chance(SECRET).shuffle(items, 1),
        Chance(SECRET, ["alice"]).shuffle(items, 0),
        Chance(SECRET, ["alice", ""]).shuffle(items, 0),
        Chance(SECRET, ["", "alice"]).shuffle(items, 0),
        Chance(SECRET, ["al", "ice"]).shuffle(items, 0),
        Chance(bytes(32)).shuffle(items, 0),
    ]
    assert len({tuple(order) for order in orders}) == len(orders)


def test_a_contribution_cannot_pose_as_two():
    """The length prefix keeps ["a", "b"] and one text that spells their encoding apart."""
    joined = Chance(SECRET, ["a\0\0\0\1b"]).shuffle(range(50), 0)
    assert joined != Chance(SECRET, ["a", "b"]).shuffle(range(50), 0)


def test_the_given_items_stay_as_they_were():
    items = [1, 2, 3, 4, 5]
    Chance(SECRET).shuffle(items, 0)
    assert items == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("items", ["", "a"])
def test_nothing_and_one_thing_have_one_order(items):
    assert Chance(SECRET).shuffle(items, 0) == list(items)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_secret_of_another_length_is_refused(size):
    with pytest.raises(ValueError, match="32 bytes"):
        Chance(bytes(size))


def test_the_repr_keeps_the_secret():
    assert SECRET.hex() not in repr(Chance(SECRET))
    assert str(SECRET) not in repr(Chance(SECRET))


def test_a_seed_gives_the_secret_and_a_contribution_for_each_seat():
    chance = Chance.from_seed(7, seats=3)
    assert chance.secret == Chance.from_seed("7").secret != Chance.from_seed(8).secret
    assert len(set(chance.contributions)) == 3


def chi_square(counts: Counter, cells: int, draws: int) -> float:
    expected = draws / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_all_orders_of_four_are_equally_likely():
    """23 degrees of freedom: 49.7 is exceeded once in a thousand fair sources."""
    chance = Chance.from_seed("uniform")
    orders: dict[tuple[int, ...], int] = {}
    counts = Counter(
        orders.setdefault(tuple(chance.shuffle(range(4), number)), len(orders))
        for number in range(12_000)
    )
    assert len(orders) == 24
    assert chi_square(counts, 24, 12_000) < 49.7


@pytest.mark.parametrize("item", [0, 54, 109])
def test_a_card_is_as_likely_in_every_place_of_the_deck(item):
    """109 degrees of freedom: 160 is exceeded once in a thousand fair sources."""
    chance = Chance.from_seed(f"places {item}")
    counts = Counter(chance.shuffle(range(110), number).index(item) for number in range(2_200))
    assert chi_square(counts, 110, 2_200) < 160


def test_a_word_that_would_favour_some_items_is_refused(monkeypatch):
    """With six items only words below 4,294,967,292 count: the four above it are thrown away."""
    import engine.chance

    class Scripted:
        @staticmethod
        def unpack(_digest: bytes) -> tuple[int, ...]:
            return (2**32 - 1, 2**32 - 4, 2**32 - 5, 0, 0, 0, 0, 0)

    monkeypatch.setattr(engine.chance, "_WORDS", Scripted)
    # 2**32 - 5 mod 6 is 5: the last item stays, then the zeros bring the first to the end.
    assert Chance(SECRET).shuffle("abcdef", 0) == list("bcdeaf")
