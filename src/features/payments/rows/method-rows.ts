import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import type { ProviderName } from "./payment.ts";
import { decideMethodRemoved } from "./withdrawn.ts";

/** A card that can be charged again. */
export interface SavedMethod {
  readonly customerRef: string;
  readonly methodRef: string;
  /** For people: "Visa ending 4242". */
  readonly label: string;
}

/** A card of an account. The IDs are the provider's, and can be used with its key only. */
export interface AccountMethod extends SavedMethod {
  readonly provider: ProviderName;
  readonly savedAt: number;
}

export function findMethod(db: Queries, accountId: string): Promise<AccountMethod | undefined> {
  return db.get<AccountMethod>(sql`
    select provider, customer_ref as "customerRef", method_ref as "methodRef", label, saved_at as "savedAt"
    from payment_method where account_id = ${accountId}`);
}

/** Saves the card that was used last, in place of another one. */
export async function saveMethod(
  tx: Queries,
  accountId: string,
  provider: ProviderName,
  { customerRef, methodRef, label }: SavedMethod,
  now: number,
): Promise<void> {
  const former = await findMethod(tx, accountId);
  if (former && former.methodRef !== methodRef) decideMethodRemoved(tx, accountId, former.methodRef);
  await tx.run(sql`
    insert into payment_method (account_id, provider, customer_ref, method_ref, label, saved_at)
    values (${accountId}, ${provider}, ${customerRef}, ${methodRef}, ${label}, ${now})
    on conflict (account_id) do update set provider = excluded.provider, customer_ref = excluded.customer_ref,
      method_ref = excluded.method_ref, label = excluded.label, saved_at = excluded.saved_at`);
}

export async function removeMethod(tx: Queries, accountId: string): Promise<void> {
  const removed = await tx.get<{ ref: string }>(
    sql`delete from payment_method where account_id = ${accountId} returning method_ref as ref`,
  );
  if (removed) decideMethodRemoved(tx, accountId, removed.ref);
}
