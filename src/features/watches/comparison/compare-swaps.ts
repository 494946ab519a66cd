import type { Database } from "../../../database/database.ts";
import { findRecordFamily } from "../../../vehicles/families/record-families.ts";
import { watchedBy } from "../../../vehicles/families/watched.ts";
import { graceMsDefault, sweepFormer } from "../../../vehicles/imports/staging/swap.ts";
import { type ComparedSwap, type Comparison, compareSwap } from "./compare-swap.ts";
import { noteCompared } from "./found.ts";
import { ClaimLost, claimSwap, endSwap, releaseSwap, type Swap } from "./swaps.ts";

/** A swap, and what its comparison found. */
export interface EndedSwap extends ComparedSwap {
  readonly swap: Swap;
  readonly seconds: number;
}

/** Compares the swaps that wait, the oldest first, and deletes the datasets that were kept for them. */
export async function compareSwaps(
  db: Database,
  comparison: Comparison,
  ended: (one: EndedSwap) => void,
): Promise<void> {
  const { clock, claim, step } = comparison;
  for (;;) {
    const swap = await claimSwap(db, claim, clock());
    if (!swap) return;
    const began = performance.now();
    try {
      const compared = await compareSwap(db, swap, comparison);
      const { watches } = compared;
      const api = watchedBy({ name: swap.family })?.api;
      await db.transaction(
        async (tx) => {
          await endSwap(tx, swap, claim);
          if (api && !compared.missing) await noteCompared(tx, swap, { api, watches, now: clock() });
        },
        { repeatable: true },
      );
      ended({ swap, ...compared, seconds: Math.round(performance.now() - began) / 1000 });
    } catch (error) {
      if (error instanceof ClaimLost) return;
      await releaseSwap(db, swap, claim).catch(() => undefined);
      throw error;
    }
    const family = findRecordFamily(swap.family);
    if (!family) continue;
    const graceMs = Math.max(0, (comparison.graceMs ?? graceMsDefault) - (clock() - swap.at));
    await sweepFormer(db, family, step, graceMs);
  }
}
