// Checks signed heads, the lines of witnesses and Merkle proofs (c2sp.org, RFC 6962) with what the browser has.

const EM_DASH = "\u2014";
const utf8 = new TextEncoder();

/** @typedef {{ name: string, kind: number, raw: Uint8Array<ArrayBuffer>, id: string }} Key */
/** @typedef {{ origin: string, size: number, root: string }} Checkpoint */

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex */
const fromHex = (hex) =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * The key that a text prints, under the name that it signs with.
 *
 * @param {string} text
 * @param {string} [name]
 * @param {number} [as] - the kind under which it signs
 * @returns {Promise<Key>}
 */
export async function readKey(text, name = text.split("+")[0], as = 0) {
  const typed = bytesOf(text.split("+").slice(2).join("+"));
  const [kind, raw] = [as || typed[0], typed.slice(1)];
  const id = hexOf(await sha256(joined(utf8.encode(`${name}\n`), Uint8Array.of(kind), raw))).slice(0, 8);
  return { name, kind, raw, id };
}

/**
 * The time, in seconds, of a key's signature under a note; 0 if the signature has none; null if there is no such
 * signature. Throws if there is one that does not hold.
 *
 * @param {string} note
 * @param {Key} key
 */
export async function signedAt(note, key) {
  const end = note.lastIndexOf("\n\n");
  const text = note.slice(0, end + 1);
  let found = null;
  for (const line of note
    .slice(end + 2)
    .split("\n")
    .slice(0, -1)) {
    const [dash, name, data] = line.split(" ");
    if (dash !== EM_DASH || name !== key.name) continue;
    const signature = bytesOf(data);
    if (hexOf(signature.slice(0, 4)) !== key.id) continue;
    const timed = key.kind === 4;
    const at = timed ? Number(new DataView(signature.buffer).getBigUint64(4)) : 0;
    const message = utf8.encode(timed ? `cosignature/v1\ntime ${at}\n${text}` : text);
    const imported = await crypto.subtle.importKey("raw", key.raw, "Ed25519", false, ["verify"]);
    if (!(await crypto.subtle.verify("Ed25519", imported, signature.slice(timed ? 12 : 4), message))) {
      throw new Error(`the signature of ${name} is wrong`);
    }
    found = at;
  }
  return found;
}

/**
 * Whether a key signed a text.
 *
 * @param {string} text
 * @param {string} signature - in base64
 * @param {Key} key
 */
export async function isSigned(text, signature, key) {
  const imported = await crypto.subtle.importKey("raw", key.raw, "Ed25519", false, ["verify"]);
  const data = bytesOf(signature);
  const isCanonical = btoa(String.fromCharCode(...data)) === signature;
  return isCanonical && crypto.subtle.verify("Ed25519", imported, data, utf8.encode(text));
}

/**
 * @param {string} note
 * @returns {Checkpoint}
 */
export function readCheckpoint(note) {
  const lines = note.slice(0, note.lastIndexOf("\n\n")).split("\n");
  if (lines.length !== 3 || !/^(0|[1-9]\d{0,14})$/.test(lines[1])) throw new Error("this is not a signed head");
  return { origin: lines[0], size: Number(lines[1]), root: hexOf(bytesOf(lines[2])) };
}

/**
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
const node = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/**
 * Whether a body is the entry at a position of the ledger with this size and root.
 *
 * @param {{ position: number, body: string, path: string[] }} entry
 * @param {Checkpoint} head
 */
export async function isIncluded({ position, body, path }, { size, root }) {
  let [index, last] = [position, size - 1];
  if (!(Number.isSafeInteger(position) && position >= 0 && position < size)) return false;
  let hash = await sha256(joined(Uint8Array.of(0), utf8.encode(body)));
  for (const beside of path.map(fromHex)) {
    if (last === 0) return false;
    if (index % 2 === 1 || index === last) {
      hash = await node(beside, hash);
      while (index && index % 2 === 0) [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
    } else hash = await node(hash, beside);
    [index, last] = [Math.floor(index / 2), Math.floor(last / 2)];
  }
  return last === 0 && hexOf(hash) === root;
}
