# SPDX-License-Identifier: MIT
"""Scripted programs: each is a real Python process."""

from __future__ import annotations

import sys
import uuid
from pathlib import Path

from onesist_desktop.process.child import ChildProcess

ECHO = """
import sys
for line in sys.stdin.buffer:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
"""

LONG_LINE = """
import sys
sys.stdout.buffer.write(b"a" * int(sys.argv[1]) + b"\\nafter\\n")
sys.stdout.buffer.flush()
sys.stdin.read()
"""

ENDLESS_LINE = """
import sys
while True:
    sys.stdout.buffer.write(b"a" * 65536)
"""

EVERY_BYTE = """
import sys
for byte in "h\\u00e9 \\u6f22\\u5b57 \\U0001f642\\n".encode():
    sys.stdout.buffer.write(bytes([byte]))
    sys.stdout.buffer.flush()
"""

NOISY = """
import sys
for number in range(5 * 1024):
    sys.stderr.write("n" * 1023 + "\\n")
sys.stderr.write("the last word")
sys.stderr.flush()
print("done", flush=True)
sys.stdin.read()
"""

STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
print("ready", flush=True)
while True:
    time.sleep(60)
"""

POLITE = """
import signal, sys
def end(number, frame):
    sys.exit(7)
signal.signal(signal.SIGTERM, end)
print("ready", flush=True)
while True:
    signal.pause()
"""

# Starts a process in the way that its first argument says, and tells that process's pid.
PARENT = """
import os, subprocess, sys
kind = sys.argv[1]
sleep = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(600)"
sleeper = [sys.executable, "-c", sleep]
extra = {"start_new_session": kind != "plain"}
if kind == "cleared":
    extra["env"] = {}
child = subprocess.Popen(sleeper, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **extra)
child.stdout.readline()
print(child.pid, flush=True)
if kind == "orphan":
    os._exit(0)
sys.stdin.read()
"""

# Its child keeps our pipes open after it has ended.
PIPE_HOLDER = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
print("bye", flush=True)
"""

TELL_ENVIRONMENT = """
import json, os
print(json.dumps(dict(os.environ)), flush=True)
"""


async def start(
    script: str, *arguments: str, cwd: Path, env: dict[str, str] | None = None, mark: str = "", limit: int = 2**24
) -> ChildProcess:
    """Start a script on this Python."""
    return await ChildProcess.start(
        [sys.executable, "-c", script, *arguments],
        cwd=str(cwd),
        env=env or {},
        mark=mark or uuid.uuid4().hex,
        max_frame_bytes=limit,
    )
