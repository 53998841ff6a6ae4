// Which floorperson supervises which tables, for those who oversee the floor; a manager assigns the tables.

import { get, post } from "../lib/api.js";
import { inside, make, setText, syncChildren } from "../lib/dom.js";
import { announce } from "../lib/page.js";
import { askUser } from "./dialog.js";

/** @import { ProblemNote } from "../lib/problems.js" */

const READERS = ["auditor", "floorperson", "manager", "surveillance", "regulator"];

/**
 * Shows a panel to those who may see it.
 *
 * @param {HTMLElement} panel
 * @param {Wire.PersonShown} who
 * @param {string[]} tables
 * @param {ProblemNote} problem
 */
export async function showSupervision(panel, who, tables, problem) {
  panel.hidden = !READERS.includes(who.role);
  if (panel.hidden) return;

  /** @param {string} name @param {string[]} own */
  async function assign(name, own) {
    const entered = await askUser({
      title: `Tables of ${name}`,
      text: `The tables that ${name} supervises, with commas between them; nothing means every table. There are ${tables.join(", ")}.`,
      action: "Assign",
      fields: [{ name: "tables", label: "Tables", value: own.join(", "), required: false, spellcheck: "false" }],
    });
    if (!entered) return;
    problem.clear();
    const named = entered.tables.split(",").map((one) => one.trim());
    try {
      show(await post("/api/supervision", { name, tables: named.filter(Boolean) }));
      announce(`${name} has other tables`);
    } catch (error) {
      problem.show(error);
    }
  }

  /** @param {Wire.SupervisionJson} found */
  function show({ floorpersons, unsupervised }) {
    syncChildren(
      inside(panel, "ul"),
      floorpersons,
      ({ name }) => name,
      ({ name }) =>
        make(
          "li",
          {},
          make("span", { class: "grow" }, make("strong", {}, name), make("span", { class: "muted" })),
          who.role === "manager"
            ? make("button", { class: "button", type: "button", "aria-label": `Assign tables to ${name}` }, "Assign")
            : null,
        ),
      (node, { name, tables: own, counted, most, clause, within }) => {
        const over = within ? "" : " Too many:";
        setText(
          inside(node, ".muted"),
          ` ${own.join(", ") || "no table"}.${over} ${counted.length} of ${most} (${clause})`,
        );
        const button = node.querySelector("button");
        if (button) button.onclick = () => assign(name, own);
      },
    );
    setText(inside(panel, "p"), unsupervised.length ? `No floorperson supervises ${unsupervised.join(", ")}.` : "");
  }

  try {
    show(await get("/api/supervision"));
  } catch (error) {
    problem.show(error);
  }
}
