"""Settings, all read from the environment; docs/operations.md lists the variables.

Without any variable this is a development site on SQLite in which everything runs in one process.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import re
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import rest_framework
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured

from ttr_site.env import (
    LOG_FORMS,
    SHARED_CACHE,
    Env,
    database,
    pool_sizes,
    time_zone,
    transport_options,
    web_workers,
)
from ttr_site.limit_settings import rate_limits
from ttr_site.log_config import log_config, log_uncaught, say_what_is_wrong
from ttr_site.mail import check_sender, mail_settings, sender_of_invitations

# From here on, a variable that is wrong is a sentence and no traceback.
say_what_is_wrong()

BASE_DIR = Path(__file__).resolve().parent.parent
env = Env()

# Mode -------------------------------------------------------------------------------------------

MODE = env.choice("NIGHT_MAIL_MODE", ("development", "production"), "development")
PRODUCTION = MODE == "production"

DEVELOPMENT_SECRET = "development-only-never-in-production"  # noqa: S105
SECRET_KEY = env.text("NIGHT_MAIL_SECRET_KEY", DEVELOPMENT_SECRET)
SECRET_KEY_FALLBACKS = env.words("NIGHT_MAIL_OLD_SECRET_KEYS")
DEBUG = env.boolean("NIGHT_MAIL_DEBUG", default=False)
ALLOWED_HOSTS = env.words("NIGHT_MAIL_HOSTS", "" if PRODUCTION else "localhost,127.0.0.1,[::1]")

# Absolute address of the site: links in mails begin with it.
_example = "https://night-mail.example"
SITE_URL = env.url(
    "NIGHT_MAIL_URL",
    f"https://{ALLOWED_HOSTS[0]}" if PRODUCTION and ALLOWED_HOSTS else "http://127.0.0.1:8000",
    schemes=("http", "https"),
    example=_example,
).rstrip("/")
SITE_NAME = "Night Mail"

if not urlsplit(SITE_URL).hostname:
    raise ImproperlyConfigured(f"NIGHT_MAIL_URL names no host: write {_example}.")
if _wrong := [host for host in ALLOWED_HOSTS if "/" in host]:
    raise ImproperlyConfigured(
        f"NIGHT_MAIL_HOSTS has {_wrong[0]!r}: write names of hosts alone, such as"
        " night-mail.example."
    )

HTTPS = SITE_URL.startswith("https://")

if PRODUCTION:
    if SECRET_KEY == DEVELOPMENT_SECRET or len(SECRET_KEY) < 40:
        raise ImproperlyConfigured(
            "NIGHT_MAIL_SECRET_KEY is missing or short: write at least 40 random characters, for"
            " instance from: python -c 'import secrets; print(secrets.token_urlsafe(50))'"
        )
    if DEBUG:
        raise ImproperlyConfigured(
            "NIGHT_MAIL_DEBUG shows secrets to everybody: leave it out in production."
        )
    if not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS:
        raise ImproperlyConfigured(
            "NIGHT_MAIL_HOSTS is missing: write the host names of the site, separated by commas."
        )
    if not HTTPS and urlsplit(SITE_URL).hostname not in {"localhost", "127.0.0.1"}:
        raise ImproperlyConfigured(
            "NIGHT_MAIL_URL does not begin with https://: passwords would travel in the open."
        )

# Parts ------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "games",
    "games.apps.AdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
]

MIDDLEWARE = [
    "ttr_site.observing.ObservingMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "ttr_site.security.ContentSecurityPolicyMiddleware",
    "ttr_site.security.CompressionMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ttr_site.security.NoNulMiddleware",
    "games.accounts.rate_limits.RateLimitMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.accounts.middleware.AppMiddleware",
    "games.accounts.middleware.PersonalMiddleware",
    "games.accounts.middleware.TracingMiddleware",
    "games.accounts.middleware.AccountTransactionMiddleware",
    "games.accounts.game_session_guard.GameSessionMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.accounts.middleware.BotAccountMiddleware",
]

ROOT_URLCONF = "ttr_site.urls"
WSGI_APPLICATION = "ttr_site.wsgi.application"
FILE_UPLOAD_HANDLERS = ["ttr_site.uploads.SmallFiles"]
# Texts of templates are our own kind of those of Django (decision 182): two libraries, one name.
SILENCED_SYSTEM_CHECKS = ["templates.W003"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {
                "i18n": "games.web.templatetags.texts",
                "examples": "games.web.templatetags.examples",
                "moments": "games.web.templatetags.moments",
                "parts": "games.web.templatetags.parts",
                "rows": "games.web.templatetags.rows",
                "static": "games.web.templatetags.addresses",
            },
            "builtins": ["games.web.templatetags.addresses"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.accounts.appearance.appearance",
                "games.web.parts.waiting_games.waiting_count",
                "games.web.parts.refusals.kept_fields",
                "games.web.site.operator_pages.operators",
            ],
        },
    },
]

# Forms are drawn by templates/django/forms/.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# Data -------------------------------------------------------------------------------------------

if PRODUCTION and not env.text("DATABASE_URL"):
    raise ImproperlyConfigured(
        "DATABASE_URL is missing: games would lie in a file beside the program, where the next"
        " installation loses them. Write postgres://user:password@host/name, or"
        " sqlite:////path/night-mail.sqlite3 for a club on one machine."
    )
DATABASES: dict[str, dict[str, Any]] = {
    "default": database(
        env.text("DATABASE_URL", f"sqlite:///{BASE_DIR / 'var' / 'night-mail.sqlite3'}")
    )
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file of its own for every run of the tests: in memory, threads would share one connection
    # and no race could be seen.
    DATABASES["default"]["TEST"] = {
        "NAME": Path(tempfile.gettempdir()) / f"night-mail-test-{os.getpid()}.sqlite3"
    }
    Path(DATABASES["default"]["NAME"]).parent.mkdir(parents=True, exist_ok=True)

# Web processes and that of the streams share connections to PostgreSQL (ttr_site/pooling.py).
POOL_SIZES = pool_sizes(env)

# Rate limits count in the cache: with more than one web process they need a shared one. While it
# is away, everything goes on without it.
CACHE_URL = env.url(
    "NIGHT_MAIL_CACHE_URL", schemes=("redis", "rediss", "unix"), example="redis://host:6379/1"
)
CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {"BACKEND": "ttr_site.cache.OptionalRedisCache", "LOCATION": CACHE_URL}
        if CACHE_URL
        else {
            "BACKEND": "ttr_site.cache.JsonLocMemCache",
            # Counts of many networks must not push each other out.
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    )
}
# Values of version 1 are pickled: they are not read, and expire by themselves.
CACHES["default"]["VERSION"] = 2

if PRODUCTION and web_workers(env) > 1 and not CACHE_URL:
    raise ImproperlyConfigured(SHARED_CACHE)

# Read by engine/native.py too, which needs no settings.
ENGINE = env.choice("NIGHT_MAIL_ENGINE", ("auto", "native", "plain"), "auto")

# Work in the background -------------------------------------------------------------------------

CELERY_BROKER_URL = env.url(
    "NIGHT_MAIL_BROKER_URL",
    "memory://localhost",
    schemes=("memory", "redis", "rediss", "amqp", "amqps"),
    example="redis://host:6379/0 or amqp://user:password@host",
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 5
CELERY_BROKER_TRANSPORT_OPTIONS = transport_options(CELERY_BROKER_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_DEFAULT_QUEUE = env.text("NIGHT_MAIL_QUEUE", "night-mail")
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(BASE_DIR / "var" / "celerybeat-schedule")

if PRODUCTION and CELERY_BROKER_URL.startswith("memory:"):
    raise ImproperlyConfigured(
        "NIGHT_MAIL_BROKER_URL is missing: between processes memory:// delivers nothing. Write"
        " redis://host:6379/0 or amqp://user:password@host."
    )

# The interval at which beat looks for turns that have run out; other work goes by it.
SWEEP_SECONDS = env.integer("NIGHT_MAIL_SWEEP_SECONDS", 60, least=1)
# How far workers stand back behind pages. Below 0 requires rights that no site has; above 19 the
# system silently uses 19.
WORKER_NICE = env.integer("NIGHT_MAIL_WORKER_NICE", 10, least=0, most=19)

# After so long without a sweep, deadlines are pushed out before any of them is enforced.
OUTAGE_MINUTES = env.integer("NIGHT_MAIL_OUTAGE_MINUTES", 15)
# The folder with privacy.md, terms.md and notice.md, which the operators write.
PAGES = env.path("NIGHT_MAIL_PAGES")
BOT_ACCOUNT_GAMES = env.integer("NIGHT_MAIL_BOT_ACCOUNT_GAMES", 20)
# Who may found a league: "staff", "anyone", or people with this number of finished rated games.
LEAGUE_FOUNDERS = env.text("NIGHT_MAIL_LEAGUE_FOUNDERS", "staff")
if LEAGUE_FOUNDERS not in ("staff", "anyone") and not LEAGUE_FOUNDERS.isdecimal():
    raise ImproperlyConfigured(
        f"NIGHT_MAIL_LEAGUE_FOUNDERS is {LEAGUE_FOUNDERS!r}: write staff, anyone or a number of"
        " games."
    )
SIGN_UP_OPEN = env.boolean("NIGHT_MAIL_SIGN_UP", default=True)
# Days of vacation that everybody has in a year.
VACATION_DAYS = env.integer("NIGHT_MAIL_VACATION_DAYS", 30)
# Bots that search: how many decide at a time, and the bounds of a decision.
BOT_WORKERS = env.integer("NIGHT_MAIL_BOT_WORKERS", 2)
BOT_SECONDS = env.integer("NIGHT_MAIL_BOT_SECONDS", 60)
BOT_MEGABYTES = env.integer("NIGHT_MAIL_BOT_MEGABYTES", 600)
# Guests whose games are kept at any time; with 0 nobody plays without an account.
MAX_GUESTS = env.integer("NIGHT_MAIL_MAX_GUESTS", 2000)

# Days that rows are kept of what is done with: mails, notices, answers to moves. A request may come
# again, and a mail be answered, long after; less than this is too short for that.
KEEP_DAYS = env.integer("NIGHT_MAIL_KEEP_DAYS", 365, least=90)
# Days that the text and pictures of a mail are kept that is sent or given up: most of a database.
KEEP_TEXT_DAYS = env.integer("NIGHT_MAIL_KEEP_TEXT_DAYS", 30, least=1)

# Hours after which a backup is missed; 0 where another program than `manage.py backup` makes them.
BACKUP_HOURS = env.integer("NIGHT_MAIL_BACKUP_HOURS", 36 if PRODUCTION else 0, least=0)
# Days that backups of the timer are kept; 0 keeps all.
KEEP_BACKUP_DAYS = env.integer("NIGHT_MAIL_KEEP_BACKUP_DAYS", 0, least=0)

# Mail -------------------------------------------------------------------------------------------

globals().update(mail_settings(env.text("NIGHT_MAIL_SMTP_URL"), production=PRODUCTION))
DEFAULT_FROM_EMAIL = env.text("NIGHT_MAIL_FROM", "Night Mail <post@localhost>")
if PRODUCTION:
    check_sender(DEFAULT_FROM_EMAIL)
# Complaints about invitations are counted for their sender, and not for that of the turns.
INVITATIONS_FROM = env.text(
    "NIGHT_MAIL_INVITATIONS_FROM", sender_of_invitations(DEFAULT_FROM_EMAIL)
)
if PRODUCTION:
    check_sender(INVITATIONS_FROM, "NIGHT_MAIL_INVITATIONS_FROM")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# The people who get a mail when something is overdue.
ADMINS = [("", address) for address in env.words("NIGHT_MAIL_OPERATORS")]
if _wrong := [address for _name, address in ADMINS if "@" not in address]:
    raise ImproperlyConfigured(
        f"NIGHT_MAIL_OPERATORS has {_wrong[0]!r}: write mail addresses, separated by commas."
    )
EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
# Host part of Message-IDs, List-Ids and reply addresses.
MAIL_DOMAIN = env.text(
    "NIGHT_MAIL_MAIL_DOMAIN", ALLOWED_HOSTS[0] if PRODUCTION else "localhost.localdomain"
)
for name, value in (("NIGHT_MAIL_URL", SITE_URL), ("NIGHT_MAIL_MAIL_DOMAIN", MAIL_DOMAIN)):
    if not value.isascii():
        raise ImproperlyConfigured(
            f"{name} is {value!r}: write the host as mail and links carry it, in ASCII (xn--…)."
        )
# Minutes that news wait for people who have chosen nothing: a move made by then needs no mail.
MAIL_DELAY = env.integer("NIGHT_MAIL_MAIL_DELAY", default=5 if PRODUCTION else 0)
# Hosted mail services post what arrives to /inbound/mail/SECRET/; without a secret nobody can.
INBOUND_SECRET = env.secret("NIGHT_MAIL_INBOUND_SECRET")
# Turn mails can be answered where something takes the answers: the mailbox of a development site,
# the webhook, or `manage.py mailgate`.
REPLY_BY_MAIL = env.boolean(
    "NIGHT_MAIL_REPLY_BY_MAIL", default=not PRODUCTION or bool(INBOUND_SECRET)
)

# Webhooks may not lead into the site's own network, except to these hosts with their ports.
WEBHOOK_HOSTS = env.words("NIGHT_MAIL_WEBHOOK_HOSTS")

# How notices reach people: games/notifications/channels.py says what such a class has.
NOTIFICATION_CHANNELS = [
    "games.notifications.mail.channel.MailChannel",
    "games.notifications.push.channel.PushChannel",
    "games.notifications.webhooks.channel.WebhookChannel",
]
# The private key with which push messages to browsers are signed (RFC 8292); without one there are
# none. `manage.py vapid_key` prints a new one.
VAPID_KEY = env.text("NIGHT_MAIL_VAPID_KEY")
if VAPID_KEY and not re.fullmatch(r"[A-Za-z0-9_-]{43}=?", VAPID_KEY):
    raise ImproperlyConfigured(
        "NIGHT_MAIL_VAPID_KEY is no key: write what `manage.py vapid_key` prints."
    )

# People -----------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.Person"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["games.accounts.hashing.BoundedHasher"]
# Passwords that each process hashes at a time: of its four threads one waits, one serves pages.
PASSWORD_HASHES = env.integer("NIGHT_MAIL_PASSWORD_HASHES", 1, least=1, most=3)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTH_PASSWORD_VALIDATORS[0]["OPTIONS"] = {"min_length": 10}  # type: ignore[assignment]

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "games.accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "games.people.forms.SignupForm"
ACCOUNT_FORMS = {
    "signup": "games.accounts.forms.SignupForm",
    "request_login_code": "games.accounts.forms.RequestCodeForm",
    "reset_password": "games.accounts.forms.ResetPasswordForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# Anybody can have these mails written to any address. No limit of anonymous users lasts a day, or
# they could lock out the owner of an address for a day. games/accounts/rate_limits.py counts the
# last three.
# DOOR_LIMITS count networks before that, without the locks that allauth takes.
ACCOUNT_RATE_LIMITS = {
    "login": "",
    "signup": "",
    "request_login_code": "",
    "reset_password": "",
    # Wrong passwords: from one address, for one account from one network or known device; and for
    # one account from all devices that are not known there.
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_elsewhere": "100/h/key",
    "confirm_email": "1/3m/key,5/6h/key",
    "mail_from_device": "3/m/key,12/d/key",
    "mail_from_network": "2/m/key,3/6h/key",
    "mail_to_address": "5/6h/key",
    # Presses that give a worker seconds to do.
    "animation": "20/d/user",
    "records": "20/d/user",
    "check_record": "30/h/ip",
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_ADAPTER = "games.accounts.passkeys.MFAAdapter"
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "games.accounts.passkeys.AddPasskeyForm",
    "edit_webauthn": "games.accounts.passkeys.RenamePasskeyForm",
    "login_webauthn": "games.accounts.passkeys.LoginPasskeyForm",
    "authenticate_webauthn": "games.accounts.passkeys.AuthenticatePasskeyForm",
    "reauthenticate_webauthn": "games.accounts.passkeys.ReauthenticatePasskeyForm",
}
MFA_TOTP_ISSUER = SITE_NAME

# Rate limits --------------------------------------------------------------------------------------

# Requests of one network to each endpoint, counted in the cache; games/accounts/rate_limits.py.
DOOR_LIMITS = rate_limits(env)
# Connections that one network may have open at a mail gate.
SMTP_CONNECTIONS = env.integer("NIGHT_MAIL_SMTP_CONNECTIONS", 50, least=1)

# Security ---------------------------------------------------------------------------------------

SESSION_ENGINE = "games.accounts.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = False
CSRF_TRUSTED_ORIGINS = [SITE_URL]
if env.boolean("NIGHT_MAIL_BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1

# Language and time ------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
# A language is a folder in locale/ (docs/languages.md). English comes first: texts are in it.
LANGUAGES = [
    (code, LANG_INFO[code]["name_local"])
    for code in (
        "en",
        *sorted(path.parent.name for path in BASE_DIR.glob("locale/*/commands.toml")),
    )
]
LOCALE_PATHS = [
    BASE_DIR / "locale",
    BASE_DIR / "locale" / "accounts",
    # What is wrong with a field, in the words of Django REST framework.
    Path(rest_framework.__file__).parent / "locale",
]
FORMAT_MODULE_PATH = ["ttr_site.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = time_zone(env, "NIGHT_MAIL_TIME_ZONE", "Europe/Amsterdam")

# Files ------------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Outside production whitenoise reads static/ itself, and nothing needs to be collected.
STATIC_ROOT = (
    Path(env.text("NIGHT_MAIL_STATIC_ROOT", str(BASE_DIR / "staticfiles"))) if PRODUCTION else None
)
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if PRODUCTION
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}

# API --------------------------------------------------------------------------------------------

# Streams of events that are open at any time, in the process that serves them.
MAX_STREAMS = env.integer("NIGHT_MAIL_MAX_STREAMS", 1000)
# Where a program finds that process, if not at the address of the site: `manage.py serve` sets it.
STREAM_URL = env.url("NIGHT_MAIL_STREAM_URL", schemes=("http", "https"), example=_example).rstrip(
    "/"
)

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "games.api.schema.ApiSchema",
    # Times stay UTC, whatever zone is active.
    "DATETIME_FORMAT": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": f"{SITE_NAME} API",
    "DESCRIPTION": "Railway games by correspondence, for programs. docs/api.md is the way in.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT"},
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [],
}

# Metrics ----------------------------------------------------------------------------------------

# Only requests with this secret get /metrics; without one there is no such page.
METRICS_SECRET = env.secret("NIGHT_MAIL_METRICS_SECRET")
# The folder in which the processes of this machine count together.
METRICS_DIR = env.path("NIGHT_MAIL_METRICS_DIR")

# Log --------------------------------------------------------------------------------------------

# Warnings of libraries, and errors that nothing catches, which would go past the log.
logging.captureWarnings(PRODUCTION)
if PRODUCTION:
    log_uncaught()
# A handler that fails would print the record as it was, tokens and all.
logging.raiseExceptions = not PRODUCTION
LOG_LEVEL = env.choice(
    "NIGHT_MAIL_LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"), "INFO"
)
LOG_FORM = env.choice("NIGHT_MAIL_LOG_FORM", LOG_FORMS, "text")
SENTRY_DSN = env.url(
    "NIGHT_MAIL_SENTRY_DSN",
    schemes=("http", "https"),
    example="the address that Sentry shows, https://key@host/number",
)
if SENTRY_DSN and importlib.util.find_spec("sentry_sdk") is None:
    raise ImproperlyConfigured(
        "NIGHT_MAIL_SENTRY_DSN is set, but sentry-sdk is not installed: install what"
        " requirements/production.txt names."
    )
# Errors go to the operators as well, where there are any.
LOGGING: dict[str, Any] = log_config(
    form=LOG_FORM,
    level=LOG_LEVEL,
    faults=bool(ADMINS),
    sentry_dsn=SENTRY_DSN,
    environment=MODE,
)
