import { currencies, digitsOf } from "../../base/format/currencies.ts";
import type { Queries } from "../../database/database.ts";
import { join, list, type Sql, sql } from "../../database/sql.ts";
import { userWords } from "../../management/common/user-words.ts";
import { matchesMax } from "../../management/common/word-index.ts";
import type { TextForms, TypedAmount } from "../../running/searches.ts";
import { orderKey } from "./paper-orders.ts";
import { buyerWords } from "./parties/buyer-words.ts";

const isSum = ({ minor, digits, currency }: TypedAmount): Sql => {
  const codes = currency === undefined ? currencies.filter((code) => digitsOf(code) === digits) : [currency];
  return sql`(gross_minor = ${minor} and currency in (${list(codes)}))`;
};

/** A number or its start, which few papers have. */
const numberForm = /^\d{4}-\d{2,9}$/;

/**
 * A condition: papers with a number or the start of one, an ID, a sum with tax, the order that the buyer named, or what
 * `byPayment` finds, and the credit notes of those. Among all accounts also those of a buyer's name or company.
 */
export async function findPapers(
  db: Queries,
  { text, amounts, isSecret }: TextForms,
  { byPayment, isAmongAll }: { readonly byPayment: readonly Sql[]; readonly isAmongAll: boolean },
): Promise<Sql> {
  if (isSecret) return sql`1 = 0`;
  const order = orderKey(text);
  const ids = [
    sql`select id from paper where id = ${text}`,
    ...(order === "" ? [] : [sql`select id from paper where order_key = ${order} and order_key <> ''`]),
    ...(numberForm.test(text)
      ? [sql`select id from paper where number >= ${text} and number < ${`${text}~`}`]
      : []),
    ...byPayment.flatMap((one) => [one, sql`select id from paper where corrects in (${one})`]),
    ...(amounts.length > 0
      ? [
          sql`select * from (select id from paper where ${join(amounts.map(isSum), " or ")}
          order by issued_at desc limit ${matchesMax}) of_sum`,
        ]
      : []),
    ...(isAmongAll ? await ofBuyers(db, text) : []),
  ];
  return sql`id in (${join(ids, " union all ")})`;
}

async function ofBuyers(db: Queries, text: string): Promise<Sql[]> {
  const found = await Promise.all([userWords.matching(db, text), buyerWords.matching(db, text)]);
  return found.flatMap((one) =>
    one ? [sql`select id from paper where account_id in (select * from (${one.ids}) named)`] : [],
  );
}
