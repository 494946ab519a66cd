import { currencies, digitsOf } from "../../../base/format/currencies.ts";
import type { Queries } from "../../../database/database.ts";
import { join, list, raw, type Sql, sql } from "../../../database/sql.ts";
import { userWords } from "../../../management/common/user-words.ts";
import { matchesMax } from "../../../management/common/word-index.ts";
import type { TextForms } from "../../../running/searches.ts";
import { buyerWords } from "../../papers/parties/buyer-words.ts";
import { squeezed } from "../prices/reference.ts";
import { providerNames } from "../rows/payment.ts";

/** What a text can mean. */
export interface Found {
  readonly text: string;
  /** Queries for IDs. */
  readonly payments: Sql;
  readonly accounts: Sql;
  /** A condition: rows with a typed amount. */
  readonly sums: (table: string) => Sql;
}

const digitsOther = currencies.filter((code) => digitsOf(code) !== 2);

/** The payments and customers that a number, a reference, a name, a company or an amount finds. */
export async function findLines(db: Queries, { text, amounts }: TextForms): Promise<Found> {
  const names = await Promise.all([userWords.matching(db, text), buyerWords.matching(db, text)]);
  const matching = names.flatMap((one) => (one ? [sql`select * from (${one.ids}) named`] : []));
  const accounts = matching.length > 0 ? join(matching, " union all ") : sql`select '' where 1 = 0`;
  const sums = (table: string): Sql => {
    const [minor, currency] = [raw(`${table}.minor`), raw(`${table}.currency`)];
    const meant = amounts.map((one) => {
      const is = sql`${minor} = ${one.minor}`;
      if (one.currency !== undefined) return sql`(${is} and ${currency} = ${one.currency})`;
      if (one.digits === 2) return sql`(${is} and ${currency} not in (${list(digitsOther)}))`;
      const codes = digitsOther.filter((code) => digitsOf(code) === one.digits);
      return sql`(${is} and ${currency} in (${list(codes)}))`;
    });
    return meant.length > 0 ? sql`(${join(meant, " or ")})` : sql`1 = 0`;
  };
  const reference = squeezed(text);
  const like = (column: string, start: string) =>
    sql`${raw(column)} >= ${start} and ${raw(column)} < ${`${start}~`}`;
  const ids = [
    sql`select id from payment where id = ${text}`,
    sql`select id from payment where provider in (${list(providerNames)}) and provider_ref = ${text}`,
    sql`select payment_id from payment_transfer where state = 'matched' and reference = ${text}`,
    sql`select payment_id from payment_transfer where provider in (${list(providerNames)}) and provider_ref = ${text}`,
    ...(/^V[A-HJ-NP-Z2-9]{1,10}$/.test(reference)
      ? [sql`select id from payment where ${like("reference", reference)}`]
      : []),
    ...(/^\d{4}-\d{1,9}$/.test(text)
      ? [sql`select payment_id from paper where ${like("number", text)} and payment_id is not null`]
      : []),
    ...(matching.length > 0 ? [sql`select id from payment where account_id in (${accounts})`] : []),
    ...(amounts.length > 0
      ? [sql`select * from (select s.id from payment s where ${sums("s")} limit ${matchesMax}) of_sum`]
      : []),
  ];
  return { text, accounts, sums, payments: join(ids, " union all ") };
}
