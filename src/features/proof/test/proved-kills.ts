import type { Callers } from "../../../../test/torture/callers.ts";
import { broken, compareFigures } from "../../../../test/torture/consistency.ts";
import type { Customer } from "../../../../test/torture/customers.ts";
import { type Installation, install, type Plan } from "../../../../test/torture/installation.ts";
import { killNodes } from "../../../../test/torture/kills.ts";
import { callersOf } from "../../../../test/torture/scenario.ts";
import { leafOf } from "../../../../test/verify/proofs.ts";
import { hourMs } from "../../../base/durations.ts";
import type { Database } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { callIdText } from "../../../metering/requests/call-id.ts";
import { databaseLog } from "../../../metering/requests/call-log.ts";
import { dayOf, endOf } from "../days/calendar.ts";
import { cutDay } from "../days/cut.ts";
import { makeLeaves } from "../days/leaves.ts";
import { openState } from "../days/proof-state.ts";
import { cutsOf, type LinedCall, provedCalls } from "../days/proved-calls.ts";
import { callLine } from "../format/lines.ts";

export interface ProvedKills {
  /** What a customer would find: empty if each receipt is proved, and nothing else. */
  readonly faults: string[];
  readonly kills: number;
  readonly receipts: number;
  readonly calls: number;
}

/** How long callers go on after the last kill. */
const afterMs = 550;

/** Kills nodes while callers keep the receipts of their calls, proves the day, and compares both to the call. */
export async function proveAfterKills(
  plan: Plan & { readonly perSecond: number; readonly hangMs: number },
  kills: number,
): Promise<ProvedKills> {
  const service = await install(plan);
  try {
    const options = { perSecond: plan.perSecond, hangMs: plan.hangMs, headers: { "Want-Receipt": "1" } };
    const { callers, customers } = await callersOf(service, options);
    callers.start();
    let done = 0;
    try {
      ({ done } = await killNodes(service, callers, kills));
      await Bun.sleep(afterMs);
    } finally {
      await callers.stop();
    }
    const faults = broken(await compareFigures(service, callers, customers));
    return { kills: done, ...(await compareProofs(service, callers, customers, faults)) };
  } finally {
    await service.end();
  }
}

async function compareProofs(
  service: Installation,
  callers: Callers,
  customers: readonly Customer[],
  faults: string[],
): Promise<Omit<ProvedKills, "kills">> {
  const db = await service.open();
  try {
    const days = await proveDays(db);
    let [receipts, calls] = [0, 0];
    for (const { subscription } of customers) {
      const proved = new Map<string, LinedCall>();
      for (const day of days)
        for await (const part of provedCalls(db, databaseLog(db), await cutsOf(db, day)))
          for (const call of part)
            if (call.subscriptionId === subscription) {
              const id = callIdText(call);
              if (proved.has(id)) faults.push(`${id} is proved twice`);
              proved.set(id, call);
            }
      calls += proved.size;
      const own = [...callers.sent.values()].filter((sent) => sent.subscription === subscription);
      const kept = own.flatMap(({ receipt }) => receipt ?? []);
      receipts += kept.length;
      for (const receipt of kept) {
        const [id, at, credits, leaf] = receipt.split(";");
        const call = proved.get(id!);
        const line = call && leafOf(callLine(call)).toString("base64");
        if (!call || String(call.at) !== at || String(call.credits) !== credits || line !== leaf)
          faults.push(`${receipt} is not proved`);
      }
      const answered = own.filter(({ status }) => status === 200 || status === 404);
      const without = answered.filter(({ receipt }) => receipt === undefined).length;
      if (without > 0) faults.push(`${without} answered calls of ${subscription} have no receipt`);
      const unknown = own.filter(({ status }) => status === 0).length;
      if (proved.size - kept.length > unknown)
        faults.push(`${proved.size} calls of ${subscription} are proved, ${kept.length} have receipts`);
    }
    return { faults, receipts, calls };
  } finally {
    await db.close();
  }
}

/** Proves all days up to this one, as if it had ended. */
export async function proveDays(db: Database): Promise<string[]> {
  const today = dayOf(Date.now());
  const making = { process: "torture", now: () => endOf(today) + hourMs, open: () => true };
  await openState(db, Date.now());
  await cutDay(db, databaseLog(db), today, making);
  await makeLeaves(db, databaseLog(db), today, making);
  const days = await db.all<{ day: string; calls: number }>(sql`
    select day, cast(sum(calls) as bigint) as calls from proof_day where number is not null group by day order by day`);
  return days.map(({ day }) => day);
}
