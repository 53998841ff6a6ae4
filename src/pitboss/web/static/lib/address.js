// Addresses of pages, and parts of the address of this page.

/** The table that this page is about: `/tables/three-card/dealer`. */
export const tableOfPage = () => decodeURIComponent(location.pathname.split("/")[2] ?? "");

/**
 * The path of a table's page.
 *
 * @param {string} table
 * @param {string} [page]
 */
export const tablePath = (table, page = "") => `/tables/${encodeURIComponent(table)}${page && `/${page}`}`;

/**
 * The path of a table in the HTTP interface.
 *
 * @param {string} table
 * @param {string} [rest]
 */
export const tableApi = (table, rest = "") => `/api${tablePath(table, rest)}`;

/**
 * The path of a recorded round's page: `three-card/12`.
 *
 * @param {string} round
 */
export const roundPath = (round) => `/rounds/${round.split("/").map(encodeURIComponent).join("/")}`;

/** The sign-in page, which leads back to this page. */
export const signInPath = () =>
  `/sign-in?to=${encodeURIComponent(location.pathname + location.search + location.hash)}`;

/**
 * The page of a clause in the rulebook: `MD-TCP 12.D(1)`; empty if the text names no clause of a regulation, as
 * `COMAR 36.05.03.21 B`, which stands in the law around them.
 *
 * @param {string} clause
 */
export function clausePath(clause) {
  const [regulation, address] = clause.split(" ");
  const isOurs = address && regulation.includes("-");
  return isOurs ? `/rules/${encodeURIComponent(regulation)}#${encodeURIComponent(address)}` : "";
}

/**
 * The query of an address, without empty values.
 *
 * @param {Record<string, string | number | boolean | null | undefined>} pairs
 */
export function queryString(pairs) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(pairs)) {
    if (value !== "" && value !== null && value !== undefined && value !== false) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}

/**
 * The address of the house for a phone: this page's own, unless only this machine can reach that; then `outside`, which
 * the house knows, and which is empty if no phone can reach the house.
 *
 * @param {string} outside
 */
export function phoneAddress(outside) {
  const isLocal = /^(localhost|127\.|\[::1\])/.test(location.host);
  return isLocal ? outside : location.origin;
}
