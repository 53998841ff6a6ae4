// A form in a dialog: what it asks, a button that goes on, and one that does not.

import { make } from "../lib/dom.js";

/**
 * Puts a form into a dialog, and the dialog into the page. `submit` is called instead of closing the dialog.
 *
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement[]} parts
 * @param {HTMLButtonElement} go
 * @param {() => void} submit
 */
export function addForm(dialog, parts, go, submit) {
  const cancel = make("button", { class: "button", type: "button", click: () => dialog.close() }, "Not now");
  const form = make(
    "form",
    { method: "dialog", novalidate: true },
    ...parts,
    make("div", { class: "row" }, go, cancel),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  dialog.append(form);
  document.body.append(dialog);
}
