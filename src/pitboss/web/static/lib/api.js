// The house over HTTP. An answer that says no is thrown as a Problem.

/** An answer that says no, with a stable code for programs and a sentence for people. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Partial<Wire.Problem>} [said]
   */
  constructor(status, { code = "unknown", reason = "the house gave no reason", clause, open_now } = {}) {
    super(reason);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.clause = clause ?? "";
    this.openNow = open_now ?? "";
  }
}

/**
 * The sentence of an error for people.
 *
 * @param {unknown} error
 */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * The sentence of an error, with the clause if it has one.
 *
 * @param {unknown} error
 */
export const reasonAndClause = (error) =>
  `${reasonOf(error)}${error instanceof Problem && error.clause ? ` (${error.clause})` : ""}`;

/** @typedef {Record<string, string | number | boolean | readonly string[] | null | undefined>} Given */

/**
 * The answer to a question: `get("/api/tables/{table}/layout", { table })`. What the path does not name is asked in the
 * query; empty values are left out.
 *
 * @template {keyof Wire.Gets} Path
 * @param {Path} path
 * @param {Given} [given]
 * @returns {Promise<Wire.Gets[Path]>}
 */
export const get = (path, given) => request("GET", fill(path, given));

/**
 * The answer to a message.
 *
 * @template {keyof Wire.Posts} Path
 * @param {Path} path
 * @param {Wire.Posts[Path]["sent"]} sent
 * @param {Given} [given]
 * @returns {Promise<Wire.Posts[Path]["answer"]>}
 */
export const post = (path, sent, given) => request("POST", fill(path, given), sent);

/**
 * A file that the house makes, by its whole path.
 *
 * @param {string} path
 */
export const getFile = async (path) => (await answered("GET", path)).blob();

/**
 * A path with its names filled in, and the rest as a query.
 *
 * @param {string} path
 * @param {Given} [given]
 */
export function fill(path, given = {}) {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(given)) {
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (Array.isArray(value)) for (const one of value) query.append(name, one);
    else if (value !== "" && value !== null && value !== undefined && value !== false) query.set(name, String(value));
  }
  const asked = query.toString();
  return asked ? `${filled}?${asked}` : filled;
}

/** An id for a command: the same id twice has one effect. */
export function newId() {
  // randomUUID exists in secure contexts only, and a phone may come over plain http.
  if ("randomUUID" in crypto) return crypto.randomUUID();
  const bytes = /** @type {Crypto} */ (crypto).getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {"GET" | "POST"} method
 * @param {string} path
 * @param {object} [body]
 */
async function request(method, path, body) {
  const response = await answered(method, path, body);
  return isJson(response) ? response.json() : response.text();
}

/** @param {Response} response */
const isJson = (response) => response.headers.get("content-type")?.startsWith("application/json");

/**
 * The answer that says yes; another is thrown as a Problem.
 *
 * @param {"GET" | "POST"} method
 * @param {string} path
 * @param {object} [body]
 */
async function answered(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, credentials: "same-origin", body: JSON.stringify(body) });
  } catch {
    throw new Problem(0, { code: "no-answer", reason: "the house does not answer; try again in a moment" });
  }
  if (!response.ok) {
    const said = isJson(response) ? await response.json() : { reason: `the house answered ${response.status}` };
    throw new Problem(response.status, said);
  }
  return response;
}
