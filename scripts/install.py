"""Make .venv and fill it from a lock file, telling each step; standard library only.

usage: python3 scripts/install.py run|dev

Every failure ends with one sentence and exit code 2. Old interpreters must be able to read this file, so that they
are refused with a sentence instead of a syntax error: no annotations, no f-strings.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
LOCKS = {"run": ["requirements.lock"], "dev": ["requirements.lock", "requirements-dev.lock"]}
MEGABYTES_NEEDED = {"run": 400, "dev": 1200}
OLDEST = (3, 11)
UNBUILT = re.compile(r"Failed building wheel for ([\w.-]+)")


def say(sentence):
    sys.stdout.write("Skald: %s\n" % sentence)
    sys.stdout.flush()


def stop(sentence):
    sys.stderr.write("Skald: %s\n" % sentence)
    sys.exit(2)


def refuse_unfit_python():
    if sys.version_info < OLDEST:
        stop("Python 3.11 or newer is needed, but python3 is %s; install a newer python3." % sys.version.split()[0])
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        stop("python3 has no venv module; install it first (on Debian and Ubuntu: apt-get install python3-venv).")


def refuse_unfit_folder(kind):
    if not os.access(ROOT, os.W_OK):
        stop("the folder %s cannot be written; run as its owner or clone into a folder of your own." % ROOT)
    free = shutil.disk_usage(ROOT).free // 2**20
    if not installed("run") and free < MEGABYTES_NEEDED[kind]:
        stop("the disk is full: %d MB are free in %s and %d MB are needed." % (free, ROOT, MEGABYTES_NEEDED[kind]))


def fingerprint(name):
    with open(os.path.join(ROOT, name), "rb") as lock:
        return hashlib.sha256(lock.read()).hexdigest()


def stamp(name):
    return os.path.join(VENV, "installed-" + name)


def installed(kind):
    """Does the environment run, and was it filled from the lock files as they are now?"""
    for name in LOCKS[kind]:
        try:
            with open(stamp(name)) as mark:
                if mark.read() != fingerprint(name):
                    return False
        except OSError:
            return False
    return runs()


def runs():
    try:
        return subprocess.call([PYTHON, "-c", "import pip"], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def run(command, doing):
    try:
        process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT)
    except OSError as error:
        stop("%s failed: %s." % (doing, error))
    if process.returncode:
        explain(process.stdout.decode("utf-8", "replace"), doing)


def explain(output, doing):
    """One sentence for what people really meet: a full disk, no right to write, no network, no compiler."""
    lines = [line.strip() for line in output.splitlines() if line.strip()] or ["no reason given"]
    if "No space left on device" in output:
        stop("%s failed: the disk is full." % doing)
    if "Permission denied" in output:
        stop("%s failed: no permission to write in %s." % (doing, VENV))
    if "Temporary failure in name resolution" in output or "NewConnectionError" in output:
        stop("%s failed: the package registry cannot be reached; check the network and try again." % doing)
    unbuilt = UNBUILT.search(output)
    if unbuilt:
        stop(
            "%s failed: there is no ready-made %s for this Python and machine, and building it needs a compiler "
            "(on Debian and Ubuntu: apt-get install build-essential python3-dev)." % (doing, unbuilt.group(1))
        )
    stop("%s failed: %s" % (doing, lines[-1]))


def install(kind):
    if not runs():
        say("step 1 of 2: making the environment .venv")
        run([sys.executable, "-m", "venv", "--clear", VENV], "making .venv")
    lock = LOCKS[kind][-1]
    say("step 2 of 2: installing the packages of %s (once; about half a minute)" % lock)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    run(pip + ["--require-hashes", "-r", lock], "installing packages")
    for name in LOCKS[kind]:
        with open(stamp(name), "w") as mark:
            mark.write(fingerprint(name))


def main(kind):
    refuse_unfit_python()
    refuse_unfit_folder(kind)
    # One installer at a time: the folder itself is the lock, so no lock file is left behind.
    folder = os.open(ROOT, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        if not installed(kind):
            install(kind)
            say("the environment is ready")
    except OSError as error:
        explain(str(error), "making .venv")
    except KeyboardInterrupt:
        stop("stopped; the same command goes on from here.")


if __name__ == "__main__":
    main(sys.argv[1])
