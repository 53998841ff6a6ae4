// One regulation, clause by clause: its gist, how it is met, where, by which tests, and the rulings on unclear places.

import { get } from "./lib/api.js";
import { allInside, byId, make } from "./lib/dom.js";
import { cite, debounce, tag } from "./lib/elements.js";
import { attempt } from "./lib/problems.js";
import { words } from "./lib/text.js";

/** @typedef {{ clause: Wire.ClauseJson, node: HTMLElement, text: string }} Shown */

const regulation = decodeURIComponent(location.pathname.split("/")[2] ?? "");
/** @type {Record<string, string>} */
const MEANS = {
  enforced: "the engine refuses or does it",
  procedure: "a step that the dealer or the floor confirms and the ledger records",
  layout: "shown on the table, the sign or the layout",
  definition: "explains a term",
  physical: "furniture: nothing to run",
};
/** @type {Record<string, string>} */
const KIND = { enforced: "good", procedure: "", layout: "warn" };
/**
 * The chapter `12` of `12.D(1)`, or the section `649a.7` of `649a.7(d)`: what the page groups clauses by.
 *
 * @param {string} address
 */
const chapterOf = (address) => address.match(/^[^(]*\.\d+[a-z]?|^\d+/)?.[0] ?? address;
/** @param {string} address */
const depthOf = (address) => (address.match(/\(|\.[A-Z]|\)\d/g) ?? []).length;
/** @type {Shown[]} */
let clauses = [];

// The clauses

/** @param {Wire.ClauseJson} one */
function clause(one) {
  /** @type {[name: string, items: HTMLElement[]][]} */
  const lists = [
    ["Where in the rules", one.where.map((path) => make("code", {}, path))],
    ["Tests", one.tests.map((test) => make("code", {}, test))],
  ];
  const more = lists.filter(([, items]) => items.length);
  const details = more.length
    ? make(
        "details",
        {},
        make("summary", {}, more.map(([name, items]) => `${name} (${items.length})`).join(", ")),
        ...more.flatMap(([name, items]) => [
          make("h4", {}, name),
          make("ul", { class: "plain" }, ...items.map((item) => make("li", {}, item))),
        ]),
      )
    : null;
  const rulings = one.rulings.length
    ? make(
        "p",
        { class: "small" },
        "Ruling: ",
        ...one.rulings.flatMap((ruling, place) => [
          place ? ", " : "",
          make("a", { href: `#ruling-${ruling}` }, words(ruling.replaceAll("-", " "))),
        ]),
      )
    : null;
  const made = make(
    "article",
    { class: "clause", id: one.id, tabindex: -1, "aria-labelledby": `id-${one.id}` },
    make("h3", { id: `id-${one.id}` }, make("a", { href: `#${encodeURIComponent(one.id)}` }, one.id)),
    make(
      "div",
      {},
      make("p", {}, tag(one.status, KIND[one.status]), " ", one.gist),
      one.reason ? make("p", { class: "small muted" }, one.reason) : null,
      rulings,
      details,
    ),
  );
  made.style.setProperty("--depth", String(depthOf(one.id)));
  return made;
}

/** @param {Wire.ClauseJson} clause */
const searchText = ({ id, gist, reason, where, rulings }) =>
  `${id} ${gist} ${reason ?? ""} ${where.join(" ")} ${rulings.join(" ")}`.toLowerCase();

function present() {
  /** @type {Map<string, Shown[]>} */
  const groups = new Map();
  for (const one of clauses) {
    const chapter = chapterOf(one.clause.id);
    groups.set(chapter, [...(groups.get(chapter) ?? []), one]);
  }
  const sections = [...groups].map(([chapter, those]) =>
    make(
      "section",
      {
        class: "panel chapter",
        id: `chapter-${chapter}`,
        "data-chapter": chapter,
        "aria-labelledby": `title-${chapter}`,
      },
      make(
        "h2",
        { id: `title-${chapter}` },
        `${/\D/.test(chapter) ? "Section" : "Chapter"} ${chapter} `,
        make("span", { class: "muted small" }, `${those.length} clauses`),
      ),
      ...those.map((one) => one.node),
    ),
  );
  byId("clauses").replaceChildren(...sections);
  byId("chapters").replaceChildren(
    ...[...groups].map(([chapter, those]) =>
      make(
        "li",
        { "data-chapter": chapter },
        make(
          "a",
          { href: `#chapter-${encodeURIComponent(chapter)}` },
          `${chapter} `,
          make("span", { class: "muted small" }, brief(those[0].clause.gist)),
        ),
      ),
    ),
  );
}

/** @param {string} gist */
const brief = (gist) => (gist.length > 44 ? `${gist.slice(0, 42).replace(/[\s,;:]+\S*$/, "")}…` : gist);

function statuses() {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const { clause: one } of clauses) numbers.set(one.status, (numbers.get(one.status) ?? 0) + 1);
  byId("statuses").replaceChildren(
    ...Object.keys(MEANS)
      .filter((status) => numbers.has(status))
      .map((status) =>
        make(
          "label",
          { title: MEANS[status] },
          make("input", { type: "checkbox", name: "status", value: status, checked: true }),
          ` ${words(status)} `,
          make("span", { class: "muted" }, String(numbers.get(status))),
        ),
      ),
  );
}

function filter() {
  const wanted = byId("search", HTMLInputElement).value.toLowerCase().split(/\s+/).filter(Boolean);
  const open = new Set(
    [...byId("statuses").querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value),
  );
  let shown = 0;
  for (const one of clauses) {
    one.node.hidden = !(open.has(one.clause.status) && wanted.every((word) => one.text.includes(word)));
    if (!one.node.hidden) shown += 1;
  }
  for (const part of allInside(document, "[data-chapter]")) {
    part.hidden = !clauses.some((one) => !one.node.hidden && chapterOf(one.clause.id) === part.dataset.chapter);
  }
  for (const part of allInside(byId("rulings"), ".ruling"))
    part.hidden = !wanted.every((word) => part.textContent?.toLowerCase().includes(word));
  byId("shown").textContent = shown === clauses.length ? `${shown} clauses` : `${shown} of ${clauses.length} clauses`;
}

// Rulings

/** @param {Wire.RulingJson} one */
function ruling(one) {
  return make(
    "article",
    { class: "panel ruling", id: `ruling-${one.id}`, tabindex: -1 },
    make("h3", {}, words(one.id.replaceAll("-", " "))),
    make("p", { class: "small" }, ...one.clauses.flatMap((clause, place) => [place ? ", " : "", cite(clause)])),
    make("p", {}, make("b", {}, "In doubt: "), one.doubt),
    make("p", {}, make("b", {}, "Read as: "), one.reading),
    one.alternatives.length
      ? make("p", { class: "muted" }, make("b", {}, "Other readings: "), one.alternatives.join("; "))
      : null,
    one.option
      ? make(
          "p",
          { class: "small" },
          "The house may choose another reading with the option ",
          make("code", {}, one.option),
        )
      : null,
  );
}

/** Goes to the clause or ruling in the address; a clause that a filter hides is shown again. */
function jump() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.hidden) {
    byId("search", HTMLInputElement).value = "";
    for (const input of byId("statuses").querySelectorAll("input")) input.checked = true;
    filter();
  }
  for (const old of document.querySelectorAll(".is-named")) old.classList.remove("is-named");
  target.classList.add("is-named");
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}

const found = await attempt(byId("problem"), null, () =>
  Promise.all([get("/api/rules/{regulation}", { regulation }), get("/api/rules/{regulation}/clauses", { regulation })]),
);
if (found) {
  const [whole, every] = found;
  clauses = every.map((one) => ({ clause: one, node: clause(one), text: searchText(one) }));
  document.title = `${whole.id} · pitboss`;
  const name = make("span", { class: "muted" }, `${whole.id} · edition ${whole.edition}`);
  byId("title").replaceChildren(`${whole.jurisdiction} ${whole.title} `, name);
  byId("links").replaceChildren(make("a", { class: "button", href: `/odds?regulation=${whole.id}` }, "Odds"));
  for (const id of ["all", "list"]) byId(id).hidden = true;
  for (const id of ["head", "page"]) byId(id).hidden = false;
  statuses();
  present();
  if (whole.rulings.length) byId("rulings").append(...whole.rulings.map(ruling));
  else byId("rulings").hidden = true;
  filter();
  const soon = debounce(filter, 120);
  byId("search").addEventListener("input", soon);
  byId("statuses").addEventListener("change", filter);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", jump);
  jump();
}
