// A table's view is sent whole once, and then as changes. These functions put it together; they change nothing in place.

/** @typedef {Record<string, unknown>} Part */

/**
 * @param {unknown} value
 * @returns {value is Part}
 */
const isPart = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * A part of a view after changes, each by its path: `{"phase": "playing", "round/boxes/3/left": true}`. The empty path
 * replaces the whole part.
 *
 * @param {Part} part
 * @param {Part} changes
 * @returns {Part}
 */
export const applyChanges = (part, changes) =>
  Object.entries(changes).reduce(
    (whole, [path, value]) => (path ? replaced(whole, path.split("/"), value) : isPart(value) ? value : {}),
    part,
  );

/**
 * @param {unknown} whole
 * @param {string[]} path
 * @param {unknown} value
 * @returns {Part}
 */
function replaced(whole, [key, ...rest], value) {
  const part = isPart(whole) ? whole : {};
  return { ...part, [key]: rest.length ? replaced(part[key], rest, value) : value };
}

/**
 * What everybody sees, with what one person sees besides it or instead of it.
 *
 * @param {Part} shared
 * @param {Part} own
 * @returns {Part}
 */
export function overlay(shared, own) {
  const laid = Object.entries(own).map(([key, value]) => {
    const under = shared[key];
    return [key, isPart(value) && isPart(under) ? overlay(under, value) : value];
  });
  return { ...shared, ...Object.fromEntries(laid) };
}
