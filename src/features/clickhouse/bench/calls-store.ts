import { fillBalances } from "../../../../bench/common/accounts.ts";
import { installed, onDatabase } from "../../../../bench/common/databases.ts";
import { type Figure, figure, median } from "../../../../bench/common/figure.ts";
import { inFolder } from "../../../../bench/common/folder.ts";
import { cpuUs, elapsed, processorTime } from "../../../../bench/common/measure.ts";
import { scaled } from "../../../../bench/common/settings.ts";
import { leaseAll } from "../../../../bench/metering/applying.ts";
import { fillJournal } from "../../../../bench/metering/journal.ts";
import { callOf } from "../../../../test/metering/test-nodes.ts";
import { createLog } from "../../../base/log.ts";
import { systemTiming } from "../../../base/timing.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { JournalApplier } from "../../../metering/apply/journal-applier.ts";
import type { CallRecord, NumberedCall } from "../../../metering/usage/usage.ts";
import { type CallRow, conditionOf, loggedCall, pageQuery } from "../call-queries.ts";
import { CallShipper } from "../call-shipper.ts";
import { CallStore } from "../call-store.ts";
import { type ClickhouseProcess, noClickhouse, startClickhouse } from "../test/start-engine.ts";

/** As many as a shipper keeps in memory. */
const shippedAtOnce = 50_000;
const perSecond = 100_000;
const workers = 3;
const customers = 1000;
const nameOf = (index: number): string => `subscription-${index}-of-many`;
const letters = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";
const letter = () => letters[Math.floor(Math.random() * letters.length)]!;
const digit = () => Math.floor(Math.random() * 10);

/** Calls as a busy service has them: each VIN and request ID is another. */
function callAt(start: number, index: number): CallRecord {
  const vin = `1HGCM826${letter()}${digit()}${letter()}${Array.from({ length: 6 }, digit).join("")}`;
  const at = start + Math.floor((1000 * index) / perSecond);
  const apiMicros = 200 + Math.floor(Math.random() * 300);
  return callOf(nameOf(Math.floor(Math.random() * customers)), 1, {
    at,
    requestId: Bun.randomUUIDv7("hex", at),
    url: `/vin-decoder/${vin}`,
    key: "primary",
    responseBytes: 900 + Math.floor(Math.random() * 400),
    apiMicros,
    serviceMicros: apiMicros - 50,
  });
}

interface Prepared {
  readonly db: Database;
  readonly engine: ClickhouseProcess;
  readonly store: CallStore;
  /** The time of the first call. */
  readonly start: number;
  readonly journals: readonly OpenJournal[];
}

/** A journal as the metering thread of its worker has it. */
interface OpenJournal {
  readonly applier: JournalApplier;
  readonly shipper: CallShipper;
}

/** Gives `work` journals of so many calls each, whose credits are leased, on PostgreSQL if it is installed. */
function withJournals(
  count: number,
  calls: number,
  work: (prepared: Prepared) => Promise<Figure[]>,
): Promise<Figure[]> {
  if (noClickhouse) throw new Error(noClickhouse);
  return inFolder(async (folder) => {
    const engine = await startClickhouse(`${folder}/clickhouse`);
    try {
      const store = new CallStore({ url: `${engine.url}/vingate`, days: 3000 });
      const kind = installed.find(({ dialect }) => dialect === "postgres") ?? installed[0]!;
      return await onDatabase(kind, async (db) => {
        const start = Date.now();
        const names = Array.from({ length: customers }, (_, index) => nameOf(index));
        await fillBalances(
          db,
          names.map((name) => [name, 100_000_000]),
        );
        const log = createLog(Date.now, () => undefined);
        const journals: OpenJournal[] = [];
        for (let number = 0; number < count; number++) {
          const journal = await fillJournal(db, folder, calls, (index) => callAt(start, index));
          await leaseAll(db, journal.id, names, calls);
          const shipper = new CallShipper({ db, store, timing: systemTiming, log }, journal);
          const applied = (records: readonly NumberedCall[]) => shipper.offer(records);
          const options = { timing: systemTiming, elsewhere: true, applied };
          journals.push({ shipper, applier: new JournalApplier(db, journal, options) });
        }
        const figures = await work({ db, engine, store, start, journals });
        for (const { shipper, applier } of journals) {
          shipper.close();
          applier.close();
        }
        return figures;
      });
    } finally {
      await engine.kill();
    }
  });
}

const numberOf = async (engine: ClickhouseProcess, query: string) => Number(await engine.query(query));

/** How many calls more or fewer than journaled are in ClickHouse and charged. */
async function difference({ db, engine }: Prepared, calls: number): Promise<string> {
  const found = await numberOf(engine, "select count() from vingate.vingate_call final");
  const applied = await db.get<{ used: number }>(
    sql`select cast(sum(used) as bigint) as used from credit_total`,
  );
  return `${(found - calls).toLocaleString("en")} more or fewer than journaled; ${applied!.used - calls} more or fewer charged`;
}

/** Applying a prepared journal while ClickHouse keeps its single calls, and reading them. */
export function benchCallsStore(): Promise<Figure[]> {
  const calls = 1000 * scaled(1000);
  const stored = 1000 * scaled(20_000);
  return withJournals(1, calls, async (prepared) => {
    const { db, engine, store, start, journals } = prepared;
    const { applier, shipper } = journals[0]!;
    let [folded, shipped] = [0, 0];
    for (let to = perSecond / 4; to < calls + perSecond / 4; to += perSecond / 4) {
      folded += (await processorTime(() => applier.apply(Math.min(to, calls)))).own;
      shipped += (await processorTime(() => shipper.ship())).own;
    }
    const chunks = await db.get<{ rows: number }>(sql`select count(*) as "rows" from request_chunk`);
    const note = await difference(prepared, calls);
    await engine.query("optimize table vingate.vingate_call final");
    const bytes = await numberOf(
      engine,
      "select sum(bytes_on_disk) from system.parts where active and table = 'vingate_call'",
    );
    // Copies of the same calls in the hours before.
    const copies = Math.ceil(stored / calls) - 1;
    for (let copy = 1; copy <= copies; copy++)
      await engine.query(
        `insert into vingate.vingate_call select * replace(at - interval ${copy} hour as at) from vingate.vingate_call
         where at >= fromUnixTimestamp64Milli(toInt64(${start})) limit ${calls}`,
      );
    const clickhouse = await store.ready();
    const user = callAt(start, 0).caller.userId;
    const pages: number[] = [];
    for (let hour = 0; hour < Math.min(11, copies + 1); hour++) {
      const from = start - hour * 3_600_000;
      const condition = conditionOf({ userIds: [user] }, { from, to: from + 3_600_000 });
      pages.push(
        await elapsed(async () =>
          (await clickhouse.rows<CallRow>(pageQuery(condition, 50), condition.values)).map(loggedCall),
        ),
      );
    }
    const of = `of ${((copies + 1) * calls).toLocaleString("en")}; the slowest of ${pages.length} ${Math.max(...pages).toFixed(0)} ms`;
    return [
      figure("CPU a call shipped to ClickHouse", shipped / calls, "µs", "encoding, compression, sending"),
      figure("CPU a call applied without the log", folded / calls, "µs", db.dialect),
      figure("a call on ClickHouse's disk", bytes / calls, "B", note),
      figure("rows of single calls in the database", chunks!.rows, "rows"),
      figure("one customer's page of 50 calls", median(pages), "ms", of),
    ];
  });
}

/** The calls of a minute at 100,000 a second, from the prepared journals of some workers, applied by one process. */
export function benchCallsMinute(): Promise<Figure[]> {
  const own = (60_000 * scaled(perSecond / 1000)) / workers;
  const calls = own * workers;
  return withJournals(workers, own, async (prepared) => {
    const { db, engine, journals } = prepared;
    const engineBefore = cpuUs(engine.pid);
    let waited = 0;
    const used = await processorTime(async () => {
      const shipping = journals.map(() => Promise.resolve());
      // While ClickHouse inserts, the next calls are applied.
      for (let to = shippedAtOnce; to < own + shippedAtOnce; to += shippedAtOnce)
        for (const [index, { applier, shipper }] of journals.entries()) {
          await applier.apply(Math.min(to, own));
          waited += await elapsed(() => shipping[index]);
          shipping[index] = shipper.ship();
        }
      await Promise.all(shipping);
    }, db);
    const { seconds, server } = used;
    const engineOwn = cpuUs(engine.pid) - engineBefore;
    const cores = (us: number) => `${(us / 1e6 / seconds).toFixed(2)} cores`;
    return [
      figure("calls applied and shipped", calls / seconds, "calls/s", `${seconds.toFixed(1)} s`),
      figure("our CPU a call", used.own / calls, "µs", cores(used.own)),
      figure(`${db.dialect}'s CPU a call`, server / calls, "µs", cores(server)),
      figure("ClickHouse's CPU a call", engineOwn / calls, "µs", `${cores(engineOwn)}, merges included`),
      figure("waiting for ClickHouse", waited / 1000, "s", await difference(prepared, calls)),
    ];
  });
}
