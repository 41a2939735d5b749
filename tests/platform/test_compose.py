"""compose.yaml holds together: what it passes on is what settings read, and its processes share what they must."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "compose.yaml").read_text()
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(TEXT)["services"]
OURS = ("migrate", "web", "worker", "beat")
NOT_FOR_CONTAINERS = {"SKALD_DEBUG", "SKALD_STATIC", "SKALD_PORT"}


def table_of_settings() -> set[str]:
    return set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "README.md").read_text(), re.MULTILINE))


@pytest.mark.parametrize("name", OURS)
def test_every_process_is_told_every_setting_of_the_table(name: str) -> None:
    assert set(SERVICES[name]["environment"]) == table_of_settings() - NOT_FOR_CONTAINERS


def test_without_its_secrets_nothing_starts_and_the_readme_names_them() -> None:
    needed = set(re.findall(r"\$\{([A-Z_]+):\?\}", TEXT))
    assert needed == {"SKALD_SECRET_KEY", "POSTGRES_PASSWORD", "SKALD_HOSTS", "SKALD_URL", "EMAIL_URL"}
    section = (ROOT / "README.md").read_text().split("## A real site")[1]
    assert [name for name in needed if f"`{name}`" not in section] == []
    assert "/.env" in [f"/{line}" for line in (ROOT / ".dockerignore").read_text().split()]


@pytest.mark.parametrize("name", OURS)
def test_pictures_and_archives_are_in_a_folder_that_all_share_and_that_outlives_them(name: str) -> None:
    assert SERVICES[name]["volumes"] == [f"data:{SERVICES[name]['environment']['SKALD_DATA']}"]
    assert "data" in yaml.safe_load(TEXT)["volumes"]


def test_addresses_lead_to_services_and_these_wait_for_the_database() -> None:
    told = SERVICES["web"]["environment"]
    hosts = [re.split("[@/]", told[name])[-2].split(":")[0] for name in ("DATABASE_URL", "REDIS_URL", "CACHE_URL")]
    assert set(hosts) == {"database", "broker", "cache"} <= SERVICES.keys()
    waits = {name: SERVICES[name]["depends_on"]["database"]["condition"] for name in OURS}
    assert set(waits.values()) == {"service_healthy"}
    assert "-h" in SERVICES["database"]["healthcheck"]["test"]
    assert {SERVICES[name]["depends_on"]["migrate"]["condition"] for name in OURS[1:]} == {
        "service_completed_successfully"
    }


def test_several_workers_and_beats_run_and_the_broker_throws_nothing_away() -> None:
    assert SERVICES["worker"]["deploy"]["replicas"] == SERVICES["beat"]["deploy"]["replicas"] == 2
    assert "--maxmemory-policy noeviction" in SERVICES["broker"]["command"]
