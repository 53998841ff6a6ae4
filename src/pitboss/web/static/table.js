// The player's table: the felt, the own place, the bar and the side, kept at what the house says.

import { get } from "/static/lib/api.js";
import { Bar } from "/static/lib/felt-bar.js";
import { Bets } from "/static/lib/felt-bets.js";
import { BuyChips } from "/static/lib/felt-buy.js";
import { Keys } from "/static/lib/felt-keys.js";
import { Place } from "/static/lib/felt-place.js";
import { recall } from "/static/lib/felt-recall.js";
import { Side, netOf } from "/static/lib/felt-side.js";
import { SitDown, quoted } from "/static/lib/felt-sit.js";
import { Story, Telling } from "/static/lib/felt-story.js";
import { Wait } from "/static/lib/felt-wait.js";
import { Felt, text } from "/static/lib/felt.js";
import { Live } from "/static/lib/live.js";
import { show } from "/static/lib/money.js";
import { announce, me } from "/static/lib/page.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const at = (id) => document.getElementById(id);
/** Milliseconds for which a note stays where the state of the table else stands. */
const SAID_FOR = 4000;
const CLOSED = { closing: "The table closes: no round follows", closed: "This table is closed" };
const ASKED = { betting: "Place your bets", closed: "No more bets", playing: "Cards are out", settling: "Wagers are settled" };

class TablePage {
  places = new Map();
  who = null;
  wait = new Wait();
  #told = "";
  #turn = "";
  #seq = 0;

  /** `Practice` is there at a practice house alone. */
  constructor(layout, Practice) {
    this.layout = layout;
    document.title = `${layout.title} · ${layout.facility}`;
    text(at("title"), `${layout.title}, ${layout.facility}`);
    this.story = new Story(layout);
    this.telling = new Telling((event) => this.#tell(event));
    this.felt = new Felt(at("felt"), layout, (box) => this.#sit(box));
    this.side = new Side(at("side"), layout);
    const act = this.#acts();
    this.bar = new Bar(at("bar"), layout, act);
    this.keys = new Keys(layout, act, () => this.turn);
    this.live = new Live(name);
    this.sitting = new SitDown(this.live, layout, (box) => this.#seated(box));
    this.buying = new BuyChips(layout, (cents) => this.live.command(`player ${quoted(this.view.player)} buys ${show(cents)}`));
    this.practice = Practice && new Practice({ layout, bar: this.bar, side: this.side, act, say: (words) => this.#say(words) });
    this.live.addEventListener("change", ({ detail }) => this.#change(detail));
    this.live.addEventListener("state", ({ detail }) => this.#state(detail));
    addEventListener("pitboss:who", ({ detail }) => {
      this.who = detail;
      this.draw();
    });
    me().then((who) => {
      this.who = who;
      this.draw();
    });
    setInterval(() => this.#clock(), 250);
  }

  get view() {
    return this.live.view;
  }

  /** Whether what is shown is true, so that it can be acted on. */
  get isActive() {
    return this.live.state === "open" && Boolean(this.view);
  }

  /** The decision that is the player's now. */
  get turn() {
    const turn = this.view?.turn;
    return this.isActive && turn && this.places.has(turn.box) ? turn : null;
  }

  /** The own box that keys and tools are for: the one in focus, or the first. */
  get place() {
    const places = [...this.places.values()];
    return places.find(({ node }) => node.contains(document.activeElement)) ?? places.find(({ box }) => box === this.view?.turn?.box) ?? places[0];
  }

  /** Whether the house takes a command from this player now, by how it begins. */
  may(command) {
    return this.isActive && (this.view.may ?? []).some((open) => open === command || open.startsWith(`${command} `));
  }

  /** The round on the felt: the one under way, or the last while the next has not begun. */
  get round() {
    const { round, last, phase } = this.view;
    const isTouched = [...this.places.values()].some(({ bets }) => bets.total);
    if (phase === "betting" && this.telling.isBusy && !isTouched) return last ?? round;
    return round ?? last;
  }

  draw() {
    const { view } = this;
    if (!view) return;
    const isTold = (box, item) => this.telling.isTold(box, item);
    const isBetting = view.phase === "betting";
    this.#ownBoxes(view);
    const { round } = this;
    const canSit = this.#canSit(view);
    this.felt.update(view, round, isTold, { sit: canSit, now: this.isActive });
    for (const [box, place] of this.places) {
      const wagers = view.round?.boxes[box]?.wagers ?? {};
      place.bets.follow({ wagers, rack: view.rack ?? 0, round: view.round?.number ?? view.rounds, isOpen: isBetting });
      place.update(view, round, isTold, { canBet: this.may(`box ${box} places`), back: this.felt.back(round) });
    }
    const { turn, place, isActive } = this;
    const focused = at("bar").contains(document.activeElement) ? document.activeElement : null;
    const box = turn?.box ?? place?.box;
    this.bar.update({
      isSeated: this.places.size > 0, canSit, canBet: this.may(`box ${box} places`), canLeave: this.may(`box ${box} leaves`),
      turn, box: view.round?.boxes[box], may: (choice) => this.may(this.#command(choice)), rack: view.rack ?? 0, bets: place?.bets, isActive,
    });
    // A control that has gone leaves the focus with the own place, where the keys go on.
    if (focused && !focused.checkVisibility()) place?.focus();
    this.side.update(view);
    this.practice?.update({ view, turn, places: this.places, isActive, isTelling: this.telling.isBusy });
    this.#status(view);
  }

  #ownBoxes(view) {
    const own = Object.keys(view.seats).map(Number).filter((box) => view.player && view.seats[box] === view.player);
    for (const [box, { node }] of this.places) {
      if (own.includes(box)) continue;
      node.remove();
      this.places.delete(box);
    }
    for (const box of own) {
      if (this.places.has(box)) continue;
      const bets = new Bets(this.layout, box, (command, round) => this.live.command(command, { round }));
      bets.addEventListener("change", () => { this.#said = null; this.draw(); });
      bets.addEventListener("note", ({ detail }) => this.#say(detail.text));
      bets.addEventListener("refused", ({ detail }) => this.#refuse(detail.problem));
      const place = new Place(this.layout, box, bets, () => this.bar.chip);
      this.places.set(box, place);
      this.felt.place.append(place.node);
    }
    at("felt").classList.toggle("is-seated", own.length > 0);
  }

  #canSit(view) {
    const isPlayer = !this.who || this.who.role === "player";
    return isPlayer && !view.closed && this.places.size < (this.layout.adjacent_boxes ?? 1) && this.#free().length > 0;
  }

  #free() {
    const { seats, round } = this.view;
    return Array.from({ length: this.layout.boxes }, (_, place) => place + 1).filter((box) => !seats[box] && !round?.boxes[box]);
  }

  #change({ seq, events, view, snapshot }) {
    // A snapshot of the same entry only brings meters, which other tables move.
    if (snapshot && seq !== this.#seq) this.telling.flush();
    if (!snapshot) this.telling.add(events, new Set(this.places.keys()));
    if (view.phase && view.phase !== "betting" && this.telling.isBusy && view.phase !== "settling") this.telling.flush();
    const isLate = this.#seq > 0;
    this.#seq = seq;
    this.draw();
    this.#announceTurn();
    if (snapshot && !this.telling.isBusy && (!isLate || (view.last?.number ?? 0) !== this.#over)) this.#recall(view, isLate);
  }

  #over = 0;
  #said = null;

  /** Tells what happened while this page was not there to hear it. */
  #recall(view, isLate) {
    this.#over = view.last?.number ?? 0;
    const player = (box) => this.#player(box);
    recall({ view, layout: this.layout, story: this.story, side: this.side, player, isLate }).then(() => this.#result(!isLate));
  }

  #tell(event) {
    const line = this.story.line(event, this.view);
    const isOwn = this.places.has(event.box) || (event.player !== undefined && event.player === this.view?.player);
    if (line) this.side.tell(line, isOwn && line.box > 0, event.player ?? this.#player(event.box));
    if (line && (isOwn || event.event === "BetsClosed" || event.event === "CardsRevealed")) this.#told += ` ${line.text}.`;
    if (event.event === "RoundCompleted") {
      this.#over = this.view?.last?.number ?? 0;
      this.#result();
    }
    if (isOwn && event.box) this.practice?.hear(event, this.view);
    clearTimeout(this.tellLater);
    this.tellLater = setTimeout(() => {
      if (this.#told) announce(this.#told.trim());
      this.#told = "";
    }, 300);
    this.draw();
  }

  #player(box) {
    return this.view?.round?.boxes[box]?.player ?? this.view?.last?.boxes[box]?.player;
  }

  /** What the round came to for the player; one that was over before this page was opened is not told again. */
  #result(isPast = false) {
    const own = Object.values(this.view?.last?.boxes ?? {}).filter((box) => box.player === this.view.player && Object.keys(box.wagers).length);
    if (!own.length || this.outcome?.number === this.view.last.number) return;
    const net = own.reduce((total, box) => total + netOf(box), 0);
    const words = net > 0 ? `You win ${show(net)}` : net < 0 ? `You lose ${show(-net)}` : "You break even";
    this.outcome = { words, number: this.view.last.number };
    if (isPast) return this.draw();
    this.side.tell({ text: words, cite: "", kind: net > 0 ? "won" : net < 0 ? "lost" : "", box: 0 }, true);
    this.#told += ` ${words}.`;
  }

  #announceTurn() {
    const { turn } = this;
    const key = turn ? `${this.view.round.number} ${turn.box} ${turn.decision}` : "";
    if (key && key !== this.#turn) announce(`Your decision, box ${turn.box}. ${this.places.get(turn.box).hand}. ${turn.choices.join(" or ")}.`);
    this.#turn = key;
  }

  #status(view) {
    const { place, turn } = this;
    text(this.felt.phase, ASKED[view.phase] ?? CLOSED[view.closed] ?? (view.last ? "The next round begins soon" : "The table opens"));
    const outcome = this.outcome && this.outcome.number === view.last?.number ? this.outcome.words : "";
    let words = "";
    if (turn) words = this.#question(turn);
    else if (!place) words = this.#canSit(view) ? "You are watching. Take a seat to play." : `You are watching.${view.closed ? ` ${CLOSED[view.closed]}.` : ""}`;
    else if (view.phase === "betting") words = place.bets.missing() || (place.bets.isSending || !place.bets.isSettled ? "Placing your bets…" : place.bets.total ? `${show(place.bets.total)} is on the felt` : `${outcome ? `${outcome}. ` : ""}Click ${place.first} on the felt to bet`);
    else if (view.turn) words = `${view.seats[view.turn.box] ?? `Box ${view.turn.box}`} decides`;
    else if (view.phase === null && outcome) words = outcome;
    else words = this.felt.phase.textContent;
    if (view.phase && view.phase !== "betting") this.bar.refuse(null);
    if (this.#said?.until > Date.now() && !turn) words = this.#said.words;
    const waits = view.phase === "betting" && place?.bets.total ? "cards in " : "";
    text(this.bar.status, `${words}${this.wait.seconds ? ` · ${waits}${this.wait.seconds} s` : ""}`);
  }

  #clock() {
    this.wait.look(this.isActive ? this.view.timer : null, Date.now() + this.live.ahead);
    this.bar.time(this.wait.share);
    if (this.view) this.#status(this.view);
  }

  /** `Ante: play or fold?` */
  #question({ decision, choices }) {
    const about = this.layout.decisions.find((one) => one.decision === decision);
    const labels = choices.map((choice) => about?.choices.find((one) => one.choice === choice)?.label ?? choice);
    return `${this.story.title(about?.asks ?? decision)}: ${labels.join(" or ").toLowerCase()}?`;
  }

  /** The command that makes a choice now; empty where it is nobody's to make. */
  #command(choice) {
    const { turn } = this;
    const found = this.layout.decisions.find(({ decision }) => decision === turn?.decision)?.choices.find((one) => one.choice === choice);
    return found ? found.command.replace("{box}", turn.box) : "";
  }

  #state({ state, reason }) {
    const banner = at("banner");
    banner.hidden = state === "open" || state === "connecting";
    text(banner, { lost: "The connection is lost. Trying again…", stale: "Nothing has come from the house for a while. Trying again…", suspended: `The house is suspended. ${reason}` }[state] ?? "");
    document.body.classList.toggle("is-stale", state !== "open");
    this.draw();
  }

  #say(words) {
    this.#said = { words, until: Date.now() + SAID_FOR };
    text(this.bar.status, words);
    announce(words);
  }

  #refuse(problem) {
    this.bar.refuse(problem);
    clearTimeout(this.forget);
    this.forget = setTimeout(() => this.bar.refuse(null), 9000);
    this.draw();
  }

  async #give(command, round = null) {
    if (!this.isActive) return;
    try {
      await this.live.command(command, { round });
      this.bar.refuse(null);
    } catch (problem) {
      this.#refuse(problem);
    }
  }

  #sit(box) {
    if (this.isActive && box) this.sitting.open(box);
  }

  #seated(box) {
    announce(`You sit at box ${box}.`);
    const there = () => this.places.get(box)?.focus();
    if (this.places.has(box)) there();
    else this.live.addEventListener("change", there, { once: true });
  }

  #acts() {
    const bets = (does) => () => {
      const { place } = this;
      if (place && this.isActive && this.view.phase === "betting" && !this.turn) does(place.bets, place);
    };
    return {
      undo: bets((own) => own.undo()),
      clear: bets((own) => own.clear()),
      rebet: bets((own) => own.rebet()),
      double: bets((own) => own.double()),
      confirm: bets((own) => own.confirm()),
      take: bets((own, place) => place.area && own.take(place.area, this.bar.chip)),
      put: (chip) => {
        this.bar.hold(chip);
        bets((own, place) => place.area && own.wagers.some((wager) => wager.name === place.area) && own.put(place.area, chip))();
      },
      choose: (choice) => {
        const command = this.#command(choice);
        const isOpen = Boolean(command) && this.may(command);
        if (isOpen) this.#give(command, this.view.round.number);
        return isOpen;
      },
      autoplay: () => this.practice?.auto.toggle(),
      sit: () => this.isActive && this.#sit(this.#free()[0]),
      buy: () => this.isActive && this.buying.open(),
      leave: () => this.place && this.#give(`box ${this.place.box} leaves`),
      speak: () => announce(this.#spoken()),
    };
  }

  #spoken() {
    const { view, place } = this;
    if (!view) return "The table is not connected.";
    const parts = [`Round ${view.round?.number ?? view.rounds}. ${this.felt.phase.textContent}.`, this.bar.status.textContent];
    if (place) {
      const chips = Object.entries(place.bets.draft).map(([wager, amount]) => `${this.story.title(wager)} ${show(amount)}`);
      const cards = [...place.node.querySelectorAll("playing-card")].map((card) => card.getAttribute("aria-label"));
      parts.push(chips.length ? chips.join(", ") : "No chips on your areas", cards.join(", "), place.hand, `${show(view.rack ?? 0)} in your rack`);
    }
    return parts.filter(Boolean).join(". ");
  }
}

try {
  const layout = await get(`/api/tables/${encodeURIComponent(name)}/layout`);
  const practice = layout.practice ? await import("/static/lib/practice.js") : null;
  new TablePage(layout, practice?.Practice);
} catch (problem) {
  const banner = at("banner");
  banner.hidden = false;
  text(banner, problem.reason ?? problem.message);
  if (!problem.reason) console.error(problem);
}
