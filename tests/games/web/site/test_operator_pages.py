"""What operators write and switch without a line of code: pages, a notice, sign-up."""

from __future__ import annotations

import os

import pytest
from django.test import Client


@pytest.fixture
def folder(tmp_path, settings):
    settings.PAGES = tmp_path
    return tmp_path


def test_without_a_folder_there_is_no_page_and_no_link(db):
    assert Client().get("/about/privacy/").status_code == 404
    assert "/about/" not in Client().get("/").content.decode()


def test_a_text_has_a_page_and_a_link_on_every_page(db, folder):
    (folder / "privacy.md").write_text("# What we keep\n\nYour *address* & name. <script>", "utf-8")
    page = Client().get("/about/privacy/").content.decode()
    assert "<h1>What we keep</h1>" in page
    assert "<em>address</em> &amp; name. &lt;script&gt;" in page
    landing = Client().get("/").content.decode()
    assert '<a href="/about/privacy/">Privacy</a>' in landing
    assert "/about/terms/" not in landing


def test_the_dutch_text_is_for_those_who_read_dutch(db, folder):
    (folder / "terms.md").write_text("Be kind.", "utf-8")
    (folder / "terms.nl.md").write_text("Wees aardig.", "utf-8")
    client = Client(headers={"accept-language": "nl"})
    assert "Wees aardig." in client.get("/about/terms/").content.decode()
    assert "Be kind." in Client().get("/about/terms/").content.decode()


def test_a_notice_stands_on_every_page_until_the_file_is_gone(folder, browse, alice):
    notice = folder / "notice.md"
    notice.write_text("Back at **nine**.", "utf-8")
    assert "Back at <strong>nine</strong>." in browse(alice).get("/lobby/").content.decode()
    notice.write_text("Back at ten.", "utf-8")
    os.utime(notice, (1, 1))
    assert "Back at ten." in Client().get("/accounts/login/").content.decode()
    notice.unlink()
    assert "operator-notice" not in browse(alice).get("/lobby/").content.decode()


@pytest.mark.parametrize("name", ["notice", "../privacy", "passwd", "privacy.md", ".", "PRIVACY"])
def test_no_other_file_has_a_page(db, folder, name):
    (folder / "notice.md").write_text("Back at nine.", "utf-8")
    (folder / "passwd.md").write_text("root", "utf-8")
    assert Client().get(f"/about/{name}/").status_code == 404


def test_closed_sign_up_takes_nobody_and_says_so(db, settings):
    settings.SIGN_UP_OPEN = False
    form = {"name": "Zoe", "email": "zoe@example.org", "password1": "rails in the rain"}
    for answer in (
        Client().get("/accounts/signup/"),
        Client().post("/accounts/signup/", form),
    ):
        assert "Sign-up is closed" in answer.content.decode()
    assert "/accounts/signup/" not in Client().get("/").content.decode()
    assert "/accounts/signup/" not in Client().get("/lobby/").content.decode()
