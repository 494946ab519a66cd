import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { type DatabaseOptions, openDatabase } from "../../src/database/open.ts";
import { schemaParts } from "../../src/database/schema-parts.ts";
import { type Dialect, sql } from "../../src/database/sql.ts";
import { apply } from "../../src/metering/apply/apply.ts";
import { writeUsage } from "../../src/metering/apply/write-usage.ts";
import { acquireCredits } from "../../src/metering/credits/acquire.ts";
import { createJournalDirectory, journalsFolder } from "../../src/metering/journal/journal-directory.ts";
import { findJournal, openJournal } from "../../src/metering/sharing/journal-rows.ts";
import { OwnedJournals } from "../../src/metering/sharing/owned-journals.ts";
import { kinds } from "../database/databases.ts";
import { migrations } from "../database/migrations.ts";
import { startPostgres } from "../postgres.ts";
import { commandLine } from "../program.ts";
import { agreeing } from "./agreeing-report.ts";
import { writeSegment } from "./test-journal.ts";
import { callOf, grant, start } from "./test-nodes.ts";

const journalId = "3f0c2a9e000000000000000000000001";

/** A service's data folder and database, with a journal that has leased credits, and the CLI. */
async function installation(dialect: Dialect) {
  const folder = mkdtempSync(join(tmpdir(), "vingate-operator-"));
  const url = dialect === "postgres" ? await (await startPostgres()).newDatabase() : undefined;
  const options: DatabaseOptions = { url, file: join(folder, "vingate.db") };
  const db = await openDatabase(options);
  await migrate(db, migrations);
  await fill(db);
  const place = url === undefined ? join(folder, "vingate.db") : new URL(url).host + new URL(url).pathname;
  const env = {
    VINGATE_DATA_DIR: folder,
    ...(url !== undefined && { VINGATE_DATABASE_URL: url, VINGATE_MASTER_KEY: "0".repeat(64) }),
  };
  return {
    db,
    place,
    folder,
    run: (...args: string[]) => run(args, env),
    env,
    async end() {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(args: readonly string[], env: Record<string, string>) {
  const child = Bun.spawn(commandLine(...args), {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 30_000,
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

async function fill(db: Database): Promise<void> {
  await grant(db, "s", 20);
  await openJournal(db, { journalId, node: "berlin 1", place: "p", at: start });
  const asks = [{ subscriptionId: "s", op: 1, need: 0, amount: 8 }];
  await acquireCredits(new OwnedJournals(db), journalId, { requests: asks, share: 1 });
  const records = [2, 0, 3].map((credits, index) => ({
    seq: index + 1,
    call: callOf("s", credits, { at: start + index }),
  }));
  // The last call is applied separately, so that it has its own chunk in the log.
  for (const batch of [records.slice(0, 2), records.slice(2)])
    await apply(db, { journalId, records: batch, now: start }, writeUsage);
}

/** The longest name of a comparison. */
const checkWidth = "tenures of moved subscriptions = ledger and audit log".length;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`an operator's commands, on ${kind.dialect}`, () => {
    test("doctor --ledger reports agreement, or each difference", async () => {
      const { db, place, run, end } = await installation(kind.dialect);
      expect(await run("doctor", "--ledger")).toEqual({
        code: 0,
        out: agreeing(place, schemaParts(migrations, kind.dialect).length),
        err: "",
      });
      for (const [name, skew] of [
        ["a/1", 12],
        ["b/2", -300_000],
        ["c/3", null],
      ] as const)
        await db.run(sql`
          insert into node (instance, name, role, address, build, journal_id, started_at, seen_at, waiting_calls,
            waiting_bytes, delay_us, memory_bytes, streams, clock_skew_ms)
          values (${name}, ${name}, 'single', '', '', '', 0, ${Date.now()}, 0, 0, 0, 0, 0, ${skew})`);
      const clocks = (await run("doctor", "--ledger")).out.split("\n\n").at(-1);
      expect(clocks).toBe(`Clocks of the nodes, compared with the database's:
  ok       a/1: 0.012 s ahead
  DIFFERS  b/2: 300.000 s behind
           what to do: synchronize the clocks of nodes and database, for example by NTP
  unknown  c/3
`);
      expect(JSON.parse((await run("doctor", "--ledger", "--json")).out).nodes).toEqual([
        { node: "a/1", clock_skew_ms: 12 },
        { node: "b/2", clock_skew_ms: -300_000 },
        { node: "c/3", clock_skew_ms: null },
      ]);
      await db.run(sql`delete from node`);
      await db.run(sql`delete from request_chunk where first_seq = 3`);
      const found = await run("doctor", "--ledger");
      const differing = (check: string, of: string, where: string) =>
        [`  DIFFERS  ${check.padEnd(checkWidth)}  1 of 1 ${of}`, `           ${where}`] as const;
      const hour = "s, 2026-11-21T00:00:00.000Z";
      const of = "hours of a subscription";
      expect(found.out.split("\n").filter((line) => line !== "" && !line.startsWith("  ok"))).toEqual([
        `Consistency check of ${place}`,
        ...differing("calls in the log = calls by hour", of, `${hour}: calls in the log 2, calls by hour 3`),
        ...differing(
          "credits in the log = credits by hour",
          of,
          `${hour}: credits in the log 2, credits by hour 5`,
        ),
        ...differing(
          "bytes in the log = bytes by hour",
          of,
          `${hour}: bytes in the log 1800, bytes by hour 2700`,
        ),
        "  DIFFERS  kinds in the log = kinds by hour                       1 of 2 operations, outcomes and users",
        "           GET /vin-decoder/{vin} success of user user-1: kinds in the log 1, kinds by hour 2",
        ...differing(
          "calls of a journal = its applied seq",
          "journals",
          `${journalId}: calls of a journal 2, its applied seq 3`,
        ),
        "5 of 49 comparisons found a difference.",
        "What to do: first repair the journals listed below, if any, and run this again while the service is idle. What",
        "still differs was changed by hand or restored in part: copy the database and journal/, then restore a backup.",
      ]);
      expect([found.code, found.err]).toEqual([1, ""]);
      const { code, out } = await run("doctor", "--ledger", "--json");
      const json = JSON.parse(out);
      expect([code, json.database, json.comparisons.length]).toEqual([1, place, 49]);
      expect(json.comparisons[1]).toEqual({
        check: "ledger = granted",
        subjects: "subscriptions",
        compared: 1,
        differing: 0,
      });
      expect(json.findings[0]).toEqual({
        check: "calls in the log = calls by hour",
        subject: "s",
        at: "2026-11-21T00:00:00.000Z",
        expected: 3,
        found: 2,
      });
      await end();
    }, 180_000);

    test("journals lists leased credits and releases those of lost nodes", async () => {
      const { db, run, end } = await installation(kind.dialect);
      expect(await run("journals")).toEqual({
        code: 0,
        out: [
          "id                                node      state         calls  held  subscriptions  opened_at",
          `${journalId}  berlin 1  open, silent  3      3     1              2026-11-21T00:00:00.000Z\n`,
        ].join("\n"),
        err: "",
      });
      const beating = setInterval(
        () => void db.run(sql`update journal set commit_count = commit_count + 1 where state = 'open'`),
        200,
      );
      const [heard, refused] = await Promise.all([
        run("journals", "--json"),
        run("journals", "expire", "3f0c2a9e"),
      ]);
      clearInterval(beating);
      expect(JSON.parse(heard.out)).toEqual({
        id: journalId,
        node: "berlin 1",
        state: "open, alive",
        calls: 3,
        held: 3,
        subscriptions: 1,
        opened_at: "2026-11-21T00:00:00.000Z",
      });
      expect(refused).toEqual({
        code: 1,
        out: "",
        err: `waiting for a heartbeat of berlin 1 …\nvingate journals: the journal ${journalId} is alive: its process runs, or it is being recovered\n`,
      });
      expect(await run("journals", "expire", "3f0c2a9e")).toEqual({
        code: 0,
        out: `expired ${journalId}: 3 credits of 1 subscriptions released\n`,
        err: "waiting for a heartbeat of berlin 1 …\n",
      });
      expect(await db.get<unknown>(sql`select remaining, used from credit_total`)).toEqual({
        remaining: 15,
        used: 5,
      });
      expect(await run("journals")).toEqual({ code: 0, out: "No journals.\n", err: "" });
      expect((await run("doctor", "--ledger")).code).toBe(0);
      await end();
    }, 180_000);
  });

test("journals repair leaves single calls to ClickHouse", async () => {
  const { db, env, folder, end } = await installation("sqlite");
  const directory = createJournalDirectory(journalsFolder(folder));
  writeSegment(directory, { number: 1, firstSeq: 1 }, [1, 2]);
  directory.lock.release();
  const clickhouse = { ...env, VINGATE_CLICKHOUSE_URL: "http://127.0.0.1:9/calls" };
  const repaired = await run(["journals", "repair", directory.id], clickhouse);
  expect(repaired).toMatchObject({ code: 0, out: expect.stringContaining("applied up to call 2;") });
  expect(await findJournal(db, directory.id)).toMatchObject({ applied_seq: 2, logged_seq: 0 });
  const own = sql`select count(*) as chunks from request_chunk where journal_id = ${directory.id}`;
  expect(await db.get<unknown>(own)).toEqual({ chunks: 0 });
  await end();
}, 180_000);

test("journals repair applies a journal that no process uses", async () => {
  const { db, run, folder, end } = await installation("sqlite");
  const directory = createJournalDirectory(journalsFolder(folder));
  const { id } = directory;
  expect(await run("journals", "repair", id)).toEqual({
    code: 1,
    out: "",
    err: `vingate journals: the journal ${id} is in use: its process runs, or it is being recovered\n`,
  });
  directory.lock.release();
  expect((await run("doctor", "--ledger")).out).toContain(
    `  UNKNOWN  journal ${id}: the database has no row of it, and ${directory.path} holds 0 calls\n`,
  );
  expect(await run("journals", "repair", id.slice(0, 12))).toEqual({
    code: 0,
    out: `repaired ${id}: applied up to call 0; credits released\n`,
    err: "",
  });
  expect((await run("journals", "repair", "00000000")).err).toContain("no journal in");
  expect((await run("doctor", "--ledger")).code).toBe(0);
  expect((await findJournal(db, id))?.state).toBe("closed");
  await end();
}, 180_000);

test("ledger commands refuse unknown arguments and create no database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-operator-"));
  const env = { VINGATE_DATA_DIR: folder };
  expect(await run(["doctor", "--ledger"], env)).toEqual({
    code: 1,
    out: "",
    err: `vingate doctor: no database at ${folder}/vingate.db. Set VINGATE_DATA_DIR to the service's data folder\n`,
  });
  for (const args of [
    ["doctor", "--quick", "--ledger"],
    ["doctor", "--ledger", "now"],
    ["journals", "expire"],
    ["journals", "expire", "x"],
    ["journals", "repair"],
    ["journals", "mend", "00000000"],
  ])
    expect((await run(args, env)).code).toBe(2);
  rmSync(folder, { recursive: true });
}, 180_000);
