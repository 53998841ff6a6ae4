// Questions before something that cannot be undone.

import { make, valuesOf } from "../lib/dom.js";

/**
 * A field of a question: a text, or a choice if it has `options` (value → text). Other properties are attributes.
 *
 * @typedef {{ name: string, label: string, hint?: string, options?: Record<string, string> | null }
 *   & Record<string, string | number | boolean | Record<string, string> | null | undefined>} Field
 */

/**
 * Asks, and resolves with what was entered, or with null if the person cancelled.
 *
 * @param {{ title: string, text?: string, cite?: string, fields?: Field[], action: string, bad?: boolean }} question
 * @returns {Promise<Record<string, string> | null>}
 */
export function askUser({ title, text = "", cite = "", fields = [], action, bad = false }) {
  const form = make(
    "form",
    { method: "dialog" },
    ...fields.map(fieldOf),
    make(
      "div",
      { class: "row" },
      make("button", { class: bad ? "button button--bad" : "button button--main", value: "yes" }, action),
      make("button", { class: "button", type: "button", click: () => dialog.close("no") }, "Cancel"),
    ),
  );
  const dialog = make(
    "dialog",
    { class: "dialog", "aria-labelledby": "ask-title" },
    make("h2", { id: "ask-title" }, title),
    text ? make("p", {}, text, cite ? make("span", { class: "cite" }, ` ${cite}`) : null) : null,
    form,
  );
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      const entered = dialog.returnValue === "yes" ? valuesOf(form) : null;
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(entered);
    });
  });
}

/** @param {Field} field */
function fieldOf({ name, label, hint = "", options = null, ...more }) {
  const id = `ask-${name}`;
  const attributes = /** @type {Record<string, string | number | boolean>} */ (more);
  const input = options
    ? make(
        "select",
        { id, name, ...attributes },
        ...Object.entries(options).map(([value, text]) => make("option", { value }, text)),
      )
    : make("input", { id, name, required: true, autocomplete: "off", ...attributes });
  const note = hint ? make("span", { class: "hint" }, hint) : null;
  return make("div", { class: "field" }, make("label", { for: id }, label), input, note);
}
