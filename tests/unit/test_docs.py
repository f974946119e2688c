# SPDX-License-Identifier: MIT
"""The pages: every link leads somewhere, every page can be found, and tables that repeat the code agree with it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import checks
import pytest

from onesist_desktop.agents.acp.known import KNOWN_AGENTS, UNKNOWN
from onesist_desktop.agents.claude_code import answerer as claude_code
from onesist_desktop.agents.codex import answerer as codex
from onesist_desktop.agents.opencode import answerer as opencode
from onesist_desktop.agents.practice.provider import practice_agent
from onesist_desktop.core.abilities import FALLBACKS, STATELESS_FALLBACKS, Ability, support_of
from onesist_desktop.core.answerer import Capabilities, PermissionMode
from onesist_desktop.core.ids import ProviderId
from onesist_desktop.process.environment import ShellEnvironment
from onesist_desktop.providers.model_provider import ModelProviderAnswerer
from onesist_desktop.providers.practice_model import PracticeModel
from onesist_desktop.runtime.supervisor import TaskSupervisor
from onesist_desktop.settings.schema import ModelProviderConfig, ModelProviderKind
from onesist_desktop.ui.command_table import command_table

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HOME = re.compile(r"(?:/home|/Users|/root|[A-Z]:\\Users)[/\\]\w")
PAGES = sorted(ROOT / name for name in checks.tracked_files(ROOT) if name.endswith(".md"))


def prose(page: Path) -> str:
    """A page without its code, in which brackets mean something else."""
    return CODE.sub("", page.read_text("utf-8"))


def links(page: Path) -> list[str]:
    return [target for target in LINK.findall(prose(page)) if not re.match(r"[a-z]+:", target)]


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as they stand in links."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def table(page: str, first_cell: str) -> list[list[str]]:
    """The rows below the header that begins with this cell."""
    lines = (ROOT / page).read_text("utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first_cell} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.is_relative_to(ROOT), link
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_is_found_from_the_readme_or_the_index() -> None:
    starts = [ROOT / "README.md", ROOT / "docs" / "README.md"]
    found = {*starts, *((page.parent / link.partition("#")[0]).resolve() for page in starts for link in links(page))}
    assert [page.relative_to(ROOT).as_posix() for page in PAGES if page not in found] == []


def test_no_page_names_a_folder_of_somebodys_machine() -> None:
    found = [(page.name, match.group()) for page in PAGES for match in HOME.finditer(page.read_text("utf-8"))]
    assert found == []


def test_pages_and_sections_that_the_code_names_are_there() -> None:
    sections = set(re.findall(r"^## (\d+)\.", (ROOT / "docs/design.md").read_text("utf-8"), re.MULTILINE))
    for file in (ROOT / "onesist_desktop").rglob("*.py"):
        text, name = file.read_text("utf-8"), file.relative_to(ROOT)
        for page in re.findall(r"\bdocs/[\w/.-]+\.md\b", text):
            assert (ROOT / page).is_file(), f"{name} names {page}"
        for cited in re.findall(r"docs/design\.md sections? ([\d, and]+)", text):
            assert set(re.findall(r"\d+", cited)) <= sections, f"{name} names section {cited}"


def test_files_that_the_pages_name_are_there() -> None:
    for page in PAGES:
        for name in re.findall(r"`((?:tests|packaging|constraints|docs)/[\w/.-]+\.\w+)`", page.read_text("utf-8")):
            assert (ROOT / name).is_file(), f"{page.name} names {name}"


def test_the_keyboard_table_is_that_of_the_window() -> None:
    commands = [[command.text, command.shortcut] for command in command_table()]
    assert table("docs/accessibility.md", "Command") == commands


MODE_NAMES = {
    PermissionMode.ASK: "Ask",
    PermissionMode.ACCEPT_EDITS: "Accept edits",
    PermissionMode.PLAN: "Plan only",
    PermissionMode.FULL_ACCESS: "Full access",
}


def header(page: str, first_cell: str) -> list[str]:
    """The cells of a table's header after the first one."""
    lines = (ROOT / page).read_text("utf-8").splitlines()
    line = next(line for line in lines if line.startswith(f"| {first_cell} |"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


def answerers() -> dict[str, list[Capabilities]]:
    """Everybody who can answer by the columns of the page, some of which stand for several. The order is the page's."""

    class NoKeys:
        async def get(self, provider_id: ProviderId) -> str | None:
            return None

    def by_key(*kinds: ModelProviderKind) -> list[Capabilities]:
        configs = [ModelProviderConfig("m", kind, "M", "http://127.0.0.1:9") for kind in kinds]
        return [ModelProviderAnswerer(config, NoKeys()).capabilities for config in configs]

    def known(*keys: str) -> list[Capabilities]:
        return [KNOWN_AGENTS[key].capabilities for key in keys]

    practice = practice_agent(("practice",), ROOT, ShellEnvironment({}), TaskSupervisor("docs", lambda error, name: None))
    several = ("goose", "qwen", "copilot")
    # Whoever is new in the registry has to be given a column.
    own_columns = {"gemini", "claude-agent-acp", "codex-acp", "opencode"}
    assert set(KNOWN_AGENTS) == {*several, *own_columns}
    return {
        "Claude Code": [claude_code.CAPABILITIES],
        "Codex": [codex.CAPABILITIES],
        "Opencode": [opencode.CAPABILITIES],
        "Gemini CLI": known("gemini"),
        "Goose, Qwen Code, Copilot CLI": known(*several),
        "Claude by ACP": known("claude-agent-acp"),
        "Codex by ACP": known("codex-acp"),
        "Opencode by ACP": known("opencode"),
        "Any other command": [UNKNOWN],
        "Practice agent": [practice.capabilities],
        "Models by key": by_key(*(kind for kind in ModelProviderKind if kind is not ModelProviderKind.OPENAI)),
        "OpenAI by key": by_key(ModelProviderKind.OPENAI),
        "Practice model": [PracticeModel().capabilities],
    }


def as_table(rows: list[list[str]]) -> str:
    """Rows as they should stand in the page, for whoever has to bring it up to date."""
    return "the page should have:\n" + "\n".join(f"| {' | '.join(row)} |" for row in rows)


def same(values: list[str]) -> str:
    """The one value of a column that stands for several answerers."""
    assert len(set(values)) == 1, values
    return values[0]


def test_the_abilities_are_those_of_the_code() -> None:
    columns = answerers()
    assert header("docs/agents.md", "Ability") == list(columns)
    wanted = [
        [str(ability), *(same([str(support_of(one)[ability]) for one in several]) for several in columns.values())]
        for ability in Ability
    ]
    assert table("docs/agents.md", "Ability") == wanted, as_table(wanted)


def test_the_fallbacks_are_those_of_the_code() -> None:
    for first_cell, fallbacks in (("Missing", FALLBACKS), ("Missing without sessions", STATELESS_FALLBACKS)):
        wanted = [[str(ability), words] for ability, words in fallbacks.items()]
        assert table("docs/agents.md", first_cell) == wanted, as_table(wanted)


def test_proofs_and_modes_are_those_of_the_code() -> None:
    def modes_of(capabilities: Capabilities) -> str:
        told = [name for mode, name in MODE_NAMES.items() if mode in capabilities.modes]
        return "all four" if len(told) == len(MODE_NAMES) else ", ".join(told)

    wanted = [
        [name, same([one.acceptance_proof or "–" for one in several]), same([modes_of(one) for one in several])]
        for name, several in answerers().items()
    ]
    assert table("docs/agents.md", "Answerer") == wanted, as_table(wanted)


def test_known_agents_and_their_modes_are_those_of_the_code() -> None:
    def ids(names: tuple[str, ...]) -> str:
        return ", ".join(f"`{name}`" for name in names) or "–"

    assert header("docs/agents/acp.md", "Agent")[1:] == list(MODE_NAMES.values())
    wanted = [
        [agent.title, f"`{' '.join(agent.program.argv)}`", *(ids(agent.profile.mode_ids[mode]) for mode in MODE_NAMES)]
        for agent in KNOWN_AGENTS.values()
    ]
    assert table("docs/agents/acp.md", "Agent") == wanted, as_table(wanted)


def test_each_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [re.split(r"[\[<>=]", line)[0] for line in project["dependencies"]]
    told = [re.split(r"[ ,]", row[0])[0] for row in table("docs/decisions/0001-dependencies.md", "Package")]
    assert told == wanted
