// The table test: a manager sets it, a dealer answers round by round, and the marks and the certificate follow.

import { signInPath } from "./lib/address.js";
import { get, newId, post } from "./lib/api.js";
import { byId, make, setText, valuesOf } from "./lib/dom.js";
import { cite, field, fillSelect, grid, saveFile } from "./lib/elements.js";
import { announce, me } from "./lib/page.js";
import { ProblemNote } from "./lib/problems.js";
import { capital, plural } from "./lib/text.js";
import { showStaffOnly } from "./staff/console.js";

const problem = new ProblemNote(byId("problem"));

/** @typedef {Wire.Posts["/api/table-tests"]["answer"]} Test */
/** @typedef {Wire.Posts["/api/table-tests/{test}"]["answer"]} Marks */
/** @typedef {{ line: number, right: string }} Reply */

/** @type {Test | undefined} */
let test;
/** @type {Reply[]} */
let replies = [];

/**
 * Shows one part of the page.
 *
 * @param {"setting" | "asking" | "result"} part
 */
function showPart(part) {
  for (const id of ["setting", "asking", "result"]) byId(id).hidden = id !== part;
}

/** @param {Test} set */
function begin(set) {
  test = set;
  replies = [];
  const tables = set.paytables.map(({ title, id, rows }) =>
    grid(
      `${title} (${id})`,
      ["Hand", "Pays"],
      rows.map((row) => [row.title, row.pays]),
      { of: set.table },
    ),
  );
  byId("payouts").replaceChildren(make("summary", {}, "Payouts of this table"), ...tables);
  showPart("asking");
  showRound();
}

function showRound() {
  const question = test?.questions[replies.length];
  if (!test || !question) return;
  const title = `${test.title}: round ${question.number} of ${test.questions.length}, answered by ${test.candidate}`;
  setText(byId("asking-title"), title);
  const none = choice(0, "Nothing is wrong in this round", () => askRight(""));
  const lines = question.lines.map(({ number, text, asks }) => choice(number, text, () => askRight(asks)));
  byId("lines").replaceChildren(none, ...lines);
  askRight("");
  announce(title);
  byId("asking-title").focus();
}

/**
 * @param {number} number
 * @param {string} text
 * @param {() => void} chosen
 */
function choice(number, text, chosen) {
  const input = make("input", { type: "radio", name: "line", value: number, required: true, change: chosen });
  const shown = number ? `${number}. ${text}` : text;
  return make("li", {}, make("label", { class: "test__line" }, input, make("span", {}, shown)));
}

/**
 * Asks what is right, if the chosen line needs it.
 *
 * @param {"" | "amount" | "consequence"} asks
 */
function askRight(asks) {
  const question = test?.questions[replies.length];
  if (!question || !asks) {
    byId("right").replaceChildren();
    return;
  }
  if (asks === "amount") {
    const amount = make("input", {
      name: "right",
      required: true,
      inputmode: "decimal",
      autocomplete: "off",
      maxlength: 40,
    });
    const label = "How much does the player get back in all, the stake included?";
    byId("right").replaceChildren(field(label, amount, "Such as $20, or $0"));
    return;
  }
  const select = make("select", { name: "right", required: true });
  fillSelect(select, [["", "Choose"], ...Object.entries(question.choices)]);
  byId("right").replaceChildren(field("What follows instead?", select));
}

/** @param {Marks} marks */
function showMarks(marks) {
  const passed = marks.passed ? "Passed" : "Not passed";
  const text = `${passed}: ${marks.points} of ${plural(marks.possible, "point")}; ${marks.needed_percent} % pass`;
  setText(byId("result-title"), text);
  /** @param {Record<string, Wire.Points>} sums */
  const rowsOf = (sums) =>
    Object.entries(sums).map(([name, { points, possible }]) => [capital(name), `${points} of ${possible}`]);
  const wrong = marks.questions.filter(({ points, possible }) => points < possible);
  byId("marks").replaceChildren(
    grid("Points by topic", ["Topic", "Points"], rowsOf(marks.topics)),
    grid("Points by clause", ["Clause", "Points"], rowsOf(marks.clauses)),
    ...(wrong.length ? [make("h3", {}, "What was right")] : []),
    make(
      "ul",
      { class: "plain" },
      ...wrong.map(({ number, due, why, clause }) => {
        const line = due.lines.length ? `line ${due.lines.join(" or ")}` : "nothing is wrong";
        const right = due.right ? `, ${due.right}` : "";
        return make("li", {}, `Round ${number}: ${line}${right}. ${capital(why)} `, cite(clause));
      }),
    ),
  );
  const { certificate } = marks;
  byId("save").hidden = !certificate;
  byId("save").onclick = () => {
    if (certificate) saveFile(`table-test-${test?.regulation ?? ""}.txt`, certificate, "text/plain");
  };
  showPart("result");
  announce(text);
  byId("result-title").focus();
}

byId("set").addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.clear();
  const { table, candidate } = valuesOf(byId("set", HTMLFormElement));
  try {
    begin(await post("/api/table-tests", { id: newId(), table, candidate }));
  } catch (error) {
    problem.show(error);
  }
});

byId("answer").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!test || replies.length >= test.questions.length) return;
  const { line, right = "" } = valuesOf(byId("answer", HTMLFormElement));
  replies.push({ line: Number(line), right });
  if (replies.length < test.questions.length) {
    showRound();
    return;
  }
  problem.clear();
  const { id, table, candidate } = test;
  try {
    showMarks(await post("/api/table-tests/{test}", { table, candidate, answers: replies }, { test: id }));
  } catch (error) {
    replies.pop();
    problem.show(error);
  }
});

const who = await me();
if (!who) {
  location.replace(signInPath());
} else if (who.role !== "manager") {
  showStaffOnly(who, "Table test", "A manager sets and judges table tests.");
} else {
  const { tables } = await get("/api/lobby");
  fillSelect(
    byId("table", HTMLSelectElement),
    tables.map(({ name, title }) => [name, `${title}, ${name}`]),
  );
  byId("table").focus();
}
