# SPDX-License-Identifier: MIT
"""The pages: every link leads somewhere, every page can be found, and tables that repeat the code agree with it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import checks
import pytest

from onesist_desktop.agents.claude_code.answerer import CAPABILITIES
from onesist_desktop.agents.practice.provider import practice_agent
from onesist_desktop.core.answerer import Capabilities
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


def capabilities() -> list[Capabilities]:
    """Those of the columns, in their order."""

    class NoKeys:
        async def get(self, provider_id: ProviderId) -> str | None:
            return None

    supervisor = TaskSupervisor("docs", lambda error, name: None)
    practice = practice_agent(("practice",), ROOT, ShellEnvironment({}), supervisor)
    config = ModelProviderConfig("m", ModelProviderKind.OPENAI_COMPATIBLE, "M", "http://127.0.0.1:9")
    return [
        CAPABILITIES,
        practice.capabilities,
        ModelProviderAnswerer(config, NoKeys()).capabilities,
        PracticeModel().capabilities,
    ]


def test_the_capabilities_are_those_of_the_code() -> None:
    told = {
        match.group(1): cells
        for name, *cells in table("docs/agents.md", "Capability")
        if (match := re.search(r"\(`(\w+)`\)", name))
    }
    flags = [name for name in Capabilities.__slots__ if name not in {"acceptance_proof", "modes"}]
    assert set(told) == set(flags)
    for name in flags:
        assert told[name] == ["yes" if getattr(each, name) else "no" for each in capabilities()], name
    assert all(len(each.modes) == 4 for each in capabilities())


def test_each_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [re.split(r"[\[<>=]", line)[0] for line in project["dependencies"]]
    told = [re.split(r"[ ,]", row[0])[0] for row in table("docs/decisions/0001-dependencies.md", "Package")]
    assert told == wanted
