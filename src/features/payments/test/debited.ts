import { sql } from "../../../database/sql.ts";
import { compareAll } from "../../../metering/consistency/findings.ts";
import { settleBalances } from "../../../metering/credits/grants/settle-balances.ts";
import { rowsOf } from "../../billing/test/billed-service.ts";
import type { Charged } from "./charged.ts";
import { papersOf } from "./paid-service.ts";

/** The newest payment of the customer, as its own API shows it. */
export async function shownOf(world: Charged): Promise<Record<string, unknown>> {
  const { body } = await world.customer.ask("GET", `/payments?subscription_id=${world.id}`);
  return (body as Record<string, unknown>[])[0]!;
}

/** Grants whose time has come open and close with the next work on their balance. */
export async function openGrants({ service, id }: Charged): Promise<void> {
  await service.db.transaction((tx) => settleBalances(tx, [id]));
}

/** What a customer has: what is left and owed, the state of the newest period, papers, and the events about money. */
export async function standingOf(world: Charged): Promise<object> {
  const { db } = world.service;
  await openGrants(world);
  const [sums] = await rowsOf(
    db,
    sql`select remaining as left, (
        select cast(coalesce(sum(owed - collected), 0) as bigint) from payment where subscription_id = ${world.id}) as owed
      from credit_balance where subscription_id = ${world.id}`,
  );
  const [period] = await rowsOf<{ state: string }>(
    db,
    sql`select state from billing_period where subscription_id = ${world.id} order by number desc limit 1`,
  );
  const reminded = await rowsOf<{ type: string }>(
    db,
    sql`select type from outbox_event where subscription_id = ${world.id} and due_at <= ${world.service.now()}
      and type in ('payment.failed', 'period.unpaid', 'period.lapsed') order by created_at, event_id`,
  );
  const papers = await papersOf(world.service, world.id);
  return {
    ...sums,
    period: period!.state,
    papers: papers.length,
    reminded: reminded.map(({ type }) => type),
  };
}

/** What the consistency check finds. */
export async function faultsIn({ service }: Charged): Promise<string[]> {
  const compared = await compareAll(service.db, { schema: ["none"] });
  return compared.flatMap(({ differing, found }) =>
    differing > 0 && found !== "schema" && found !== "credits by hour" ? [found] : [],
  );
}
