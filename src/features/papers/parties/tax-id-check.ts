import { isoTime } from "../../../base/clock.ts";
import { dayMs, hourMs, minuteMs } from "../../../base/durations.ts";
import { plainTaxId } from "../../../base/reading/tax-ids.ts";
import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, orNull, text, word } from "../../../entities/stored.ts";
import { type Row, Table } from "../../../entities/table.ts";

/**
 * What is known of a VAT ID: `valid` and `invalid` by VIES, `unconfirmed` while it has not answered, `accepted` and
 * `refused` by an operator after that.
 */
export const checkStates = ["unconfirmed", "valid", "invalid", "accepted", "refused"] as const;
export type CheckState = (typeof checkStates)[number];

export type TaxIdCheck = Row<typeof checks>;

export const checks = new Table({
  name: "tax_id_check",
  as: "c",
  key: ["accountId"],
  members: {
    accountId: text,
    country: text,
    /** Without spaces and signs. */
    taxId: text,
    state: word(...checkStates),
    since: integer,
    attempts: integer,
    /** When the last attempt was made, or the operator decided. */
    askedAt: integer,
    answeredOn: orNull(text),
    reference: orNull(text),
    dueAt: orNull(integer),
  },
});

/** What VIES answers about a VAT ID. */
export interface TaxIdAnswer {
  readonly isValid: boolean;
  /** The day of the answer, `2026-11-12`, as VIES has it. */
  readonly on: string;
  /** The consultation number: proves that the operator asked. Null if VIES gave none. */
  readonly reference: string | null;
}

/** The members of a row that an answer, or its absence, decides. */
export const answeredBy = (
  answer: TaxIdAnswer | null,
  again: number | null,
): Pick<TaxIdCheck, "state" | "answeredOn" | "reference" | "dueAt"> =>
  answer
    ? {
        state: answer.isValid ? "valid" : "invalid",
        answeredOn: answer.on,
        reference: answer.reference,
        dueAt: null,
      }
    : { state: "unconfirmed", answeredOn: null, reference: null, dueAt: again };

/** When an ID is checked again after so many attempts: 5 minutes later, then twice as late, and every 6 hours at last. */
export const againAfterMs = (attempts: number): number =>
  Math.min(5 * minuteMs * 2 ** Math.min(attempts - 1, 10), 6 * hourMs);

/** For how long an ID without an answer is checked again; then an operator decides. */
export const askedForMs = 30 * dayMs;

export const needsDecision = ({ state, since }: TaxIdCheck, now: number): boolean =>
  state === "unconfirmed" && now >= since + askedForMs;

/** Whether a buyer with the ID pays as one without. */
export const isRefused = (state: CheckState): boolean => state === "invalid" || state === "refused";

/** That of a buyer's VAT ID; undefined if it was not checked, also if another one was. */
export async function checkOf(
  db: Queries,
  accountId: string,
  { country, tax_id }: { readonly country: string | null; readonly tax_id: string | null },
): Promise<TaxIdCheck | undefined> {
  if (tax_id === null) return undefined;
  const check = await checks.find(db, accountId);
  return check && isOf(check, { country, tax_id }) ? check : undefined;
}

/** Whether a check is that of what billing details have. */
export const isOf = (
  check: TaxIdCheck,
  { country, tax_id }: { readonly country: string | null; readonly tax_id: string | null },
): boolean => tax_id !== null && check.country === country && check.taxId === plainTaxId(tax_id);

/**
 * Writes the row of an account, which has one. A refusal is also kept beside it: it holds when the account saves the ID
 * again after another one, until VIES confirms the ID or an operator accepts it.
 */
export async function writeCheck(tx: Queries, check: TaxIdCheck): Promise<void> {
  const { accountId, country, taxId, state } = check;
  await checks.put(tx, [check]);
  if (state === "refused")
    await tx.run(sql`
      insert into tax_id_refusal (account_id, country, tax_id) values (${accountId}, ${country}, ${taxId})
      on conflict do nothing`);
  if (state === "valid" || state === "accepted")
    await tx.run(sql`
      delete from tax_id_refusal
      where account_id = ${accountId} and country = ${country} and tax_id = ${taxId}`);
}

export const removeCheck = (tx: Queries, accountId: string): Promise<number> =>
  tx.run(sql`delete from tax_id_check where account_id = ${accountId}`);

/** Whether an operator refused the ID. */
export async function wasRefused(
  db: Queries,
  { accountId, country, taxId }: Pick<TaxIdCheck, "accountId" | "country" | "taxId">,
): Promise<boolean> {
  const found = await db.get(sql`
    select 1 as found from tax_id_refusal
    where account_id = ${accountId} and country = ${country} and tax_id = ${taxId}`);
  return found !== undefined;
}

/** Removes all that is known of an account's IDs. */
export async function removeChecks(tx: Queries, accountId: string): Promise<void> {
  await removeCheck(tx, accountId);
  await tx.run(sql`delete from tax_id_refusal where account_id = ${accountId}`);
}

/** What papers and billing details have of a check. */
export interface PrintedCheck {
  readonly state: CheckState;
  /** The day of VIES's answer, or of the last attempt or the decision, UTC. */
  readonly on: string;
  /** VIES's consultation number. */
  readonly reference: string | null;
}

export const printedCheck = ({ state, answeredOn, askedAt, reference }: TaxIdCheck): PrintedCheck => ({
  state,
  on: answeredOn ?? isoTime(askedAt).slice(0, 10),
  reference,
});
