// The house over HTTP: an answer as data, or a Problem.

/** An answer that says no, with a stable code for programs and a sentence for people. */
export class Problem extends Error {
  constructor(status, { code = "unknown", reason = "the house gave no reason", clause = "", open_now = "" } = {}) {
    super(reason);
    Object.assign(this, { name: "Problem", status, code, reason, clause: clause ?? "", open_now: open_now ?? "" });
  }
}

/** The answer to a question. */
export const get = (path) => request("GET", path);

/** The answer to something that is sent. */
export const post = (path, body = {}) => request("POST", path, body);

/** A name for a command: the same one twice has one effect. */
export function newId() {
  // randomUUID is there in secure contexts only, and a phone may come over plain http.
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function request(method, path, body) {
  const sent = { method, headers: { accept: "application/json" }, credentials: "same-origin" };
  if (body !== undefined) {
    sent.headers["content-type"] = "application/json";
    sent.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, sent);
  } catch {
    throw new Problem(0, { code: "no-answer", reason: "the house does not answer; try again in a moment" });
  }
  const text = await response.text();
  const answer = parsed(text);
  if (!response.ok) {
    throw new Problem(response.status, answer ?? { code: "unknown", reason: `the house answered ${response.status}` });
  }
  return answer ?? text;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
