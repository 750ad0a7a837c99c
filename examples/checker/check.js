#!/usr/bin/env node
// Check records of games: node check.js [--boards DIR] [--json] RECORD...

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { checkBytes } from "./checker.js";

const HERE = dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    boards: { type: "string", default: join(HERE, "../../engine/board/data") },
    json: { type: "boolean", default: false },
  },
  allowPositionals: true,
});

if (!positionals.length) {
  console.error("Name one record or more: node check.js game.jsonl");
  process.exit(2);
}
let status = 0;
for (const path of positionals) {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    console.error(`${path}: cannot be opened (${error.code}).`);
    status = 2;
    continue;
  }
  const faults = checkBytes(bytes, values.boards);
  if (values.json) console.log(JSON.stringify({ record: path, holds: !faults.length, faults }));
  else if (!faults.length) console.log(`${path}: everything adds up.`);
  else console.log([`${path}:`, ...faults.map((fault) => `  ${fault}`)].join("\n"));
  if (faults.length) status ||= 1;
}
process.exit(status);
