// One regulation, clause by clause: what it says, how it is met, where, by which tests, and how unclear places are read.

import { get } from "./lib/api.js";
import { make } from "./lib/page.js";
import { asking, cite, later, tag, words } from "./lib/records.js";

const node = (id) => document.getElementById(id);
const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const MEANS = {
  enforced: "the engine refuses or does it",
  procedure: "a step that dealer or floor confirms and the ledger records",
  layout: "shown on the table, the sign or the layout",
  definition: "says what a word means",
  physical: "furniture: nothing to run",
};
const KIND = { enforced: "good", procedure: "", layout: "warn" };
const chapterOf = (address) => address.match(/^\d+/)?.[0] ?? address;
const depthOf = (address) => (address.match(/\(|\.[A-Z]/g) ?? []).length;
let clauses = [];

// The clauses

function clause(one) {
  const more = [
    ["Where in the rules", one.where.map((path) => make("code", {}, path))],
    ["Tests", one.tests.map((test) => make("code", {}, test))],
  ].filter(([, items]) => items.length);
  const details = more.length
    ? make("details", {}, make("summary", {}, more.map(([name, items]) => `${name} (${items.length})`).join(", ")),
      ...more.flatMap(([name, items]) => [make("h4", {}, name), make("ul", { class: "plain" }, ...items.map((item) => make("li", {}, item)))]))
    : null;
  const rulings = one.rulings.length
    ? make("p", { class: "small" }, "Ruling: ", ...one.rulings.flatMap((ruling, place) => [place ? ", " : "", make("a", { href: `#ruling-${ruling}` }, words(ruling.replaceAll("-", " ")))]))
    : null;
  const made = make("article", { class: "clause", id: one.id, tabindex: -1, "aria-labelledby": `id-${one.id}` },
    make("h3", { id: `id-${one.id}` }, make("a", { href: `#${encodeURIComponent(one.id)}` }, one.id)),
    make("div", {}, make("p", {}, tag(one.status, KIND[one.status]), " ", one.gist),
      one.reason ? make("p", { class: "small muted" }, one.reason) : null, rulings, details));
  made.style.setProperty("--depth", depthOf(one.id));
  return made;
}

function present() {
  const groups = new Map();
  for (const one of clauses) {
    const chapter = chapterOf(one.id);
    one.node = clause(one);
    one.text = `${one.id} ${one.gist} ${one.reason ?? ""} ${one.where.join(" ")} ${one.rulings.join(" ")}`.toLowerCase();
    groups.set(chapter, [...(groups.get(chapter) ?? []), one]);
  }
  const sections = [...groups].map(([chapter, those]) =>
    make("section", { class: "panel chapter", id: `chapter-${chapter}`, "data-chapter": chapter, "aria-labelledby": `title-${chapter}` },
      make("h2", { id: `title-${chapter}` }, `Chapter ${chapter} `, make("span", { class: "muted small" }, `${those.length} clauses`)), ...those.map((one) => one.node)));
  node("clauses").replaceChildren(...sections);
  node("chapters").replaceChildren(...[...groups].map(([chapter, those]) => make("li", { "data-chapter": chapter },
    make("a", { href: `#chapter-${chapter}` }, `${chapter} `, make("span", { class: "muted small" }, brief(those[0].gist))))));
}

const brief = (gist) => (gist.length > 44 ? `${gist.slice(0, 42).replace(/[\s,;:]+\S*$/, "")}…` : gist);

function statuses() {
  const numbers = new Map();
  for (const one of clauses) numbers.set(one.status, (numbers.get(one.status) ?? 0) + 1);
  node("statuses").replaceChildren(...Object.keys(MEANS).filter((status) => numbers.has(status)).map((status) =>
    make("label", { title: MEANS[status] }, make("input", { type: "checkbox", name: "status", value: status, checked: true }), ` ${words(status)} `,
      make("span", { class: "muted" }, String(numbers.get(status))))));
}

function filter() {
  const wanted = node("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const open = new Set([...node("statuses").querySelectorAll("input:checked")].map(({ value }) => value));
  let shown = 0;
  for (const one of clauses) {
    one.node.hidden = !(open.has(one.status) && wanted.every((word) => one.text.includes(word)));
    shown += !one.node.hidden;
  }
  for (const part of document.querySelectorAll("[data-chapter]")) {
    part.hidden = !clauses.some((one) => !one.node.hidden && chapterOf(one.id) === part.dataset.chapter);
  }
  for (const part of node("rulings").querySelectorAll(".ruling")) part.hidden = !wanted.every((word) => part.textContent.toLowerCase().includes(word));
  node("shown").textContent = shown === clauses.length ? `${shown} clauses` : `${shown} of ${clauses.length} clauses`;
}

// Rulings

function ruling(one) {
  return make("article", { class: "panel ruling", id: `ruling-${one.id}`, tabindex: -1 },
    make("h3", {}, words(one.id.replaceAll("-", " "))),
    make("p", { class: "small" }, ...one.clauses.flatMap((clause, place) => [place ? ", " : "", cite(clause)])),
    make("p", {}, make("b", {}, "In doubt: "), one.doubt),
    make("p", {}, make("b", {}, "Read as: "), one.reading),
    one.alternatives.length ? make("p", { class: "muted" }, make("b", {}, "Else: "), one.alternatives.join("; ")) : null,
    one.option ? make("p", { class: "small" }, "The house may choose it: option ", make("code", {}, one.option)) : null);
}

/** Goes to what the address names; a clause that a filter hides is shown again. */
function jump() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.hidden) {
    node("search").value = "";
    for (const input of node("statuses").querySelectorAll("input")) input.checked = true;
    filter();
  }
  for (const old of document.querySelectorAll(".is-named")) old.classList.remove("is-named");
  target.classList.add("is-named");
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}

const found = await asking(node("problem"), null, () => Promise.all([get(`/api/rules/${encodeURIComponent(id)}`), get(`/api/rules/${encodeURIComponent(id)}/clauses`)]));
if (found) {
  const [whole, every] = found;
  clauses = every;
  document.title = `${whole.id} · pitboss`;
  node("title").replaceChildren(`${whole.jurisdiction} ${whole.title} `, make("span", { class: "muted" }, whole.id));
  node("links").replaceChildren(make("a", { class: "button", href: `/odds?regulation=${whole.id}` }, "Odds"));
  node("all").hidden = node("list").hidden = true;
  node("head").hidden = node("page").hidden = false;
  statuses();
  present();
  if (whole.rulings.length) node("rulings").append(...whole.rulings.map(ruling));
  else node("rulings").hidden = true;
  filter();
  const soon = later(filter, 120);
  node("search").addEventListener("input", soon);
  node("statuses").addEventListener("change", filter);
  node("filters").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", jump);
  jump();
}
