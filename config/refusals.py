"""What a production site must not start with."""

from django.core.exceptions import ImproperlyConfigured

DEFAULT_SECRET_KEY = "a-default-for-local-sites-that-production-refuses"  # noqa: S105
SITE_KINDS = ("local", "production")
SHORTEST_SECRET = 32


def refuse_unsafe_production(*, kind: str, secret_key: str, debug: bool, hosts: list[str]) -> None:
    """Raise ImproperlyConfigured, with one sentence, for an unknown kind of site or an unsafe production site."""
    if kind not in SITE_KINDS:
        raise ImproperlyConfigured(f"SKALD_ENV is {kind!r}; it must be one of: {', '.join(SITE_KINDS)}.")
    if kind != "production":
        return
    if secret_key == DEFAULT_SECRET_KEY or len(secret_key) < SHORTEST_SECRET:
        raise ImproperlyConfigured(
            f"SKALD_ENV=production needs SKALD_SECRET_KEY: a secret of at least {SHORTEST_SECRET} characters."
        )
    if debug:
        raise ImproperlyConfigured("SKALD_ENV=production does not start with SKALD_DEBUG on.")
    if not hosts or any(host.strip() in ("", "*") for host in hosts):
        raise ImproperlyConfigured("SKALD_ENV=production needs SKALD_HOSTS: the site's names, without a bare '*'.")
