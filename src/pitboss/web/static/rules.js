// The regulations that the house knows, each with the way to its clauses and its odds.

import { get } from "./lib/api.js";
import { byId, make } from "./lib/dom.js";
import { facts } from "./lib/elements.js";
import { attempt } from "./lib/problems.js";
import { title } from "./lib/text.js";

/** @param {Wire.RegulationSummaryJson} one */
function card(one) {
  const tables = Object.values(one.paytables).reduce((sum, names) => sum + names.length, 0);
  return make(
    "section",
    { class: "panel regulation", "aria-labelledby": one.id },
    make("p", { class: "muted small" }, `${one.jurisdiction}, ${one.authority}`),
    make(
      "h2",
      { id: one.id },
      make("a", { href: `/rules/${one.id}` }, one.title),
      " ",
      make("span", { class: "muted" }, one.id),
    ),
    facts([
      ["Wagers", one.wagers.map(title).join(", ")],
      one.awards.length ? ["Awards", one.awards.map(title).join(", ")] : null,
    ]),
    facts([
      ["Edition", one.edition],
      ["Boxes", `at most ${one.boxes}`],
      ["Clauses", String(one.clauses)],
      ["Rulings", String(one.rulings)],
      ["Paytables", String(tables)],
    ]),
    make(
      "p",
      { class: "row" },
      make("a", { class: "button", href: `/rules/${one.id}` }, "Clauses and rulings"),
      make("a", { class: "button", href: `/odds?regulation=${one.id}` }, "Odds"),
    ),
  );
}

if (location.pathname.split("/")[2]) await import("./clauses.js");
else {
  const found = await attempt(byId("problem"), null, () => get("/api/rules"));
  if (found) byId("list").replaceChildren(...found.map(card));
}
