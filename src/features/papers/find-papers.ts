import { currencies, digitsOf } from "../../base/format/currencies.ts";
import type { Queries } from "../../database/database.ts";
import { join, list, type Sql, sql } from "../../database/sql.ts";
import { userWords } from "../../management/common/user-words.ts";
import { matchesMax } from "../../management/common/word-index.ts";
import type { TextForms, TypedAmount } from "../../running/searches.ts";
import { orderKey } from "./paper-orders.ts";
import { buyerWords } from "./parties/buyer-words.ts";

const isSum = ({ minor, digits, currency }: TypedAmount, column: Sql): Sql => {
  const codes = currency === undefined ? currencies.filter((code) => digitsOf(code) === digits) : [currency];
  return sql`(${column} = ${minor} and currency in (${list(codes)}))`;
};

/** A number or its start, which few papers have. */
const numberForm = /^\d{4}-\d{2,9}$/;

/** Among which papers a text is looked for. */
interface Among {
  /** Queries for what their payments have. */
  readonly byPayment: readonly Sql[];
  /** Names find papers too. */
  readonly isAmongAll: boolean;
  /** What else a list requires of papers. */
  readonly required?: readonly Sql[];
  /** This requires one account. */
  readonly isOfOne?: boolean;
}

/**
 * A condition: papers with a number or the start of one, an ID, a sum with tax, the order that the buyer named, or what
 * `byPayment` finds, and the credit notes of those. Among all accounts also those of a buyer's name or company.
 */
export async function findPapers(
  db: Queries,
  { text, amounts, isSecret }: TextForms,
  { byPayment, isAmongAll, required = [], isOfOne = false }: Among,
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
    ...(amounts.length > 0 ? [ofSum(amounts, required, isOfOne)] : []),
    ...(isAmongAll ? await ofBuyers(db, text) : []),
  ];
  return sql`id in (${join(ids, " union all ")})`;
}

/**
 * The newest papers of a sum, which those of many accounts can have. What a list requires is required here too: otherwise
 * it could have none of them.
 */
function ofSum(amounts: readonly TypedAmount[], required: readonly Sql[], isOfOne: boolean): Sql {
  // The sign keeps an account's papers from being read by their sum.
  const column = isOfOne ? sql`+gross_minor` : sql`gross_minor`;
  const sums = amounts.map((one) => isSum(one, column));
  return sql`
    select * from (select id from paper where ${join([sql`(${join(sums, " or ")})`, ...required], " and ")}
    order by issued_at desc limit ${matchesMax}) of_sum`;
}

async function ofBuyers(db: Queries, text: string): Promise<Sql[]> {
  const found = await Promise.all([userWords.matching(db, text), buyerWords.matching(db, text)]);
  return found.flatMap((one) =>
    one ? [sql`select id from paper where account_id in (select * from (${one.ids}) named)`] : [],
  );
}
