"""Records that authenticate a sender: MX, SPF (RFC 7208), DKIM (6376), DMARC (7489), PTR."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from typing import Final

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

from games.operators.doctor.findings import Finding, fault, note, warning, well
from games.operators.doctor.records import Dns

MOST_LOOKUPS: Final = 10
"""Queries that a server makes for one SPF record before it fails (RFC 7208, 4.6.4)."""
ASKING: Final = ("include", "a", "mx", "ptr", "exists", "redirect")
PAGE: Final = "docs/operations.md, Mail, has an example."


def mail_exchangers(dns: Dns, domain: str) -> Iterator[Finding]:
    """Whether answers and bounces find a server."""
    found = dns.exchangers(domain)
    if any(not host for _preference, host in found):
        yield fault(
            f"{domain} says that it takes no mail (a null MX).",
            "Name the server that takes answers in its MX record.",
        )
        return
    if not found:
        if dns.addresses(domain):
            yield warning(
                f"{domain} has no MX record, and mail for it goes to its address.",
                f"Add one: {domain}. MX 10 HOST. {PAGE}",
            )
        else:
            yield fault(
                f"Mail for {domain} finds no server: answers and bounces are lost.",
                f"Add a record: {domain}. MX 10 HOST. {PAGE}",
            )
        return
    for _preference, host in found:
        if alias := dns.alias(host):
            yield fault(
                f"The MX {host} of {domain} is an alias (of {alias}), which servers refuse.",
                "Let the MX name a host with addresses of its own (RFC 5321, 5.1).",
            )
        elif not dns.addresses(host):
            yield fault(f"The MX {host} of {domain} has no address.", "Give it an A record.")
        else:
            yield well(f"Mail for {domain} goes to {host}.")


def spf(dns: Dns, domain: str) -> Iterator[Finding]:
    """Whether one record says who sends for a domain, and what about all others."""
    records = _spf_records(dns, domain)
    if not records:
        yield fault(
            f"{domain} has no SPF record.",
            f'Add one: {domain}. TXT "v=spf1 a mx include:PROVIDER -all". {PAGE}',
        )
        return
    if len(records) > 1:
        yield fault(
            f"{domain} has {len(records)} SPF records, and then none counts.",
            "Join them into one record (RFC 7208, 3.2).",
        )
        return
    terms = records[0].lower().split()[1:]
    ending = next((term for term in terms if term.lstrip("+-~?") == "all"), "")
    if ending in ("all", "+all"):
        yield fault(
            f"The SPF record of {domain} lets everybody send for it.", "End it with -all or ~all."
        )
    elif ending == "?all" or (not ending and not any(t.startswith("redirect=") for t in terms)):
        yield warning(
            f"The SPF record of {domain} says nothing of other senders.",
            "End it with -all or ~all.",
        )
    lookups = _lookups(dns, terms, MOST_LOOKUPS + 1)
    if lookups > MOST_LOOKUPS:
        yield fault(
            f"The SPF record of {domain} takes more than {MOST_LOOKUPS} questions to the DNS, and"
            " then it counts as broken.",
            "Take out what does not send for you, or write addresses (ip4:…) in place of names.",
        )
    else:
        yield well(f"SPF of {domain}: {records[0][:150]}")


def dkim(dns: Dns, domain: str, selector: str) -> Iterator[Finding]:
    """Whether there is a key to check signatures with."""
    if not selector:
        yield note(
            f"The DKIM key of {domain} was not looked at.",
            "Name the selector that your mail server signs with: --dkim SELECTOR.",
        )
        return
    name = f"{selector}._domainkey.{domain}"
    found = dns.texts(name)
    if not found:
        yield fault(
            f"There is no DKIM key at {name}.",
            f'Add the record that your mail server printed: {name}. TXT "v=DKIM1; …". {PAGE}',
        )
        return
    tags = _tags(found[0])
    if not tags.get("p"):
        yield fault(f"The DKIM key at {name} is withdrawn.", "Publish the key that signs now.")
        return
    bits = _bits(tags)
    if bits is None:
        yield fault(
            f"The DKIM key at {name} cannot be read.",
            "Copy the record again; p= is one text of Base64, also where it is cut in pieces.",
        )
    elif 0 < bits < 2048:
        make = fault if bits < 1024 else warning
        yield make(f"The DKIM key at {name} has {bits} bits.", "Make one of 2048 bits.")
    else:
        yield well(f"There is a DKIM key at {name}.")
    if "y" in tags.get("t", "").split(":"):
        yield warning(f"The DKIM key at {name} is marked as a test.", "Take t=y out.")


def dmarc(dns: Dns, sender: str, envelope: str) -> Iterator[Finding]:
    """Whether there is a policy for the sender's domain or one above it, and SPF counts for it."""
    at, record = _dmarc_record(dns, sender)
    if not record:
        yield fault(
            f"{sender} has no DMARC policy, which large providers ask for.",
            f'Add a record: _dmarc.{sender}. TXT "v=DMARC1; p=quarantine; rua=mailto:YOU". {PAGE}',
        )
        return
    tags = _tags(record)
    policy = tags.get("p", "").lower()
    if policy not in ("none", "quarantine", "reject"):
        yield fault(
            f"The DMARC policy of {at} is {policy!r}.", "Write p=none, quarantine or reject."
        )
    elif policy == "none":
        yield note(
            f"DMARC of {at} only watches (p=none).", "Write p=quarantine once the reports are well."
        )
    else:
        yield well(f"DMARC of {at}: p={policy}.")
    if "rua" not in tags:
        yield note(f"Nobody gets the DMARC reports of {at}.", "Add rua=mailto:YOU.")
    if not _is_aligned(sender, envelope, strict=tags.get("aspf", "r").lower() == "s"):
        yield note(
            f"Bounces go to {envelope}, so SPF does not speak for {sender}.",
            f"DKIM has to sign as {sender}; or choose a NIGHT_MAIL_FROM below the mail domain.",
        )


def pointers(dns: Dns, addresses: list[str], host: str) -> Iterator[Finding]:
    """Whether the addresses of outgoing mail resolve to names that resolve back."""
    if not addresses:
        yield note(
            f"Mail leaves by {host or 'another server'}, whose PTR record is its own business.",
            "Where this machine sends by itself, name its address: --address ADDRESS.",
        )
    for address in addresses:
        names = dns.names(address)
        if not names:
            yield fault(
                f"{address} has no PTR record: many servers take no mail from there.",
                "The provider of the address sets it, to the name with which your server greets.",
            )
        elif not any(address in dns.addresses(name) for name in names):
            yield fault(
                f"The PTR of {address} is {names[0]}, which does not lead back to it.",
                f"Give {names[0]} this address, or let the PTR name the server.",
            )
        else:
            yield well(f"{address} is {names[0]}, and back.")


def _spf_records(dns: Dns, domain: str) -> list[str]:
    found = dns.texts(domain)
    return [
        text for text in found if text.lower() == "v=spf1" or text.lower().startswith("v=spf1 ")
    ]


def _lookups(dns: Dns, terms: list[str], left: int) -> int:
    """The number of queries for these terms, with those of their includes; stops at ``left``."""
    count = 0
    for term in terms:
        name = term.lstrip("+-~?")
        for end in ":=/":
            name = name.partition(end)[0]
        if name not in ASKING:
            continue
        count += 1
        if count >= left:
            return count
        target = term.partition("=" if name == "redirect" else ":")[2]
        if name in ("include", "redirect") and target and "%" not in target:
            for record in _spf_records(dns, target)[:1]:
                count += _lookups(dns, record.lower().split()[1:], left - count)
    return count


def _tags(record: str) -> dict[str, str]:
    """The tags of a DKIM or DMARC record.

    >>> _tags("v=DMARC1; p=none")["p"]
    'none'
    """
    pairs = (part.partition("=") for part in record.split(";"))
    return {name.strip().lower(): value.strip() for name, _is, value in pairs if name.strip()}


def _bits(tags: dict[str, str]) -> int | None:
    """The bits of an RSA key, 0 for one of another kind, None for one that cannot be read."""
    try:
        raw = base64.b64decode("".join(tags["p"].split()), validate=True)
        if tags.get("k", "rsa").lower() == "ed25519":
            return 0 if len(raw) == 32 else None
        key = load_der_public_key(raw)
    except (binascii.Error, ValueError):
        return None
    return key.key_size if isinstance(key, RSAPublicKey) else None


def _dmarc_record(dns: Dns, domain: str) -> tuple[str, str]:
    """The policy of a domain or of the nearest one above it, and whose it is."""
    labels = domain.split(".")
    for start in range(len(labels) - 1):
        at = ".".join(labels[start:])
        for text in dns.texts(f"_dmarc.{at}"):
            if text.lower().replace(" ", "").startswith("v=dmarc1"):
                return at, text
    return domain, ""


def _is_aligned(sender: str, envelope: str, *, strict: bool) -> bool:
    """Whether SPF of the envelope is aligned with the sender.

    Relaxed alignment requires one organisation, which needs a list of all suffixes; here one name
    must be a subdomain of the other.
    """
    if sender == envelope or strict:
        return sender == envelope
    return sender.endswith(f".{envelope}") or envelope.endswith(f".{sender}")
