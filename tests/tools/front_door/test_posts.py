"""What is posted to the addresses of services for mail: by whom, and about whom."""

from __future__ import annotations

import json
from collections import Counter
from email import message_from_bytes
from urllib.parse import parse_qs

import pytest
from django.test import Client
from pytest_django import Settings

from games.inbound.models import InboundMail, InboundOutcome
from games.notifications.mail.return_addresses import REPLY_LOCAL_PART
from tools.front_door.clients import FORM, JSON, RAW, Post, post_of
from tools.site.processes import DOMAIN, INBOUND

KINDS = 6
MANY = 120 * KINDS


def knows_the_secret(post: Post) -> bool:
    return INBOUND in post.path


def recipients_of(post: Post) -> list[str]:
    """Every address that a message is for, by its envelope and by its headers."""
    if post.kind == RAW:
        return [message_from_bytes(post.body)["To"]]
    form = parse_qs(post.body.decode())
    return [*form["recipient"], message_from_bytes(form["message"][0].encode())["To"]]


@pytest.mark.parametrize("rest", [0, 1])
def test_half_of_those_of_each_kind_of_network_know_the_secret(rest: int) -> None:
    posts = [post_of(number) for number in range(rest, MANY, 2)]
    assert sum(map(knows_the_secret, posts)) == len(posts) / 2


def test_messages_and_reports_come_in_every_form_that_is_taken() -> None:
    posts = [post_of(number) for number in range(MANY)]
    forms = Counter((post.path.split("/")[2], post.kind) for post in posts if INBOUND in post.path)
    assert forms == dict.fromkeys([("mail", RAW), ("mail", FORM), ("bounces", JSON)], MANY // KINDS)


def test_every_message_has_a_reply_address_of_its_own_that_looks_like_one_of_the_site() -> None:
    posts = [post_of(number) for number in range(MANY) if post_of(number).kind != JSON]
    seen = set()
    for post in posts:
        (address,) = {*recipients_of(post)}
        local, _at, domain = address.partition("@")
        assert domain == DOMAIN
        assert REPLY_LOCAL_PART.fullmatch(local)
        seen.add(address)
    assert len(seen) == len(posts)


def test_the_site_refuses_who_has_no_secret_and_knows_nothing_of_what_the_others_say(
    db: None, settings: Settings, client: Client
) -> None:
    settings.INBOUND_SECRET, settings.MAIL_DOMAIN = INBOUND, DOMAIN
    for number in range(2 * KINDS):
        post = post_of(number)
        answer = client.post(post.path, post.body, content_type=post.kind)
        assert answer.status_code == (200 if knows_the_secret(post) else 404)
        if post.kind == JSON and knows_the_secret(post):
            assert answer.json() == {"taken": 0}
    known = [post for number in range(2 * KINDS) if knows_the_secret(post := post_of(number))]
    lines = InboundMail.objects.filter(outcome=InboundOutcome.UNKNOWN, address=None)
    assert lines.count() == InboundMail.objects.count() == sum(p.kind != JSON for p in known)


def test_a_report_is_one_that_the_site_reads() -> None:
    reports = [post_of(number) for number in range(MANY) if post_of(number).kind == JSON]
    names = {json.loads(post.body)["message_id"] for post in reports}
    assert len(names) == len(reports)
    assert all(json.loads(post.body)["event"] == "failed" for post in reports)
