import { recordAudit, serviceAudit } from "../../../access/audit.ts";
import { minuteMs } from "../../../base/durations.ts";
import { unionVatId } from "../../../base/reading/tax-ids.ts";
import type { Context } from "../../../calls/context.ts";
import { sql } from "../../../database/sql.ts";
import {
  againAfterMs,
  answeredBy,
  askedForMs,
  checks,
  type TaxIdAnswer,
  type TaxIdCheck,
  writeCheck,
} from "../parties/tax-id-check.ts";
import type { VatId } from "./vies.ts";

/** Null if VIES does not answer. */
type Ask = (id: VatId) => Promise<TaxIdAnswer | null>;

/** So many of one look, so that one process does not take all. */
const claimedMax = 20;
/** So long a row is another node's: longer than a request lasts. */
const claimMs = 2 * minuteMs;

/** Checks with VIES what is due. Each row is checked by one node at a time. */
export async function askAgain(context: Context, ask: Ask, open: () => boolean): Promise<void> {
  const { database, clock } = context;
  const due = await checks.select(
    database,
    sql`where due_at <= ${clock()} order by due_at, account_id limit ${claimedMax}`,
  );
  for (const check of due) {
    if (!open()) return;
    const claimedUntil = clock() + claimMs;
    const claimed = await database.run(sql`
      update tax_id_check set due_at = ${claimedUntil}
      where account_id = ${check.accountId} and tax_id = ${check.taxId} and due_at = ${check.dueAt!}`);
    if (claimed === 1) await askOne(context, ask, { ...check, dueAt: claimedUntil });
  }
}

async function askOne(context: Context, ask: Ask, check: TaxIdCheck): Promise<void> {
  const { database, clock } = context;
  const { accountId, taxId, country } = check;
  const id = unionVatId(taxId, country);
  const answer = id ? await ask(id) : null;
  const now = clock();
  const attempts = check.attempts + 1;
  const again = now + againAfterMs(attempts);
  const next: TaxIdCheck = {
    ...check,
    attempts,
    askedAt: now,
    ...answeredBy(answer, again < check.since + askedForMs ? again : null),
  };
  await database.transaction(
    async (tx) => {
      // Another ID was saved since, an operator has decided, or the account is erased: the answer is of the past.
      const current = await checks.lock(tx, accountId);
      if (current?.taxId !== taxId || current.dueAt !== check.dueAt || current.state !== "unconfirmed")
        return;
      await writeCheck(tx, next);
      if (next.state === "unconfirmed") return;
      await recordAudit(tx, {
        ...serviceAudit(now, "vies"),
        action: "user.check_tax_id",
        object: `/users/${accountId}/billing-details`,
        before: { tax_id_check: check.state },
        after: { tax_id_check: next.state, tax_id: taxId, reference: next.reference },
      });
    },
    { repeatable: true },
  );
}
