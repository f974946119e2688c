# SPDX-License-Identifier: MIT
"""What the practice providers say, in English and Indonesian.

They answer from a child process or without a window, so the translations of the window don't reach them; the few
sentences live here, side by side.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_ENGLISH = {
    "intro": "**Practice assistant.** I am not an AI and call no service. I only tell you what I was given.",
    "earlier": "Earlier prompts in my own session: {count}",
    "given": "Earlier messages that came with this request: {count}",
    "roles": "Their roles, in order: {roles}",
    "handoff": "A handoff block came with this message, with {count} items:",
    "handoff_one": "A handoff block came with this message, with 1 item:",
    "handoff_empty": "A handoff block came with this message, without items.",
    "no_handoff": "No handoff block came with this message.",
    "message": "Your new message:",
    "empty": "(empty)",
    "try": "Try a line such as `run: ls`, `write: note.txt hello`, `ask: Shall I?`, `slow 20`, `plan` or `what do you know`.",
    "try_model": "Try a line such as `slow 20`, `long`, `fail` or `what do you know`.",
    "know": "This is what I know from earlier:",
    "know_nothing": "I know nothing from earlier.",
    "ran": "The command ended with exit code {code}.",
    "stopped": "The command was stopped.",
    "denied": "You did not allow it, so I left it.",
    "plan_mode": "In plan mode I change nothing, so I left it.",
    "wrote": "I wrote `{path}`.",
    "outside": "`{path}` is outside the workspace, so I left it.",
    "not_written": "I could not write `{path}`: {error}",
    "answered": "You answered: {answer}",
    "yes": "Yes",
    "no": "No",
    "allow": "Allow once",
    "deny": "Deny",
    "thought": "A person asked me to think. I count the words of the message instead: {count}.",
    "plan_1": "Read what I was given",
    "plan_2": "Obey the commands, one by one",
    "plan_3": "Say what I did",
    "planned": "That was the plan.",
    "failed": "This failed because you asked for it.",
    "history": "The history server answered:",
    "no_history": "I was given no history server.",
    "history_failed": "The history server could not be asked: {error}",
    "section": "Section {number}",
    "filler": "This sentence only fills the page, so that you can see how a long answer looks and scrolls.",
    "word": "word",
    "unsupported": "The practice model has no hands: `{command}` needs the practice agent.",
}
_INDONESIAN = {
    "intro": "**Asisten latihan.** Saya bukan AI dan tidak memanggil layanan apa pun. Saya hanya menyebutkan apa yang saya terima.",
    "earlier": "Pesan sebelumnya dalam sesi saya sendiri: {count}",
    "given": "Pesan sebelumnya yang datang bersama permintaan ini: {count}",
    "roles": "Perannya, berurutan: {roles}",
    "handoff": "Sebuah blok serah terima datang bersama pesan ini, dengan {count} butir:",
    "handoff_one": "Sebuah blok serah terima datang bersama pesan ini, dengan 1 butir:",
    "handoff_empty": "Sebuah blok serah terima datang bersama pesan ini, tanpa butir.",
    "no_handoff": "Tidak ada blok serah terima bersama pesan ini.",
    "message": "Pesan baru Anda:",
    "empty": "(kosong)",
    "try": "Coba baris seperti `run: ls`, `write: note.txt halo`, `ask: Boleh?`, `slow 20`, `plan`, atau `what do you know`.",
    "try_model": "Coba baris seperti `slow 20`, `long`, `fail`, atau `what do you know`.",
    "know": "Inilah yang saya ketahui dari sebelumnya:",
    "know_nothing": "Saya tidak mengetahui apa pun dari sebelumnya.",
    "ran": "Perintah berakhir dengan kode keluar {code}.",
    "stopped": "Perintah dihentikan.",
    "denied": "Anda tidak mengizinkannya, jadi tidak saya lakukan.",
    "plan_mode": "Dalam mode hanya rencana saya tidak mengubah apa pun, jadi tidak saya lakukan.",
    "wrote": "Saya menulis `{path}`.",
    "outside": "`{path}` berada di luar ruang kerja, jadi tidak saya sentuh.",
    "not_written": "Saya tidak dapat menulis `{path}`: {error}",
    "answered": "Jawaban Anda: {answer}",
    "yes": "Ya",
    "no": "Tidak",
    "allow": "Izinkan sekali",
    "deny": "Tolak",
    "thought": "Saya diminta berpikir. Sebagai gantinya saya menghitung kata dalam pesan: {count}.",
    "plan_1": "Membaca apa yang saya terima",
    "plan_2": "Menjalankan perintah, satu per satu",
    "plan_3": "Menyebutkan apa yang saya lakukan",
    "planned": "Itulah rencananya.",
    "failed": "Ini gagal karena Anda memintanya.",
    "history": "Server riwayat menjawab:",
    "no_history": "Saya tidak diberi server riwayat.",
    "history_failed": "Server riwayat tidak dapat ditanyai: {error}",
    "section": "Bagian {number}",
    "filler": "Kalimat ini hanya mengisi halaman, supaya Anda melihat bagaimana jawaban panjang tampak dan bergulir.",
    "word": "kata",
    "unsupported": "Model latihan tidak dapat menjalankan apa pun: `{command}` memerlukan agen latihan.",
}
_BACKTICKS = re.compile(r"`+")
LONG_SECTIONS = 24


@dataclass(frozen=True, slots=True)
class Voice:
    """The sentences in one language. An unknown language speaks English."""

    words: Mapping[str, str]

    @classmethod
    def of(cls, locale: str) -> Voice:
        """Choose by a locale such as ``id`` or ``id_ID.UTF-8``."""
        return cls(_INDONESIAN if locale.lower().replace("-", "_").split("_")[0].split(".")[0] == "id" else _ENGLISH)

    def say(self, key: str, **values: object) -> str:
        """Return one sentence with its values filled in. Raises KeyError for an unknown key."""
        return self.words[key].format(**values)

    def received(self, lines: Sequence[str], context: str, headings: Sequence[str], message: str) -> str:
        """Word what came with a prompt: a list of ``lines``, the handoff with its headings, the message as a code block."""
        rows = [f"- {line}" for line in lines]
        if headings:
            rows.append(f"- {self.say('handoff_one' if len(headings) == 1 else 'handoff', count=len(headings))}")
            rows += [f"  - {heading}" for heading in headings]
        else:
            rows.append(f"- {self.say('handoff_empty' if context else 'no_handoff')}")
        return "\n".join([self.say("intro"), "", *rows, "", self.say("message"), "", code_block(message or self.say("empty"))])

    def known(self, entries: Sequence[str]) -> str:
        """List what a session or a history holds, one line for each entry."""
        if not entries:
            return self.say("know_nothing")
        return "\n".join([self.say("know"), "", *(f"{number}. {_one_line(entry)}" for number, entry in enumerate(entries, 1))])

    def long_answer(self) -> str:
        """Return an answer of many sections."""
        body = " ".join([self.say("filler")] * 6)
        return "\n\n".join(f"### {self.say('section', number=number)}\n\n{body}" for number in range(1, LONG_SECTIONS + 1))

    def slow_words(self, count: int) -> list[str]:
        """Return the pieces of a slowly streamed answer; joined they read as one text."""
        return [f"{self.say('word')} {number}{' ' if number < count else '.'}" for number in range(1, count + 1)]


def code_block(text: str, language: str = "text") -> str:
    """Fence a text so that no backticks inside it can end the block."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _one_line(text: str, limit: int = 4_000) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else f"{flat[: limit - 1]}…"
