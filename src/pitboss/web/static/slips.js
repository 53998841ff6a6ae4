// Slips: the newest ones, and one of them as it is printed.

import { signInPath } from "./lib/address.js";
import { get, newId, post } from "./lib/api.js";
import { byId, inside, make, setText } from "./lib/dom.js";
import { show } from "./lib/money.js";
import { announce, me } from "./lib/page.js";
import { ProblemNote } from "./lib/problems.js";
import { askUser } from "./staff/dialog.js";

const problem = new ProblemNote(byId("problem"));
const SVG = "http://www.w3.org/2000/svg";
let chosen = 0;

/** @param {number} at */
const time = (at) => new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });

/**
 * The code as an image, with a quiet zone.
 *
 * @param {string[]} rows
 */
function image(rows) {
  const svg = document.createElementNS(SVG, "svg");
  const size = rows.length + 8;
  svg.setAttribute("viewBox", `-4 -4 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "The proof of this slip as a QR code");
  const path = document.createElementNS(SVG, "path");
  const squares = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x} ${y}h1v1h-1z` : "")));
  path.setAttribute("d", squares.join(""));
  svg.append(path);
  return svg;
}

async function list() {
  const slips = await get("/api/slips");
  byId("list-none").hidden = slips.length > 0;
  inside(byId("list"), "tbody").replaceChildren(
    ...slips.map((slip) =>
      make(
        "tr",
        {},
        make(
          "td",
          {},
          make(
            "button",
            { type: "button", class: "link", click: () => choose(slip.number) },
            String(slip.number).padStart(6, "0"),
          ),
        ),
        make("td", {}, slip.table),
        make("td", {}, slip.title),
        make("td", { class: "number" }, show(slip.amount)),
        make("td", {}, slip.marks.join(", ")),
      ),
    ),
  );
}

/** @param {number} number */
async function choose(number) {
  problem.clear();
  try {
    const slip = await get("/api/slips/{number}", { number: String(number) });
    chosen = number;
    history.replaceState(null, "", `#${number}`);
    byId("slip").hidden = false;
    setText(byId("slip-facility"), slip.facility);
    setText(byId("slip-title"), `${slip.title}, No. ${String(number).padStart(6, "0")}`);
    setText(byId("slip-marks"), slip.marks.join(". "));
    const facts = [
      ["Date and time", time(slip.at)],
      ["Gaming day, shift", `${slip.day}, shift ${slip.shift}`],
      ["Game, table", `${slip.game}, ${slip.table}`],
      ...slip.facts,
      ["Total", show(slip.amount)],
    ];
    byId("slip-facts").replaceChildren(
      ...facts.map(([label, value]) => make("div", {}, make("dt", {}, label), make("dd", {}, value))),
    );
    byId("slip-chips").hidden = !slip.chips.length;
    inside(byId("slip-chips"), "tbody").replaceChildren(
      ...slip.chips.map(([value, count]) =>
        make(
          "tr",
          {},
          make("td", {}, show(value)),
          make("td", { class: "number" }, String(count)),
          make("td", { class: "number" }, show(value * count)),
        ),
      ),
    );
    byId("slip-signatures").replaceChildren(
      ...slip.signatures.map(({ role, name, at }) =>
        make("li", {}, `Signed, ${role}: `, make("strong", {}, name), at ? `, ${time(at)}` : ""),
      ),
    );
    byId("slip-code").replaceChildren(image(slip.modules));
    byId("pdf", HTMLAnchorElement).href = `/api/slips/${number}/pdf`;
    byId("void").hidden = slip.state !== "done";
    byId("slip-title").focus();
  } catch (error) {
    problem.show(error);
  }
}

byId("print").addEventListener("click", async () => {
  try {
    await post("/api/slips/{number}/print", { id: newId() }, { number: String(chosen) });
    await choose(chosen);
    announce("Printing");
    window.print();
    await list();
  } catch (error) {
    problem.show(error);
  }
});
byId("void").addEventListener("click", async () => {
  const fields = [{ name: "reason", label: "Reason", maxlength: 300 }];
  const entered = await askUser({ title: `Void slip ${chosen}`, action: "Void the slip", bad: true, fields });
  if (!entered) return;
  try {
    await post("/api/slips/{number}/void", { id: newId(), reason: entered.reason }, { number: String(chosen) });
    await choose(chosen);
    await list();
  } catch (error) {
    problem.show(error);
  }
});

const who = await me();
if (!who) {
  location.replace(signInPath());
} else {
  try {
    await list();
    const wanted = Number(location.hash.slice(1));
    if (wanted > 0) await choose(wanted);
  } catch (error) {
    problem.show(error);
  }
}
