import fs from "node:fs";
import { parseArgs } from "node:util";
import { type Report, verifyStatement } from "./index.ts";

/** The help of the command, whose name is `vingate verify` in the program. */
export const verifyHelp = (
  name: string,
): string => `Usage: ${name} FILE [--calls FILE] [--receipts FILE] [--key FILE|KEY] [--seen FILE]

Checks a statement, JSON or PDF, on this machine. It needs no account and no network.

Options:
  --calls FILE     The calls of the month, calls-YYYY-MM.ndjson.gz.
  --receipts FILE  Receipts that you kept, one per line.
  --key FILE|KEY   The key that you expect: a line NAME+ID+KEY, or a file of them.
  --seen FILE      Checkpoints of earlier checks. The file is made, or extended if the statement holds.

Exit code: 0 if the statement holds, also as a provisional one; 1 if it fails; 2 for a wrong
command line; 3 if it holds, but the log began a new epoch.

Examples:
  ${name} statement-2026-10.pdf
  ${name} statement-2026-10.json --calls calls-2026-10.ndjson.gz --seen seen.txt`;

const verdicts: Readonly<Record<Report["verdict"], readonly [code: number, text: string]>> = {
  holds: [0, "The statement holds."],
  provisional: [0, "The statement holds. It is provisional: it can change until the month is proved."],
  new_epoch: [3, "The statement holds, but the log began a new epoch. Find out why from the seller."],
  fails: [1, "The statement does not hold."],
};
const states = { fails: "Fails", note: "Note", holds: "Holds", not_checked: "Not checked" } as const;

const stream = (path: string | undefined) =>
  path === undefined ? undefined : fs.createReadStream(path, { fd: fs.openSync(path, "r") });
const readIfThere = (path: string | undefined) =>
  path !== undefined && fs.existsSync(path) ? fs.readFileSync(path, "utf8") : undefined;

export interface Output {
  print(text: string): void;
  fault(text: string): void;
}

/** Checks the statement that arguments name. Resolves to the exit code. */
export async function runVerify(args: readonly string[], { print, fault }: Output): Promise<number> {
  const file = { type: "string" } as const;
  const options = { calls: file, receipts: file, key: file, seen: file };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [path, ...more] = positionals;
    const { calls, receipts, key, seen } = values;
    if (path === undefined || more.length > 0) throw new Error("name one statement");
    const { findings, verdict, checkpoints } = await verifyStatement({
      statement: fs.readFileSync(path),
      calls: stream(calls),
      receipts: stream(receipts),
      key: readIfThere(key) ?? key,
      seen: readIfThere(seen),
    });
    const [code, text] = verdicts[verdict];
    print(text);
    // Texts of a statement can contain what controls a terminal.
    for (const { check, state, text } of findings)
      print(`${states[state].padEnd(12)} ${check.padEnd(12)} ${text.replace(/\p{C}/gu, "?")}`);
    if (seen !== undefined && code !== 1) {
      fs.writeFileSync(`${seen}.new`, Object.values(checkpoints).join("---\n"));
      fs.renameSync(`${seen}.new`, seen);
    }
    return code;
  } catch (error) {
    fault((error as Error).message);
    return 2;
  }
}
