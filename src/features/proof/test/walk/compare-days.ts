import type { State } from "../../../../../test/model/explore.ts";
import type { ProofCells } from "../../../../../test/model/proof/proof-cells.ts";
import { callsOf } from "../../../../../test/model/proof/proof-model.ts";
import { base64, leafOf, rootOf, sha256 } from "../../../../../test/verify/proofs.ts";
import { list, sql } from "../../../../database/sql.ts";
import { DayCalls } from "../../days/day-trees.ts";
import { cutsOf, provedCalls } from "../../days/proved-calls.ts";
import { type LedgerRow, lineOf, nameOfDay } from "./made-calls.ts";
import type { RealProof } from "./real-proof.ts";

const days = (c: ProofCells): number[] => Array.from({ length: c.run.days }, (_, day) => day);
const journals = (c: ProofCells): number[] => Array.from({ length: c.run.journals }, (_, j) => j);

/** The number of rows and the head of a ledger, by the page of the format. */
function ledgerOf(subscriptionId: string, rows: readonly LedgerRow[]): readonly [number, string] {
  const own = rows.filter((row) => row.subscriptionId === subscriptionId);
  const start = base64(sha256(`vingate-ledger/v1\t${subscriptionId}\n`));
  const head = own.reduce(
    (before, { id, at, kind, delta }) =>
      base64(sha256(`vingate-ledger/v1\t${before}\t${id}\t${at}\t${kind}\t${delta}\t${id}\n`)),
    start,
  );
  return [own.length, head];
}

/** The leaves of a day: calls, credits, root, rows and head of each subscription that has new ones. */
function expectedDay(real: RealProof, x: State, day: number): unknown[] {
  const { cells: c } = real;
  if (!x[c.leaf + day]) return [];
  const calls = callsOf(c.contents[x[c.leaf + day]! - 1]!).map((text) => {
    const [j, at] = text.split("/").map(Number) as [number, number];
    const { id, records } = real.journals[j]!;
    return { id, seq: at + 1, call: records[at]! };
  });
  const rowsTo = (one: number) => real.ledgerRows(x, one < 0 ? 0 : x[c.dayLedger + one]!, one < 0);
  return real.subscriptionIds.flatMap((subscriptionId) => {
    const own = calls.filter(({ call }) => call.caller.subscriptionId === subscriptionId);
    const [before] = ledgerOf(subscriptionId, rowsTo(day - 1));
    const [rows, head] = ledgerOf(subscriptionId, rowsTo(day));
    if (own.length === 0 && rows === before) return [];
    const credits = own.reduce((sum, { call }) => sum + call.credits, 0);
    const root = base64(rootOf(own.map(({ id, seq, call }) => leafOf(lineOf(id, seq, call)))));
    return [[nameOfDay(day), subscriptionId, own.length, credits, root, rows, head]];
  });
}

/** What a model's state expects of the database, as text. */
export function expectedText(real: RealProof, x: State): string {
  const { cells: c } = real;
  const cut = days(c).filter((day) => x[c.cut + day * c.run.journals]);
  return JSON.stringify({
    state: [nameOfDay(cut.at(-1) ?? -1), nameOfDay(days(c).filter((day) => x[c.leaf + day]).length - 1)],
    journals: journals(c).map((j) => [x[c.applied + j], x[c.proved + j]]),
    cuts: cut.flatMap((day) =>
      journals(c).flatMap((j) => {
        const [from, to] = [c.from(x, day, j), c.to(x, day, j)];
        return to > from ? [[nameOfDay(day), real.journals[j]!.id, from, to]] : [];
      }),
    ),
    days: days(c).flatMap((day) => expectedDay(real, x, day)),
    missing: [],
  });
}

/** The state of the program's database, as text. */
export async function foundText(real: RealProof, x: State): Promise<string> {
  const { db } = real;
  const ids = real.journals.map(({ id }) => id);
  const state = await db.get<{ cut: string; leaf: string }>(
    sql`select cut_day as cut, leaf_day as leaf from proof_state where id = 1`,
  );
  const rows = await db.all<{ id: string; applied: number; proved: number }>(sql`
    select journal_id as id, applied_seq as applied, proved_seq as proved from journal
    where journal_id in (${list(ids)}) order by journal_id`);
  const cuts = await db.all<object>(
    sql`select day, journal_id, from_seq, to_seq from proof_cut order by day, journal_id`,
  );
  const leaves = await db.all<object>(sql`
    select day, subscription_id, calls, credits, call_root, ledger_rows, ledger_head from proof_day
    where number is not null order by day, subscription_id`);
  return JSON.stringify({
    state: [state?.cut, state?.leaf],
    journals: rows.map(({ applied, proved }) => [applied, proved]),
    cuts: cuts.map((row) => Object.values(row)),
    days: leaves.map((row) => Object.values(row)),
    missing: await missingCalls(real, x),
  });
}

/** A day whose calls the program now has with another root than its leaves; undefined if there is none. */
export async function changedDay({ db, log, cells: c }: RealProof, x: State): Promise<string | undefined> {
  for (const day of days(c).filter((one) => x[c.leaf + one])) {
    if (journals(c).some((j) => c.from(x, day, j) < Math.min(c.to(x, day, j), x[c.purged + j]!))) continue;
    const made = new Map<string, DayCalls>();
    for await (const calls of provedCalls(db, log, await cutsOf(db, nameOfDay(day))))
      for (const call of calls) {
        const own = made.get(call.subscriptionId) ?? new DayCalls();
        made.set(call.subscriptionId, own);
        own.add(call);
      }
    const rows = await db.all<{ id: string; root: string }>(sql`
      select subscription_id as id, call_root as root from proof_day where day = ${nameOfDay(day)}`);
    for (const { id, root } of rows)
      if ((made.get(id) ?? new DayCalls()).tree.root.toString("base64") !== root)
        return `the calls of ${nameOfDay(day)} and ${id} have another root`;
  }
  return undefined;
}

/** Applied calls that the log lacks, and no leaf has yet: as `JOURNAL/SEQ`. */
async function missingCalls({ db, journals: made, cells: c }: RealProof, x: State): Promise<string[]> {
  const rows = await db.all<{ id: string; seq: number }>(sql`
    select journal_id as id, seq from request_log where journal_id in (${list(made.map(({ id }) => id))})
    union all select journal_id as id, seq from usage_rejected`);
  const kept = new Set(rows.map(({ id, seq }) => `${id}/${seq}`));
  return made.flatMap(({ id }, j) => {
    const end = c.run.clickhouse ? Math.min(x[c.applied + j]!, x[c.logged + j]!) : x[c.applied + j]!;
    const own = Array.from(
      { length: end - Math.min(end, x[c.purged + j]!) },
      (_, index) => x[c.purged + j]! + index + 1,
    );
    return own.map((seq) => `${id}/${seq}`).filter((call) => !kept.has(call));
  });
}
