import { dayMs } from "../../base/durations.ts";
import type { EntryKind } from "../../metering/credits/grants/grant.ts";

/** A stored row of the ledger. `left` is the balance after it. */
export interface LedgerRow {
  readonly id: string;
  readonly at: number;
  readonly kind: EntryKind;
  readonly change: number;
  readonly reason: string | null;
  readonly actor: string | null;
  readonly left: number;
}

/** The credits used on a day, and the start of the last hour in which they were. */
export interface DayUse {
  readonly day: number;
  readonly credits: number;
  readonly lastHour: number;
}

/** A stored row, or use between two of them, with the balance after it; null while credits were unlimited. */
export interface LedgerLine extends Pick<LedgerRow, "at" | "change" | "reason" | "actor"> {
  readonly id: string | null;
  readonly kind: LedgerRow["kind"] | "charge";
  readonly balance: number | null;
}

interface Point {
  readonly at: number;
  /** The start of the last hour with use before it. */
  readonly lastHour: number;
  /** The credits used until then, since the beginning. */
  readonly used: number;
  readonly row?: LedgerRow;
}

/**
 * The ledger in its order, oldest first. Use is one line per day, or several if the balance changed on that day: the
 * balance after a row shows how much was used before it.
 */
export function ledgerLines(
  rows: readonly LedgerRow[],
  days: readonly DayUse[],
  unlimited: boolean,
): LedgerLine[] {
  const lines: LedgerLine[] = [];
  let [at, used, granted] = [0, 0, 0];
  const points = settled(pointsOf(rows, days));
  const lastRow = points.findLastIndex(({ row }) => row);
  // Below zero, credits were unlimited until a later row; without one, a debt waits for a lease that pays it.
  const balance = (index: number) => {
    if (unlimited || (granted < used && index <= lastRow)) return null;
    return Math.max(0, granted - used);
  };
  for (const [index, point] of points.entries()) {
    if (point.used > used) {
      at = Math.min(point.at, Math.max(at, point.lastHour));
      const change = used - point.used;
      used = point.used;
      const charge = { id: null, at, kind: "charge", change, reason: null, actor: null } as const;
      lines.push({ ...charge, balance: balance(index) });
    }
    if (!point.row) continue;
    const { left: _, ...row } = point.row;
    at = row.at;
    granted += row.change;
    lines.push({ ...row, balance: balance(index) });
  }
  return lines;
}

/** Every row, and the end of every day with use, in their order. */
function pointsOf(rows: readonly LedgerRow[], days: readonly DayUse[]): Point[] {
  let granted = 0;
  const ofRows = [...rows].sort(byTime).map((row): Point => {
    granted += row.change;
    // What is written off was used before it was granted.
    const used = granted - row.left - (row.kind === "write_off" ? row.change : 0);
    const hour = days.findLast(({ lastHour }) => lastHour <= row.at)?.lastHour ?? row.at;
    return { at: row.at, lastHour: hour, used, row };
  });
  let used = 0;
  const ofDays = days.map(({ day, credits, lastHour }): Point => {
    used += credits;
    return { at: day + dayMs, lastHour, used };
  });
  // A day ends before the rows of the next.
  const points = [...ofDays, ...ofRows].sort((a, b) => a.at - b.at);
  const last = points.at(-1);
  return last ? [...points, { at: last.at, lastHour: last.lastHour, used }] : [];
}

const byTime = (a: LedgerRow, b: LedgerRow) => a.at - b.at || (a.id < b.id ? -1 : 1);

/** The same points with a use that never falls: calls just before a row can be applied after it. */
function settled(points: readonly Point[]): Point[] {
  let most = Number.POSITIVE_INFINITY;
  const found = points.toReversed().map((point) => {
    most = Math.max(0, Math.min(most, point.used));
    return { ...point, used: most };
  });
  return found.reverse();
}
