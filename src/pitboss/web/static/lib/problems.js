// Problems in words: next to the control, with the clause or a link to sign in.

import { clausePath, signInPath } from "./address.js";
import { Problem, reasonOf } from "./api.js";
import { make } from "./dom.js";
import { announce, me } from "./page.js";
import { capital, sentence } from "./text.js";

/** Shows why the house refused something, with its clause. */
export class ProblemNote {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.node = node;
  }

  clear() {
    this.node.replaceChildren();
  }

  /** @param {unknown} error */
  show(error) {
    const text = capital(reasonOf(error));
    const clause = error instanceof Problem ? error.clause : "";
    const href = clausePath(clause);
    this.node.replaceChildren(text, make(href ? "a" : "span", { class: "cite", href: href || null }, ` ${clause}`));
    announce(`${text} ${clause}`);
  }

  /**
   * Says why a console shows nothing: the session has ended, or the text `otherwise`.
   *
   * @param {string} otherwise
   */
  async showSignedOut(otherwise) {
    const who = await me(true);
    this.show(who ? otherwise : "this session has ended: sign in again to go on");
    if (!who) this.node.append(" ", make("a", { href: signInPath() }, "Sign in"));
  }
}

/**
 * Shows why something cannot be shown, and a link to sign in if nobody is signed in. A mistake of ours is thrown again.
 *
 * @param {HTMLElement} node
 * @param {unknown} error
 */
export function showProblem(node, error) {
  const text = sentence(reasonOf(error));
  const isAnonymous = error instanceof Problem && error.status === 401;
  node.replaceChildren(text, " ", isAnonymous ? make("a", { href: signInPath() }, "Sign in") : "");
  node.hidden = false;
  announce(text);
  if (error instanceof Error && !(error instanceof Problem)) throw error;
}

/**
 * Asks the house for something: a problem is shown in `node`, and `busy` says meanwhile that the answer is awaited.
 * The answer, or null after a problem.
 *
 * @template Answer
 * @param {HTMLElement} node
 * @param {HTMLElement | null} busy
 * @param {() => Promise<Answer>} work
 * @returns {Promise<Answer | null>}
 */
export async function attempt(node, busy, work) {
  busy?.setAttribute("aria-busy", "true");
  try {
    const found = await work();
    node.replaceChildren();
    return found;
  } catch (error) {
    showProblem(node, error);
    return null;
  } finally {
    busy?.removeAttribute("aria-busy");
  }
}
