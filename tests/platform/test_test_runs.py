"""`make test` stops with the command to run where it cannot provide what the tests need; it skips nothing."""

import importlib.util
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

PATH = Path(__file__).resolve().parents[2] / "scripts" / "test.py"


@pytest.fixture
def runs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("test_runs", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_without_a_browser_and_without_root_the_command_to_run_is_named(
    runs: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runs.chromium, "find", lambda: None)
    monkeypatch.setattr(runs.os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit) as end:
        runs.provide_browser()
    assert end.value.code == 2
    assert "sudo apt-get install -y --no-install-recommends chromium fonts-dejavu-core" in capsys.readouterr().out


def test_root_gets_the_browser_and_a_font_installed(runs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def note(command: list[str], **options: object) -> SimpleNamespace:
        commands.append(command)
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(runs.chromium, "find", lambda: None)
    monkeypatch.setattr(runs.os, "geteuid", lambda: 0)
    monkeypatch.setattr(runs.shutil, "which", lambda name: "/usr/bin/apt-get")
    monkeypatch.setattr(runs.subprocess, "run", note)
    runs.provide_browser()
    assert [command[-1] for command in commands] == ["update", "fonts-dejavu-core"]
    assert "chromium" in commands[1]


def test_a_failed_installation_is_said_and_ends_the_run(
    runs: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runs.chromium, "find", lambda: None)
    monkeypatch.setattr(runs.os, "geteuid", lambda: 0)
    monkeypatch.setattr(runs.shutil, "which", lambda name: "/usr/bin/apt-get")
    failed = SimpleNamespace(returncode=100, stderr="E: some lines\nE: Unable to locate package chromium\n")
    monkeypatch.setattr(runs.subprocess, "run", lambda command, **options: failed)
    with pytest.raises(SystemExit) as end:
        runs.provide_browser()
    assert end.value.code == 2
    assert "Unable to locate package chromium" in capsys.readouterr().out


def test_every_folder_of_tests_that_needs_a_database_server_runs_on_both(runs: ModuleType) -> None:
    folders = runs.folders(runs.ON_POSTGRES)
    assert {"tests/services", "tests/api"} <= set(folders)
