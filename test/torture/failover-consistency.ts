import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { consistencyFindings } from "../metering/consistency-findings.ts";
import type { Callers } from "./callers.ts";
import { broken, openComparisons, openJournals, runComparisons, settleMs } from "./consistency.ts";
import type { Customer } from "./customers.ts";
import type { Installation, Node } from "./installation.ts";

const lookMs = 200;

/**
 * Waits, while nodes run, until the request log has all of these calls, only open journals hold credits, and
 * the check passes. Resolves to the differences if that takes longer than `settleMs`. `since`: the time of the
 * first call that may be missing.
 */
export async function untilThere(
  service: Installation,
  db: Database,
  answered: Set<string>,
  since: number,
): Promise<string[]> {
  const before = new Set(await idsLogged(db, 0, since));
  for (const id of before) answered.delete(id);
  const end = performance.now() + settleMs;
  for (;;) {
    const wrong = await lackingNow(service, db, answered, since).catch((error: Error) => [error.message]);
    if (wrong.length === 0 || performance.now() > end) return wrong;
    await Bun.sleep(lookMs);
  }
}

async function lackingNow(
  service: Installation,
  db: Database,
  answered: ReadonlySet<string>,
  since: number,
): Promise<string[]> {
  const logged = new Set(await idsLogged(db, since, Number.MAX_SAFE_INTEGER));
  const missing = [...answered].filter((id) => !logged.has(id)).length;
  if (missing > 0) return [`${missing} calls are missing from the log`];
  const row = await db.get<{ open: number; stranded: number }>(sql`
    select cast((select count(*) from journal where state = 'open') as bigint) as open,
      cast(coalesce(sum(l.held), 0) as bigint) as stranded
    from credit_lease l left join journal j on j.journal_id = l.journal_id
    where j.state is null or j.state <> 'open'`);
  const { open, stranded } = row!;
  if (stranded > 0) return [`${stranded} credits are held by no open journal`];
  if (open !== service.journals)
    return [`${open} journals are open, not ${service.journals}: ${await openJournals(db)}`];
  return (await consistencyFindings(db)).map((finding) => JSON.stringify(finding));
}

async function idsLogged(db: Database, from: number, to: number): Promise<string[]> {
  const rows = await db.all<{ request_id: string }>(sql`
    select request_id from request_log where at >= ${from} and at < ${to}`);
  return rows.map((row) => row.request_id);
}

/** Waits until all data include all calls while the nodes run: resolves to the differences that are left after `settleMs`. */
export async function untilWhole(
  service: Installation,
  callers: Callers,
  customers: readonly Customer[],
): Promise<string[]> {
  const end = performance.now() + settleMs;
  const look = async () => {
    await using db = await openComparisons(service);
    return broken(await runComparisons(service, db, callers, customers), { writesOff: true });
  };
  for (;;) {
    const wrong = await look().catch((error: Error) => [error.message]);
    if (wrong.length === 0 || performance.now() > end)
      return wrong.map((each) => `nodes running on: ${each}`);
    await Bun.sleep(lookMs);
  }
}

/** The output of `vingate doctor --ledger` if it finds a fault. */
export async function doctorAt(node: Node): Promise<string[]> {
  const { code, output } = await node.command("doctor", "--ledger");
  return code === 0 ? [] : [`the doctor ends with ${code}: ${output}`];
}

/** Waits until no credits are leased, since idle nodes release them; resolves to the rest after that time. */
export async function untilGivenBack(service: Installation): Promise<string[]> {
  await using db = await openComparisons(service);
  const end = performance.now() + settleMs;
  for (;;) {
    const row = await db.get<{ held: number }>(
      sql`select cast(coalesce(sum(held), 0) as bigint) as held from credit_lease`,
    );
    if (row!.held === 0) return [];
    if (performance.now() > end) return [`${row!.held} credits are still held by nodes without callers`];
    await Bun.sleep(lookMs);
  }
}
