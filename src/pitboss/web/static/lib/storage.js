// What this browser remembers. A private window may forget; nothing depends on it.

/**
 * @param {Storage | null} storage
 * @param {string} key
 */
function readFrom(storage, key) {
  try {
    return storage?.getItem(`pitboss.${key}`) ?? null;
  } catch {
    return null;
  }
}

/**
 * @param {Storage | null} storage
 * @param {string} key
 * @param {string} value
 */
function writeTo(storage, key, value) {
  try {
    storage?.setItem(`pitboss.${key}`, value);
  } catch {
    // The browser refuses to remember.
  }
}

/** @param {() => Storage} get */
function allowed(get) {
  try {
    return get();
  } catch {
    return null;
  }
}

/**
 * What this browser keeps for good.
 *
 * @param {string} key
 */
export const readSetting = (key) =>
  readFrom(
    allowed(() => localStorage),
    key,
  );

/**
 * @param {string} key
 * @param {string} value
 */
export const keepSetting = (key, value) =>
  writeTo(
    allowed(() => localStorage),
    key,
    value,
  );

/**
 * What this browser keeps until the visit ends, as data; null if there is nothing, or nothing readable.
 *
 * @param {string} key
 * @returns {unknown}
 */
export function readVisit(key) {
  try {
    return JSON.parse(
      readFrom(
        allowed(() => sessionStorage),
        key,
      ) ?? "null",
    );
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export const keepVisit = (key, value) =>
  writeTo(
    allowed(() => sessionStorage),
    key,
    JSON.stringify(value),
  );
