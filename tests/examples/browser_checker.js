// Runs the scripts by which a browser checks records: node browser_checker.js STATIC FACTS RECORD…
// FACTS is a file with the facts of each board, as the page of a game has them. Prints the faults of each record.

const { readFileSync } = require("node:fs");

globalThis.crypto ??= require("node:crypto").webcrypto;
globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };
const [folder, facts, ...paths] = process.argv.slice(2);
const source = (name) => readFileSync(`${folder}/${name}`, "utf8");
(0, eval)(`{ ${source("record-table.js")} }`);
const checkRecord = (0, eval)(`{ ${source("shuffles.js")}; checkRecord; }`);
const boards = JSON.parse(readFileSync(facts, "utf8"));

(async () => {
  for (const path of paths) {
    const text = readFileSync(path, "utf8");
    const faults = await checkRecord(text, boards[JSON.parse(text.split("\n")[0]).board]).then(
      (found) => found.faults,
      (error) => [["unreadable", error.message]],
    );
    console.log(JSON.stringify(faults));
  }
})();
