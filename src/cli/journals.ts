import { join } from "node:path";
import { systemTiming } from "../base/timing.ts";
import { loadConfig } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { Command } from "../feature.ts";
import type { Gap } from "../metering/apply/gaps.ts";
import { type JournalEntry, listJournals } from "../metering/apply/journal-lists.ts";
import { repairJournal } from "../metering/apply/repair.ts";
import { expireJournal } from "../metering/credits/close-journal.ts";
import {
  journalForm,
  journalIds,
  journalsFolder,
  takeJournalDirectory,
} from "../metering/journal/journal-directory.ts";
import { argumentsOf, CommandFailure, noAction, UsageError } from "./command.ts";
import { withExistingDatabase } from "./existing-database.ts";

// Heartbeats come every second from a process with leases, otherwise every two seconds.
export const heartbeatWaitMs = 3500;
const endedShown = 50;

const actions = ["expire", "repair"];

export const journalsCommand: Command = {
  help: `Usage: vingate journals [--all] [--json]
       vingate journals expire ID
       vingate journals repair ID

A journal contains the calls of one serving process, which leases credits. The process
releases them when it stops; otherwise the next process of the same data folder does.
Credits of a lost node are released after VINGATE_LEASE_TTL; expire releases them
immediately.

Expire a journal only if its process has ended permanently. If its folder returns later, its
calls are still charged to the balance, and what the balance lacks is written off. The
journal of a live process is not expired.

Repair a damaged journal of this data folder: its calls are applied, also those after the
damage. The calls that cannot be read are listed and not charged.

Options:
  --all   Also list the last ${endedShown} ended journals.
  --json  Print one JSON object per journal.

Examples:
  vingate journals
  vingate journals expire 3f0c2a9e
  vingate journals repair 3f0c2a9e`,
  words: () => [actions],
  async run(args, env, features) {
    const { values, positionals } = argumentsOf(args, {
      all: { type: "boolean" },
      json: { type: "boolean" },
    });
    const [action, id] = positionals;
    if (action === undefined)
      return await withExistingDatabase(loadConfig(env, features), (db) =>
        list(db, values.all === true ? endedShown : 0, values.json === true),
      );
    if (action !== "expire" && action !== "repair") throw noAction(action, actions);
    if (id === undefined || positionals.length > 2)
      throw new UsageError("journals takes nothing, expire ID or repair ID");
    if (!/^[0-9a-f]{8,32}$/.test(id))
      throw new UsageError("ID must be at least the first 8 digits of a journal's ID");
    const config = loadConfig(env, features);
    if (action === "expire") return await withExistingDatabase(config, (db) => expire(db, id));
    const { dataDir, callSink } = config;
    const elsewhere = callSink !== undefined;
    return await withExistingDatabase(config, (db) => repair(db, journalsFolder(dataDir), id, elsewhere));
  },
};

async function list(db: Database, ended: number, asJson: boolean): Promise<number> {
  const before = new Map((await listJournals(db, ended)).map((each) => [each.journal_id, each]));
  if (before.size > 0) await Bun.sleep(heartbeatWaitMs);
  const journals = await listJournals(db, ended);
  const rows = journals.map((each) =>
    rowOf(each, (before.get(each.journal_id)?.commit_count ?? each.commit_count) !== each.commit_count),
  );
  if (asJson) process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  else process.stdout.write(tableOf(rows));
  return 0;
}

function rowOf(each: JournalEntry, alive: boolean) {
  return {
    id: each.journal_id,
    node: each.node,
    state: each.state === "open" ? (alive ? "open, alive" : "open, silent") : each.state,
    calls: each.applied_seq,
    held: each.held,
    subscriptions: each.leases,
    opened_at: new Date(each.opened_at).toISOString(),
  };
}

function tableOf(rows: readonly ReturnType<typeof rowOf>[]): string {
  if (rows.length === 0) return "No journals.\n";
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
      `${found.length === 0 ? "no open journal's" : "more than one"} ID starts with ${prefix}`,
    );
  process.stderr.write(`waiting for a heartbeat of ${journal.node} …\n`);
  await Bun.sleep(heartbeatWaitMs);
  // The transaction compares the commit count, so a live journal is not expired.
  if (!(await expireJournal(db, journal.journal_id, journal.commit_count, Date.now())))
    throw new CommandFailure(
      `the journal ${journal.journal_id} is alive: its process runs, or it is being recovered`,
    );
  process.stdout.write(
    `expired ${journal.journal_id}: ${journal.held} credits of ${journal.leases} subscriptions released\n`,
  );
  return 0;
}

/** `elsewhere`: ClickHouse keeps the calls, and the service sends it those that are applied here. */
async function repair(db: Database, folder: string, prefix: string, elsewhere: boolean): Promise<number> {
  const ids = journalIds(folder).filter((id) => id.startsWith(prefix));
  const [id] = ids;
  if (id === undefined || ids.length > 1)
    throw new CommandFailure(
      `${id === undefined ? "no journal" : "more than one journal"} in ${folder} starts with ${prefix}`,
    );
  if (journalForm(join(folder, id)) === "later")
    throw new CommandFailure(`a later release wrote the journal ${id}: repair it with that release`);
  const directory = takeJournalDirectory(folder, id);
  if (!directory)
    throw new CommandFailure(`the journal ${id} is in use: its process runs, or it is being recovered`);
  try {
    const { appliedSeq, gaps, unreadable, closed } = await repairJournal(
      db,
      directory,
      systemTiming,
      elsewhere,
    );
    const lines = [
      `repaired ${id}: applied up to call ${appliedSeq}${closed ? "; credits released" : ""}`,
      ...gaps.map((gap) => `  unreadable, not charged: ${textOfGap(gap)}`),
      ...(unreadable ? [`  ${unreadable.file} has no readable call after offset ${unreadable.offset}`] : []),
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
