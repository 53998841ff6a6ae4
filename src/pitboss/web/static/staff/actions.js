// What a person may do now, as the house sends it: the questions that a button asks, and the command that it gives.

import { parse, show } from "../lib/money.js";
import { quoted } from "../lib/text.js";
import { parseCards } from "./card-entry.js";

/** @import { Field } from "./dialog.js" */

/** What players do: the dealer's console has fields of its own for it. */
const BY_PLAYERS = ["PlaceWagers", "Choose", "LeaveSeat", "CashOut", "TakeSeat", "BuyChips"];
/** Actions with a form of their own at a console. */
const WITH_FORM = ["Report", "ReadCards", "TurnCards", "FillTable", "CreditTable", "CorrectPayment", "CountDrop"];
/** Actions that the dealer finds at their box. */
const AT_BOX = ["LeaveSeat", "CorrectCards", "CorrectChoice"];

/**
 * The actions that a console shows as buttons, each once, those that wait first.
 *
 * @param {Wire.TableView} view
 * @returns {Wire.ActionView[]}
 */
export function buttonActions({ actions = [] }) {
  const shown = actions.filter(({ kind }) => !BY_PLAYERS.includes(kind) && !WITH_FORM.includes(kind));
  const once = new Map(shown.map((action) => [action.command, action]));
  return [...once.values()].sort((one, other) => Number(other.tone === "main") - Number(one.tone === "main"));
}

/**
 * The action of a kind, at a box if one is named.
 *
 * @param {Wire.TableView | null | undefined} view
 * @param {string} kind
 * @param {{ box?: number, choice?: string }} [about]
 */
export const findAction = (view, kind, { box, choice } = {}) =>
  view?.actions?.find(
    (one) =>
      one.kind === kind && (box === undefined || one.box === box) && (choice === undefined || one.choice === choice),
  );

/**
 * Whether the dealer finds an action at its box.
 *
 * @param {Wire.ActionView} action
 */
export const isAtBox = ({ kind, box }) => box !== undefined && AT_BOX.includes(kind);

/**
 * What can be done at a box besides betting: the wagers of the last round, its player's chips and seat, corrections.
 *
 * @param {Wire.TableView} view
 * @param {number} box
 * @param {string} player
 * @returns {Wire.ActionView[]}
 */
export function actionsAtBox({ actions = [] }, box, player) {
  const name = quoted(player);
  return actions.flatMap((action) => {
    const { kind, command, fields = [] } = action;
    if (kind === "CashOut") return command.startsWith(`player ${name} cashes `) ? [action] : [];
    if (kind === "BuyChips") {
      const left = fields.filter(({ name: field }) => field !== "player");
      return [{ ...action, command: command.replace("{player}", () => name), fields: left }];
    }
    return action.box === box && (action.repeats || AT_BOX.includes(kind)) ? [action] : [];
  });
}

/**
 * The command as the house would accept it now, without cards.
 *
 * @param {Wire.ActionView} action
 */
export const exampleOf = ({ command, example = command }) => example;

/**
 * The fields that an action needs, for a dialog.
 *
 * @param {Wire.ActionView} action
 * @returns {Field[]}
 */
export const fieldsOf = ({ fields = [] }) =>
  fields.map(({ name, label, kind, minimum, maximum, choices }) => {
    if (choices) return { name, label, options: Object.fromEntries(choices.map((one) => [one.value, one.label])) };
    const limits = { min: minimum, max: maximum };
    if (kind === "number") return { name, label, type: "number", inputmode: "numeric", ...limits };
    if (kind === "cards") {
      return {
        name,
        label,
        placeholder: "As",
        pattern: "[\\s,;]*((10|[2-9TJQKAtjqka])[cdhsCDHS][\\s,;]*)+",
        maxlength: 200,
      };
    }
    return { name, label, inputmode: kind === "money" ? "decimal" : undefined };
  });

/**
 * The command with the entered values.
 *
 * @param {Wire.ActionView} action
 * @param {Record<string, string>} values
 */
export function fillCommand({ command, fields = [] }, values) {
  return fields.reduce(
    (text, { name, kind }) => text.replace(`{${name}}`, () => written(kind, values[name] ?? "")),
    command,
  );
}

/**
 * A value as the notation writes it.
 *
 * @param {Wire.ActionField["kind"]} kind
 * @param {string} value
 */
function written(kind, value) {
  switch (kind) {
    case "money":
      return show(parse(value) ?? 0);
    case "number":
      return String(Number(value));
    case "text":
      return quoted(value.trim());
    case "cards":
      return parseCards(value).join(" ");
    default:
      return value;
  }
}

/**
 * Whether an action asks something before it is done.
 *
 * @param {Wire.ActionView} action
 */
export const needsDialog = ({ confirm, fields }) => Boolean(confirm || fields);
