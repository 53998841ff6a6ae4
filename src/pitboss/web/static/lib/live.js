// A table as it is now: one socket that is made anew whenever it breaks, and goes on where it stopped.

import { Problem, newId } from "./api.js";

const STALE_AFTER = 25_000;
const BACKOFF = [300, 700, 1500, 3000, 6000, 10_000];
const ANSWER_WITHIN = 15_000;

/** A part of a view after changes, each by the way to it: `{"phase": "playing", "round/boxes/3/left": true}`. */
const changed = (part, changes) =>
  Object.entries(changes).reduce((whole, [way, value]) => (way ? put(whole, way.split("/"), value) : value), part);

const put = (whole, [key, ...rest], value) => ({ ...whole, [key]: rest.length ? put(whole[key], rest, value) : value });

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** A view with what lies over it. */
const overlaid = (under, over) => {
  const both = Object.entries(over).map(([key, part]) => [key, isObject(part) && isObject(under[key]) ? overlaid(under[key], part) : part]);
  return { ...under, ...Object.fromEntries(both) };
};

/**
 * Events: `change` {seq, events, view, snapshot}, and `state` {state, reason}.
 * States: connecting, open, lost, stale, suspended. What `view` holds is true only while the state is `open`.
 */
export class Live extends EventTarget {
  view = null;
  seq = 0;
  state = "connecting";
  /** What the clock of the house is ahead of ours, in milliseconds. */
  ahead = 0;
  #socket = null;
  #tries = 0;
  #heard = Date.now();
  #waiting = new Map();
  #retry = 0;
  #closed = false;
  /** What everybody sees, and what the viewer sees beside or instead of it. */
  #shared = {};
  #own = {};

  constructor(table) {
    super();
    this.table = table;
    this.#connect();
    this.#watch = setInterval(() => this.#look(), 1000);
    document.addEventListener("visibilitychange", this.#woke);
    addEventListener("online", this.#woke);
  }

  #watch;

  /** Gives a command. It is sent again with the same id after a break, so it happens once. */
  command(command, { round = null } = {}) {
    const frame = { type: "command", id: newId(), command, round };
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.delete(frame.id);
        reject(new Problem(0, { code: "no-answer", reason: "the house did not answer; look at the table before you try again" }));
      }, ANSWER_WITHIN);
      this.#waiting.set(frame.id, { frame, resolve, reject, late });
      this.#send(frame);
    });
  }

  /** Connects anew, as whoever is signed in now. */
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
    document.removeEventListener("visibilitychange", this.#woke);
    removeEventListener("online", this.#woke);
    this.#socket?.close();
  }

  #woke = () => {
    if (document.visibilityState !== "visible" || this.#closed) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: "snapshot" });
    else this.#connect();
  };

  #connect() {
    clearTimeout(this.#retry);
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const after = this.view ? `?after=${this.seq}` : "";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.table)}/live${after}`);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => {
      for (const { frame } of this.#waiting.values()) this.#send(frame);
      // A resume may bring nothing where nothing has happened: ask, so that the state is known to be true.
      if (after) this.#send({ type: "snapshot" });
    };
    socket.onmessage = ({ data }) => {
      this.#heard = Date.now();
      this.#take(JSON.parse(data));
    };
    socket.onclose = ({ reason }) => {
      if (this.#socket === socket) this.#lose(reason);
    };
  }

  #drop() {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
  }

  #lose(reason) {
    this.#socket = null;
    if (this.#closed) return;
    this.#become("lost", reason || "The connection to the house is lost.");
    const pause = BACKOFF[Math.min(this.#tries++, BACKOFF.length - 1)];
    this.#retry = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  #send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #take(frame) {
    switch (frame.type) {
      case "snapshot":
        this.#show(frame, true);
        break;
      case "entry":
        if (frame.seq > this.seq) this.#show(frame, false);
        break;
      case "answer":
        this.#settle(frame.id)?.resolve(frame);
        break;
      case "refused":
        this.#settle(frame.id)?.reject(new Problem(409, frame));
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

  #show({ seq, shared, own = {}, beside = {}, events = [] }, snapshot) {
    this.#tries = 0;
    this.seq = seq;
    this.#shared = changed(this.#shared, shared);
    this.#own = changed(this.#own, own);
    const view = this.view = { ...overlaid(this.#shared, this.#own), ...beside };
    if (view.timer?.now) this.ahead = view.timer.now - Date.now();
    this.#become("open");
    this.dispatchEvent(new CustomEvent("change", { detail: { seq, view, events, snapshot } }));
  }

  #settle(id) {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(found?.late);
    return found;
  }

  #become(state, reason = "") {
    if (this.state === state && !reason) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, reason } }));
  }

  #look() {
    if (this.#socket && Date.now() - this.#heard > STALE_AFTER) {
      this.#become("stale", "Nothing has come from the house for a while.");
      this.#connect();
    }
  }
}
