# SPDX-License-Identifier: MIT
"""Watches a process and all its children from outside: which addresses they connect to and which files they write."""

from __future__ import annotations

import os.path
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

CALLS = (
    "connect,sendto,sendmsg,open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,"
    "unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat"
)
_ADDRESS = re.compile(r'sin6?_addr=inet_(?:addr|pton)\((?:AF_INET6, )?&?"([^"]+)"')
_INET6 = re.compile(r'inet_pton\(AF_INET6, "([^"]+)"')
_WRITES = re.compile(r"\b(?:O_WRONLY|O_RDWR|O_CREAT)\b|^\d+ +(?:creat|mkdir|rename|unlink|rmdir|link|symlink)")
_FAILED = re.compile(r"= -1 E\w+")
_PATH = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True, slots=True)
class Trace:
    """What was seen. Addresses of sockets that reach another machine or this one; paths as they were resolved."""

    returncode: int
    addresses: frozenset[str]
    written: frozenset[str]
    output: str


def strace() -> str:
    """Return the tracer. Where there is none, or tracing isn't allowed, the test is skipped."""
    found = shutil.which("strace")
    if found is None or subprocess.run([found, "-f", "true"], capture_output=True, check=False, timeout=30).returncode != 0:
        pytest.skip("nothing can be traced here")
    return found


def traced(argv: Sequence[str], folder: Path, env: Mapping[str, str], limit_s: float = 300.0) -> Trace:
    """Run a program to its end and tell what it and its children did. The log is kept in ``folder``."""
    log = folder / "trace.log"
    command = [strace(), "-f", "-y", "-qq", "-s", "1000", "--seccomp-bpf", "-e", f"trace={CALLS}", "-o", str(log), *argv]
    done = subprocess.run(command, cwd=folder, env=dict(env), capture_output=True, text=True, timeout=limit_s, check=False)
    addresses, written = set(), set()
    with log.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if "AF_INET" in line:
                addresses.update(_ADDRESS.findall(line) + _INET6.findall(line))
            elif _WRITES.search(line) and not _FAILED.search(line):
                written.update(_paths(line))
    return Trace(done.returncode, frozenset(addresses), frozenset(written), done.stdout + done.stderr)


def _paths(line: str) -> list[str]:
    """Return the paths that a call writes, resolved against the folder that it names or works in."""
    found = [os.path.normpath(Path(base or "/") / path) for base, path in _PATH.findall(line)]
    # What a link leads to isn't written.
    return found[-1:] if "link" in line.split("(", 1)[0] and "unlink" not in line else found
