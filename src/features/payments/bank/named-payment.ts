import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { hasDetails } from "../../papers/parties/buyer.ts";
import { referencesIn } from "../prices/reference.ts";
import { isOpen, type Payment } from "../rows/payment.ts";
import { selectPayments } from "../rows/payment-rows.ts";
import { inParts } from "./in-parts.ts";
import { dueOf } from "./open-payments.ts";

export interface Sum {
  readonly minor: number;
  readonly currency: string;
}

/** A payment that a text names. */
export interface NamedPayment extends Payment {
  /** Whether its invoice can name the buyer; otherwise an operator decides. */
  readonly hasBuyer: boolean;
}

/** The payments that texts name, by their references. */
export async function readNamed(
  db: Queries,
  texts: readonly string[],
): Promise<ReadonlyMap<string, NamedPayment>> {
  const references = [...new Set(texts.flatMap(referencesIn))];
  const found = await inParts(references, (part) =>
    selectPayments(db, sql`where reference in (${list(part)})`),
  );
  const buyers = await inParts([...new Set(found.map(({ accountId }) => accountId))], (part) =>
    db.all<{ id: string }>(
      sql`select id from app_user u where id in (${list(part)}) and ${hasDetails(sql`u.id`)}`,
    ),
  );
  const known = new Set(buyers.map(({ id }) => id));
  return new Map(found.map((one) => [one.reference, { ...one, hasBuyer: known.has(one.accountId) }]));
}

/** Whether exactly this is due of an open payment by transfer. */
export const isExactlyDue = (payment: Payment, { minor, currency }: Sum): boolean =>
  payment.provider === "manual" &&
  isOpen(payment) &&
  payment.currency === currency &&
  dueOf(payment) === minor;

/** By their IDs, the payments that transfers pay for certain: their text names no other, and exactly their sum is due. */
export async function findEqual(
  db: Queries,
  transfers: readonly ({ readonly id: string; readonly reference: string } & Sum)[],
): Promise<ReadonlyMap<string, Payment>> {
  const named = await readNamed(
    db,
    transfers.map(({ reference }) => reference),
  );
  return new Map(
    transfers.flatMap(({ id, reference, ...sum }) => {
      const meant = [...new Set(referencesIn(reference))].flatMap((one) => named.get(one) ?? []);
      const [payment] = meant;
      return payment && meant.length === 1 && isExactlyDue(payment, sum) ? [[id, payment] as const] : [];
    }),
  );
}

/** The open payment by transfer that a text names, if it names no other one and exactly this sum is due. */
export async function findExact(db: Queries, text: string, sum: Sum): Promise<Payment | undefined> {
  const [payment, ...others] = (await readNamed(db, [text])).values();
  return payment?.hasBuyer && others.length === 0 && isExactlyDue(payment, sum) ? payment : undefined;
}
