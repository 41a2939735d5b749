"""From the addresses in the environment to what Django, kombu and the cache each want to be told."""

from typing import Any
from urllib.parse import urlsplit

POSTGRES_LIMITS = "-c idle_in_transaction_session_timeout=30s -c lock_timeout=5s -c statement_timeout=20s"


def has_safe_wal(version: tuple[int, int, int]) -> bool:
    """Does this SQLite have the fix of the WAL-reset race (3.51.3, and 3.50.7 and 3.44.6 in their lines)?"""
    if version >= (3, 51, 3):
        return True
    fixed_in_line = {(3, 50): 7, (3, 44): 6}
    return version[2] >= fixed_in_line.get(version[:2], 10**6)


def sqlite_options(version: tuple[int, int, int]) -> dict[str, Any]:
    """Writers queue instead of failing, and what was acknowledged survives a power cut."""
    journal = "WAL" if has_safe_wal(version) else "TRUNCATE"
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA journal_mode={journal}; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }


def database(config: dict[str, Any], sqlite_version: tuple[int, int, int]) -> dict[str, Any]:
    """Complete a parsed DATABASE_URL with the options that this site relies on."""
    options = dict(config.get("OPTIONS") or {})
    if config["ENGINE"].endswith("sqlite3"):
        options = sqlite_options(sqlite_version) | options
    elif config["ENGINE"].endswith("postgresql"):
        options = {"options": POSTGRES_LIMITS} | options
    return config | {"OPTIONS": options, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}


def broker_url(redis_url: str) -> str:
    """The broker as kombu writes it: a unix socket is `redis+socket://PATH?virtual_host=N` there.

    `redis_url`: redis://HOST:PORT/N, rediss://… or unix://PATH?db=N.
    """
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    number = dict(pair.split("=", 1) for pair in parts.query.split("&") if "=" in pair).get("db", "0")
    return f"redis+socket://{parts.path}?virtual_host={number}"


def cache(cache_url: str) -> dict[str, Any]:
    """The cache (login limits live there): Redis or Valkey when an address is given, else this process's memory."""
    if not cache_url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": cache_url,
        "KEY_PREFIX": "skald",
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
    }
