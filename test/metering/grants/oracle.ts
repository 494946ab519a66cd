import type { GrantSource } from "../../../src/metering/credits/grants/grant.ts";
import { grantSources } from "../../../src/metering/credits/grants/grant.ts";

/** A grant in the oracle: from when it can be spent, and until when. */
export interface OracleGrant {
  readonly source: GrantSource;
  readonly amount: number;
  readonly bornAt: number;
  readonly expiresAt: number;
  /** Orders grants that expire together: the order in which they were made. */
  readonly number: number;
}

export interface Paid {
  /** Calls that no grant could pay at their moment. */
  readonly unpaid: number;
  /** Credits spent beyond those that are paid before. */
  readonly overage: number;
  /** What is left of grants that are paid before, without what was spent beyond them. */
  readonly net: number;
}

/** Pays each call of one credit at its own moment, by the grants that are open then. `calls` are ascending. */
export function payAtOnce(grants: readonly OracleGrant[], calls: readonly number[], end: number): Paid {
  const ordered = grants.toSorted(
    (a, b) =>
      Number(a.source === "overage") - Number(b.source === "overage") ||
      a.expiresAt - b.expiresAt ||
      grantSources.indexOf(a.source) - grantSources.indexOf(b.source) ||
      a.number - b.number,
  );
  const left = new Map(ordered.map((grant) => [grant, grant.amount]));
  let [unpaid, overage] = [0, 0];
  for (const at of calls) {
    const payer = ordered.find((grant) => grant.bornAt <= at && at < grant.expiresAt && left.get(grant)! > 0);
    if (!payer) unpaid += 1;
    else {
      left.set(payer, left.get(payer)! - 1);
      if (payer.source === "overage") overage += 1;
    }
  }
  const kept = ordered.filter(
    ({ source, bornAt, expiresAt }) => source !== "overage" && bornAt <= end && expiresAt > end,
  );
  return { unpaid, overage, net: kept.reduce((sum, grant) => sum + left.get(grant)!, 0) - overage };
}
