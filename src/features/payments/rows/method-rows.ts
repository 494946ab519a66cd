import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { integer, text, word } from "../../../entities/stored.ts";
import { type Row, type RowOf, Table } from "../../../entities/table.ts";
import { providerNames } from "./payment.ts";
import { decideMethodRemoved } from "./withdrawn.ts";

const saved = {
  customerRef: text,
  methodRef: text,
  /** For people: "Visa ending 4242". */
  label: text,
};

const methods = new Table({
  name: "payment_method",
  as: "m",
  key: ["accountId"],
  members: { accountId: text, provider: word(...providerNames), ...saved, savedAt: integer },
});

/** A card that can be charged again. */
export type SavedMethod = RowOf<typeof saved>;
/** A card of an account. The IDs are the provider's, and can be used with its key only. */
export type AccountMethod = Row<typeof methods>;

export const findMethod = (db: Queries, accountId: string): Promise<AccountMethod | undefined> =>
  methods.find(db, accountId);

/** Saves the card that was used last, in place of another one. */
export async function saveMethod(
  tx: Queries,
  accountId: string,
  provider: AccountMethod["provider"],
  { customerRef, methodRef, label }: SavedMethod,
  now: number,
): Promise<void> {
  const former = await findMethod(tx, accountId);
  if (former && former.methodRef !== methodRef) decideMethodRemoved(tx, accountId, former.methodRef);
  await methods.put(tx, [{ accountId, provider, customerRef, methodRef, label, savedAt: now }]);
}

export async function removeMethod(tx: Queries, accountId: string): Promise<void> {
  const removed = await tx.get<{ ref: string }>(
    sql`delete from payment_method where account_id = ${accountId} returning method_ref as ref`,
  );
  if (removed) decideMethodRemoved(tx, accountId, removed.ref);
}
