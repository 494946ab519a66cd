import { digitsOf } from "../../base/format/currencies.ts";
import { formatMoney } from "../../base/format/money.ts";
import { dayOf } from "../../base/format/words.ts";
import type { Queries } from "../../database/database.ts";
import { type Sql, sql } from "../../database/sql.ts";
import type { UserRow } from "../../management/common/user-resource.ts";
import { wordsOf } from "../../management/common/word-index.ts";
import { type Hit, hitsMost, type Missing, type Searcher, type Sought } from "../../running/searches.ts";
import { orderKey } from "./paper-orders.ts";
import { buyerWords } from "./parties/buyer-words.ts";

interface Found {
  readonly id: string;
  readonly kind: "invoice" | "credit_note";
  readonly number: string;
  readonly account: string;
  readonly gross: number;
  readonly currency: string;
  readonly issued: number;
  readonly name: string | null;
}

/** Among so many of the newest with a sum are those of its currency. */
const comparedMost = 50;

const papersWith = (db: Queries, account: string | undefined, condition: Sql, most = hitsMost) =>
  db.all<Found>(sql`
    select p.id, p.kind, p.number, p.account_id as account, p.gross_minor as gross, p.currency,
      p.issued_at as issued, trim(u.first_name || ' ' || u.last_name) as name
    from paper p left join app_user u on u.id = p.account_id
    where ${condition} and p.kind <> 'statement' ${account === undefined ? sql`` : sql`and p.account_id = ${account}`}
    order by p.issued_at desc, p.id desc limit ${most}`);

/** The start of a number, long enough that few papers have it. */
const beginning = /^20\d\d-\d{3,8}$/;

/** Finds invoices and credit notes by number, the start of one, ID, the order that the buyer named, and sum. */
export const paperSearcher: Searcher = {
  group: "money",
  permission: "papers.view",
  async find({ db, forms: { text, id, amounts, isSecret }, account }) {
    if (isSecret) return [];
    const exact =
      id === undefined ? [] : await papersWith(db, account, sql`(p.number = ${id} or p.id = ${id})`);
    const order = orderKey(text);
    const ordered =
      order === "" ? [] : await papersWith(db, account, sql`p.order_key = ${order} and p.order_key <> ''`);
    const begun =
      beginning.test(text) && exact.length === 0
        ? await papersWith(db, account, sql`p.number > ${text} and p.number < ${`${text}:`}`)
        : [];
    // The sign keeps an account's papers from being read by their sum, which those of others have too.
    const sum = account === undefined ? sql`p.gross_minor` : sql`+p.gross_minor`;
    const summed = await Promise.all(
      amounts.map(async ({ minor, digits, currency }) => {
        const rows = await papersWith(db, account, sql`${sum} = ${minor}`, comparedMost);
        return rows.filter(
          (one) => digitsOf(one.currency) === digits && (currency ?? one.currency) === one.currency,
        );
      }),
    );
    const others = [...begun, ...summed.flat()].map((one) => hitOf(one, account, false));
    return [...[...exact, ...ordered].map((one) => hitOf(one, account, true)), ...others].slice(0, hitsMost);
  },
  missing: findMissing,
};

function hitOf(
  { id, kind, number, account, gross, currency, issued, name }: Found,
  own: string | undefined,
  isExact: boolean,
): Hit {
  const sum = `${formatMoney(gross, currency)}, ${dayOf(issued)}`;
  return {
    kind,
    label: number,
    detail: own === undefined ? `${sum}, ${name || "deleted account"}` : sum,
    values: { minor: gross, currency, at: issued, ...(own === undefined && { name: name ?? "" }) },
    object: `/papers/${id}`,
    account,
    isExact,
  };
}

/** For an account, the last one is its own: how many papers others have is not its business. */
async function findMissing({ db, forms: { number }, account }: Sought): Promise<Missing | undefined> {
  if (!number) return undefined;
  const within =
    account === undefined
      ? sql`issued_at > 0 order by issued_at desc`
      : sql`account_id = ${account} order by +issued_at desc`;
  const last = await db.get<{ number: string }>(
    sql`select number from paper where ${within}, id desc limit 1`,
  );
  const values = { number: number.text };
  const text = `No invoice ${number.text}.`;
  if (!last) return { code: "no_paper", values, text };
  return {
    code: "no_paper_last",
    values: { ...values, last: last.number },
    text: `${text} The last is ${last.number}.`,
  };
}

interface Company extends Pick<UserRow, "id" | "email" | "state"> {
  readonly details: string;
}

/** Finds accounts by the start of any word of the company and the person in their billing details. */
export const companySearcher: Searcher = {
  group: "customers",
  permission: "customers.view",
  isOfOperators: true,
  async find({ db, forms: { text, words, isSecret } }) {
    const matching = isSecret ? undefined : await buyerWords.matching(db, text);
    if (!matching) return [];
    const rows = await db.all<Company>(sql`
      select u.id, b.details, u.email, u.state from app_user u join billing_account b on b.account_id = u.id
      where u.id in (${matching.ids}) and u.state <> 'deleted' and b.details is not null
      order by u.registered_at desc, u.id desc limit ${comparedMost}`);
    return rows
      .map(({ id, details, email, state }): Hit => {
        const { company, name } = JSON.parse(details) as { company: string | null; name: string | null };
        const label = company ?? name ?? email;
        const isExact = wordsOf(label).join(" ") === words.join(" ");
        return {
          kind: "customer",
          label,
          detail: email,
          values: { email, state },
          object: `/users/${id}`,
          account: id,
          isExact,
        };
      })
      .sort((a, b) => Number(b.isExact) - Number(a.isExact))
      .slice(0, hitsMost);
  },
};
