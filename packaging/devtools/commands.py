# SPDX-License-Identifier: MIT
"""The commands of ``packaging/dev.py``."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from devtools import agents, display, environment, system
from devtools.common import BUILD, ROOT, DevError, run, run_quietly, say

TOUR = BUILD / "tour"
COVERAGE = BUILD / "coverage.json"
CORE_TESTS = "tests/unit/core"
CONTRACT_TESTS = "tests/integration/contract"
SCREENSHOTS = "tests/ui/screenshots"
CACHES = (".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".import_linter_cache", "build", "dist", ".coverage")


def main(arguments: list[str]) -> int:
    """Run one command and return the exit code. What follows the command's name is handed on."""
    name, *rest = arguments or ["help"]
    command = COMMANDS.get(name)
    if command is None:
        print(f"usage: dev.py {'|'.join(COMMANDS)}")
        return 0 if name in {"help", "-h", "--help"} else 2
    try:
        return command(rest)
    except DevError as error:
        print(f"Sorry: {error}", file=sys.stderr, flush=True)
        return 1
    except KeyboardInterrupt:
        return 130


def start(arguments: list[str]) -> int:
    """Start the app. Where there is no screen, make the tour of it instead, which leaves screenshots."""
    python = environment.ensure("run")
    system.ensure_qt(python)
    if not display.has_screen():
        say("there is no screen here (neither DISPLAY nor WAYLAND_DISPLAY is set), so the app is shown around on a virtual one")
        return tour(arguments)
    return run([str(python), "-m", "onesist_desktop", *arguments])


def tour(arguments: list[str]) -> int:
    """Drive the real app through a first session on a virtual screen (Linux) and keep the screenshots."""
    python = environment.ensure("run")
    system.ensure_qt(python)
    # By PYTHONPATH: the folder's own name is that of a package which many tools import.
    env = {"PYTHONPATH": str(ROOT / "packaging")}
    argv = [str(python), "-m", "tour", "--out", str(TOUR), *arguments]
    if sys.platform == "linux":
        with display.virtual_screen() as screen:
            code = run(argv, env={**env, **screen})
    else:
        code = run(argv, env=env)
    if code == 0:
        say(f"the screenshots are in {TOUR}")
    return code


def gallery(arguments: list[str]) -> int:
    """Show every control of the kit in its states; with ``--picture FILE``, or where there is no screen, as a picture."""
    python = environment.ensure("run")
    system.ensure_qt(python)
    env = {"PYTHONPATH": str(ROOT / "packaging")}
    if "--picture" not in arguments and not display.has_screen():
        BUILD.mkdir(exist_ok=True)
        arguments = [*arguments, "--picture", str(BUILD / "gallery.png")]
        say("there is no screen here, so the gallery is painted into a file")
    if "--picture" in arguments:
        env["QT_QPA_PLATFORM"] = "offscreen"
    return run([str(python), "-m", "gallery", *arguments], env=env)


def screenshots(arguments: list[str]) -> int:
    """Take the pictures of the window anew, to be looked at and committed; with ``--check`` only compare them."""
    python = setup_for_tests()
    only_checks = "--check" in arguments
    rest = [argument for argument in arguments if argument != "--check"]
    env = {"QT_QPA_PLATFORM": "offscreen", "ONESIST_REQUIRE_SCREENSHOTS": "1"}
    mode = [] if only_checks else ["--renew-screenshots"]
    code = run([str(python), "-m", "pytest", SCREENSHOTS, "-q", *mode, *rest], env=env)
    if code == 0 and not only_checks:
        say(f"the pictures are in {SCREENSHOTS}/baselines: look at each that changed")
    return code


def bench(arguments: list[str]) -> int:
    """Measure, print one table and write ``build/bench.json``."""
    python = environment.ensure("dev")
    system.ensure_qt(python)
    return run([str(python), "-m", "tests.perf", *arguments], env={"QT_QPA_PLATFORM": "offscreen"})


def lint(arguments: list[str]) -> int:
    """Check style, types, layers and house rules. All are run, so that one call shows everything that is wrong, and only that."""
    python = str(environment.ensure("dev"))
    checks: dict[str, list[str]] = {
        "ruff check": [python, "-m", "ruff", "check", "--quiet", "."],
        "ruff format": [python, "-m", "ruff", "format", "--quiet", "--check", "."],
        "mypy": [python, "-m", "mypy", "--no-error-summary"],
        "import contracts": [str(environment.program("lint-imports")), *arguments],
        "house rules": [python, str(ROOT / "packaging" / "checks.py")],
    }
    failed = [name for name, argv in checks.items() if run_quietly(argv) != 0]
    if failed:
        print(f"Failed: {', '.join(failed)}.", file=sys.stderr, flush=True)
    return 1 if failed else 0


def format_code(arguments: list[str]) -> int:
    """Put the code into the house's form."""
    python = str(environment.ensure("dev"))
    fixed = run([python, "-m", "ruff", "check", "--fix", "--quiet", ".", *arguments])
    return run([python, "-m", "ruff", "format", "."]) or fixed


def translations(arguments: list[str]) -> int:
    """Collect the texts of the window, compile what is translated, and list what is not."""
    return run([str(environment.ensure("dev")), str(ROOT / "packaging" / "translate.py"), *arguments])


def test(arguments: list[str]) -> int:
    """Run everything: lint, all tests, coverage of the core. With arguments only pytest is run, and gets them."""
    python = str(setup_for_tests())
    env = test_environment(agents.ensure(), os.environ)
    if arguments:
        return run([python, "-m", "pytest", *arguments], env=env)
    lint_code = lint([])
    BUILD.mkdir(exist_ok=True)
    # Measuring slows every line down, so only the tests that must cover the whole core are measured, and first.
    coverage = ["--cov=onesist_desktop.core", "--cov-branch", f"--cov-report=json:{COVERAGE}", "--cov-report="]
    core_code = run([python, "-m", "pytest", "-q", *coverage, CORE_TESTS], env=env)
    if core_code == 0:
        core_code = run([python, str(ROOT / "packaging" / "checks.py"), "--coverage", str(COVERAGE)])
    # One process a core: most tests wait for something. The tests of a file stay together, as they share what is slow to make.
    workers = ["-n", str(min(os.cpu_count() or 1, 4)), "--dist", "loadfile"]
    code = run([python, "-m", "pytest", f"--ignore={CORE_TESTS}", *workers], env=env)
    if lint_code != 0:
        print("The checks before the tests failed, see above.", file=sys.stderr, flush=True)
    if core_code != 0:
        print("The tests of the core failed or don't cover all of it, see above.", file=sys.stderr, flush=True)
    return code or core_code or lint_code


def agents_newest(arguments: list[str]) -> int:
    """Put the newest versions of the agents through the contract, print the grid, and compare with the pinned ones."""
    python = str(setup_for_tests())
    env = test_environment(agents.ensure_newest(), {})
    newest = agents.versions(agents.NEWEST)
    code = run([python, "-m", "pytest", "-q", CONTRACT_TESTS, *arguments], env=env)
    for name, pinned in agents.pins().items():
        say(f"{name}: pinned {pinned}, newest {newest[name]}")
    return code


def test_environment(found: Mapping[str, str], inherited: Mapping[str, str]) -> dict[str, str]:
    """Return the variables for pytest: a missing agent program is a failure, and one that was given is taken."""
    return {
        "ONESIST_REQUIRE_AGENTS": "1",
        **{name: inherited.get(name) or value for name, value in found.items()},
        "QT_QPA_PLATFORM": "offscreen",
        "COVERAGE_FILE": str(BUILD / ".coverage"),
    }


def setup_for_tests() -> Path:
    """Install the environment and what Qt needs, and return the interpreter."""
    python = environment.ensure("dev")
    system.ensure_qt(python)
    system.ensure_test_fonts()
    system.ensure_tracer()
    return python


def setup(arguments: list[str]) -> int:
    """Install everything that working on the app needs, and start nothing."""
    setup_for_tests()
    agents.ensure()
    say("everything is there")
    return 0


def clean(arguments: list[str]) -> int:
    """Remove what was built and cached. The virtual environment and the agent programs stay."""
    for name in CACHES:
        path = ROOT / name
        if path.is_dir():
            shutil.rmtree(path)
        elif path.exists():
            path.unlink()
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "run": start,
    "test": test,
    "agents-newest": agents_newest,
    "tour": tour,
    "gallery": gallery,
    "screenshots": screenshots,
    "bench": bench,
    "lint": lint,
    "format": format_code,
    "translations": translations,
    "setup": setup,
    "clean": clean,
}
