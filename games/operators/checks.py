"""`manage.py check --deploy`: whether a native engine that was built is also the one that runs."""

from __future__ import annotations

from django.core.checks import CheckMessage, Warning, register

from engine import ENGINE, native


@register(deploy=True)
def check_engine(app_configs: object, **options: object) -> list[CheckMessage]:
    """Warn of compiled modules that are not used, such as those of an earlier version."""
    if not native.is_left_out(ENGINE):
        return []
    return [
        Warning(
            f"There is a native engine, but the engine is {ENGINE}.",
            hint="Build it anew with make engine-native, or delete build/engine-native.",
            id="night_mail.W001",
        )
    ]
