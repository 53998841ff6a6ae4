// Reads a file of a round and its signature a line, and writes whether every check holds.
import { createInterface } from "node:readline";
import { checkFile } from "../../../src/pitboss/web/static/round-file.js";

for await (const line of createInterface({ input: process.stdin })) {
  const [text, signature] = JSON.parse(line);
  let answer;
  try {
    answer = await checkFile(text, signature);
  } catch (error) {
    answer = [{ ok: false, text: String(error) }];
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
