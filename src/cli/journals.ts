import { parseArgs } from "node:util";
import type { Database } from "../database/database.ts";
import { expireJournal } from "../leasing/close-journal.ts";
import { type JournalEntry, listJournals } from "../metering/ledger/journal-lists.ts";
import { type Command, CommandFailure, UsageError } from "./command.ts";
import { withExistingDatabase } from "./existing-database.ts";

// A process that holds credits is heard of every second.
const listeningMs = 2500;
const endedShown = 50;

export const journalsCommand: Command = {
  name: "journals",
  summary: "List the usage journals of all nodes, or take back what a lost one holds.",
  help: `Usage: vingate journals [--all] [--json]
       vingate journals expire ID

A journal is one life of one serving process. It holds credits that it may spend without
asking the database. One that ends gives them back when it stops, or when its process
starts again beside the same data folder. A node that will not come back holds them until
VINGATE_LEASE_TTL is over; expire takes them back at once.

Expire a journal only when its process has ended for good. Calls that it served and that
are found later, when its folder is brought back, are still charged: to the balance, and
what that lacks is written off. A journal that is heard of is not expired.

Options:
  --all   The last ${endedShown} that ended too.
  --json  One JSON object for each journal.

Examples:
  vingate journals
  vingate journals expire 3f0c2a9e`,
  async run(args, env) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { all: { type: "boolean" }, json: { type: "boolean" } },
      allowPositionals: true,
    });
    const [action, id] = positionals;
    if (action === undefined)
      return await withExistingDatabase(env, (db) =>
        list(db, values.all === true ? endedShown : 0, values.json === true),
      );
    if (action !== "expire" || id === undefined || positionals.length > 2)
      throw new UsageError("journals takes nothing, or expire ID");
    if (!/^[0-9a-f]{8,32}$/.test(id))
      throw new UsageError("ID is the first 8 digits of a journal's, or more");
    return await withExistingDatabase(env, (db) => expire(db, id));
  },
};

async function list(db: Database, ended: number, asJson: boolean): Promise<number> {
  const before = new Map((await listJournals(db, ended)).map((each) => [each.journal_id, each]));
  if (before.size > 0) await Bun.sleep(listeningMs);
  const journals = await listJournals(db, ended);
  const rows = journals.map((each) =>
    rowOf(each, (before.get(each.journal_id)?.beat ?? each.beat) !== each.beat),
  );
  if (asJson) process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  else process.stdout.write(tableOf(rows));
  return 0;
}

function rowOf(each: JournalEntry, heard: boolean) {
  return {
    id: each.journal_id,
    node: each.node,
    state: each.state === "open" ? (heard ? "open, heard of" : "open, silent") : each.state,
    calls: each.folded_seq,
    held: each.held,
    subscriptions: each.leases,
    opened_at: new Date(each.opened_at).toISOString(),
  };
}

function tableOf(rows: readonly ReturnType<typeof rowOf>[]): string {
  if (rows.length === 0) return "There are no journals.\n";
  const columns = ["id", "node", "state", "calls", "held", "subscriptions", "opened_at"] as const;
  const cells = [
    columns as readonly string[],
    ...rows.map((row) => columns.map((name) => String(row[name]))),
  ];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, index) => cell.padEnd(widths[index]!))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

async function expire(db: Database, prefix: string): Promise<number> {
  const found = (await listJournals(db)).filter(({ journal_id: id }) => id.startsWith(prefix));
  const [journal] = found;
  if (!journal || found.length > 1)
    throw new CommandFailure(
      `${found.length === 0 ? "no open journal's" : "more than one"} id begins with ${prefix}`,
    );
  process.stderr.write(`listening for ${journal.node} …\n`);
  await Bun.sleep(listeningMs);
  // Only while its beat stands still: the database compares it in the same transaction.
  if (!(await expireJournal(db, journal.journal_id, journal.beat, Date.now())))
    throw new CommandFailure(
      `the journal ${journal.journal_id} is heard of: its process lives, or is being recovered`,
    );
  process.stdout.write(
    `expired ${journal.journal_id}: ${journal.held} credits of ${journal.leases} subscriptions taken back\n`,
  );
  return 0;
}
