// A table as it is now: one socket that connects again whenever it breaks, and goes on from the last entry.

import { newId, Problem } from "./api.js";
import { applyChanges, overlay } from "./view-changes.js";

const STALE_AFTER = 25_000;
const BACKOFF = [300, 700, 1500, 3000, 6000, 10_000];
const ANSWER_WITHIN = 15_000;

/** @typedef {"connecting" | "open" | "lost" | "stale" | "suspended"} State */
/** @typedef {{ seq: number, view: Wire.TableView, events: Wire.EventAnswer[], snapshot: boolean }} Change */
/** @typedef {{ state: State, reason: string }} StateChange */
/**
 * @typedef {object} Waiting
 * @property {Wire.CommandMessage} frame
 * @property {(answer: Wire.AnswerMessage) => void} resolve
 * @property {(problem: Problem) => void} reject
 * @property {ReturnType<typeof setTimeout>} late
 */

/** One table's connection. What `view` holds is true only while the state is `open`. */
export class LiveTable extends EventTarget {
  /** @type {Wire.TableView | null} */
  view = null;
  seq = 0;
  /** @type {State} */
  state = "connecting";
  /** How many milliseconds the house's clock is ahead of this device's. */
  ahead = 0;
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #heard = Date.now();
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  #closed = false;
  /** @type {Record<string, unknown>} */
  #shared = {};
  /** @type {Record<string, unknown>} */
  #own = {};
  #watch;

  /** @param {string} table */
  constructor(table) {
    super();
    this.table = table;
    this.#connect();
    this.#watch = setInterval(() => this.#checkSilence(), 1000);
    document.addEventListener("visibilitychange", this.#wake);
    addEventListener("online", this.#wake);
  }

  /**
   * Calls something after each entry or snapshot.
   *
   * @param {(change: Change) => void} hear
   * @param {AddEventListenerOptions} [options]
   */
  onChange(hear, options) {
    this.addEventListener("change", (event) => hear(/** @type {CustomEvent<Change>} */ (event).detail), options);
  }

  /**
   * Calls something when the state of the connection changes.
   *
   * @param {(change: StateChange) => void} hear
   */
  onState(hear) {
    this.addEventListener("state", (event) => hear(/** @type {CustomEvent<StateChange>} */ (event).detail));
  }

  /**
   * The newest entries of the table, with their events, as far as the house still remembers them.
   *
   * @returns {Promise<Wire.EntryEvents[]>}
   */
  recent() {
    return new Promise((resolve) => {
      const hear = (/** @type {Event} */ event) =>
        resolve(/** @type {CustomEvent<Wire.EntryEvents[]>} */ (event).detail);
      this.addEventListener("recent", hear, { once: true });
      this.#send({ type: "recent" });
    });
  }

  /** Resolves with the next change. */
  nextChange() {
    return new Promise((resolve) => this.onChange(resolve, { once: true }));
  }

  /**
   * Gives a command. It is sent again with the same id after a break, so it happens once.
   *
   * @param {string} command
   * @param {{ round?: number }} [about]
   * @returns {Promise<Wire.AnswerMessage>}
   */
  command(command, { round } = {}) {
    /** @type {Wire.CommandMessage} */
    const frame = { type: "command", id: newId(), command, round };
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(frame.id);
        const reason = "the house did not answer; look at the table before you try again";
        reject(new Problem(0, { code: "no-answer", reason }));
      }, ANSWER_WITHIN);
      this.#waiting.set(frame.id, { frame, resolve, reject, late });
      this.#send(frame);
    });
  }

  /** Connects again, as the person who is signed in now. */
  reconnect() {
    this.view = null;
    this.seq = 0;
    this.#tries = 0;
    this.#connect();
  }

  /** Ends the connection for good. */
  close() {
    this.#closed = true;
    clearInterval(this.#watch);
    clearTimeout(this.#retry);
    document.removeEventListener("visibilitychange", this.#wake);
    removeEventListener("online", this.#wake);
    this.#socket?.close();
  }

  #wake = () => {
    if (document.visibilityState !== "visible" || this.#closed) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: "snapshot" });
    else this.#connect();
  };

  #connect() {
    clearTimeout(this.#retry);
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const after = this.view ? `?after=${this.seq}` : "";
    const path = `/api/tables/${encodeURIComponent(this.table)}/live${after}`;
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      for (const { frame } of this.#waiting.values()) this.#send(frame);
      // If nothing has happened meanwhile, the house sends nothing: ask, so that the state is known to be current.
      if (after) this.#send({ type: "snapshot" });
    };
    socket.onmessage = ({ data }) => {
      this.#heard = Date.now();
      this.#receive(JSON.parse(data));
    };
    socket.onclose = ({ reason }) => {
      if (this.#socket === socket) this.#lose(reason);
    };
  }

  /** @param {string} reason */
  #lose(reason) {
    this.#socket = null;
    if (this.#closed) return;
    this.#become("lost", reason || "The connection to the house is lost.");
    const pause = BACKOFF[Math.min(this.#tries++, BACKOFF.length - 1)];
    this.#retry = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  /** @param {Wire.ClientMessage} frame */
  #send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /** @param {Wire.HouseMessage} frame */
  #receive(frame) {
    switch (frame.type) {
      case "snapshot":
        this.#show(frame, true);
        break;
      case "entry":
        if (frame.seq > this.seq) this.#show(frame, false);
        break;
      case "recent":
        this.dispatchEvent(new CustomEvent("recent", { detail: frame.entries }));
        break;
      case "answer":
        this.#answered(frame.id)?.resolve(frame);
        break;
      case "refused":
        this.#answered(frame.id)?.reject(new Problem(409, frame));
        break;
      case "suspended":
        this.#become("suspended", frame.reason);
        break;
      case "ping":
        this.ahead = frame.now - Date.now();
        if (this.view && this.state === "stale") this.#become("open");
        break;
      case "problem":
        console.warn("the house could not read a message:", frame.reason);
    }
  }

  /**
   * @param {Wire.ViewMessage} message
   * @param {boolean} snapshot
   */
  #show(message, snapshot) {
    const { seq, shared, own = {}, beside = {} } = message;
    const events = "events" in message ? message.events : [];
    this.#tries = 0;
    this.seq = seq;
    this.#shared = applyChanges(this.#shared, shared);
    this.#own = applyChanges(this.#own, own);
    /** @type {unknown} */
    const whole = { ...overlay(this.#shared, this.#own), ...beside };
    const view = /** @type {Wire.TableView} */ (whole);
    this.view = view;
    if (view.timer?.now) this.ahead = view.timer.now - Date.now();
    this.#become("open");
    this.dispatchEvent(new CustomEvent("change", { detail: { seq, view, events, snapshot } }));
  }

  /** @param {string} id */
  #answered(id) {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(found?.late);
    return found;
  }

  /**
   * @param {State} state
   * @param {string} [reason]
   */
  #become(state, reason = "") {
    if (this.state === state && !reason) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, reason } }));
  }

  #checkSilence() {
    if (this.#socket && Date.now() - this.#heard > STALE_AFTER) {
      this.#become("stale", "Nothing has come from the house for a while.");
      this.#connect();
    }
  }
}
