import { dayMs, hourMs, monthRange } from "../../../base/durations.ts";
import { dateIn } from "../../../base/format/words.ts";
import type { Context } from "../../../calls/context.ts";
import type { PaymentProvider } from "../providers/provider.ts";
import { addBalance } from "../rows/balance-rows.ts";
import { findFirstPayment, noteBalance, readState } from "./provider-state.ts";

/** Movements can get into the list later than others that are newer. */
export const balanceOverlapMs = hourMs;
/** One list has no more than this, so that a first reading of years goes on where it was ended. */
const windowMs = 7 * dayMs;

/**
 * Reads the provider's balance since the last time; at first, and after its rows were lost, since the month of the oldest
 * payment. What was read before changes nothing, so several processes can read at once. Resolves to how many were new.
 * Throws `ProviderFailed`: what was read before stays.
 */
export async function readBalance(
  { database, clock }: Context,
  cards: PaymentProvider,
  open: () => boolean,
): Promise<number> {
  const { balanceUntil = null } = (await readState(database)) ?? {};
  const first = balanceUntil === null ? await findFirstPayment(database) : undefined;
  if (balanceUntil === null && first === undefined) return 0;
  const begun = clock();
  let from = balanceUntil === null ? startOfMonth(first!) : balanceUntil - balanceOverlapMs;
  for (let added = 0; open(); from += windowMs) {
    const isLast = from + windowMs >= begun;
    const found = await cards.balance(from, isLast ? undefined : from + windowMs);
    added += await addBalance(database, found);
    // By the provider's clock alone: this one can be ahead of it.
    const until = found[0]?.createdAt ?? null;
    if (isLast || until !== null) await noteBalance(database, until, isLast ? begun : null);
    if (isLast) return added;
  }
  return 0;
}

const startOfMonth = (at: number): number => monthRange(dateIn(at).slice(0, 7)).from;
