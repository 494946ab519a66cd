import { floorTo, minuteMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import { type Check, fault, type Inspected, ok, requireDatabase } from "../../../running/check.ts";
import type { InboxItem } from "../../../running/inbox-item.ts";

const minutes = 5;
const percentMost = 1;
/** A single failure among few calls is no state of an API. */
const faultsLeast = 5;

/** The share of calls that answered with 5xx within the last five whole minutes, for each API. */
export const errorsCheck: Check = {
  name: "errors",
  async run(inspected) {
    const found = await failing(inspected);
    if (found.length === 0) return ok(`At most ${percentMost}% of the calls fail`);
    return {
      ...fault(found.map((one) => one.found).join(". "), "See the calls with errors, and the log."),
      item: null,
    };
  },
  items: failing,
};

async function failing(inspected: Inspected): Promise<InboxItem[]> {
  const to = floorTo(inspected.clock(), minuteMs);
  const from = to - minutes * minuteMs;
  const rows = await requireDatabase(inspected).all<{ api: string; calls: number; faults: number }>(sql`
    select api, calls, faults from (
      select api_id as api, cast(sum(calls) as bigint) as calls,
        cast(sum(case when class = 'fault' then calls else 0 end) as bigint) as faults
      from usage_minute_total where minute >= ${from} and minute < ${to} group by api_id) as recent
    where faults >= ${faultsLeast} and faults * 100 > calls * ${percentMost} order by api`);
  return rows.map(({ api, calls, faults }) => {
    const percent = Math.round((1000 * faults) / calls) / 10;
    return {
      id: `errors.${api}`,
      kind: "errors",
      permission: "calls.view",
      code: "api_errors",
      values: { api, percent, faults, calls },
      harm: "refused",
      found: `${percent}% of the calls of ${api} fail with 5xx`,
      consequence: `Callers get errors: ${faults} of ${calls} calls in five minutes. They are not charged.`,
      action: { code: "open_errors", object: `/apis/${api}` },
    };
  });
}
