import type { Database, Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";
import { nameWords, WordIndex } from "../../../management/common/word-index.ts";

/** The words of companies and persons in billing details. */
export const buyerWords = new WordIndex("billing_word", "account_id");

interface Named {
  readonly company: string | null;
  readonly name: string | null;
}

export const writeBuyerWords = (tx: Queries, accountId: string, { company, name }: Named): Promise<void> =>
  buyerWords.write(tx, accountId, nameWords(`${company ?? ""} ${name ?? ""}`));

const filledAtOnce = 200;

/** Writes the words of details that a former version stored, some at a time. */
export async function fillBuyerWords(db: Database): Promise<void> {
  for (let filled = filledAtOnce; filled === filledAtOnce; )
    filled = await db.transaction(async (tx) => {
      const rows = await tx.all<{ id: string; details: string }>(sql`
        select account_id as id, details from billing_account where has_words = 0 and details is not null
        order by account_id limit ${filledAtOnce}`);
      for (const { id, details } of rows) {
        // Its lock makes a change of the details wait, which then writes the words of its own.
        const taken = await tx.run(
          sql`update billing_account set has_words = 1 where account_id = ${id} and has_words = 0`,
        );
        if (taken > 0) await writeBuyerWords(tx, id, JSON.parse(details));
      }
      return rows.length;
    });
}
