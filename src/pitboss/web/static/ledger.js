// The ledger's health: how much it holds, how much of it is signed, and whether it is whole.

import { get, post } from "./lib/api.js";
import { byId, make } from "./lib/dom.js";
import { facts, grid, saveFile, tag, time } from "./lib/elements.js";
import { announce } from "./lib/page.js";
import { attempt } from "./lib/problems.js";
import { count } from "./lib/text.js";

const EVERY = 1000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

async function load() {
  const found = await attempt(byId("problem"), null, () => get("/api/ledger"));
  if (!found) return;
  byId("health").hidden = false;
  byId("facts").replaceChildren(
    facts([
      ["Entries", count(found.size)],
      ["Signed heads", count(found.heads)],
      ["Under the newest head", covered(found)],
      ["Storage", found.storage],
      ["Public key", make("code", { class: "key" }, found.key)],
      found.suspended ? ["Suspended", tag("suspended", "bad"), ` ${found.suspended}`] : ["Tables", tag("open", "good")],
    ]),
  );
  byId("lists").replaceChildren(streams(found.streams), heads(found.newest));
  verification(found.verification);
}

/** @param {Wire.LedgerAnswer} health */
function covered({ newest, size }) {
  if (!newest.length) return "nothing yet";
  const left = size - newest[0].size;
  return left ? `all but the last ${count(left)}` : "everything";
}

/** @param {Wire.LedgerAnswer["streams"]} found */
function streams(found) {
  return make(
    "section",
    { class: "panel" },
    grid(
      "Streams",
      ["Stream", { text: "Entries", number: true }],
      Object.entries(found).map(([name, last]) => [name, count(last)]),
    ),
  );
}

/** @param {Wire.LedgerAnswer["newest"]} newest */
function heads(newest) {
  if (!newest.length)
    return make(
      "section",
      { class: "panel" },
      make("h2", {}, "Newest signed heads"),
      make("p", { class: "muted" }, "There are none yet: the house signs a head every minute and when it closes."),
    );
  const rows = newest.map(({ size, root, at, text }) => [
    count(size),
    time(at, { brief: true }),
    make("code", { title: root }, `${root.slice(0, 24)}…`),
    make(
      "button",
      {
        class: "button",
        type: "button",
        "aria-label": `Save the head of ${size} entries`,
        click: () => saveFile(`head-${size}.txt`, text, "text/plain"),
      },
      "Save",
    ),
  ]);
  return make(
    "section",
    { class: "panel" },
    grid("Newest signed heads", ["Entries", "Signed", { text: "Root", wide: true }, "Keep elsewhere"], rows),
  );
}

// Verification

/** @type {Record<Wire.VerificationJson["state"], (state: Wire.VerificationJson) => (string | Node)[]>} */
const SAYS = {
  never: () => ["Not verified since the house opened."],
  running: () => ["Verifying the ledger…"],
  whole: ({ done = 0, heads: signed = 0, ended = 0, books }) => [
    tag("whole", "good"),
    ` ${count(done)} entries and ${count(signed)} signed heads are valid${books ? ", and the books balance" : ""}. `,
    time(ended),
  ],
  broken: ({ reason, position = null, stream, ended = 0 }) => [
    tag("broken", "bad"),
    ` ${position === null ? "" : `Entry ${position}${stream ? ` (${stream})` : ""}: `}${reason}. `,
    time(ended),
  ],
  failed: ({ reason, ended = 0 }) => [tag("not finished", "warn"), ` ${reason}. `, time(ended)],
};

/** @param {Wire.VerificationJson} state */
function verification(state) {
  const running = state.state === "running";
  const { done = 0, of = 0 } = state;
  const progress = byId("progress", HTMLProgressElement);
  progress.hidden = !running;
  progress.max = of || 1;
  progress.value = done;
  byId("count").textContent = running ? `${count(done)} of ${count(of)} entries` : "";
  // Announced once, not with every number.
  if (!running || byId("state").dataset.state !== "running") byId("state").replaceChildren(...SAYS[state.state](state));
  byId("state").dataset.state = state.state;
  byId("verify").setAttribute("aria-disabled", String(running));
  clearTimeout(waiting);
  if (running) waiting = setTimeout(load, EVERY);
}

byId("verify").addEventListener("click", async () => {
  if (byId("verify").getAttribute("aria-disabled") === "true") return;
  const begun = await attempt(byId("problem"), null, () =>
    post("/api/ledger/verify", { books: byId("books", HTMLInputElement).checked }),
  );
  if (!begun) return;
  announce("The verification has begun");
  verification(begun.verification);
  waiting = setTimeout(load, 200);
});
load();
