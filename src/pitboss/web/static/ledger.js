// The ledger's health: how much it holds, what was signed of it, and whether it is whole.

import { get, post } from "./lib/api.js";
import { announce, make } from "./lib/page.js";
import { asking, count, facts, grid, save, tag, when } from "./lib/records.js";

const node = (id) => document.getElementById(id);
const EVERY = 1000;
let waiting = 0;

async function load() {
  const found = await asking(node("problem"), null, () => get("/api/ledger"));
  if (!found) return;
  node("health").hidden = false;
  node("facts").replaceChildren(facts([
    ["Entries", count(found.size)],
    ["Signed heads", count(found.heads)],
    ["Under the newest head", covered(found)],
    ["Storage", found.storage],
    ["Public key", make("code", { class: "key" }, found.key)],
    found.suspended ? ["Suspended", tag("suspended", "bad"), ` ${found.suspended}`] : ["Tables", tag("open", "good")],
  ]));
  node("lists").replaceChildren(streams(found.streams), heads(found.newest));
  verification(found.verification);
}

function covered({ newest, size }) {
  if (!newest.length) return "nothing yet";
  const left = size - newest[0].size;
  return left ? `all but the last ${count(left)}` : "everything";
}

function streams(found) {
  return make("section", { class: "panel" }, grid("Streams", ["Stream", { text: "Entries", number: true }],
    Object.entries(found).map(([name, last]) => [name, count(last)])));
}

function heads(newest) {
  if (!newest.length) return make("section", { class: "panel" }, make("h2", {}, "Newest signed heads"), make("p", { class: "muted" }, "None is signed yet: the house signs one every minute and when it closes."));
  const rows = newest.map(({ size, root, at, text }) => [
    count(size), when(at, { brief: true }), make("code", { title: root }, `${root.slice(0, 24)}…`),
    make("button", { class: "button", type: "button", "aria-label": `Save the head of ${size} entries`, click: () => save(`head-${size}.txt`, text, "text/plain") }, "Save"),
  ]);
  return make("section", { class: "panel" }, grid("Newest signed heads", ["Entries", "Signed", { text: "Root", wide: true }, "Keep elsewhere"], rows));
}

// Verification

const SAYS = {
  never: () => ["Not verified since the house opened."],
  running: () => ["Verifying the ledger…"],
  whole: ({ done, heads: signed, ended, books }) => [
    tag("whole", "good"), ` ${count(done)} entries and ${count(signed)} signed heads hold${books ? ", and the books balance" : ""}. `, when(ended),
  ],
  broken: ({ reason, position, stream, ended }) => [
    tag("broken", "bad"), ` ${position === null ? "" : `Entry ${position}${stream ? ` (${stream})` : ""}: `}${reason}. `, when(ended),
  ],
  failed: ({ reason, ended }) => [tag("not finished", "warn"), ` ${reason}. `, when(ended)],
};

function verification(state) {
  const running = state.state === "running";
  node("progress").hidden = !running;
  node("progress").max = state.of || 1;
  node("progress").value = state.done ?? 0;
  node("count").textContent = running ? `${count(state.done)} of ${count(state.of)} entries` : "";
  // Said once, not with every number.
  if (!running || node("state").dataset.state !== "running") node("state").replaceChildren(...SAYS[state.state](state));
  node("state").dataset.state = state.state;
  node("verify").setAttribute("aria-disabled", String(running));
  clearTimeout(waiting);
  if (running) waiting = setTimeout(load, EVERY);
}

node("verify").addEventListener("click", async () => {
  if (node("verify").getAttribute("aria-disabled") === "true") return;
  const begun = await asking(node("problem"), null, () => post("/api/ledger/verify", { books: node("books").checked }));
  if (!begun) return;
  announce("The verification has begun");
  verification(begun.verification);
  waiting = setTimeout(load, 200);
});
load();
