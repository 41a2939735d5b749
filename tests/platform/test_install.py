"""The installer says in one sentence what is in its way."""

import errno
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

PATH = Path(__file__).resolve().parents[2] / "scripts" / "install.py"


@pytest.fixture
def install() -> ModuleType:
    spec = importlib.util.spec_from_file_location("install", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def sentence(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run something that must stop with exit code 2; returns the one sentence it says."""

    def run(refusing: Callable[..., None], *arguments: object) -> str:
        with pytest.raises(SystemExit) as end:
            refusing(*arguments)
        assert end.value.code == 2
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1
        return lines[0]

    return run


def test_an_old_python_is_refused(
    install: ModuleType, sentence: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install.sys, "version_info", (3, 10, 2))
    monkeypatch.setattr(install.sys, "version", "3.10.2 (main)")
    assert "Python 3.11 or newer is needed, but python3 is 3.10.2" in sentence(install.refuse_unfit_python)


def test_a_python_without_venv_is_refused_with_the_package_to_install(
    install: ModuleType, sentence: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    assert "apt-get install python3-venv" in sentence(install.refuse_unfit_python)


def test_a_folder_without_the_right_to_write_is_refused(
    install: ModuleType, sentence: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install.os, "access", lambda path, mode: False)
    assert "cannot be written" in sentence(install.refuse_unfit_folder, "run")


def test_a_full_disk_is_refused_before_anything_is_begun(
    install: ModuleType, sentence: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "installed", lambda kind: False)
    monkeypatch.setattr(install.shutil, "disk_usage", lambda path: SimpleNamespace(free=7 * 2**20))
    assert "the disk is full: 7 MB are free" in sentence(install.refuse_unfit_folder, "run")


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("ERROR: Could not install: [Errno 28] No space left on device", "the disk is full"),
        ("ERROR: [Errno 13] Permission denied: '/x'", "no permission to write"),
        ("NewConnectionError: Failed to establish a new connection", "cannot be reached"),
        ("error: command 'gcc' failed\nERROR: Failed building wheel for psutil\n", "no ready-made psutil"),
        ("ERROR: Failed building wheel for psutil\nERROR: No space left on device", "the disk is full"),
        ("first\nERROR: No matching distribution found", "ERROR: No matching distribution found"),
        ("", "no reason given"),
    ],
)
def test_a_failed_step_is_explained_in_one_sentence(
    install: ModuleType, sentence: Callable[..., str], output: str, said: str
) -> None:
    answer = sentence(install.explain, output, "installing packages")
    assert answer.startswith("Skald: installing packages failed")
    assert said in answer


@pytest.mark.parametrize(
    ("interruption", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EACCES, "Permission denied"), "no permission to write"),
        (KeyboardInterrupt(), "stopped; the same command goes on from here"),
    ],
)
def test_what_ends_an_installation_in_the_middle_is_one_sentence(
    install: ModuleType,
    sentence: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    interruption: BaseException,
    said: str,
) -> None:
    def fall(kind: str) -> None:
        raise interruption

    monkeypatch.setattr(install, "installed", lambda kind: False)
    monkeypatch.setattr(install, "refuse_unfit_folder", lambda kind: None)
    monkeypatch.setattr(install, "ROOT", str(tmp_path))
    monkeypatch.setattr(install, "install", fall)
    assert said in sentence(install.main, "run")


def test_a_changed_lock_file_is_installed_anew(
    install: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        (tmp_path / name).write_text("django==5.2.19")
    monkeypatch.setattr(install, "ROOT", str(tmp_path))
    monkeypatch.setattr(install, "VENV", str(tmp_path))
    monkeypatch.setattr(install, "runs", lambda: True)
    monkeypatch.setattr(install, "run", lambda command, doing: None)
    assert not install.installed("run")
    install.install("dev")
    assert install.installed("run")
    assert install.installed("dev")
    (tmp_path / "requirements-dev.lock").write_text("django==5.2.20")
    assert install.installed("run")
    assert not install.installed("dev")
