import { dayMs } from "../../../base/durations.ts";
import { digitsOf } from "../../../base/format/currencies.ts";
import {
  type ConsoleEntry,
  type Cost,
  consoleEntries,
  type InboxItem,
  inboxKinds,
} from "../../../running/inbox-item.ts";
import type { FoundItem } from "./node-findings.ts";

export const bands = ["today", "week", "later"] as const;
export type Band = (typeof bands)[number];

const weekMs = 7 * dayMs;
/** More items of a kind are one row. */
const rowsMost = 5;

/** How soon an item needs a person: `today` if callers are refused or customers wait, `week` if it may not stay. */
export function bandOf({ harm, deadline = Number.POSITIVE_INFINITY }: InboxItem, now: number): Band {
  if (harm === "refused" || harm === "waits" || deadline <= now + dayMs) return "today";
  return harm === "risk" || deadline <= now + weekMs ? "week" : "later";
}

/** A row of Inbox: an item, or all items of a kind. */
export interface InboxRow extends FoundItem {
  readonly band: Band;
  /** How many items it stands for. */
  readonly count: number;
}

const harmRank = ({ harm }: InboxItem): number => (harm === "refused" ? 0 : harm === "waits" ? 1 : 2);
const sumOf = ({ cost }: InboxItem): number => (cost ? cost.minor / 10 ** digitsOf(cost.currency) : 0);

/** Callers refused first, then waiting customers, the nearest deadline, the larger sum, and what is older. */
function byUrgency(a: InboxRow, b: InboxRow): number {
  const later = (of: (row: InboxRow) => number | undefined) =>
    (of(a) ?? Number.MAX_VALUE) - (of(b) ?? Number.MAX_VALUE);
  return (
    bands.indexOf(a.band) - bands.indexOf(b.band) ||
    harmRank(a) - harmRank(b) ||
    later(({ deadline }) => deadline) ||
    sumOf(b) - sumOf(a) ||
    later(({ since }) => since) ||
    (a.id < b.id ? -1 : 1)
  );
}

/** The rows of items, the most urgent first. */
export function arrange(items: readonly FoundItem[], now: number): InboxRow[] {
  const rows = items
    .map((item): InboxRow => ({ ...item, band: bandOf(item, now), count: 1 }))
    .sort(byUrgency);
  return [...Map.groupBy(rows, ({ kind }) => kind).values()]
    .flatMap((ofKind) => (ofKind.length > rowsMost ? [together(ofKind)] : ofKind))
    .sort(byUrgency);
}

/** One row for all items of a kind, as urgent as the first of them. */
function together(rows: readonly InboxRow[]): InboxRow {
  const [{ account, cost: _, since: __, node: ___, ...first }] = rows as readonly [InboxRow];
  const count = rows.length;
  const { kind } = first;
  const since = least(rows.map((row) => row.since));
  const cost = commonCost(rows);
  return {
    ...first,
    id: kind,
    code: `${kind}_several`,
    values: { count, ...cost },
    found: `${count} ${inboxKinds[kind].plural}`,
    action: { code: "open_several", object: null },
    ...(since !== undefined && { since }),
    ...(cost && { cost }),
    node: null,
    count,
  };
}

function least(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Undefined if a row has none, or another currency. */
function commonCost(rows: readonly InboxRow[]): Cost | undefined {
  const currency = rows[0]!.cost?.currency;
  if (currency === undefined || rows.some(({ cost }) => cost?.currency !== currency)) return undefined;
  return { currency, minor: rows.reduce((sum, { cost }) => sum + cost!.minor, 0) };
}

/** How many rows each entry of the console counts. */
export function countRows(rows: readonly InboxRow[]): Record<ConsoleEntry, number> {
  const counts = Object.fromEntries(consoleEntries.map((entry) => [entry, 0])) as Record<
    ConsoleEntry,
    number
  >;
  for (const { kind } of rows) counts[inboxKinds[kind].entry] += 1;
  return counts;
}
