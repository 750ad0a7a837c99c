"""Each form of the site: who finds it where, what is filled in, and what was sent before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.browser.site_of_forms import Form
from tests.conftest import PASSWORD
from tests.paths import GOLDEN

WHY: Final = {"reason": "Both players asked for it."}
RECORD: Final = {"record": str(GOLDEN / "japan-2-final-round.jsonl")}
HOOK: Final = {
    "style": "discord",
    "url": "https://discord.com/api/webhooks/1/abcdef",
    "kinds": "turn",
}
DAYS: Final = {"first": "2026-12-20", "last": "2026-12-27"}
HELD: Final = (
    "Alice",
    "/games/{setup}/act/",
    {"text": "keep all", "hold": "1", "decision": "{decision}"},
)
PLANNED: Final = (
    "Alice",
    "/games/{wait}/plan/",
    {"text": "complete my tickets", "do": "give"},
)
SKETCHED: Final = ("Alice", "/games/{turn}/sketches/", {"name": "West"})
WISH: Final = {"board": "", "seats": "3", "pace": "3-days", "rated": "on"}
CHECKED: Final = ("Alice", "/records/check/", RECORD)
SAID: Final = ("Bob", "/games/{turn}/talk/", {"text": "Good luck!"})


def _practice(who: str) -> tuple[str, str, Mapping[str, Any]]:
    return (who, "/learn/lantern-island/begin/", {})


PLAY: Final = {
    "act": Form("Alice", "/games/{turn}/"),
    "seen": Form("Alice", "/games/{turn}/"),
    "talk": Form("Alice", "/games/{turn}/"),
    "note": Form("Alice", "/games/{turn}/", {"text": "Go north."}),
    "remove-message": Form("Bob", "/games/{turn}/", before=(SAID,)),
    "report-message": Form("Alice", "/games/{turn}/talk/1/report/", before=(SAID,)),
    "nudge": Form("Alice", "/games/{wait}/"),
    "plan": Form("Alice", "/games/{wait}/plan/?text=complete+my+tickets"),
    "pause-plan": Form("Alice", "/games/{wait}/", before=(PLANNED,)),
    "pause-all-plans": Form("Alice", "/", before=(PLANNED,)),
    "sketches": Form("Alice", "/games/{turn}/sketches/", {"name": "West"}),
    "mark-sketch": Form("Alice", "/games/{turn}/sketches/1/", before=(SKETCHED,)),
    "rename-sketch": Form(
        "Alice", "/games/{turn}/sketches/1/", {"name": "East"}, before=(SKETCHED,)
    ),
    "delete-sketch": Form("Alice", "/games/{turn}/sketches/1/", before=(SKETCHED,)),
    "withdraw-held": Form("Alice", "/games/{setup}/", before=(HELD,)),
    "come-back": Form("Alice", "/games/{away}/"),
    "propose": Form("Alice", "/games/{turn}/clock/"),
    "vote": Form(
        "Alice",
        "/games/{turn}/clock/",
        before=(("Bob", "/games/{turn}/clock/propose/", {"kind": "pause", "days": "7"}),),
    ),
    "take-seat": Form("Alice", "/games/{open}/seats/0/take/"),
    "play-again": Form("Alice", "/games/{done}/"),
    "begin-branch": Form("Alice", "/games/{done}/replay/"),
    "review": Form("Bob", "/games/{done}/review/"),
    "share-review": Form("Alice", "/games/{done}/review/"),
    "remove-review": Form("Alice", "/games/{done}/review/"),
    "make-animation": Form("Alice", "/games/{done}/share/"),
    "make-secret-link": Form("Alice", "/games/{private}/share/"),
    "revoke-secret-link": Form(
        "Alice", "/games/{private}/share/", before=(("Alice", "/games/{private}/share/link/", {}),)
    ),
    "begin-guided": Form("", "/learn/"),
    "begin-practice": Form("", "/boards/lantern-island/"),
    "play-bots": Form("Alice", "/boards/lantern-island/"),
    "read-lesson": Form("Alice", "@last", before=(_practice("Alice"),)),
    "show-lessons": Form("Alice", "@last", before=(_practice("Alice"),)),
    "end-practice": Form("Alice", "@last", before=(_practice("Alice"),)),
    "practice-again": Form("Bob", "/games/{practised}/"),
    "hint": Form("Alice", "@last", before=(_practice("Alice"),)),
}
LOBBY: Final = {
    "create-game": Form("Alice", "/lobby/new/"),
    "pairing": Form("Alice", "/"),
    "cancel-wish": Form("Alice", "/", before=(("Alice", "/lobby/waiting/", WISH),)),
    "join-game": Form("Charlie", "/games/{table}/join/"),
    "invitation": Form("Charlie", "/join/{key}/"),
    "invitation-to-team": Form("Charlie", "/join/{teams_key}/team/2/"),
    "choose-team": Form("Alice", "/lobby/"),
    "rename-game": Form("Alice", "/lobby/", {"name": "Night train"}),
    "invite-bot": Form("Alice", "/lobby/"),
    "invite-by-email": Form("Alice", "/lobby/", {"address": "y@example.net"}),
    "withdraw-invitation": Form("Alice", "/lobby/"),
    "remove-player": Form("Alice", "/lobby/"),
    "invite-again": Form(
        "Alice", "/lobby/", before=(("Alice", "/games/{table}/remove/", {"seat": "1"}),)
    ),
    "leave-game": Form("Bob", "/lobby/"),
    "cancel-game": Form("Alice", "/lobby/"),
}
CLUB_TABLE: Final = {
    "board": "usa", "seats": "3", "bots": "0", "bot": "planner", "days_per_turn": "3",
    "bank": "none", "auto_vacation_days": "7", "replace_after": "3", "teams": "chance",
    "group": "{group}", "days_for_group": "0",
}  # fmt: skip
PEOPLE: Final = {
    "report-player": Form("Alice", "/people/Bob/report/"),
    "block-player": Form("Alice", "/people/Bob/"),
    "unblock-player": Form("Alice", "/people/Bob/", before=(("Alice", "/people/Bob/block/", {}),)),
    "follow-player": Form("Alice", "/people/Bob/"),
    "unfollow-player": Form(
        "Alice", "/people/Bob/", before=(("Alice", "/people/Bob/follow/", {}),)
    ),
    "favourite-player": Form("Alice", "/people/Bob/"),
    "set-followable": Form("Alice", "/following/people/"),
    "set-statistics-public": Form("Alice", "/people/Alice/statistics/"),
    "groups": Form("Alice", "/groups/", {"name": "Early birds"}),
    "invite-member": Form("Alice", "/groups/{group}/", {"name": "Dana"}),
    "join-group": Form("Charlie", "/groups/"),
    "leave-group": Form("Bob", "/groups/{group}/"),
    "remove-member": Form("Alice", "/groups/{group}/"),
    "make-owner": Form("Alice", "/groups/{group}/"),
    "step-down": Form(
        "Alice", "/groups/{group}/", before=(("Alice", "/groups/{group}/owner/", {"name": "Bob"}),)
    ),
    "invite-to-table": Form(
        "Alice",
        "/groups/{group}/",
        before=(("Alice", "/lobby/new/", CLUB_TABLE),),
    ),
    "change-code": Form("Alice", "/groups/{group}/"),
    "invite-addresses": Form("Alice", "/groups/{group}/", {"addresses": "frank@example.net"}),
    "join-club": Form("Dana", "/groups/join/{club_code}/"),
    "rename-group": Form("Alice", "/groups/{group}/", {"name": "Late birds"}),
    "delete-group": Form("Alice", "/groups/{group}/"),
    "records-of-player": Form("Alice", "/records/player/Alice/"),
    "records-of-season": Form("Alice", "/records/season/night-club/1/"),
    "check-record": Form("", "/records/check/", RECORD),
    "forget-record": Form("Alice", "/records/check/", before=(CHECKED,)),
}
SETTINGS: Final = {
    "preferences": Form("Alice", "/settings/"),
    "notices": Form("Alice", "/settings/notices/"),
    "webhooks": Form("Alice", "/settings/webhook/", HOOK),
    "webhook": Form(
        "Alice", "/settings/webhook/1/", before=(("Alice", "/settings/webhook/", HOOK),)
    ),
    "try-webhook": Form(
        "Alice", "/settings/webhook/1/", before=(("Alice", "/settings/webhook/", HOOK),)
    ),
    "remove-webhook": Form(
        "Alice", "/settings/webhook/1/", before=(("Alice", "/settings/webhook/", HOOK),)
    ),
    "renew-calendar": Form("Alice", "/settings/calendar/"),
    "remove-calendar": Form(
        "Alice", "/settings/calendar/", before=(("Alice", "/settings/calendar/new/", {}),)
    ),
    "new-api-token": Form("Alice", "/settings/tokens/new/", {"name": "Bell", "scopes": "notes"}),
    "remove-api-token": Form(
        "Alice",
        "/settings/tokens/",
        before=(
            (
                "Alice",
                "/settings/tokens/new/",
                {"name": "Bell", "scopes": ["notes"], "days": "30"},
            ),
        ),
    ),
    "bot-account": Form("Robin", "/settings/bot/"),
    "vacation": Form("Alice", "/settings/vacation/", DAYS),
    "change-vacation": Form(
        "Alice", "/settings/vacation/", before=(("Alice", "/settings/vacation/", DAYS),)
    ),
    "sign-out-device": Form("Alice", "/settings/devices/"),
    "sign-out-others": Form("Alice", "/settings/devices/"),
    "switch-app": Form("Alice", "/settings/this-device/"),
    "belongings": Form("Alice", "/settings/"),
    "close-account": Form("Dana", "/settings/close/", {"name": "Dana", "password": PASSWORD}),
    "choose-language": Form("", "/"),
    "choose-theme": Form("", "/"),
}
MAIL: Final = {
    "unsubscribe": Form("", "/unsubscribe/turns/{stop}/"),
    "continue": Form("", "/continue/{link}/{vera}/"),
    "end-game-session": Form("", "/end-session/{session}/"),
    "action-link": Form("", "/do/{button}/"),
    "email-invitation": Form("", "/invited/{invited}/"),
    "appeal": Form("", "/appeal/{appeal}/"),
    "login-link": Form("", "/enter/{enter}/"),
}
OFFICES: Final = {
    "direct-look": Form("Mona", "/direct/{league_game}/"),
    "decide": Form("Erin", "/direct/{league_game}/", WHY),
    "direct-take-back": Form("Erin", "/direct/{league_game}/take-back/?to={turn_seq}", WHY),
    "undo-in-game": Form("Erin", "/direct/{league_game}/", WHY),
    "one-report": Form("Mona", "/moderation/reports/{report}/", WHY),
    "remove-reported": Form(
        "Mona",
        "/moderation/reports/2/",
        WHY,
        before=(SAID, ("Alice", "/games/{turn}/talk/1/report/", {"text": "This is rude."})),
    ),
    "one-appeal": Form(
        "Nora",
        "/moderation/appeals/1/",
        {"granted": "no", **WHY},
        before=(("", "/appeal/{appeal}/", {"text": "It was my cat, not I."}),),
    ),
    "moderate-club": Form("Mona", "/moderation/clubs/{group}/", {**WHY, "name": "Early birds"}),
    "moderate-person": Form("Mona", "/moderation/people/Bob/", WHY),
    "lift-sanction": Form("Mona", "/moderation/people/Charlie/", WHY),
    "extend-season": Form("Erin", "/leagues/night-club/1/extend/?hours=24", WHY),
    "plan-season": Form("Erin", "/leagues/pairs/plan/"),
    "act-in-league": Form("Erin", "/leagues/night-club/direct/", WHY),
    "found-league": Form("Stan", "/leagues/new/", {"name": "Slow Trains"}),
    "join-league": Form("Alice", "/leagues/mail-train/join/{league_link}/"),
    "register": Form("Charlie", "/leagues/night-club/2/"),
    "withdraw": Form("Bob", "/leagues/night-club/2/"),
    "confirm-place": Form("Bob", "/leagues/pairs/1/"),
    "confirm-by-link": Form("", "/confirm/{place_link}/"),
    "stand-by": Form("Fay", "/leagues/night-club/1/"),
    "choose-partner": Form("Bob", "/leagues/pairs/1/", {"partner": "Alice"}),
    "change-plan": Form("Erin", "/leagues/night-club/2/plan/", WHY),
    "run-steps": Form("Erin", "/leagues/night-club/1/direct/"),
    "undo-in-season": Form("Erin", "/leagues/night-club/1/direct/", WHY),
    "confirm-in-game": Form("Erin", "/direct/{league_game}/", WHY),
    "object-in-game": Form("objector", "/games/{league_game}/decisions/"),
    "confirm-in-season": Form("Erin", "/leagues/night-club/1/direct/", WHY),
    "object-in-season": Form("objector", "/leagues/night-club/1/decisions/"),
    "direct-act": Form("Erin", "/leagues/night-club/1/direct/", WHY),
}
NEW: Final = {"email": "z@example.net", "name": "Zoe", "password1": PASSWORD}
ACCOUNTS: Final = {
    "account_login": Form(
        "", "/accounts/login/", {"login": "alice@example.org", "password": PASSWORD}
    ),
    "account_logout": Form("Alice", "/accounts/logout/"),
    "account_signup": Form("", "/accounts/signup/", NEW),
    "account_reauthenticate": Form(
        "Alice", "/accounts/reauthenticate/?next=/", {"password": PASSWORD}
    ),
    "account_email": Form("Alice", "/accounts/email/", {"email": "new@example.net"}),
    "account_change_password": Form(
        "Alice",
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": "another lamp", "password2": "another lamp"},
    ),
    "account_set_password": Form(
        "Sam",
        "/accounts/password/set/",
        {"password1": "another lamp", "password2": "another lamp"},
    ),
    "account_reset_password": Form("", "/accounts/password/reset/", {"email": "x@example.net"}),
    "account_reset_password_from_key": Form(
        "",
        "/accounts/password/reset/key/{reset}/",
        {"password1": "another lamp", "password2": "another lamp"},
    ),
    "account_request_login_code": Form("", "/accounts/login/code/", {"email": "x@example.net"}),
    "account_confirm_login_code": Form("code", "/accounts/login/code/confirm/", {"code": "WRONG1"}),
    "account_confirm_email": Form("", "/accounts/confirm-email/{confirm}/"),
    "mfa_activate_totp": Form("Alice", "/accounts/2fa/totp/activate/", {"code": "123456"}),
    "mfa_deactivate_totp": Form("Totp", "/accounts/2fa/totp/deactivate/"),
    "mfa_generate_recovery_codes": Form("Totp", "/accounts/2fa/recovery-codes/generate/"),
    "mfa_reauthenticate": Form("Totp", "/accounts/2fa/reauthenticate/?next=/", {"code": "123456"}),
    "mfa_edit_webauthn": Form("Totp", "/accounts/2fa/webauthn/keys/{passkey}/edit/"),
    "mfa_remove_webauthn": Form("Totp", "/accounts/2fa/webauthn/keys/{passkey}/remove/"),
}
FORMS: Final = {**PLAY, **LOBBY, **PEOPLE, **SETTINGS, **MAIL, **OFFICES, **ACCOUNTS}
ELSEWHERE: Final = {
    "order": "its form is that of plans, and old pages post to it (test_order_page.py)",
    "cancel-order": "its form is that of plans, and old pages post to it (test_order_page.py)",
    "inbound-mail": "mail services post to it, and no page",
    "inbound-bounces": "mail services post to it, and no page",
    "pulse": "a script posts to it (test_game_page.py)",
    "mailbox-reply": "a page of development sites alone",
    "switch-push": "needs a push service (test_app.py)",
    "try-push": "needs a push service (test_app.py)",
    "mfa_add_webauthn": "needs a passkey (test_passkeys.py)",
    "mfa_login_webauthn": "needs a passkey (test_passkeys.py)",
    "mfa_reauthenticate_webauthn": "needs a passkey (test_passkeys.py)",
    "mfa_authenticate": "needs a passkey (test_passkeys.py)",
}
"""Addresses to which no form is sent here, and why."""
