// One round again: a scrubber over its events, the clause beside each, the settlement worked out anew, proofs to keep.

import { get } from "./lib/api.js";
import "./lib/cards.js";
import { checkDeal } from "./lib/deal.js";
import { placeOf, said, tableAfter } from "./lib/events.js";
import { show } from "./lib/money.js";
import { announce, make, me } from "./lib/page.js";
import { asking, cite, complain, facts, grid, save, signed, tag, title, when, words } from "./lib/records.js";

const node = (id) => document.getElementById(id);
const [, , table, number] = location.pathname.split("/").map(decodeURIComponent);
const PACE = 900;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let round = null;
let at = 0;
let playing = 0;

async function load() {
  document.title = `${table}/${number} · pitboss`;
  node("title").textContent = `Round ${table}/${number}`;
  round = await asking(node("problem"), null, () => get(`/api/rounds/${encodeURIComponent(table)}/${number}`));
  if (!round) return;
  node("round").hidden = false;
  head();
  course();
  settlement();
  more(await me());
  node("scrub").max = round.moments.length - 1;
  const asked = Number(new URLSearchParams(location.search).get("step"));
  go(asked ? asked - 1 : round.moments.length - 1, { quiet: true });
}

// What it was

function head() {
  const verdict = round.differences.length
    ? tag(`not paid as due: ${round.differences.length}`, "bad")
    : tag(round.status === "void" ? "void: every wager went back" : "settled anew: paid as due", "good");
  node("verdict").replaceChildren(round.status === "void" ? tag("void", "warn") : "", verdict);
  node("facts").replaceChildren(facts([
    ["Regulation", make("a", { href: `/rules/${round.regulation}` }, round.regulation)],
    ["Began", when(round.start)],
    ["Lasted", `${Math.max(0, Math.round((round.end - round.start) / 1000))} s`],
    ["Dealt from", words(round.device).toLowerCase()],
    ["Entries", `${round.first.position} to ${round.last.position}`],
    ["Rules", make("code", { title: round.rules.digest }, round.rules.digest.slice(0, 12))],
    round.shuffle.commitment ? ["Commitment", make("code", { title: round.shuffle.commitment }, `${round.shuffle.commitment.slice(0, 16)}…`)] : null,
  ]));
}

// The course

function course() {
  let place = -1;
  const items = [];
  let refused = [...round.refused];
  round.moments.forEach((moment, index) => {
    while (refused.length && refused[0].position < moment.position) items.push(refusal(refused.shift()));
    if (moment.position !== place) items.push(command(moment));
    place = moment.position;
    items.push(make("li", { class: "step", "data-index": index },
      make("button", { type: "button", class: "step__go", click: () => go(index) }, said(moment.event)),
      make("span", { class: "step__clause" }, cite(moment.event.cite))));
  });
  items.push(...refused.map(refusal));
  node("steps").replaceChildren(...items);
}

function command({ at: ms, by, role, command: text }) {
  return make("li", { class: "command" }, when(ms, { clock: true }), make("span", { class: "muted" }, ` ${by}, ${role} `),
    text ? make("b", {}, text.length > 90 ? `${text.slice(0, 90)}…` : text) : "");
}

function refusal(one) {
  return make("li", { class: "command refused" }, when(one.at, { clock: true }), make("span", { class: "muted" }, ` ${one.by}, ${one.role} `),
    make("b", {}, one.command), make("br"), tag("refused", "bad"), ` ${one.reason} `, cite(one.clause));
}

/** Shows the table after a step. */
function go(index, { quiet = false } = {}) {
  at = Math.max(0, Math.min(round.moments.length - 1, index));
  const moment = round.moments[at];
  node("scrub").value = at;
  node("scrub").setAttribute("aria-valuetext", `Step ${at + 1}: ${said(moment.event)}`);
  node("place").textContent = `${at + 1} of ${round.moments.length}`;
  for (const item of node("steps").querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
  const current = node("steps").querySelector(`[data-index="${at}"]`);
  current.setAttribute("aria-current", "step");
  keepInSight(current);
  node("now").replaceChildren(
    make("p", { class: "now__said" }, said(moment.event)),
    make("p", { class: "small" }, cite(moment.event.cite), " ", moment.gist));
  sketch(tableAfter(round.moments.slice(0, at + 1), round));
  history.replaceState(null, "", `${location.pathname}?step=${at + 1}`);
  if (!quiet) announce(`${said(moment.event)}. ${moment.event.cite}`);
}

/** Scrolls the list alone, never the page. */
function keepInSight(item) {
  const list = node("steps");
  if (list.scrollHeight <= list.clientHeight) return;
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTo({ top: top - list.clientHeight / 2, behavior: calm.matches ? "auto" : "smooth" });
  }
}

// The table

function sketch(now) {
  const piles = Object.entries(now.piles).map(([name, cards]) => pile(placeOf(name), cards));
  const names = Object.fromEntries(Object.entries(round.hands.boxes).map(([box, { player }]) => [box, player]));
  const numbers = [...new Set([...Object.keys(now.boxes), ...Object.keys(names)])].map(Number).sort((one, other) => one - other);
  const boxes = numbers.map((box) => boxOf(box, names[box] ?? "", now.boxes[box]));
  node("sketch").replaceChildren(
    make("div", { class: "sketch__piles" }, ...(piles.length ? piles : [make("p", { class: "sketch__empty" }, "No card is on the table.")])),
    make("div", { class: "sketch__boxes" }, ...boxes));
}

function pile(name, cards) {
  return make("div", { class: "pile", role: "group", "aria-label": name }, make("h3", {}, name), hand(cards));
}

function hand(cards) {
  return make("div", { class: "hand" }, ...cards.map(({ card, up }) =>
    make("playing-card", { card: card || "back", class: up || !card ? null : "is-down", title: up || !card ? null : "face down at the table" })));
}

function boxOf(box, player, there) {
  const state = there ?? { wagers: {}, cards: [], choices: [], results: [], gone: false };
  const wagers = Object.entries(state.wagers).map(([name, amount]) => make("li", {}, `${title(name)} `, make("b", {}, show(amount))));
  const results = state.results.map(({ item, outcome, cents }) => make("li", { class: outcome },
    `${title(item)} `, make("b", {}, `${outcome === "returned" ? show(cents) : signed(cents)} ${outcome}`)));
  return make("div", { class: `seat${state.gone ? " is-gone" : ""}`, role: "group", "aria-label": `Box ${box} ${player}` },
    make("h3", {}, `${box} `, make("span", {}, player)), hand(state.cards),
    state.choices.length ? make("p", { class: "choices" }, state.choices.join(", "), state.gone ? ", hand gone" : "") : "",
    make("ul", { class: "plain" }, ...wagers, ...results));
}

// Settlement

function settlement() {
  const lines = round.boxes.map((box) => make("section", { class: "panel box", "aria-label": `Box ${box.box}` },
    grid(`Box ${box.box}, ${box.player}: ${signed(box.net)}`,
      ["Item", { text: "Stake", number: true }, "Outcome", { text: "Hand", wide: true }, { text: "Odds", wide: true }, "Reckoned", { text: "Net", number: true }, "Clause"],
      box.lines.map((line) => [
        title(line.item), line.stake ? show(line.stake) : "–", line.outcome,
        line.pattern ? words(line.pattern) + (line.hand_of && line.hand_of !== box.box ? ` of box ${line.hand_of}` : "") : "–",
        line.odds?.replaceAll(" ", "\u00a0") ?? "–", line.sum, signed(line.net), cite(line.cite),
      ]))));
  const wrong = round.differences.map((one) => [
    one.box ? `Box ${one.box} ${title(one.item)}` : words(one.item), show(one.due), show(one.paid), cite(one.clause),
  ]);
  if (!lines.length) lines.push(make("p", { class: "muted" }, "The round is void: nothing was settled, and every wager went back."));
  if (wrong.length) lines.unshift(make("section", { class: "panel" }, grid("Not paid as due", ["Item", { text: "Due", number: true }, { text: "Paid", number: true }, "Clause"], wrong)));
  node("settlement").append(make("div", { class: "boxes" }, ...lines));
}

// Beside it

function more(who) {
  const parts = [deal(), downloads(who)];
  const meters = Object.entries(round.meters);
  if (meters.length) {
    const names = ["before", "raised", "paid", "filled", "lowered", "elsewhere", "after"];
    parts.push(make("section", { class: "panel replay__meters" }, grid("Meters through the round", ["Meter", ...names.map((text) => ({ text: words(text), number: true }))],
      meters.map(([name, moves]) => [words(name), ...names.map((key) => show(moves[key]))]))));
  }
  if (round.corrections.length) {
    parts.push(make("section", { class: "panel" }, grid("Put right afterwards", ["When", "Who", "Player", { text: "Amount", number: true }, "Reason"],
      round.corrections.map((one) => [when(one.at), `${one.by}, ${one.role}`, one.event.player, signed(one.event.amount), one.event.reason]))));
  }
  node("more").replaceChildren(...parts);
}

function deal() {
  const answer = make("div", { role: "status" });
  const check = make("button", { class: "button", type: "button", click: () => checked(answer) }, "Check the deal in this browser");
  return make("section", { class: "panel", "aria-labelledby": "deal-title" }, make("h2", { id: "deal-title" }, "The deal"),
    make("p", {}, "Before the bets the house committed itself to the order of the deck. Now that the round is over the commitment is opened, and anybody can work the shuffle out again."),
    check, answer);
}

async function checked(answer) {
  answer.replaceChildren(make("p", { class: "muted" }, "Working it out…"));
  try {
    const found = await checkDeal(table, number, round.shuffle.commitment ?? "");
    answer.replaceChildren(make("p", {}, tag(found.ok ? "the deal holds" : "the deal does not hold", found.ok ? "good" : "bad")),
      make("ul", { class: "plain checks" }, ...found.steps.map(({ ok, text }) => make("li", {}, make("span", { "aria-hidden": "true" }, ok ? "✓ " : "✗ "), text))));
  } catch (error) {
    const note = make("p", { class: "problem" });
    answer.replaceChildren(note);
    complain(note, { reason: error.reason ?? error.message });
  }
}

function downloads(who) {
  const base = `/api/rounds/${encodeURIComponent(table)}/${number}`;
  const name = `${table}-${number}`;
  const links = [
    make("a", { class: "button", href: `${base}/deal`, download: `deal-${name}.json` }, "Receipt of the deal"),
    make("button", { class: "button", type: "button", click: () => save(`round-${name}.json`, `${JSON.stringify(round, null, 2)}\n`) }, "The round as JSON"),
  ];
  if (who?.role !== "player") links.splice(1, 0, make("a", { class: "button", href: `${base}/proof`, download: `proof-${name}.json` }, "Proof bundle"));
  if (round.recorded) {
    links.push(make("button", { class: "button", type: "button", click: () => save(`round-${name}.jsonl`, `${JSON.stringify(round.recorded)}\n`, "application/jsonl") }, "For pitboss audit"));
  }
  return make("section", { class: "panel", "aria-labelledby": "keep-title" }, make("h2", { id: "keep-title" }, "To keep"),
    make("div", { class: "row" }, ...links),
    make("p", { class: "small muted" }, "The receipt and the proof are checked without the house: ", make("code", {}, `pitboss verify proof-${name}.json --key KEY`), "."));
}

// The scrubber

function play(on) {
  clearInterval(playing);
  playing = 0;
  node("play").textContent = on ? "Pause" : "Play";
  node("play").setAttribute("aria-pressed", String(on));
  if (!on) return;
  if (at === round.moments.length - 1) go(0);
  playing = setInterval(() => {
    go(at + 1);
    if (at === round.moments.length - 1) play(false);
  }, PACE);
}

const MOVES = {
  ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(round.moments.length - 1), " ": () => play(!playing),
};

addEventListener("keydown", (event) => {
  if (!round || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const own = event.target.closest?.("input:not([type=range]), select, textarea, a, button, summary, [role=region]");
  const move = MOVES[event.key];
  // A space on a button is that button's, and a region scrolls by its arrows.
  if (!move || (own && (event.key === " " || own.matches("[role=region], input, select, textarea")))) return;
  event.preventDefault();
  if (event.key !== " ") play(false);
  move();
});
for (const [id, move] of [["first", () => go(0)], ["back", () => go(at - 1)], ["next", () => go(at + 1)], ["last", () => go(round.moments.length - 1)]]) {
  node(id).addEventListener("click", () => { play(false); move(); });
}
node("play").addEventListener("click", () => play(!playing));
node("scrub").addEventListener("input", () => { play(false); go(Number(node("scrub").value)); });
load();
