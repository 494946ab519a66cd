import { DISPLACEMENT, NO_SCORE, RANK_BITS, ROW, VALUE, VALUE_EXTRA } from "../pack/layout.ts";
import type { Pack } from "../pack/pack.ts";
import type { Pass } from "./state.ts";

const RANK_MASK = (1 << RANK_BITS) - 1;

/** Whether two rows were changed at the same time: no other time begins between their ranks. */
function sameTime(pack: Pack, a: number, b: number): boolean {
  const high = Math.max(a, b) & RANK_MASK;
  for (let rank = (Math.min(a, b) & RANK_MASK) + 1; rank <= high; rank++) {
    if (((pack.timeStarts[rank >> 5]! >>> (rank & 31)) & 1) === 1) return false;
  }
  return true;
}

/** Whether `b` is converted before `a`: a later priority, then a later change, then the lower element. */
function precedes(pack: Pack, b: number, a: number): boolean {
  if (b >>> RANK_BITS !== a >>> RANK_BITS) return b < a;
  return b < a && !sameTime(pack, a, b);
}

function convertedBy(pack: Pack, pass: Pass, source: number, target: number): number {
  const value = pack.rows[pass.row[DISPLACEMENT[source]!]! * ROW]! & 0xffffff;
  const place = pack.values[value * VALUE + VALUE_EXTRA]!;
  if (place < 0) return -1;
  // The two others, in ascending order of element.
  return pack.conversions[place + (target < source ? target : target - 1)]!;
}

/** Which of the three fills a missing one, as its index in `DISPLACEMENT`, or −1. */
export function convertedFrom(pack: Pack, pass: Pass, target: number): number {
  let from = -1;
  let score = NO_SCORE;
  for (let source = 0; source < 3; source++) {
    const candidate = pass.best[DISPLACEMENT[source]!]!;
    if (source === target || candidate === NO_SCORE || convertedBy(pack, pass, source, target) < 0) continue;
    if (from < 0 || precedes(pack, candidate, score)) {
      from = source;
      score = candidate;
    }
  }
  return from;
}

/** Fills missing values of liters, cubic centimeters and cubic inches from those that patterns gave. */
export function fillDisplacement(pack: Pack, pass: Pass): void {
  const { best, converted } = pass;
  converted[0] = converted[1] = converted[2] = -1;
  if (best[11] === NO_SCORE && best[13] === NO_SCORE && best[12] === NO_SCORE) return;
  for (let target = 0; target < 3; target++) {
    if (best[DISPLACEMENT[target]!] !== NO_SCORE) continue;
    const from = convertedFrom(pack, pass, target);
    if (from < 0) continue;
    converted[target] = convertedBy(pack, pass, from, target);
  }
}
