// A record file: its lines in order, and the keys of each line. What they say is checked elsewhere.

import { Fault, parse } from "./json.js";

const FORMAT = "night-mail-record/1";
const MAX_LINE = 1_000_000;
const MAX_LINES = 100_000;

const isText = (value) => typeof value === "string";
const isInteger = (value) => typeof value === "number";
const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
export const isObject = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value);
const isObjectOrNull = (value) => value === null || isObject(value);
const isListOf = (test) => (value) => Array.isArray(value) && value.every(test);
const isTeams = (value) => value === null || isListOf(isListOf(isInteger))(value);

const HEADER = {
  format: isText,
  board: isText,
  board_digest: isHash,
  rules_version: isText,
  seats: isInteger,
  order_fixed: (value) => typeof value === "boolean",
  teams: isTeams,
  commitment: isHash,
  contributions: isListOf(isText),
  options: isObject,
};
const EVENT = {
  seq: isInteger,
  at: isText,
  actor: isText,
  type: isText,
  version: isInteger,
  data: isObject,
  action: isObjectOrNull,
  salt: isText,
  prev_hash: isHash,
};
const END = { secret: isHash, hash: isHash, result: isObjectOrNull };

// The record in the bytes of a file: {header, events, end}.
export function readRecord(bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Fault("The file is not UTF-8 text, so it is no record.");
  }
  const rows = [];
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    if (index >= MAX_LINES) throw new Fault(`Line ${index + 1}: no game has so many events.`);
    if ([...line].length > MAX_LINE) throw new Fault(`Line ${index + 1} is too long.`);
    if (line.trim()) rows.push(readLine(index + 1, line));
  });
  if (rows.length < 3 || rows[0].row.record !== "header" || rows.at(-1).row.record !== "end") {
    throw new Fault("A record has a header, events, and an end line.");
  }
  return {
    header: checkHeader(rows[0]),
    events: rows.slice(1, -1).map(checkEvent),
    end: checkKeys(rows.at(-1), "end line", END),
  };
}

function readLine(number, line) {
  let row;
  try {
    row = parse(line);
  } catch (error) {
    if (error instanceof Fault) throw new Fault(`Line ${number}: ${error.message}.`);
    throw error;
  }
  if (!isObject(row) || !isText(row.record)) {
    throw new Fault(`Line ${number} is not a line of a record.`);
  }
  return { number, row };
}

function checkHeader(found) {
  if (found.row.format !== FORMAT) throw new Fault(`Line 1: the format must be "${FORMAT}".`);
  if (!("teams" in found.row)) found.row.teams = null;
  return checkKeys(found, "header", HEADER);
}

function checkEvent(found) {
  if (found.row.record !== "event") {
    throw new Fault(`Line ${found.number}: an event was expected.`);
  }
  return checkKeys(found, "event", EVENT);
}

function checkKeys({ number, row }, line, tests) {
  for (const name of Object.keys(tests)) {
    if (!(name in row)) throw new Fault(`Line ${number}: the ${line} has no "${name}".`);
  }
  for (const [name, value] of Object.entries(row)) {
    if (name === "record") continue;
    if (!Object.hasOwn(tests, name)) {
      throw new Fault(`Line ${number}: the ${line} has a strange key, "${name.slice(0, 40)}".`);
    }
    if (!tests[name](value)) throw new Fault(`Line ${number}: the ${line} has a strange "${name}".`);
  }
  delete row.record;
  return row;
}
