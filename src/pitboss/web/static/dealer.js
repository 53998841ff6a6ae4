// The dealer's console: the next step in the prescribed words, and everything else that is open at this moment.

import { get } from "./lib/api.js";
import { CardReader } from "./lib/card-reader.js";
import { Transfers } from "./lib/transfers.js";
import { showBoxes, showPiles } from "./lib/boxes.js";
import { Complaint, OUT_OF_SERVICE, ask, connection, keyed, phaseText, quoted, say, showPays, signIn, signedOut, tableOfPage, turnAway } from "./lib/desk.js";
import { Live } from "./lib/live.js";
import { announce, make, me } from "./lib/page.js";

const table = tableOfPage();
const $ = (id) => document.getElementById(id);
const complaint = new Complaint($("problem"));
/** A key that is pressed twice by mistake does one step: a new step cannot be taken sooner than this. */
const PAUSE = 350;
let live, view, physical = false, busy = false, changed = 0, said = "", whole = false;
let last = Promise.resolve();

// Giving commands

/** Gives a command after those before it have been answered. */
function give(command) {
  const after = last.then(() => giveNow(command));
  last = after.catch(() => {});
  return after;
}

async function giveNow(command) {
  busy = true;
  markBusy();
  complaint.clear();
  try {
    await live.command(command, { round: view.rounds });
    return true;
  } catch (error) {
    complaint.show(error);
    return false;
  } finally {
    busy = false;
    markBusy();
  }
}

function markBusy() {
  $("next").toggleAttribute("data-busy", busy);
}

/** The command of the next step, where it is the dealer's to give now. */
function nextCommand() {
  const next = view?.next;
  if (!next || live.state !== "open" || next.by === "floorperson") return null;
  if (physical && next.unread) return next.unread;
  return next.command;
}

function takeStep() {
  const command = nextCommand();
  if (command && !busy && performance.now() - changed > PAUSE) give(command);
}

$("next").addEventListener("click", takeStep);
addEventListener("keydown", (event) => {
  if (event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key !== " " && event.key !== "Enter") return;
  if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea, button, a, summary")) return;
  event.preventDefault();
  takeStep();
});

// The next step

function showNext() {
  const { next } = view;
  const command = nextCommand();
  say($("says"), next.says ? `“${next.says}”` : "");
  say($("step"), next.by === "floorperson" ? `Waits for the floorperson: ${next.title.charAt(0).toLowerCase()}${next.title.slice(1)}` : next.title);
  say($("cite"), next.cite);
  $("hint").hidden = !command;
  $("next").setAttribute("aria-disabled", String(!command));
  keyed($("next-steps"), next.steps, ({ text }) => text,
    ({ text, cite }) => make("li", {}, text, make("span", { class: "cite" }, ` ${cite}`)));
  showReader(next);
  const text = `${next.says ? next.says + ". " : ""}${$("step").textContent}`;
  if (text !== said) {
    said = text;
    changed = performance.now();
    announce(text);
    if (next.reads) reader.field.focus();
    else if ($("reads").hidden && document.activeElement === document.body) $("next").focus();
  }
}

// Real cards

const reader = new CardReader($("reads"), async (cards) => {
  const shuffle = view.next.unread?.replace(/unread$/, cards.join(" "));
  return give(whole && shuffle ? shuffle : `dealer reads ${cards.join(" ")}`);
});

/** The field for cards: those of a deal, or the whole shoe where the dealer wants to scan it. */
function showReader(next) {
  whole = whole && physical && Boolean(next.unread);
  const had = $("reads").contains(document.activeElement);
  reader.ask(next.reads || (whole ? 52 : 0), next.places);
  $("shoe").hidden = !(physical && next.unread);
  $("whole").setAttribute("aria-expanded", String(whole));
  say($("whole"), whole ? "Leave the shoe unread" : "Scan the whole shoe instead");
  if (had && $("reads").hidden) $("next").focus();
}

$("whole").addEventListener("click", () => {
  whole = !whole;
  showReader(view.next);
  if (whole) reader.field.focus();
});

// What else is open

const WORDS = [
  [/^dealer receives (\d+) decks?( preshuffled)?$/, (m) => `Receive ${m[1] === "1" ? "a new deck" : `${m[1]} new decks`}${m[2] ?? ""}`],
  [/^dealer counts stub/, () => "Count the stub"],
  [/^dealer cuts/, () => "Cut the cards"],
  [/^dealer spreads cards$/, () => "Nobody plays: spread the cards"],
  [/^dealer opens bets$/, () => "Open the bets"],
  [/^dealer closes bets/, () => "Close the bets"],
  [/^dealer shuffles/, () => "Shuffle the cards"],
  [/^dealer deals$/, () => "Deal the cards"],
  [/^dealer settles$/, () => "Turn up the cards and settle"],
  [/^dealer takes (\w+) out of service/, (m) => `Take the ${m[1].replace("_", " ")} out of service`],
  [/^dealer (\w)(.*)$/, (m) => m[1].toUpperCase() + m[2]],
];

const inWords = (command) => {
  for (const [pattern, words] of WORDS) {
    const match = pattern.exec(command);
    if (match) return words(match);
  }
  return command;
};

function showOpen() {
  const others = view.may.filter((text) => text.startsWith("dealer ") && text !== view.next.command && !text.startsWith("dealer reports") && text !== "dealer reads");
  const open = live.state === "open" ? others.filter((text) => !(physical && text === "dealer shuffles" && view.next.unread)) : [];
  keyed($("open"), open, (text) => text.replace(/\d+/g, ""), (text) => make("li", {}, make("button", { class: "button", type: "button" }, inWords(text))),
    (node, text) => { node.firstChild.onclick = () => alsoOpen(text); });
  $("open-none").hidden = open.length > 0;
  keyed($("irregular"), live.state === "open" ? view.irregularities : [], ({ found }) => found,
    (row) => make("li", {}, make("button", { class: "button", type: "button", click: () => irregular(row) }, row.title), make("span", { class: "small muted" }, ` ${row.then} `, make("span", { class: "cite" }, row.cite))));
  $("irregular-none").hidden = view.irregularities.length > 0;
}

async function alsoOpen(text) {
  if (text.startsWith("dealer counts stub")) {
    const searched = view.round ? [{ name: "found", label: "What was found", options: { "": "The cards were dealt rightly", " misdealt": "Cards were misdealt" } }] : [];
    const count = await ask({ title: "Count the stub", text: "A number that does not make 52 with the cards that are out voids the round.", action: "Counted", fields: [{ name: "number", label: "Cards counted", type: "number", min: 0, max: 60, inputmode: "numeric" }, ...searched] });
    if (count) give(`dealer counts stub ${Number(count.number)}${count.found ?? ""}`);
  } else if (text.startsWith("dealer cuts")) {
    const least = Number(text.split(" ").at(-1));
    const cut = await ask({ title: "Cut the cards", action: "Cut", fields: [{ name: "depth", label: `Cards from the top, at least ${least}`, type: "number", min: least, max: 51, value: 26 }] });
    if (cut) give(`dealer cuts ${Number(cut.depth)}`);
  } else if (text.startsWith("dealer takes")) {
    const taken = await ask({ title: inWords(text), text: "It is covered or marked with a sign, and not used any more.", action: "Out of service", bad: true, fields: [OUT_OF_SERVICE] });
    if (taken) give(text.replace(/\w+$/, taken.how));
  } else if (text.startsWith("dealer receives")) {
    if (await ask({ title: inWords(text), text: "This cannot be taken back.", action: inWords(text), bad: true })) give(text);
  } else {
    give(text);
  }
}

async function irregular(row) {
  const fields = row.names_card ? [{ name: "card", label: "The card", pattern: "[2-9TJQKAtjqka]([cdhs]|[CDHS])", placeholder: "As", maxlength: 2 }] : [];
  const found = await ask({ title: row.title, text: `Then ${row.then}.`, cite: row.cite, action: "Report", bad: true, fields });
  if (!found) return;
  give(row.command + (found.card ? ` ${found.card[0].toUpperCase()}${found.card[1].toLowerCase()}` : ""));
}

// What players do at a table with real cards

function showEntry() {
  if (!physical) return;
  const turn = view.turn ? view.turn.choices.map((choice) => [view.turn.box, choice]) : [];
  keyed($("choices"), turn, (pair) => pair.join(), ([box, choice]) => make("button", { class: "button", type: "button", click: () => give(`box ${box} ${choice}s`) }, `Box ${box} ${choice}s`));
  const seated = Object.keys(view.seats);
  keyed($("wagers-box"), seated, (box) => box, (box) => make("option", { value: box }, `Box ${box}`));
  $("wagers").hidden = view.phase !== "betting" || !seated.length;
  const free = view.may.map((text) => /^player .* takes box (\d+)$/.exec(text)?.[1]).filter(Boolean);
  $("seat").hidden = !free.length;
  $("enter").hidden = !free.length && !turn.length && $("wagers").hidden;
  keyed($("seat-box"), free, (box) => box, (box) => make("option", { value: box }, `Box ${box}`));
}

$("wagers").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { box, wagers } = Object.fromEntries(new FormData($("wagers")));
  if (await give(`box ${box} places ${wagers.trim() || "nothing"}`)) $("wagers-text").value = "";
});
$("seat").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { player, amount, box } = Object.fromEntries(new FormData($("seat")));
  if (amount.trim() && !(await give(`player ${quoted(player.trim())} buys ${amount.trim().replace(/^(?!\$)/, "$")}`))) return;
  if (box && (await give(`player ${quoted(player.trim())} takes box ${box}`))) $("seat").reset();
});

// All of it

function render() {
  say($("phase"), phaseText(view));
  $("phase").classList.toggle("tag--bad", Boolean(view.closed));
  say($("round"), view.rounds ? `Round ${view.rounds}` : "");
  if (!view.next) return signedOut(complaint, "this console is the dealer's: sign in as one");
  showNext();
  transfers.show(view);
  $("boxes-none").hidden = showBoxes($("boxes"), view) > 0;
  showPiles($("piles"), view);
  showOpen();
  showEntry();
  showPays($("pays"), view);
  $("pays-none").hidden = view.pays.length > 0;
  $("pays-scroll").hidden = !view.pays.length;
  say($("pays-title"), view.round ? "Pay and take" : view.pays.length ? "Paid and taken in the last round" : "Pay and take");
}

const who = await me();
const transfers = new Transfers($("transfers"), $("transfers-list"), table, who, complaint);
say($("title"), table);
document.title = `Dealer, ${table} · pitboss`;
if (!who) {
  location.replace(signIn());
} else if (["player", "auditor"].includes(who.role)) {
  turnAway(who, `Dealer, ${table}`, "This page is for whoever deals: dealers work here, floorpersons and managers may look.");
} else {
  const lobby = await get("/api/lobby").catch((error) => complaint.show(error));
  const found = lobby?.tables.find(({ name }) => name === table);
  if (lobby && !found) {
    document.querySelector(".console").hidden = $("facts").hidden = true;
    complaint.show({ reason: `there is no table '${table}': there are ${lobby.tables.map(({ name }) => name).join(", ")}` });
  } else {
    work(found);
  }
}

function work(found) {
  physical = found?.dealt === "physical";
  if (found) say($("title"), `${found.title}, ${table}`);
  $("dealt").hidden = !found || found.dealt === "dealer";
  say($("dealt"), physical ? "Real cards" : "The house deals by itself");
  live = new Live(table);
  connection(live, $("connection"));
  live.addEventListener("change", () => { view = live.view; render(); });
  live.addEventListener("state", () => { if (view) render(); });
}
