import { runAll } from "../../../../bench/common/accounts.ts";
import { installed } from "../../../../bench/common/databases.ts";
import { type Figure, figure } from "../../../../bench/common/figure.ts";
import { scaled } from "../../../../bench/common/settings.ts";
import { startService, type TestService, testStart } from "../../../../test/harness.ts";
import { dayMs } from "../../../base/durations.ts";
import { raw, sql } from "../../../database/sql.ts";
import { buyer } from "../test/issued.ts";

const payments = scaled(300_000, 3000);
const customers = scaled(5000, 500);
const rounds = 5;

/**
 * Payments of three years with an invoice each, and a credit note for each fiftieth. One of ten of the newest is
 * due, and one declined.
 */
async function fill({ app: { database } }: TestService): Promise<void> {
  const end = testStart;
  const step = Math.floor((3 * 365 * dayMs) / payments);
  const numbers = (count: number) =>
    raw(`with recursive n(i) as
    (select cast(0 as bigint) union all select i + 1 from n where i < ${count - 1})`);
  await runAll(database, [
    sql`insert into app_user (id, email, email_key, first_name, last_name, role, state, registered_at, updated_at)
      ${numbers(customers)}
      select 'user-' || i, 'user' || i || '@example.com', 'user' || i || '@example.com', 'Ada', 'Byron', 'customer',
        'active', ${end}, ${end} from n`,
    sql`insert into subscription (id, owner_id, scope, product_id, display_name, state, created_at, start_at)
      ${numbers(customers)}
      select 'subscription-' || i, 'user-' || i, '/products/trial', 'trial', 'Trial', 'active', ${end}, ${end} from n`,
    sql`insert into billing_account (account_id, details, has_words)
      ${numbers(customers)} select 'user-' || i, ${JSON.stringify(buyer)}, 1 from n`,
    sql`insert into billing_period (subscription_id, number, product_id, offer_version, starts_at, ends_at, state,
        price_minor, currency, created_at)
      ${numbers(payments)}
      select 'subscription-' || (i % ${customers}), i / ${customers}, 'trial', 1, ${end} - i * ${step},
        ${end} - i * ${step} + 1, case when i % 10 < 2 and i < 2000 then 'due' else 'paid' end, 9900,
        case i % 7 when 0 then 'USD' else 'EUR' end, ${end} - i * ${step} from n`,
    sql`insert into paper (id, account_id, kind, series, number, month, currency, net_minor, tax_minor, gross_minor, body,
        payment_id, issued_at)
      ${numbers(payments)}
      select 'paper-' || i, 'user-' || (i % ${customers}), 'invoice', '2026', '2026-' || (10000 + i), '2026-11',
        case i % 7 when 0 then 'USD' else 'EUR' end, 9900, 2079, 11979, '{}', 'payment-' || i, ${end} - i * ${step}
      from n where i % 10 > 1 or i >= 2000`,
    sql`insert into paper (id, account_id, kind, series, number, month, currency, net_minor, tax_minor, gross_minor, body,
        payment_id, corrects, issued_at)
      ${numbers(payments)}
      select 'note-' || i, 'user-' || (i % ${customers}), 'credit_note', '2026', '2026-' || (1000000 + i), '2026-11',
        case i % 7 when 0 then 'USD' else 'EUR' end, 9900, 2079, 11979, '{}', 'payment-' || i, 'paper-' || i,
        ${end} - i * ${step} from n where i % 50 = 7`,
    sql`insert into payment (id, account_id, subscription_id, kind, terms, period, net_minor, minor, currency, state,
        provider, provider_ref, reference, is_charged, attempts, next_at, received_minor, refunded_minor, disputed_minor,
        credits, removed, owed, collected, set_aside, paper_id, credited_minor, created_at, paid_at, updated_at)
      ${numbers(payments)}
      select 'payment-' || i, 'user-' || (i % ${customers}), 'subscription-' || (i % ${customers}), 'renewal',
        '{"text":"Trial"}', i / ${customers}, 9900, 11979, case i % 7 when 0 then 'USD' else 'EUR' end,
        case when i < 2000 and i % 10 = 0 then 'requested' when i < 2000 and i % 10 = 1 then 'failed'
          when i % 50 = 7 then 'refunded' else 'paid' end,
        'stripe', 'pi_' || i, 'VK7Q' || (100000 + i), 0, 0, 9007199254740991,
        case when i % 10 < 2 and i < 2000 then 0 else 11979 end, case i % 50 when 7 then 11979 else 0 end, 0, 15, 0, 0, 0,
        0, case when i % 10 < 2 and i < 2000 then null else 'paper-' || i end,
        case i % 50 when 7 then 11979 else 0 end, ${end} - i * ${step},
        case when i % 10 < 2 and i < 2000 then null else ${end} - i * ${step} end, ${end} from n`,
    sql`insert into payment_transfer (id, provider, provider_ref, minor, currency, reference, sender, state, received_at,
        created_at)
      ${numbers(customers)}
      select 'transfer-' || i, 'manual', 'line-' || i, 9900, 'EUR', 'December', 'ACME',
        case when i < 50 then 'unmatched' else 'matched' end, ${end} - i, ${end} from n`,
  ]);
}

const month = "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z";
const reads: readonly (readonly [name: string, path: string, goalMs: number])[] = [
  ["the first page of a month", `/payments/lines?page_size=50&${month}`, 1000],
  ["the first page of all time", "/payments/lines?page_size=50", 1000],
  ["the last page of all time", `/payments/lines?page_size=50&page=${payments / 50}`, 1000],
  ["the sums of a month", `/payments/lines/sums?${month}`, 300],
  ["the sums of all time", "/payments/lines/sums", 300],
  ["what needs an operator", "/payments/lines/sums?needs_action=true", 300],
  ["the sums of one customer", "/payments/lines/sums?user=user-77", 300],
  ["an amount that all have", "/payments/lines?page_size=50&q=119.79", 1000],
];

/** Pages of 50 lines of money, and their sums. */
export async function benchMoney(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of installed) {
    const service = await startService(kind, { VINGATE_PAYMENTS: "manual" });
    await fill(service);
    for (const [name, path, goalMs] of reads) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const from = performance.now();
        const got = await service.ask("GET", path, { headers: service.operatorHeaders });
        times.push(performance.now() - from);
        if (got.status !== 200) throw new Error(`${name}: ${got.status} ${got.text}`);
      }
      const slowest = Math.max(...times);
      const note =
        slowest > goalMs ? `MISSED: the goal is ${goalMs} ms` : `${kind.dialect}, the slowest of ${rounds}`;
      figures.push(figure(`money: ${name}`, slowest, "ms", note));
    }
    await service.end();
  }
  return figures;
}
