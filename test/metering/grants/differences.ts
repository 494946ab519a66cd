import { type Grant, leftOf } from "../../../src/metering/credits/grants/grant.ts";
import { type OracleGrant, payAtOnce } from "./oracle.ts";

/** A subscription of a history. */
export interface Subscription {
  readonly id: string;
  readonly grants: Map<string, OracleGrant>;
  /** Calls that a closing or a new grant may pay too, in the customer's favour. */
  grace: number;
  /** Calls that an older grant may pay, because the period's was not open yet. */
  lag: number;
}

/** How a history ended: its grants, and the moments of its calls. */
interface Ended {
  readonly rows: readonly Grant[];
  readonly calls: readonly number[];
  readonly end: number;
}

/** How a subscription's grants differ from what the oracle allows; undefined if they do not. */
export function differenceOf(
  { id, grants, grace, lag }: Subscription,
  { rows, calls, end }: Ended,
  settled: boolean,
): string | undefined {
  const expected = payAtOnce(
    [...grants.values()],
    calls.toSorted((a, b) => a - b),
    end,
  );
  const sum = (of: (row: Grant) => number) => rows.reduce((total, row) => total + of(row), 0);
  const overage = sum((row) => (row.source === "overage" ? row.spent : 0));
  const net = sum((row) => (row.state === "open" && row.source !== "overage" ? leftOf(row) : 0)) - overage;
  const writtenOff = sum((row) => (row.source === "write_off" ? row.amount : 0));
  const closing = rows.filter(({ state }) => state === "closing").length;
  const facts = JSON.stringify({ id, net, overage, writtenOff, closing, expected, grace, lag });
  // Without boundaries that leases have not answered, nothing may differ to the customer's disadvantage.
  const [late, unpaid] = settled ? [0, 0] : [lag, expected.unpaid];
  if (closing > 0) return `a grant stays in closing: ${facts}`;
  if (net < expected.net - late - unpaid) return `the customer lost credits: ${facts}`;
  if (net > expected.net + grace + writtenOff) return `the customer got credits: ${facts}`;
  if (overage > expected.overage + late + unpaid) return `too much beyond the credits: ${facts}`;
  return undefined;
}
