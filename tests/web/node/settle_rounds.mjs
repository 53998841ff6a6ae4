// Reads one round a line, as terms and facts, and writes what lib/settlement.js settles, one answer a line.
import { createInterface } from "node:readline";
import { settle } from "../../../src/pitboss/web/static/lib/settlement.js";

for await (const text of createInterface({ input: process.stdin })) {
  const { terms, facts } = JSON.parse(text);
  let answer;
  try {
    answer = settle(terms, facts);
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
