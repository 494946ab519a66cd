import { digitsOf } from "../../base/format/currencies.ts";
import { formatMoney } from "../../base/format/money.ts";
import { dayOf } from "../../base/format/words.ts";
import type { Queries } from "../../database/database.ts";
import { list, type Sql, sql } from "../../database/sql.ts";
import { type Hit, hitsMost, type Searcher, type TextForms } from "../../running/searches.ts";
import { squeezed } from "./prices/reference.ts";
import { type Payment, providerNames } from "./rows/payment.ts";

/** Among so many of the newest with a sum are those of its currency. */
const comparedMost = 50;

interface Money extends Pick<Payment, "id" | "minor" | "currency"> {
  readonly at: number;
  readonly state: string;
}
interface OfAccount extends Money {
  readonly account: string;
  readonly reference: string;
  readonly name: string | null;
}

/** Those with a typed amount, of the currencies in which it can be meant. */
async function withSums<T extends Money>(
  { amounts }: TextForms,
  read: (minor: number) => Promise<T[]>,
): Promise<T[]> {
  const found = await Promise.all(
    amounts.map(async ({ minor, digits, currency }) =>
      (await read(minor)).filter(
        (one) => digitsOf(one.currency) === digits && (currency ?? one.currency) === one.currency,
      ),
    ),
  );
  return found.flat();
}

const own = (account: string | undefined): Sql =>
  account === undefined ? sql`` : sql`and y.account_id = ${account}`;

const paymentsWith = (db: Queries, account: string | undefined, condition: Sql, most = hitsMost) =>
  db.all<OfAccount>(sql`
    select y.id, y.minor, y.currency, y.created_at as at, y.state, y.account_id as account, y.reference,
      trim(u.first_name || ' ' || u.last_name) as name
    from payment y left join app_user u on u.id = y.account_id
    where ${condition} ${own(account)} order by y.created_at desc, y.id desc limit ${most}`);

function hitOf(
  kind: "payment" | "refund",
  { id, minor, currency, at, state, account, reference, name }: OfAccount,
  scope: string | undefined,
  isExact: boolean,
): Hit {
  const shown = `${formatMoney(minor, currency)}, ${state.replaceAll("_", " ")}, ${dayOf(at)}`;
  return {
    kind,
    label: reference,
    detail: scope === undefined ? `${shown}, ${name || "deleted account"}` : shown,
    values: { minor, currency, at, state, ...(scope === undefined && { name: name ?? "" }) },
    object: `/payments/${id}`,
    account,
    isExact,
  };
}

/** The beginning of a reference, long enough that few have it. */
const begun = /^V[A-HJ-NP-Z2-9]{3,10}$/;

const paymentSearcher: Searcher = {
  group: "money",
  permission: "papers.view",
  async find({ db, forms, account }) {
    const { text, isSecret } = forms;
    if (isSecret || text === "") return [];
    const ofForm = (condition: Sql, most?: number) => paymentsWith(db, account, condition, most);
    const reference = squeezed(text);
    const exact = [
      ...(await ofForm(sql`y.id = ${text}`)),
      ...(await ofForm(sql`y.reference = ${reference}`)),
      ...(await ofForm(sql`y.provider in (${list(providerNames)}) and y.provider_ref = ${text}`)),
    ];
    const similar =
      exact.length === 0 && begun.test(reference)
        ? await ofForm(sql`y.reference > ${reference} and y.reference < ${`${reference}~`}`)
        : [];
    // The sign keeps an account's payments from being read by their sum, which those of others have too.
    const sum = account === undefined ? sql`y.minor` : sql`+y.minor`;
    const summed = await withSums(forms, (minor) => ofForm(sql`${sum} = ${minor}`, comparedMost));
    return [
      ...exact.map((one) => hitOf("payment", one, account, true)),
      ...[...similar, ...summed].map((one) => hitOf("payment", one, account, false)),
    ].slice(0, hitsMost);
  },
};

/** Refunds by transfer, by ID and by what their transfer names. */
const refundSearcher: Searcher = {
  group: "money",
  permission: "papers.view",
  async find({ db, forms: { text, isSecret }, account }) {
    if (isSecret || text === "") return [];
    const named = text.toUpperCase();
    const rows = await db.all<OfAccount & { payment: string }>(sql`
      select r.id, r.payment_id as payment, r.minor, y.currency, r.created_at as at,
        case when r.sent_at is null then 'open' else 'sent' end as state, y.account_id as account, r.reference,
        trim(u.first_name || ' ' || u.last_name) as name
      from payment_refund r join payment y on y.id = r.payment_id left join app_user u on u.id = y.account_id
      where r.id in (select id from payment_refund where id = ${text}
          union select id from payment_refund where reference = ${named})
        and r.reference is not null ${own(account)}
      order by r.created_at desc, r.id desc limit ${hitsMost}`);
    return rows.map((row) => hitOf("refund", { ...row, id: row.payment }, account, row.id === text));
  },
};

interface Received extends Money {
  readonly reference: string;
  readonly sender: string;
}

const transfersWith = (db: Queries, condition: Sql, most = hitsMost) =>
  db.all<Received>(sql`
    select id, minor, currency, received_at as at, state, reference, sender from payment_transfer
    where ${condition} order by received_at desc, id desc limit ${most}`);

/** Money that was received: by the bank's or provider's number, what the payer wrote, and sum. */
const transferSearcher: Searcher = {
  group: "money",
  permission: "papers.view",
  isOfOperators: true,
  async find({ db, forms }) {
    const { text, isSecret } = forms;
    if (isSecret || text === "") return [];
    const exact = await transfersWith(
      db,
      sql`id in (select id from payment_transfer where id = ${text}
        union select id from payment_transfer where provider in (${list(providerNames)}) and provider_ref = ${text}
        union select id from payment_transfer where other_ref = ${text}
        union select id from payment_transfer where reference = ${text})`,
    );
    const summed = await withSums(forms, (minor) => transfersWith(db, sql`minor = ${minor}`, comparedMost));
    const shown = (one: Received, isExact: boolean): Hit => {
      const { id, minor, currency, at, state, reference, sender } = one;
      return {
        kind: "transfer",
        label: reference || sender || id,
        detail: `${formatMoney(minor, currency)}, ${state}, ${dayOf(at)}${sender && `, ${sender}`}`,
        values: { minor, currency, at, state, name: sender },
        object: `/payments/transfers/${id}`,
        isExact,
      };
    };
    return [...exact.map((one) => shown(one, true)), ...summed.map((one) => shown(one, false))].slice(
      0,
      hitsMost,
    );
  },
};

/** Refunds and disputes of charges that are not here, by the provider's number. */
const returnSearcher: Searcher = {
  group: "money",
  permission: "papers.view",
  isOfOperators: true,
  async find({ db, forms: { text, isSecret } }) {
    if (isSecret || text === "") return [];
    const rows = await db.all<Money & { charge: string }>(sql`
      select id, refunded_minor + disputed_minor as minor, currency, created_at as at, state, provider_ref as charge
      from payment_return where provider in (${list(providerNames)}) and provider_ref = ${text} limit ${hitsMost}`);
    return rows.map(({ id, minor, currency, at, state, charge }) => ({
      kind: "return",
      label: charge,
      detail: `${formatMoney(minor, currency)}, ${state}, ${dayOf(at)}`,
      values: { minor, currency, at, state },
      object: `/payments/returns/${id}`,
      isExact: true,
    }));
  },
};

export const paymentSearchers = [paymentSearcher, refundSearcher, transferSearcher, returnSearcher];
