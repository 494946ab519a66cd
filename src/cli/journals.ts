import { parseArgs } from "node:util";
import { systemTiming } from "../base/timing.ts";
import { loadConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import { type JournalEntry, listJournals } from "../metering/apply/journal-lists.ts";
import { type Gap, repairJournal } from "../metering/apply/repair.ts";
import { journalIds, journalsFolder, takeJournalDirectory } from "../metering/journal/journal-directory.ts";
import { expireJournal } from "../metering/sharing/close-journal.ts";
import { type Command, CommandFailure, UsageError } from "./command.ts";
import { withExistingDatabase } from "./existing-database.ts";

// A process beats every second while it holds credits, and every two seconds otherwise.
export const listeningMs = 3500;
const endedShown = 50;

export const journalsCommand: Command = {
  help: `Usage: vingate journals [--all] [--json]
       vingate journals expire ID
       vingate journals repair ID

A journal holds the calls of one serving process, and credits that the process may spend
without asking the database. It gives them back when it stops, or when a process starts
again beside the same data folder. A node that does not come back holds them until
VINGATE_LEASE_TTL is over; expire takes them back at once.

Expire a journal only when its process has ended for good. Calls that it served and that
are found later, when its folder is brought back, are still charged: to the balance, and
what that lacks is written off. A journal whose process is alive is not expired.

Repair a journal of this data folder that is damaged: its calls are entered, those behind
the damage too, and the numbers of the calls that cannot be read are listed. They are not
charged.

Options:
  --all   The last ${endedShown} that ended too.
  --json  One JSON object for each journal.

Examples:
  vingate journals
  vingate journals expire 3f0c2a9e
  vingate journals repair 3f0c2a9e`,
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
    if ((action !== "expire" && action !== "repair") || id === undefined || positionals.length > 2)
      throw new UsageError("journals takes nothing, expire ID or repair ID");
    if (!/^[0-9a-f]{8,32}$/.test(id))
      throw new UsageError("ID is the first 8 digits of a journal's, or more");
    if (action === "expire") return await withExistingDatabase(env, (db) => expire(db, id));
    const folder = journalsFolder(loadConfig(env).dataDir);
    return await withExistingDatabase(env, (db) => repair(db, folder, id));
  },
};

async function list(db: Database, ended: number, asJson: boolean): Promise<number> {
  const before = new Map((await listJournals(db, ended)).map((each) => [each.journal_id, each]));
  if (before.size > 0) await Bun.sleep(listeningMs);
  const journals = await listJournals(db, ended);
  const rows = journals.map((each) =>
    rowOf(each, (before.get(each.journal_id)?.commit_count ?? each.commit_count) !== each.commit_count),
  );
  if (asJson) process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  else process.stdout.write(tableOf(rows));
  return 0;
}

function rowOf(each: JournalEntry, heard: boolean) {
  return {
    id: each.journal_id,
    node: each.node,
    state: each.state === "open" ? (heard ? "open, alive" : "open, silent") : each.state,
    calls: each.applied_seq,
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
  // Only while its commit count stays the same: the database compares it in the same transaction.
  if (!(await expireJournal(db, journal.journal_id, journal.commit_count, Date.now())))
    throw new CommandFailure(
      `the journal ${journal.journal_id} is alive: its process runs, or it is being recovered`,
    );
  process.stdout.write(
    `expired ${journal.journal_id}: ${journal.held} credits of ${journal.leases} subscriptions taken back\n`,
  );
  return 0;
}

async function repair(db: Database, folder: string, prefix: string): Promise<number> {
  const ids = journalIds(folder).filter((id) => id.startsWith(prefix));
  const [id] = ids;
  if (id === undefined || ids.length > 1)
    throw new CommandFailure(
      `${id === undefined ? "no journal" : "more than one journal"} in ${folder} begins with ${prefix}`,
    );
  const directory = takeJournalDirectory(folder, id);
  if (!directory)
    throw new CommandFailure(`the journal ${id} is in use: its process runs, or it is being recovered`);
  try {
    const { appliedSeq, gaps, unreadable, closed } = await repairJournal(db, directory, systemTiming);
    const lines = [
      `repaired ${id}: entered up to call ${appliedSeq}${closed ? ", and its credits given back" : ""}`,
      ...gaps.map((gap) => `  not readable, and not charged: ${textOfGap(gap)}`),
      ...(unreadable
        ? [`  ${unreadable.file} holds bytes at ${unreadable.offset} behind which no call can be read`]
        : []),
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
    return unreadable ? 1 : 0;
  } finally {
    directory.lock.release();
  }
}

function textOfGap({ first, last }: Gap): string {
  return first === last ? `call ${first}` : `calls ${first} to ${last}`;
}
