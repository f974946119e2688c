# SPDX-License-Identifier: MIT
"""House rules that no linter knows: file sizes, banned calls, hosts and home paths, licence lines, coverage of the core."""

from __future__ import annotations

import argparse
import ast
import json
import re
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "onesist_desktop"
MAX_LINES = 600
MEDIAN_LINES = 200
SPDX = "# SPDX-License-Identifier: MIT"

# Written as patterns, so that this file names none of them.
HOSTS = re.compile(
    r"\bpypi\.[a-z]+\b|pythonhosted\.|\bregistry\.(?:[a-z-]+\.)+[a-z]+|\bnpmjs\.|\byarnpkg\.|deb(?:ian)?\.org\b|\bcrates\.io|proxy\.golang"
)
# The names are those of people who exist in examples only.
HOME_PATHS = re.compile(
    r"/(?:home|Users)/(?!(?:person|sari|runner|me|you|user|<)\b)[\w.-]+/|/root/[\w.]|[A-Z]:\\{1,2}Users\\{1,2}(?!(?:person|sari)\b)\w+"
)


def main(arguments: list[str]) -> int:
    """Print what is wrong, one line each, and return 1 if there is anything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--coverage", type=Path, help="only check that this coverage report (JSON) has all of the core")
    options = parser.parse_args(arguments)
    problems = list(core_gaps(json.loads(options.coverage.read_text("utf-8"))) if options.coverage else house_rules(ROOT))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def house_rules(root: Path) -> Iterator[str]:
    """Yield what breaks a rule, as ``path:line: what``."""
    texts = dict(read_texts(root, tracked_files(root)))
    python = {path: text for path, text in texts.items() if path.endswith(".py")}
    yield from size_problems({path: text.count("\n") for path, text in python.items()})
    for path, text in texts.items():
        yield from leaked_places(path, text)
    for path, text in python.items():
        yield from licence_problems(path, text)
        yield from banned_calls(path, text)


def tracked_files(root: Path) -> list[str]:
    """Return all files that are, or would be, committed, as POSIX paths."""
    try:
        result = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, capture_output=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        # Not a checkout, such as an unpacked archive: then what is there counts, without what tools made.
        found = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
        made = {".git", ".venv", ".tools", "build", "dist", "__pycache__"}
        return sorted(path for path in found if not made & set(PurePosixPath(path).parts))
    return sorted(
        {name for name in result.stdout.decode("utf-8", "surrogateescape").split("\0") if name and (root / name).is_file()}
    )


def read_texts(root: Path, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the files that are text."""
    for path in paths:
        try:
            yield path, (root / path).read_text("utf-8")
        except UnicodeDecodeError:
            continue


def size_problems(lines: dict[str, int]) -> Iterator[str]:
    """Yield files that are too long, and the package if its files are long on the whole."""
    for path, count in sorted(lines.items()):
        if count > MAX_LINES:
            yield f"{path}:1: has {count} lines, more than {MAX_LINES}"
    sizes = [count for path, count in lines.items() if path.startswith(f"{PACKAGE}/") and not path.endswith("__init__.py")]
    if sizes and statistics.median(sizes) >= MEDIAN_LINES:
        yield f"{PACKAGE}:1: its files have {statistics.median(sizes):.0f} lines (median), {MEDIAN_LINES} or more"


def leaked_places(path: str, text: str) -> Iterator[str]:
    """Yield hosts of package registries, and paths of somebody's home."""
    for number, line in enumerate(text.splitlines(), start=1):
        for pattern, what in ((HOSTS, "names a package registry's host"), (HOME_PATHS, "names a path of somebody's home")):
            if found := pattern.search(line):
                yield f"{path}:{number}: {what}: {found.group()}"


def licence_problems(path: str, text: str) -> Iterator[str]:
    """Yield files without the licence line at the top."""
    lines = text.splitlines()[:2]
    head = [line for line in lines if not line.startswith("#!")][:1]
    if text.strip() and head != [SPDX]:
        yield f"{path}:1: does not start with {SPDX}"


def banned_calls(path: str, text: str) -> Iterator[str]:
    """Yield calls that block the loop, leave a task without an owner, or write where nobody reads."""
    if not path.startswith(f"{PACKAGE}/"):
        return
    tree = ast.parse(text, path)
    groups = task_groups(tree)
    for node in ast.walk(tree):
        name = called_name(node)
        function = node.func if isinstance(node, ast.Call) else None
        owner = function.value if isinstance(function, ast.Attribute) else None
        if name is None or (isinstance(owner, ast.Name) and owner.id in groups):
            continue
        if reason := ban(path, name, is_method=owner is not None):
            yield f"{path}:{getattr(node, 'lineno', 1)}: {name}: {reason}"


def task_groups(tree: ast.AST) -> set[str]:
    """Return the names of task groups: what they start has an owner."""
    return {
        item.optional_vars.id
        for node in ast.walk(tree)
        if isinstance(node, ast.AsyncWith)
        for item in node.items
        if called_name(item.context_expr) == "TaskGroup" and isinstance(item.optional_vars, ast.Name)
    }


def called_name(node: ast.AST) -> str | None:
    """Return the last name of what is called or decorates something."""
    if isinstance(node, ast.Call):
        return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
    if isinstance(node, ast.ImportFrom) and any(alias.name == "asyncSlot" for alias in node.names):
        return "asyncSlot"
    return None


def ban(path: str, name: str, *, is_method: bool) -> str | None:
    """Say why a call is banned in a file, None if it isn't."""
    if name in {"exec", "exec_"} and is_method:
        return "a nested event loop; use open() or show()"
    if name == "processEvents":
        return "runs events in the middle of something else"
    if name == "asyncSlot":
        return "slots stay synchronous and hand coroutines to a supervisor"
    if name == "print" and not is_method:
        return "nobody reads it; log it or show it"
    if name in {"create_task", "ensure_future"} and not path.startswith(f"{PACKAGE}/runtime/"):
        return "every task has an owner: runtime.supervisor.TaskSupervisor or a TaskGroup"
    return None


def core_gaps(report: dict[str, object]) -> Iterator[str]:
    """Yield files of the core with lines or branches that no test reaches."""
    files = report["files"]
    assert isinstance(files, dict)
    core = {path.replace("\\", "/"): data for path, data in files.items()}
    core = {path: data for path, data in core.items() if f"{PACKAGE}/core/" in path}
    if not core:
        yield "the coverage report holds no file of the core"
    for path, data in sorted(core.items()):
        lines = data.get("missing_lines", [])
        branches = data.get("missing_branches", [])
        if lines or branches:
            yield f"{path}: not covered: lines {lines}, branches {branches}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
