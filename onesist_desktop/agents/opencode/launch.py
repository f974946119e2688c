# SPDX-License-Identifier: MIT
"""What Opencode is started with: its environment, and a folder that stands in for the person's configuration folder.

The program writes into the folder that it reads its configuration from: it adds a ``$schema`` to the person's file and
installs a package beside it. So it gets a folder of ours: copies of the files that it would rewrite, links to everything else,
and a list of installed packages that leaves it nothing to install.

What we set on top goes by environment. A small plug-in keeps the server's password and our settings out of the commands that a
model runs, and marks these commands with their session, so that a stop finds what they left behind.
"""

from __future__ import annotations

import json
import logging
import shutil
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from onesist_desktop.agents.opencode.denials import denied_by, settings_files
from onesist_desktop.process.environment import ShellEnvironment

log = logging.getLogger(__name__)

SESSION_MARK = "ONESIST_OPENCODE_SESSION"
MCP_PREFIX = "onesist_"
"""Begins the name of each history server. Tools of such a server are hidden from every session but its own."""

_KEPT = ("OPENCODE_CONFIG", "OPENCODE_CONFIG_DIR", "OPENCODE_DISABLE_*", "OPENCODE_MODELS_*")
_SIGNS_IN = (
    "OPENCODE_API_KEY",
    "OPENCODE_AUTH_CONTENT",
    "ANTHROPIC_*",
    "OPENAI_*",
    "OPENROUTER_*",
    "GEMINI_*",
    "GOOGLE_*",
    "GROQ_*",
    "MISTRAL_*",
    "DEEPSEEK_*",
    "XAI_*",
    "AWS_*",
    "AZURE_*",
)
_HIDDEN = ("OPENCODE_SERVER_PASSWORD", "OPENCODE_CONFIG_CONTENT", "OPENCODE_PERMISSION")
_COPIED = ("opencode.json", "opencode.jsonc", "config.json", "config", "package.json", ".gitignore")
_NOT_TAKEN = ("package-lock.json", "bun.lock", "bun.lockb")
_PLUGIN_PACKAGE = "@opencode-ai/plugin"
_ASKED = ("bash", "edit", "external_directory")
_FREE = ("glob", "grep", "list", "lsp", "skill", "task")
# These take no patterns.
_ASKED_PLAIN = ("webfetch", "websearch", "doom_loop")
_FREE_PLAIN = ("todowrite",)
_FOLDER_START = "onesist-opencode-"

_PLUGIN = """\
const hidden = %s
for (const name of hidden) delete process.env[name]
export const OnesistEnvironment = async () => ({
  "shell.env": async (input, output) => {
    for (const name of hidden) output.env[name] = ""
    if (input.sessionID) output.env.%s = input.sessionID
  },
})
"""


@dataclass(frozen=True, slots=True)
class Launch:
    """A way to start the program. ``folder`` is ours and removed when it has ended."""

    environment: dict[str, str]
    folder: Path

    def remove(self) -> None:
        """Remove the folder. What it links to stays. Never raises."""
        shutil.rmtree(self.folder, ignore_errors=True)


async def build_environment(shell: ShellEnvironment, program: str, account: Path | None) -> dict[str, str]:
    """Build the environment that every start of the program has. ``account`` holds another account's data."""
    extra = {"OPENCODE_DISABLE_AUTOUPDATE": "1", "OPENCODE_DISABLE_SHARE": "1", "OPENCODE_DISABLE_PROJECT_CONFIG": "1"}
    if account is not None:
        extra.update(account_variables(account))
    # A sign-in that the environment holds would go before that of the other account.
    keep = _KEPT if account is not None else (*_KEPT, *_SIGNS_IN)
    return await shell.build(keep=keep, extra=extra, program_folder=str(Path(program).parent))


def account_variables(account: Path) -> dict[str, str]:
    """Return what tells the program in which folder another account's data is kept. Its configuration is the usual one."""
    return {"XDG_DATA_HOME": str(account / "data"), "XDG_STATE_HOME": str(account / "state")}


def prepare(environment: Mapping[str, str], password: str, run_folder: Path | None, *, is_server: bool = True) -> Launch:
    """Make the folder and complete the environment. Reads and writes files. Raises OSError.

    Without ``is_server`` permissions are left to the caller, and no plug-in is added: another version may know neither.
    """
    folder = Path(tempfile.mkdtemp(prefix=_FOLDER_START, dir=run_folder))
    try:
        plugin = folder / "onesist-environment.js"
        plugin.write_text(_PLUGIN % (json.dumps(_HIDDEN), SESSION_MARK), encoding="utf-8")
        complete = dict(environment)
        complete["XDG_CONFIG_HOME"] = str(_stand_in(config_home(environment), folder / "config"))
        settings: dict[str, object] = {"autoupdate": False, "share": "disabled"}
        if is_server:
            settings["plugin"] = [plugin.as_uri()]
            complete["OPENCODE_SERVER_PASSWORD"] = password
            files = settings_files(folder / "config" / "opencode", environment.get("OPENCODE_CONFIG"))
            complete["OPENCODE_PERMISSION"] = json.dumps(base_permissions(denied_by(files)))
        complete["OPENCODE_CONFIG_CONTENT"] = json.dumps(settings)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Launch(complete, folder)


def base_permissions(denied: Collection[str] = ()) -> dict[str, object]:
    """Return the permissions that hold for all agents of the program, helpers too: it asks, and we decide by the mode.

    Rules for single commands or files that the person has in their own settings stay in force: both are merged. What they
    deny as a whole (``denied``) would be overruled by ours, so it is denied here too, in every mode.
    """
    rules: dict[str, object] = {"*": "ask"}
    rules.update({name: {"*": "allow"} for name in _FREE})
    rules["read"] = {"*": "allow", "*.env": "ask", "*.env.*": "ask", "*.env.example": "allow"}
    rules.update({name: {"*": "ask"} for name in _ASKED})
    rules.update(dict.fromkeys(_FREE_PLAIN, "allow"))
    rules.update(dict.fromkeys(_ASKED_PLAIN, "ask"))
    rules["question"] = "allow"
    for name in rules if "*" in denied else denied:
        rules[name] = {"*": "deny"} if isinstance(rules.get(name), dict) else "deny"
    rules[f"{MCP_PREFIX}*"] = "deny"
    return rules


def config_home(environment: Mapping[str, str]) -> Path | None:
    """Return the folder of which ``opencode`` is the person's configuration."""
    if given := environment.get("XDG_CONFIG_HOME"):
        return Path(given)
    home = environment.get("HOME") or environment.get("USERPROFILE")
    return Path(home) / ".config" if home else None


def remove_folders(folder: Path) -> None:
    """Remove what sessions left in ``folder`` which nobody lived to end. Never raises."""
    for path in folder.glob(f"{_FOLDER_START}*"):
        shutil.rmtree(path, ignore_errors=True)


def _stand_in(original: Path | None, folder: Path) -> Path:
    own = folder / "opencode"
    own.mkdir(parents=True)
    if original is not None and original.is_dir():
        for entry in original.iterdir():
            # Commands find the settings of other programs (Git's, for example) there.
            if entry.name != "opencode":
                _link(entry, folder / entry.name)
        if (original / "opencode").is_dir():
            for entry in (original / "opencode").iterdir():
                if entry.name in _COPIED and entry.is_file():
                    shutil.copyfile(entry, own / entry.name)
                elif entry.name not in _NOT_TAKEN:
                    _link(entry, own / entry.name)
    (own / "node_modules").mkdir(exist_ok=True)
    if not (own / "package.json").exists():
        (own / "package.json").write_text("{}", encoding="utf-8")
    locked = {"packages": {"": {"dependencies": dict.fromkeys([*_dependencies(own / "package.json"), _PLUGIN_PACKAGE], "*")}}}
    (own / "package-lock.json").write_text(json.dumps(locked), encoding="utf-8")
    return folder


def _link(target: Path, link: Path) -> None:
    try:
        link.symlink_to(target, target_is_directory=target.is_dir())
    except OSError as error:
        # Windows lets not everybody make links. The files that matter most are copies anyway.
        log.info("no link to %s: %s", target.name, error)


def _dependencies(package: Path) -> list[str]:
    try:
        told = json.loads(package.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    kinds = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
    groups = [told.get(kind) for kind in kinds] if isinstance(told, dict) else []
    return [name for group in groups if isinstance(group, dict) for name in group]
