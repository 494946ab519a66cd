import { z } from "zod";
import { isoTime } from "../../../base/clock.ts";
import type { Queries } from "../../../database/database.ts";
import { list, sql } from "../../../database/sql.ts";
import { readClock } from "../../../metering/credits/grants/grant-rows.ts";
import { payments } from "../rows/payment.ts";
import { refunds } from "../rows/refund-rows.ts";
import {
  type Detailed,
  detailOf,
  lineActions,
  lineDetails,
  type OwedPeriod,
  refundDetail,
} from "./line-details.ts";
import { lineKinds, lineStates } from "./line-sources.ts";
import type { FoundLine } from "./read-lines.ts";

const moment = z.iso.datetime();
const orNull = z.string().nullable();

export const LineOutput = z
  .object({
    id: z.string().describe("Of the object that its kind names; of a period, its subscription and number."),
    kind: z
      .enum(lineKinds)
      .describe(
        "`period`: one that no payment is requested for. `transfer`, `return`: money that no payment has. `correction`: a credit note, or an invoice that takes one back.",
      ),
    state: z.enum(lineStates).describe("`ended`: nothing is owed, and nothing was paid."),
    detail: z.enum(lineDetails).describe("Why it is in its state."),
    until: moment.nullable().describe("When it lapses, starts or was sent; null if it has no such time."),
    action: z
      .enum(lineActions)
      .nullable()
      .describe("What an operator can do with it next; null for nothing."),
    needs_action: z.boolean().describe("Whether an operator must do something."),
    at: moment.describe("When it was paid, issued or received; of what is due, when it was ordered."),
    number: orNull.describe("Of its invoice or credit note; null without one."),
    reference: z.string().describe("Of its payment; of a transfer, what its payer wrote."),
    account_id: orNull.describe("The user who pays; null if it is not known."),
    customer: z.string().describe("The user's name, or the sender's; empty if it is not known."),
    company: orNull.describe("In the billing details."),
    description: z.string().describe("What is paid for."),
    minor: z
      .int()
      .describe(
        "In minor units, with tax: what is due, received or, below zero, returned. Of a `period`, without tax.",
      ),
    currency: z.string().describe("The code of ISO 4217."),
    method: orNull.describe("For example Visa ending 4242; null until known."),
    problem: orNull.describe("What an operator must decide; null for nothing."),
    payment_id: orNull.describe("Its payment; null without one."),
    paper_id: orNull.describe("Its invoice or credit note; null without one."),
    corrects: orNull.describe("The number of the invoice that it corrects."),
  })
  .meta({ id: "MoneyLine" });

export type LineOutput = z.output<typeof LineOutput>;

/** What a line is shown with beside what was found. */
type Words = Partial<Omit<LineOutput, "until" | "action" | "detail">> & Detailed;

const idsOf = (lines: readonly FoundLine[], ...kinds: readonly FoundLine["kind"][]) =>
  lines.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);

const byId = <T extends { readonly id: string }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [row.id, row]));

/** Lines with their numbers, customers and what is next. */
export async function shownLines(db: Queries, lines: readonly FoundLine[]): Promise<LineOutput[]> {
  if (lines.length === 0) return [];
  const words = await readWords(db, lines);
  const people = await readPeople(
    db,
    [...words.values()].flatMap(({ account_id }) => account_id ?? []),
  );
  return lines.map((line) => {
    const { until, action = null, account_id = null, ...own } = words.get(keyOf(line))!;
    const person = account_id === null ? undefined : people.get(account_id);
    return {
      number: null,
      reference: "",
      customer: person?.name ?? "",
      company: person?.company ?? null,
      description: "",
      method: null,
      problem: null,
      payment_id: null,
      paper_id: null,
      corrects: null,
      ...own,
      id: line.id,
      kind: line.kind,
      state: line.state,
      until:
        until === undefined || until === null || !Number.isSafeInteger(until + 1) ? null : isoTime(until),
      action,
      needs_action: line.needs > 0,
      at: isoTime(line.at),
      account_id,
      minor: line.minor,
      currency: line.currency,
    };
  });
}

const keyOf = ({ kind, state, id }: FoundLine) => `${kind} ${state} ${id}`;

async function readWords(db: Queries, lines: readonly FoundLine[]): Promise<ReadonlyMap<string, Words>> {
  const refunded = byId(
    await refunds.findAll(
      db,
      idsOf(lines, "refund").map((id) => [id]),
    ),
  );
  const corrections = byId(await readCorrections(db, idsOf(lines, "correction")));
  const paymentIds = new Set([
    ...idsOf(lines, "payment"),
    ...[...refunded.values()].map(({ paymentId }) => paymentId),
    ...[...corrections.values()].map(({ payment }) => payment),
  ]);
  const paid = byId(
    await payments.findAll(
      db,
      [...paymentIds].map((id) => [id]),
    ),
  );
  const papers = [...paid.values(), ...refunded.values()].flatMap(({ paperId }) => paperId ?? []);
  const numbers = await readNumbers(db, papers);
  const owed = await readOwed(db, [...paid.keys()]);
  const periods = byId(await readPeriods(db, idsOf(lines, "period")));
  const strays = byId([
    ...(await readTransfers(db, idsOf(lines, "transfer"))),
    ...(await readReturns(db, idsOf(lines, "return"))),
  ]);
  const now = await readClock(db);
  const numberOf = (paper: string | null) => (paper === null ? null : (numbers.get(paper) ?? null));
  const ofPayment = (id: string) => {
    const payment = paid.get(id)!;
    return {
      reference: payment.reference,
      account_id: payment.accountId,
      description: payment.terms.text,
      method: payment.method,
      problem: payment.problem,
      payment_id: id,
      paper_id: payment.paperId,
      number: numberOf(payment.paperId),
    };
  };
  const wordsOf = ({ kind, state, id }: FoundLine): Words => {
    if (kind === "refund") {
      const refund = refunded.get(id)!;
      const of = ofPayment(refund.paymentId);
      return {
        ...of,
        ...refundDetail(refund),
        number: numberOf(refund.paperId),
        paper_id: refund.paperId,
        method: "Transfer",
        problem: null,
        corrects: of.number,
      };
    }
    if (kind === "correction") {
      const { paper, payment, number, isCredit } = corrections.get(id)!;
      const of = ofPayment(payment);
      const detail = isCredit ? "returned" : "taken_back";
      return { ...of, detail, number, paper_id: paper, problem: null, corrects: of.number };
    }
    if (kind === "payment") {
      const detailed =
        state === "refunded" ? { detail: "returned" as const } : detailOf(paid.get(id)!, owed.get(id), now);
      return { ...ofPayment(id), ...detailed };
    }
    if (kind === "period") {
      const { account, text, starts, lapses } = periods.get(id)!;
      const detailed: Detailed =
        starts <= now ? { detail: "late", until: lapses } : { detail: "unpaid", until: starts };
      return { account_id: account, description: text, ...detailed, action: "settle" };
    }
    const { reference, sender, payment } = strays.get(id)!;
    if (kind === "transfer") return { reference, customer: sender, detail: "not_matched", action: "match" };
    return { reference, customer: sender, payment_id: payment, detail: "not_here", action: "close" };
  };
  return new Map(lines.map((line) => [keyOf(line), wordsOf(line)]));
}

interface Correcting {
  readonly id: string;
  readonly paper: string;
  readonly payment: string;
  readonly number: string;
  readonly isCredit: number;
}

const readCorrections = (db: Queries, ids: readonly string[]) =>
  db.all<Correcting>(sql`
    select id, id as paper, payment_id as payment, number,
      case when kind = 'credit_note' then 1 else 0 end as "isCredit" from paper where id in (${list(ids)})`);

interface Stray {
  readonly id: string;
  readonly reference: string;
  readonly sender: string;
  readonly payment: string | null;
}

const readTransfers = (db: Queries, ids: readonly string[]) =>
  db.all<Stray>(sql`
    select id, reference, sender, payment_id as payment from payment_transfer where id in (${list(ids)})`);

const readReturns = (db: Queries, ids: readonly string[]) =>
  db.all<Stray>(sql`
    select id, provider_ref as reference, '' as sender, null as payment from payment_return where id in (${list(ids)})`);

async function readNumbers(db: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.all<{ id: string; number: string }>(
    sql`select id, number from paper where id in (${list(ids)})`,
  );
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** The unpaid periods that payments are for, by payment. */
async function readOwed(db: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, OwedPeriod>> {
  const rows = await db.all<OwedPeriod & { id: string }>(sql`
    select y.id, b.starts_at as starts, b.lapses_at as lapses from payment y
    join billing_period b on b.subscription_id = y.subscription_id and b.number = y.period
    where y.id in (${list(ids)}) and y.kind = 'renewal' and b.state = 'due'`);
  return byId(rows);
}

interface Unpaid extends OwedPeriod {
  readonly id: string;
  readonly account: string;
  readonly text: string;
}

async function readPeriods(db: Queries, ids: readonly string[]): Promise<Unpaid[]> {
  const subscriptions = [...new Set(ids.map((id) => id.slice(0, id.lastIndexOf("/"))))];
  const rows = await db.all<Unpaid>(sql`
    select b.subscription_id || '/' || b.number as id, s.owner_id as account, p.display_name as text,
      b.starts_at as starts, b.lapses_at as lapses
    from billing_period b join subscription s on s.id = b.subscription_id join product p on p.id = b.product_id
    where b.subscription_id in (${list(subscriptions)}) and b.state = 'due'`);
  return rows.filter(({ id }) => ids.includes(id));
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly company: string | null;
}

async function readPeople(db: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  const rows = await db.all<{ id: string; name: string; details: string | null }>(sql`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, b.details
    from app_user u left join billing_account b on b.account_id = u.id where u.id in (${list([...new Set(ids)])})`);
  return byId(
    rows.map(({ id, name, details }) => ({
      id,
      name,
      company: details === null ? null : (JSON.parse(details) as { company: string | null }).company,
    })),
  );
}
