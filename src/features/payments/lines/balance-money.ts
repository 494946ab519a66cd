import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { MovedMoney, Time } from "../../papers/ports.ts";
import { type BalanceEntry, balanceEntries } from "../rows/balance-rows.ts";
import { readState } from "../watching/provider-state.ts";
import { balanceOverlapMs } from "../watching/read-balance.ts";

// What of the provider's balance is listed as what, by its reporting categories
// (https://docs.stripe.com/reports/reporting-categories): fees; money between balance and bank; and all else, which is
// compared with the payments and refunds that are listed here, so that each month's rows sum to the change of the balance.

/** What the provider takes for itself, besides the fee of another movement. */
const feeCategories: ReadonlySet<string> = new Set(["fee", "network_cost", "tax"]);
/** Above zero if it came: a payout that failed or was cancelled, or a top-up. */
const payoutCategories: ReadonlySet<string> = new Set([
  "payout",
  "payout_reversal",
  "topup",
  "topup_reversal",
]);

interface Payer {
  readonly accountId: string | null;
  readonly reference: string | null;
  readonly paperId: string | null;
  readonly paidIn: string | null;
}
type Moved = BalanceEntry & Payer;

/**
 * Fees and payouts of a time; and, of a time that is over and whose balance was read, what else the balance has that its
 * payments and refunds by card do not sum to: exchanged currencies, disputes that are not lost, and what the provider
 * dates otherwise.
 */
export async function balanceMoney(
  db: Queries,
  time: Time,
  listed: readonly MovedMoney[],
): Promise<readonly MovedMoney[]> {
  const all = await balanceEntries.all<Payer>(
    db,
    sql`select ${balanceEntries.columns}, y.account_id as "accountId", y.reference, y.paper_id as "paperId",
        y.currency as "paidIn"
      from payment_balance b left join payment y on y.provider = 'stripe' and y.provider_ref = b.charge_ref
      where b.created_at >= ${time.from} and b.created_at < ${time.to} order by b.created_at, b.id`,
  );
  const isWhole = ((await readState(db))?.balanceAt ?? 0) >= time.to + balanceOverlapMs;
  return [...all.flatMap(feesOf), ...all.flatMap(payoutOf), ...(isWhole ? differencesOf(all, listed) : [])];
}

function feesOf(one: Moved): MovedMoney[] {
  const minor = -one.feeMinor + (feeCategories.has(one.category) ? one.minor : 0);
  return minor === 0 ? [] : [{ ...shownOf(one), kind: "fee", minor, method: words(one.type) }];
}

function payoutOf(one: Moved): MovedMoney[] {
  if (!payoutCategories.has(one.category)) return [];
  const providerId = one.source ?? one.id;
  return [{ ...shownOf(one), kind: "payout", minor: one.minor, method: words(one.type), providerId }];
}

const words = (type: string): string => type.replaceAll("_", " ");

const shownOf = ({ id, createdAt, currency, accountId, reference, paperId }: Moved) => ({
  at: createdAt,
  accountId: accountId ?? "",
  reference: reference ?? "",
  paperId,
  currency,
  by: "card" as const,
  providerId: id,
});

/** By charge and currency: what the balance has, less what is listed. Its day is that of the last of them. */
function differencesOf(all: readonly Moved[], listed: readonly MovedMoney[]): MovedMoney[] {
  const sums = new Map<string, MovedMoney>();
  const exchanged = new Set<string>();
  const add = (one: Omit<MovedMoney, "kind" | "method">) => {
    const key = `${one.currency} ${one.providerId}`;
    const { minor = 0, at = 0 } = sums.get(key) ?? {};
    const sum = { ...one, minor: minor + one.minor, at: Math.max(at, one.at) };
    sums.set(key, { ...sum, kind: "adjustment", method: "" });
  };
  for (const one of all) {
    if (feeCategories.has(one.category) || payoutCategories.has(one.category)) continue;
    const providerId = one.chargeRef ?? one.source ?? one.id;
    if (one.paidIn !== null && one.paidIn !== one.currency) exchanged.add(providerId);
    add({ ...shownOf(one), minor: one.minor, providerId });
  }
  for (const one of listed) if (one.by === "card") add({ ...one, minor: -one.minor });
  return [...sums.values()]
    .filter(({ minor }) => minor !== 0)
    .map((one) => ({
      ...one,
      method: exchanged.has(one.providerId) ? "Currency exchange" : "Balance of the provider",
    }))
    .toSorted((one, other) => one.at - other.at);
}
