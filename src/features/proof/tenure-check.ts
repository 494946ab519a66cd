import { isoTime, never } from "../../base/clock.ts";
import type { Queries } from "../../database/database.ts";
import { sql } from "../../database/sql.ts";
import { firstWrong, type TableComparison } from "../../metering/consistency/table-comparison.ts";
import type { Grant } from "../../metering/credits/grants/grant.ts";
import { firstHead } from "../../metering/credits/grants/ledger-chain.ts";
import { endOf } from "./days/calendar.ts";
import { isReturn } from "./days/tenure-credits.ts";
import { type CheckedTenure, MovedLogs } from "./moved-logs.ts";
import { wrongGrants } from "./statement-check.ts";

/** A change of a subscription's owner, as the audit log has it. */
interface Move {
  readonly at: number;
  /** Undefined if the entry is too long to have it. */
  readonly to: string | undefined;
}

/** Other data about a moved subscription from the database. */
interface Known {
  /** Null if the subscription is gone. */
  readonly ownerId: string | null;
  readonly ledgerRows: number;
  readonly moves: readonly Move[];
  /** The time since which the audit log is complete. */
  readonly auditStart: number;
}

/** Who had a subscription, and since when: it decides whose calls and ledger rows are whose. */
export const tenureComparison: TableComparison = {
  found: "tenures of moved subscriptions",
  expected: "ledger and audit log",
  subjects: "tenures",
  advice:
    "tenures decide whose calls are whose: put the row back as a backup has it, or with the time and accounts of the move in the audit log, before the next day is proved",
  async run(tx, comparing) {
    const { tenures } = await MovedLogs.read(tx);
    if (tenures.size === 0) return;
    const oldest = await tx.get<{ at: number | null }>(sql`select min(at) as at from audit_log`);
    const auditStart = oldest?.at ?? Number.POSITIVE_INFINITY;
    for (const [id, own] of tenures) {
      const known = { ...(await readKnown(tx, id)), auditStart };
      const whole = wrongOrder(own, known);
      comparing.hold(`tenures of subscription ${id}`, whole ?? wrongMove(own, known));
      if (whole !== undefined) continue;
      const heads = await readHeads(tx, id);
      for (const one of own)
        comparing.hold(
          `tenure ${one.number} of subscription ${id}`,
          firstWrong(...factsOf(own, one, heads), ...timeOf(own, one, known)) ??
            (await wrongCut(tx, one)) ??
            (await wrongLeft(tx, own, one)),
        );
    }
  },
};

async function readKnown(tx: Queries, id: string): Promise<Omit<Known, "auditStart">> {
  const row = await tx.get<{ ownerId: string | null; rows: number | null }>(sql`
    select (select s.owner_id from subscription s where s.id = ${id}) as "ownerId",
      (select b.ledger_rows from credit_balance b where b.subscription_id = ${id}) as rows`);
  const entries = await tx.all<{ at: number; before: string | null; after: string | null }>(sql`
    select at, before, after from audit_log where object = ${`/subscriptions/${id}`} order by at, id`);
  const moves = entries.flatMap(({ at, before, after }): Move[] => {
    const [from, to] = [membersOf(before), membersOf(after)];
    if (from === undefined || to === undefined) return [];
    return from.owner_id !== undefined && to.owner_id !== undefined ? [{ at, to: to.owner_id }] : [];
  });
  const unread = entries
    .filter(({ before, after }) => before !== null && membersOf(after) === undefined)
    .map(({ at }): Move => ({ at, to: undefined }));
  return { ownerId: row?.ownerId ?? null, ledgerRows: row?.rows ?? 0, moves: [...moves, ...unread] };
}

function membersOf(text: string | null): { readonly owner_id?: string } | undefined {
  try {
    return (JSON.parse(text ?? "null") as { owner_id?: string } | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The heads of the ledger rows that tenures name, by their numbers. */
async function readHeads(tx: Queries, id: string): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.all<{ number: number; head: string }>(sql`
    select c.number, c.head from credit_ledger c where c.subscription_id = ${id} and c.number in (
      select t.ledger_rows from proof_tenure t where t.subscription_id = ${id}) and c.number > 0`);
  return new Map(rows.map(({ number, head }) => [number, head]));
}

/** Whether all tenures are there, up to that of the owner. */
function wrongOrder(own: readonly CheckedTenure[], { ownerId }: Known): string | undefined {
  const gap = own.findIndex(({ number }, index) => number !== index);
  const last = own.at(-1);
  return firstWrong(
    [last !== undefined, () => "an account has a log of it, and no tenure is there"],
    [gap < 0, () => `tenure ${gap} is missing, and tenure ${own[gap]!.number} is there`],
    [own.length > 1, () => "only the first one is there, and another one follows each"],
    [
      ownerId === null || last?.userId === ownerId,
      () => `the last one is of account ${last!.userId}, and the subscription is of account ${ownerId}`,
    ],
  );
}

const isOf = ({ at, to }: Move, own: readonly CheckedTenure[]): boolean =>
  own.some((one) => one.since === at && one.userId === to);

/** Each move of the audit log since the first tenure has its tenure. */
function wrongMove(own: readonly CheckedTenure[], { moves }: Known): string | undefined {
  const since = own[1]!.since;
  const lost = moves.find((move) => move.at > since && move.to !== undefined && !isOf(move, own));
  return (
    lost && `by the audit log it moved to account ${lost.to} at ${isoTime(lost.at)}, and no tenure says so`
  );
}

type Fact = readonly [holds: boolean, wrong: () => string];

/** The facts that a tenure contains about itself and the one before. */
function factsOf(
  own: readonly CheckedTenure[],
  one: CheckedTenure,
  heads: ReadonlyMap<number, string>,
): readonly Fact[] {
  const { subscriptionId: id, number, userId, log, ledgerRows, ledgerHead, fromDay } = one;
  const before = own[number - 1];
  const key = own.find((each) => each.userId === userId)!.number;
  const expectedLog = key === 0 ? id : `${id}/${key}`;
  const head = ledgerRows === 0 ? firstHead(id) : heads.get(ledgerRows);
  return [
    [before?.userId !== userId, () => `it is of account ${userId}, which had the subscription before it`],
    [log === expectedLog, () => `its log is ${log}, and that of account ${userId} is ${expectedLog}`],
    [
      fromDay >= (before?.fromDay ?? ""),
      () => `its first day is ${fromDay}, and that of the tenure before ${before!.fromDay}`,
    ],
    [
      ledgerRows >= (before?.ledgerRows ?? 0) && (before !== undefined || ledgerRows === 0),
      () =>
        `it begins after ledger row ${ledgerRows}, and the tenure before after ${before?.ledgerRows ?? 0}`,
    ],
    [ledgerHead === head, () => `it begins after ledger row ${ledgerRows} with another head than the ledger`],
    [
      isReturn(one) || (one.ownRows === ledgerRows && one.ownHead === ledgerHead && one.bridge === 0),
      () => `its log begins after row ${one.ownRows}, and it after ledger row ${ledgerRows}`,
    ],
  ];
}

/** The time of a move is that of its entry in the audit log. */
function timeOf(
  own: readonly CheckedTenure[],
  { number, since, userId }: CheckedTenure,
  { moves, auditStart }: Known,
): readonly Fact[] {
  if (number === 0)
    return [[since === 0, () => `it began at ${isoTime(since)}, and the first one has no begin`]];
  const isKnown = moves.some(({ at, to }) => at === since && (to === undefined || to === userId));
  const other = moves.find((move) => move.to === userId && !isOf(move, own));
  return [
    [
      isKnown || since < auditStart,
      () =>
        other
          ? `it began at ${isoTime(since)}, and by the audit log account ${userId} got the subscription at ${isoTime(other.at)}`
          : `it began at ${isoTime(since)}, and the audit log has no such move`,
    ],
  ];
}

/** A day has ledger rows of a tenure only if the tenure began before the end of the day. */
async function wrongCut(
  tx: Queries,
  { subscriptionId, number, since, fromDay }: CheckedTenure,
): Promise<string | undefined> {
  const row = await tx.get<{ first: string | null; cut: string | null }>(sql`
    select min(day) as first, min(case when ledger_rows is not null then day end) as cut from proof_tenure_day
    where subscription_id = ${subscriptionId} and number = ${number}`);
  const { first, cut } = row!;
  return firstWrong(
    [
      cut === null || since < endOf(cut),
      () => `it began at ${isoTime(since)}, and the day ${cut} has ledger rows of it`,
    ],
    [
      first === null || fromDay <= first,
      () => `its first day is ${fromDay}, and the day ${first} has calls or ledger rows of it`,
    ],
  );
}

/** Compares how an ended tenure was left with the data of its log. */
async function wrongLeft(
  tx: Queries,
  own: readonly CheckedTenure[],
  { number, grants, unlimited }: CheckedTenure,
): Promise<string | undefined> {
  const isLast = number === own.length - 1;
  if (isLast) return grants === null ? undefined : "it lasts, and says how it was left";
  if (grants === null || unlimited === null) return "it has ended, and does not say how it was left";
  const left = readLeft(grants);
  if (!left) return "the grants with which it was left cannot be read";
  return wrongGrants(
    tx,
    left.map(({ id, source, state, startsAt, expiresAt }) => {
      return { id, source, state, starts_at: startsAt, expires_at: expiresAt >= never ? null : expiresAt };
    }),
  );
}

function readLeft(grants: string): readonly Grant[] | undefined {
  try {
    const left: unknown = JSON.parse(grants);
    return Array.isArray(left) ? (left as Grant[]) : undefined;
  } catch {
    return undefined;
  }
}
