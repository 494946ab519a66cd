import { raw, sql } from "../../src/database/sql.ts";
import { nameWords } from "../../src/management/common/word-index.ts";
import { startService, type TestService } from "../../test/harness.ts";
import { runAll } from "../common/accounts.ts";
import { installed } from "../common/databases.ts";
import { type Figure, figure } from "../common/figure.ts";
import { scaled } from "../common/settings.ts";

const customers = scaled(5000, 500);
const invoices = 2 * customers;
const rounds = 15;
const goalMs = 300;
const start = Date.UTC(2026, 0, 1);

/** Customers with three keys each, and two invoices and payments each. All names begin with one of two words. */
async function fill({ app: { database } }: TestService): Promise<void> {
  const numbers = (count: number) =>
    raw(`with recursive n(i) as
    (select cast(0 as bigint) union all select i + 1 from n where i < ${count - 1})`);
  const words = nameWords("Ada Byron-Ørsted");
  await runAll(database, [
    sql`insert into app_user (id, email, email_key, first_name, last_name, role, state, registered_at, updated_at)
      ${numbers(customers)}
      select 'user-' || i, 'user' || i || '@example.com', 'user' || i || '@example.com', 'Ada', 'Byron-Ørsted', 'customer',
        'active', ${start} + i * 1000, ${start} from n`,
    sql`insert into user_word (word, user_id) select email_key, id from app_user where id like 'user-%'`,
    ...words.map(
      (word) =>
        sql`insert into user_word (word, user_id) select ${word}, id from app_user where id like 'user-%'`,
    ),
    sql`insert into subscription (id, owner_id, scope, product_id, display_name, state, created_at, start_at)
      ${numbers(customers)}
      select 'subscription-' || i, 'user-' || i, '/products/trial', 'trial', 'Trial', 'active', ${start} + i, ${start} from n`,
    sql`insert into subscription_key (digest, subscription_id, slot, ending, created_at)
      ${numbers(3 * customers)}
      select 'digest-' || i, 'subscription-' || (i / 3),
        case i % 3 when 0 then 'primary' when 1 then 'secondary' else 'test' end, cast(1000 + i % 9000 as text), ${start}
      from n`,
    sql`insert into billing_account (account_id, details, has_words)
      select id, '{"company":"Acme ' || id || '","name":null}', 1 from app_user where id like 'user-%'`,
    sql`insert into billing_word (word, account_id) select 'acme', account_id from billing_account`,
    sql`insert into paper (id, account_id, kind, series, number, month, currency, net_minor, tax_minor, gross_minor, body,
        issued_at)
      ${numbers(invoices)}
      select 'paper-' || i, 'user-' || (i % ${customers}), 'invoice', '2026', '2026-' || (10000 + i), '2026-11', 'EUR',
        9900, 0, 9900, '{}', ${start} + i from n`,
    sql`insert into payment (id, account_id, subscription_id, kind, terms, net_minor, minor, currency, state, provider,
        provider_ref, reference, is_charged, attempts, next_at, received_minor, refunded_minor, disputed_minor, credits,
        removed, owed, collected, set_aside, credited_minor, created_at, updated_at)
      ${numbers(invoices)}
      select 'payment-' || i, 'user-' || (i % ${customers}), 'subscription-' || (i % ${customers}), 'renewal', '{}', 9900,
        9900, 'EUR', 'paid', 'stripe', 'pi_' || i, 'VK7Q' || (100000 + i), 0, 0, 9007199254740991, 9900, 0, 0, 15, 0, 0,
        0, 0, 0, ${start} + i, ${start} from n`,
    sql`insert into payment_transfer (id, provider, provider_ref, minor, currency, reference, sender, state, received_at,
        created_at)
      ${numbers(customers)}
      select 'transfer-' || i, 'manual', 'line-' || i, 9900, 'EUR', 'December', 'ACME', 'matched', ${start} + i, ${start}
      from n`,
  ]);
}

const texts: readonly (readonly [name: string, text: string])[] = [
  ["a letter that every name has", "a"],
  ["a name that all have", "Ada Orsted"],
  ["an address", "user77@example.com"],
  ["a company that all have", "acme"],
  ["a number", "2026-10077"],
  ["the start of a number", "2026-100"],
  ["a number that no paper has", "2026-99999"],
  ["an amount that all have", "€99"],
  ["a charge of the provider", "pi_77"],
  ["a request ID of a caller", "request-77"],
  ["a call ID", `${"a1".repeat(16)}/77`],
  ["the end of a key", "1077"],
  ["a setting", "VINGATE_PUBLIC_URL"],
];

/** One search by each kind of text, by an operator and by a customer. */
export async function benchSearch(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of installed) {
    const service = await startService(kind);
    await fill(service);
    const paths = [
      ["operator", "/system/search"],
      ["customer", "/users/user-77/search"],
    ] as const;
    for (const [who, path] of paths)
      for (const [name, text] of texts) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) {
          const from = performance.now();
          const got = await service.ask("POST", path, { headers: service.operatorHeaders, json: { text } });
          times.push(performance.now() - from);
          const { unread } = got.body as { unread: readonly string[] };
          if (got.status !== 200 || unread.length > 0) throw new Error(`${name}: ${got.status} ${got.text}`);
        }
        const slowest = Math.max(...times);
        const note =
          slowest > goalMs ? `MISSED: the goal is ${goalMs} ms` : `${kind.dialect}, the slowest of ${rounds}`;
        figures.push(figure(`${who}: ${name}`, slowest, "ms", note));
      }
    await service.end();
  }
  return figures;
}
