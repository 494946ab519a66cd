import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { Callers, type Target } from "./callers.ts";
import { broken, compareFigures } from "./consistency.ts";
import { addCustomers, type Customer } from "./customers.ts";
import type { Installation } from "./installation.ts";
import type { ScenarioReport } from "./scenario.ts";

const granted = 50;
const perBump = 3;

export interface Rounds {
  readonly bumps: number;
  readonly sets: number;
  /** Subscriptions that are set simultaneously; each set waits for all nodes' leases. */
  readonly atOnce: number;
}

/** Bumps and sets credits while they are spent to the last. */
export async function bumpAndSet(
  service: Installation,
  { bumps, sets, atOnce }: Rounds,
): Promise<ScenarioReport> {
  const bumped = await addCustomers(service, granted, 4);
  const set = await addCustomers(service, granted, atOnce);
  const customers = [...bumped, ...set];
  const callers = new Callers({ targets: targetsOf(service, customers), perSecond: 1500, hangMs: 15_000 });
  const db = await service.open();
  try {
    callers.start();
    const [, done] = await Promise.all([bumpAll(service, bumped, bumps), setAll(service, set, sets)]);
    await Bun.sleep(500);
    await callers.stop();
    const outcome = await compareFigures(service, callers, customers);
    const wrong = [...broken(outcome), ...(await setsThatDiffer(db))];
    for (const [index, { subscription }] of bumped.entries()) {
      const expected = granted + perBump * roundsOf(bumps, index, bumped.length);
      const found = outcome.accounts[subscription]!.granted;
      if (found !== expected) wrong.push(`${subscription}: ${found} granted, not ${expected}`);
    }
    return { outcome, broken: wrong, figures: { bumps, sets: done, "sets refused": sets - done } };
  } finally {
    await db.close();
  }
}

function targetsOf(service: Installation, customers: readonly Customer[]): Target[] {
  return customers.flatMap(({ key, subscription }) =>
    service.nodes.map((node) => ({ key, subscription, port: () => node.port })),
  );
}

const roundsOf = (all: number, index: number, of: number) => Math.ceil((all - index) / of);

async function bumpAll(service: Installation, customers: readonly Customer[], bumps: number): Promise<void> {
  await Promise.all(
    customers.map(async ({ subscription }, index) => {
      for (let round = 0; round < roundsOf(bumps, index, customers.length); round++) {
        const body = { subscription_id: subscription, credits: perBump, idempotency_key: `bump ${round}` };
        const node = round % service.nodes.length;
        await service.operate("PUT", "/subscriptions/sandbox-bump", body, node);
        // One in ten is repeated, as after a lost response; nothing is added.
        if (round % 10 === 0)
          await service.operate(
            "PUT",
            "/subscriptions/sandbox-bump",
            body,
            (node + 1) % service.nodes.length,
          );
      }
    }),
  );
}

async function setAll(service: Installation, customers: readonly Customer[], sets: number): Promise<number> {
  let [left, done] = [sets, 0];
  await Promise.all(
    customers.map(async ({ subscription }, index) => {
      while (left > 0) {
        left -= 1;
        const body = { set: Math.floor(Math.random() * 40), reason: "torture" };
        const node = index % service.nodes.length;
        const made = await service
          .operate<{ remaining: number }>("POST", `/subscriptions/${subscription}/credits`, body, node)
          .catch((error: Error) => {
            if (!error.message.includes(" answered 409: ")) throw error;
          });
        if (made) done += 1;
      }
    }),
  );
  return done;
}

/** A set leaves the requested amount: its change plus the amount before. */
async function setsThatDiffer(db: Database): Promise<string[]> {
  const rows = await db.all<{ subscription_id: string; at: number }>(sql`
    select subscription_id, at from credit_ledger where kind = 'set' and (remaining_after < 0 or remaining_after >= 40)`);
  return rows.map((row) => `${row.subscription_id}: set at ${row.at} to an amount that was not requested`);
}
