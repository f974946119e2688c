# SPDX-License-Identifier: MIT
"""The selection as one writes it first: the same choice, with work that grows with the square of the number of items.

It makes one list in the order of choice, asking of each item whether that list has it already, takes what fits, and puts
the chosen in order by looking up the place of each.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence

from onesist_desktop.core.handoff import HandoffItem, ItemKind

# Only choosing is timed: the sizes come in ready made, as ours are.
_SCRIPT = """
const {sizes, kinds, budget, repeats} = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const items = sizes.map((size, index) => ({size, kind: kinds[index], index}));
function select(items, budget) {
  const last = kind => items.filter(item => item.kind === kind).at(-1);
  const order = [];
  const add = item => { if (item && !order.includes(item)) order.push(item); };
  add(last('summary'));
  add(last('user'));
  add(last('assistant'));
  add(items.find(item => item.kind === 'user'));
  for (let index = items.length - 1; index >= 0; index--) add(items[index]);
  const chosen = [];
  let room = budget;
  for (const item of order) {
    if (item.size > room) continue;
    chosen.push(item);
    room -= item.size;
  }
  return chosen.sort((a, b) => items.indexOf(a) - items.indexOf(b)).map(item => item.index);
}
const times = [];
let chosen;
for (let turn = 0; turn < repeats; turn++) {
  const start = process.hrtime.bigint();
  chosen = select(items, budget);
  times.push(Number(process.hrtime.bigint() - start) / 1e6);
}
process.stdout.write(JSON.stringify({chosen, ms: Math.min(...times)}));
"""


def select_naively(items: Sequence[HandoffItem], budget_bytes: int) -> list[int]:
    """Return the places of the chosen items."""

    def places(kind: ItemKind) -> list[int]:
        return [index for index, item in enumerate(items) if item.kind is kind]

    users = places(ItemKind.USER)
    order: list[int] = []
    for index in (
        *places(ItemKind.SUMMARY)[-1:],
        *users[-1:],
        *places(ItemKind.ASSISTANT)[-1:],
        *users[:1],
        *reversed(range(len(items))),
    ):
        if index not in order:
            order.append(index)
    chosen: list[int] = []
    for index in order:
        if items[index].size_bytes <= budget_bytes:
            chosen.append(index)
            budget_bytes -= items[index].size_bytes
    return sorted(chosen)


def select_in_node(node: str, items: Sequence[HandoffItem], budget_bytes: int, repeats: int) -> tuple[list[int], float]:
    """Run the same algorithm in node; return the places of the chosen items and the best time in ms."""
    data = {
        "sizes": [item.size_bytes for item in items],
        "kinds": [str(item.kind) for item in items],
        "budget": budget_bytes,
        "repeats": repeats,
    }
    done = subprocess.run([node, "-e", _SCRIPT], input=json.dumps(data), capture_output=True, text=True, check=True, timeout=120)
    answer = json.loads(done.stdout)
    return answer["chosen"], answer["ms"]
