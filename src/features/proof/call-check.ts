import type { Database, Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import type { Comparing } from "../../metering/consistency/comparison.ts";
import { rowsAtOnce, rowsOf, type TableComparison } from "../../metering/consistency/table-comparison.ts";
import type { LoggedCall } from "../../metering/requests/chunk-codec.ts";
import { journalCalls } from "../../metering/requests/journal-calls.ts";
import { DayCalls } from "./days/day-trees.ts";
import type { DayRow } from "./days/leaf-rows.ts";
import { cutsOf } from "./days/proved-calls.ts";
import { Digests, noSalt } from "./format/lines.ts";
import { MovedLogs } from "./moved-logs.ts";

interface Account {
  readonly digests: Digests;
  /** The account is there, and has no salt. */
  readonly lacksSalt: boolean;
  readonly hasSalt: boolean;
}

const accountsMax = 10_000;

/** The salts of accounts as they are stored: none is made. */
class StoredSalts {
  readonly #tx: Queries;
  readonly #known = new Map<string, Account>();

  constructor(tx: Queries) {
    this.#tx = tx;
  }

  /** Reads the salts of the callers of some calls. */
  async load(calls: readonly LoggedCall[]): Promise<void> {
    const ids = [...new Set(calls.map(({ caller }) => caller.userId))].filter((id) => !this.#known.has(id));
    if (ids.length === 0) return;
    if (this.#known.size + ids.length > accountsMax) this.#known.clear();
    const rows = await this.#tx.all<{ id: string; salt: Uint8Array | null }>(sql`
      select u.id, s.salt from app_user u left join proof_salt s on s.user_id = u.id
      where u.id in (${list(ids)}) and u.state <> 'deleted'`);
    const found = new Map(rows.map(({ id, salt }) => [id, salt]));
    for (const { caller } of calls) {
      const { userId } = caller;
      if (this.#known.has(userId)) continue;
      const salt = found.get(userId);
      this.#known.set(userId, {
        digests: new Digests(salt ?? noSalt),
        lacksSalt: salt === null,
        hasSalt: salt != null,
      });
    }
  }

  of(userId: string): Account {
    return this.#known.get(userId)!;
  }
}

/** A day of a log, made again. */
interface Made {
  readonly calls: DayCalls;
  /** An account without its salt has called: its lines cannot be made again. */
  lacking: Account["lacksSalt"] | undefined;
  readonly without: Set<string>;
}

interface Day extends Pick<DayRow, "calls" | "credits"> {
  readonly id: string;
  readonly callRoot: string | null;
}

/**
 * The calls of proved days, made again from the request log: their number, their credits and the root of their lines.
 * Only days whose calls are all kept are compared, and none if single calls are elsewhere.
 */
export const callComparison: TableComparison = {
  found: "calls of proved days",
  expected: "calls in the log",
  subjects: "days of a subscription",
  advice:
    "a call, its price or a salt was changed after it was proved: put back what a backup has; the customer's statement and receipts show what was proved",
  async run(tx, comparing, { logStart, hasSink }) {
    if (hasSink) return;
    const days = await tx.all<{ day: string }>(sql`
      select d.day from proof_done d where not exists (
        select 1 from proof_cut c where c.day = d.day and c.since < ${logStart ?? Number.MIN_SAFE_INTEGER})
      order by d.day`);
    const of = { salts: new StoredSalts(tx), moved: await MovedLogs.read(tx), comparing };
    for (const { day } of days) await compareDay(tx, day, of);
  },
};

interface Compared {
  readonly salts: StoredSalts;
  readonly moved: MovedLogs;
  readonly comparing: Comparing;
}

async function compareDay(tx: Queries, day: string, { salts, moved, comparing }: Compared): Promise<void> {
  const made = new Map<string, Made>();
  const credits = new Map<string, number>();
  for (const span of await cutsOf(tx, day))
    for await (const calls of journalCalls(tx as Database, span)) {
      await salts.load(calls);
      for (const call of calls) {
        const { subscriptionId, userId } = call.caller;
        // Without all tenures the account of a call is unknown: their comparison reports that.
        if (moved.has(subscriptionId) && !moved.isWhole(subscriptionId)) continue;
        const tenure = moved.index.of({ subscriptionId, userId, at: call.at }, day);
        if (tenure) {
          const key = tenureKey(tenure);
          credits.set(key, (credits.get(key) ?? 0) + call.labels.credits);
        }
        addCall(made, tenure?.log ?? subscriptionId, call, salts);
      }
    }
  const rows = rowsOf<Day>(
    tx,
    (last) => sql`
      select subscription_id as id, calls, credits, call_root as "callRoot" from proof_day
      where day = ${day} and number is not null and subscription_id > ${last?.id ?? ""}
      order by subscription_id limit ${rowsAtOnce}`,
  );
  for await (const page of rows)
    for (const row of page) {
      if (moved.has(row.id) && !moved.isWhole(row.id)) continue;
      comparing.hold(`${day} of ${moved.nameOf(row.id)}`, wrongDay(row, made.get(row.id)));
      made.delete(row.id);
    }
  for (const [id, { calls }] of made)
    comparing.hold(
      `${day} of ${moved.nameOf(id)}`,
      `the log has ${calls.tree.size} calls of it, and the day has no leaf`,
    );
  await compareTenures(tx, day, credits, comparing);
}

const tenureKey = ({
  subscriptionId,
  number,
}: {
  readonly subscriptionId: string;
  readonly number: number;
}) => `${number} of subscription ${subscriptionId}`;

/** The credits of a day by tenure: of two tenures of one account the leaf has only their sum. */
async function compareTenures(
  tx: Queries,
  day: string,
  credits: Map<string, number>,
  comparing: Comparing,
): Promise<void> {
  if (credits.size === 0) return;
  const rows = await tx.all<{ subscriptionId: string; number: number; credits: number }>(sql`
    select subscription_id as "subscriptionId", number, credits from proof_tenure_day where day = ${day}`);
  for (const row of rows) {
    const key = tenureKey(row);
    const found = credits.get(key);
    if (found !== undefined)
      comparing.hold(
        `${day} of tenure ${key}`,
        found === row.credits
          ? undefined
          : `it has ${row.credits} credits, and its calls in the log ${found}`,
      );
  }
}

function addCall(made: Map<string, Made>, key: string, call: LoggedCall, salts: StoredSalts): void {
  const { journalId, seq, at, caller, labels, requestId, url } = call;
  const { operation, status, credits, method } = labels;
  const { subscriptionId, userId } = caller;
  const own = made.get(key) ?? { calls: new DayCalls(), lacking: undefined, without: new Set() };
  made.set(key, own);
  const account = salts.of(userId);
  if (!account.hasSalt) {
    own.lacking = own.lacking || account.lacksSalt;
    if (account.lacksSalt) own.without.add(userId);
  }
  const digest = account.digests.of(requestId, method, url);
  own.calls.add({ journalId, seq, at, operation, status, credits, digest, subscriptionId, userId });
}

const noCalls = new DayCalls();

function wrongDay(row: Day, found: Made | undefined): string | undefined {
  const { tree, credits } = found?.calls ?? noCalls;
  if (tree.size !== row.calls) return `it was proved with ${row.calls} calls, and the log has ${tree.size}`;
  if (credits !== row.credits) return `it was proved with ${row.credits} credits, and the log has ${credits}`;
  if (tree.root.toString("base64") === row.callRoot) return undefined;
  if (found?.lacking)
    return `account ${[...found.without].join(", ")} has no salt: its calls cannot be proved`;
  // The salt of an erased account is gone, as it must be.
  if (found?.lacking === false) return undefined;
  return "its calls make another root than was proved: a call in the log, or the salt of its account, was changed";
}

interface Cut {
  readonly day: string;
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly proved: number | null;
}

/** The cuts of each journal follow each other, and end where the journal is proved. */
export const cutComparison: TableComparison = {
  found: "cuts of journals",
  expected: "one after the other",
  subjects: "journals",
  advice: "restore a backup from before the difference: calls between two cuts are in no day",
  async run(tx, comparing) {
    const all = rowsOf<Cut>(
      tx,
      (last) => sql`
        select c.day, c.journal_id as id, c.from_seq as "from", c.to_seq as "to", j.proved_seq as proved
        from proof_cut c left join journal j on j.journal_id = c.journal_id
        where (c.journal_id, c.to_seq) > (${last?.id ?? ""}, ${last?.to ?? 0})
        order by c.journal_id, c.to_seq limit ${rowsAtOnce}`,
    );
    let before: Cut | undefined;
    let wrong: string | undefined;
    const end = () => {
      if (!before) return;
      const { id, to, proved } = before;
      if (proved !== null && proved !== to)
        wrong ??= `it is proved up to call ${proved}, and its last cut ends with call ${to}`;
      comparing.hold(`journal ${id}`, wrong);
      wrong = undefined;
    };
    for await (const rows of all)
      for (const cut of rows) {
        if (cut.id !== before?.id) end();
        else if (cut.from !== before.to)
          wrong ??= `its cut of ${cut.day} begins after call ${cut.from}, and the one before ends with call ${before.to}`;
        if (cut.from >= cut.to) wrong ??= `its cut of ${cut.day} ends with call ${cut.to}, before its begin`;
        before = cut;
      }
    end();
  },
};
