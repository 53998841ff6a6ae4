// What the modules use of a browser and an older node does not have.

import { webcrypto } from "node:crypto";

globalThis.crypto ??= /** @type {Crypto} */ (/** @type {unknown} */ (webcrypto));
globalThis.CustomEvent ??= /** @type {typeof CustomEvent} */ (
  /** @type {unknown} */ (
    class extends Event {
      /**
       * @param {string} type
       * @param {CustomEventInit} [options]
       */
      constructor(type, options = {}) {
        super(type, options);
        this.detail = options.detail;
      }
    }
  )
);

/** A storage that forgets nothing while a test runs. */
class MemoryStorage {
  /** @type {Map<string, string>} */
  #kept = new Map();

  /** @param {string} key */
  getItem(key) {
    return this.#kept.get(key) ?? null;
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  setItem(key, value) {
    this.#kept.set(key, value);
  }
}

Object.defineProperty(globalThis, "sessionStorage", { value: new MemoryStorage(), configurable: true });
