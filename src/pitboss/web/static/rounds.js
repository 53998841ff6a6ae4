// Rounds: which there were, found by table, time, player, amount or what went wrong. Every view has an address.

import { get } from "./lib/api.js";
import { parse, show } from "./lib/money.js";
import { announce, make, me } from "./lib/page.js";
import { asking, count, grid, question, signed, tag, when, words } from "./lib/records.js";

const node = (id) => document.getElementById(id);
const form = node("filters");
const PAGE = 50;

/** The filters as the address has them. */
const given = () => Object.fromEntries(new URLSearchParams(location.search));

function fillForm() {
  const asked = given();
  for (const name of ["table", "from", "to", "player", "amount"]) node(name).value = asked[name] ?? "";
  for (const name of ["jackpots", "irregular", "void"]) node(name).checked = asked[name] === "true";
}

/** The filters as they stand in the form, as an address. */
function written() {
  const text = (name) => node(name).value.trim();
  const marked = (name) => node(name).checked || null;
  return {
    table: text("table"), from: text("from"), to: text("to"), player: text("player"), amount: text("amount"),
    jackpots: marked("jackpots"), irregular: marked("irregular"), void: marked("void"),
  };
}

function go(asked) {
  history.pushState(null, "", `/rounds${question(asked)}`);
  return load();
}

async function load() {
  const { table, from, to, player, amount, jackpots, irregular, void: isVoid, before } = given();
  const cents = amount ? parse(amount) : 0;
  node("amount").toggleAttribute("aria-invalid", cents === null);
  if (cents === null) {
    node("amount").setAttribute("aria-invalid", "true");
    node("problem").textContent = "An amount is written like $100 or $12.50.";
    return;
  }
  node("amount").removeAttribute("aria-invalid");
  const moment = (text) => (text ? new Date(text).getTime() : "");
  const asked = question({
    table, player, jackpots, void: isVoid, before, from: moment(from), to: moment(to), amount: cents || "", limit: PAGE,
  });
  const path = `/api/rounds${asked}${irregular ? "&irregularity=" : ""}`;
  const found = await asking(node("problem"), node("list"), () => get(path));
  if (found) present(found, before);
}

function present({ rounds, next, total }, before) {
  const told = total === null ? `${rounds.length} rounds` : total === 1 ? "1 round" : `${count(total)} rounds`;
  const part = total !== null && rounds.length < total ? `, ${rounds.length} shown` : "";
  node("found").textContent = rounds.length ? told + part : "No rounds";
  const columns = [
    "Round", { text: "Regulation", wide: true }, "Began", { text: "Lasted", number: true, wide: true }, { text: "Players", wide: true },
    { text: "Staked", number: true, wide: true }, { text: "Paid back", number: true, wide: true }, { text: "House", number: true }, "Remarks",
  ];
  const empty = make("p", { class: "muted" }, "Nothing was played that fits. Leave some of the filters out.");
  node("list").replaceChildren(rounds.length ? grid("Rounds, newest first", columns, rounds.map(row), { hidden: true }) : empty);
  node("older").hidden = next === null;
  node("older").onclick = () => go({ ...given(), before: next }).then(() => node("found").scrollIntoView({ block: "nearest" }));
  node("newest").hidden = !before;
  node("newest").onclick = () => go({ ...given(), before: "" });
  announce(node("found").textContent);
}

function row(one) {
  const over = one.end !== null;
  const net = -Object.values(one.net).reduce((sum, cents) => sum + cents, 0);
  const [table, number] = [one.id.slice(0, one.id.lastIndexOf("/")), one.id.slice(one.id.lastIndexOf("/") + 1)];
  return [
    over ? make("a", { href: `/rounds/${encodeURIComponent(table)}/${number}` }, one.id) : one.id,
    one.regulation,
    when(one.start, { brief: true }),
    over ? `${Math.max(0, Math.round((one.end - one.start) / 1000))} s` : "–",
    players(one.boxes),
    show(one.staked),
    over ? show(one.paid) : "–",
    over ? make("span", { class: net < 0 ? "loss" : "" }, signed(net)) : "–",
    remarks(one),
  ];
}

function players(boxes) {
  const names = new Map();
  for (const [box, player] of Object.entries(boxes)) names.set(player, [...(names.get(player) ?? []), box]);
  return [...names].map(([player, numbers]) => `${player} ${numbers.join("+")}`).join(", ") || "–";
}

function remarks(one) {
  const found = [];
  if (one.status === "under way") found.push(tag("under way"));
  if (one.status === "void") found.push(tag("void", "warn"));
  for (const name of one.irregularities) found.push(tag(words(name), "warn"));
  for (const won of one.jackpots) found.push(tag(`box ${won.box} wins ${show(won.amount)} of ${won.meter}`, "good"));
  return found.flatMap((item) => [item, " "]);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  go(written());
});
form.addEventListener("reset", () => setTimeout(() => go({})));
addEventListener("popstate", () => {
  fillForm();
  load();
});

const house = await get("/api/house").catch(() => null);
for (const name of Object.keys(house?.tables ?? {})) node("table").append(make("option", { value: name }, name));
fillForm();
const who = await me();
// A player finds the own rounds alone, so there is nobody to look for.
node("player-field").hidden = who?.role === "player";
load();
