import { never } from "../../../src/base/clock.ts";
import { list, sql } from "../../../src/database/sql.ts";
import type { State } from "../explore.ts";
import { type GrantCells, neverDue, none, unopened, up } from "./cells.ts";
import { type RealGrants, timeOf } from "./real-grants.ts";

const states = ["waiting", "open", "closing", "closed"] as const;

/** What a model's state expects of the database, as text. */
export function expectedText(c: GrantCells, x: State): string {
  const due = x[c.due]!;
  return JSON.stringify({
    balance: [x[c.granted], c.used(x), x[c.remaining], x[c.debt], x[c.writtenOff]],
    due: due === neverDue ? "never" : due,
    closing: c.order.filter((grant) => states[x[c.state + grant]!] === "closing").length,
    grants: c.run.grants.map(({ how }, grant) => {
      const state = x[c.state + grant]!;
      if (state === none && how === "later") return null;
      const amounts = [c.amount, c.expired, c.removed].map((cells) => x[cells + grant]!);
      const [amount, expired, removed] = amounts as [number, number, number];
      const spent = state === none ? 0 : amount - expired - removed - x[c.left + grant]!;
      return [states[state], amount, spent, expired, removed];
    }),
    leases: Array.from({ length: openedIn(c, x) }, (_, j) =>
      x[c.gone + j] ? null : [x[c.held + j], x[c.requested + j]],
    ),
  });
}

const openedIn = (c: GrantCells, x: State): number =>
  x.subarray(c.node, c.node + c.journals).filter((state) => state !== unopened).length;

interface GrantRow {
  readonly id: string;
  readonly state: string;
  readonly amount: number;
  readonly spent: number;
  readonly expired: number;
  readonly removed: number;
}

interface BalanceRow {
  readonly granted: number;
  readonly used: number;
  readonly remaining: number;
  readonly debt: number;
  readonly written_off: number;
  readonly due_at: number;
  readonly closing: number;
}

/** The state of the program's database, as text. */
export async function foundText(real: RealGrants): Promise<string> {
  const { db, subscriptionId, journals } = real;
  const grantCount = real.cells.run.grants.length;
  const balance = await db.get<BalanceRow>(sql`
    select t.granted, t.used, t.remaining, t.debt, t.written_off, b.due_at, b.closing
    from credit_total t join credit_balance b on b.subscription_id = t.subscription_id
    where t.subscription_id = ${subscriptionId}`);
  const ids = Array.from({ length: grantCount }, (_, grant) => real.idOf(grant));
  const grants = await db.all<GrantRow>(sql`
    select id, state, amount, spent, expired, removed from credit_grant where id in (${list(ids)})`);
  const leases = await db.all<{ id: string; held: number; requested: number }>(sql`
    select journal_id as id, held, return_requested as requested from credit_lease
    where subscription_id = ${subscriptionId}`);
  const row = balance!;
  return JSON.stringify({
    balance: [row.granted, row.used, row.remaining, row.debt, row.written_off],
    due: row.due_at === never ? "never" : (row.due_at - timeOf(0)) / (timeOf(1) - timeOf(0)),
    closing: row.closing,
    grants: ids.map((id) => {
      const grant = grants.find((one) => one.id === id);
      return grant ? [grant.state, grant.amount, grant.spent, grant.expired, grant.removed] : null;
    }),
    leases: journals.map(({ id }) => {
      const lease = leases.find((one) => one.id === id);
      return lease ? [lease.held, lease.requested] : null;
    }),
  });
}

/** The free credits that the nodes which run have in memory, expected and found. */
export function memoryTexts(
  { cells, journals }: RealGrants,
  x: State,
): readonly [expected: string, found: string] {
  const running = journals.flatMap((journal, j) => (x[cells.node + j] === up ? [[journal, j] as const] : []));
  return [
    JSON.stringify(running.map(([, j]) => x[cells.free + j])),
    JSON.stringify(running.map(([journal]) => journal.leases[0]!.memory.free)),
  ];
}
