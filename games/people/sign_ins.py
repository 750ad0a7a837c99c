"""SignIn: the browsers in which a person is signed in, each as long as its session lasts.

Decision 135 says why.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar, Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models, transaction

from games.people.models import Person
from games.people.traces import public_network

KEPT_FOR: Final = timedelta(seconds=settings.SESSION_COOKIE_AGE + 30 * 24 * 3600)
LONGEST_WORD: Final = 30


class SignIn(models.Model):
    """A person is signed in in one browser since ``began_at``, and last sent a form at ``seen_at``.

    ``digest`` is :attr:`Person.sign_in_digest` at that time: a new password ends it. ``browser``
    and ``system`` are names or "", ``network`` is a part of the internet such as "93.184.216.0/24"
    or "". What belongs to the browser alone, such as its push subscription, is deleted with the
    row.
    """

    person = models.ForeignKey("games.Person", on_delete=models.CASCADE, related_name="sign_ins")
    session_key = models.CharField(max_length=40, unique=True)
    digest = models.CharField(max_length=64)
    browser = models.CharField(max_length=LONGEST_WORD, blank=True)
    system = models.CharField(max_length=LONGEST_WORD, blank=True)
    network = models.CharField(max_length=43, blank=True)
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering: ClassVar = ["-seen_at", "-pk"]

    def __str__(self) -> str:
        return f"sign-in of {self.person_id}"


def note_sign_in(
    *,
    person: Person,
    session_key: str,
    before: str = "",
    browser: str,
    system: str,
    address: str,
    now: datetime,
) -> SignIn:
    """Record that a person is signed in in this session, and was seen; return the row.

    ``before`` is the former key of the session, if it has changed: a sign-in of this person
    continues under the new key.
    """
    with transaction.atomic():
        if before and before != session_key:
            same = SignIn.objects.filter(person=person, session_key=before)
            same.update(session_key=session_key)
        # When somebody else signs in in a browser, its row is reset for that person.
        SignIn.objects.filter(session_key=session_key).exclude(person=person).delete()
        seen = {
            "digest": person.sign_in_digest,
            "browser": browser[:LONGEST_WORD],
            "system": system[:LONGEST_WORD],
            "network": public_network(address),
            "seen_at": now,
        }
        row, _created = SignIn.objects.update_or_create(
            session_key=session_key,
            defaults=seen,
            create_defaults={**seen, "person": person, "began_at": now},
        )
    return row


def sign_ins_of(person: Person, now: datetime) -> list[SignIn]:
    """The browsers in which a person is signed in, latest first: two queries."""
    rows = list(SignIn.objects.filter(person=person, digest=person.sign_in_digest))
    keys = [row.session_key for row in rows]
    living = set(
        Session.objects.filter(session_key__in=keys, expire_date__gt=now).values_list(
            "session_key", flat=True
        )
    )
    return [row for row in rows if row.session_key in living]


def is_signed_in(sign_in: SignIn, now: datetime) -> bool:
    """Whether the session of a sign-in lasts; ``sign_in`` comes with its person."""
    person = sign_in.person
    return (
        person.is_active
        and sign_in.digest == person.sign_in_digest
        and Session.objects.filter(session_key=sign_in.session_key, expire_date__gt=now).exists()
    )


@transaction.atomic
def end_sign_in(*, person: Person, sign_in: int) -> bool:
    """Sign a person out in the browser of this sign-in; return whether there was one."""
    row = SignIn.objects.filter(person=person, pk=sign_in).first()
    if row is None:
        return False
    Session.objects.filter(session_key=row.session_key).delete()
    row.delete()
    return True


@transaction.atomic
def end_other_sign_ins(*, person: Person, session_key: str) -> None:
    """Sign a person out everywhere but in the session of this key.

    Sessions without a row end, too. Afterwards this session needs the new hash
    (``django.contrib.auth.update_session_auth_hash``).
    """
    person.sign_outs = models.F("sign_outs") + 1
    person.save(update_fields=["sign_outs"])
    person.refresh_from_db(fields=["sign_outs"])
    others = SignIn.objects.filter(person=person).exclude(session_key=session_key)
    Session.objects.filter(session_key__in=others.values("session_key")).delete()
    others.delete()
    SignIn.objects.filter(session_key=session_key).update(digest=person.sign_in_digest)


def forget_session(*, session_key: str | None) -> None:
    """Delete the sign-in of a session that ends."""
    SignIn.objects.filter(session_key=session_key or "").delete()


def end_all_sign_ins(*, person: Person) -> None:
    """Sign a person out in all browsers with a row, and delete what belongs to each browser."""
    rows = SignIn.objects.filter(person=person)
    Session.objects.filter(session_key__in=rows.values("session_key")).delete()
    rows.delete()
