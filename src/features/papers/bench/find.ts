import { runAll } from "../../../../bench/common/accounts.ts";
import { installed } from "../../../../bench/common/databases.ts";
import { type Figure, figure } from "../../../../bench/common/figure.ts";
import { scaled } from "../../../../bench/common/settings.ts";
import { startService, type TestService, testOrigin } from "../../../../test/harness.ts";
import { raw, sql } from "../../../database/sql.ts";
import { findPaper } from "../paper-rows.ts";
import { enterSeller, issueOne } from "../test/issued.ts";

const papers = scaled(10_000, 500);
const customers = scaled(2000, 100);
const rounds = 5;
const month = Date.UTC(2026, 10, 2);

/** Invoices of one month, each with a body as it is issued, of customers with an order each. */
async function fill({ app: { database } }: TestService): Promise<void> {
  await enterSeller(database);
  const { id } = await issueOne(database, "first", 9900, { now: month });
  const { body } = (await findPaper(database, id))!;
  const numbers = (count: number) =>
    raw(`with recursive n(i) as
    (select cast(1 as bigint) union all select i + 1 from n where i < ${count})`);
  await runAll(database, [
    sql`insert into app_user (id, email, email_key, first_name, last_name, role, state, registered_at, updated_at)
      ${numbers(customers)}
      select 'user-' || i, 'user' || i || '@example.com', 'user' || i || '@example.com', 'Ada', 'Byron', 'customer',
        'active', 0, 0 from n`,
    sql`insert into billing_word (word, account_id) ${numbers(customers)} select 'acme' || i, 'user-' || i from n`,
    sql`insert into paper (id, account_id, kind, series, number, month, currency, net_minor, tax_minor, gross_minor, body,
        order_key, issued_at)
      ${numbers(papers - 1)}
      select 'paper-' || i, 'user-' || (i % ${customers}), 'invoice', '2026', '2026-' || (10000 + i), '2026-11', 'EUR',
        9900, 2079, 11979 + i % 97, ${body}, 'po' || (i % ${customers}), ${month} + i * 200 from n`,
  ]);
}

const reads: readonly (readonly [name: string, path: string, goalMs: number])[] = [
  ["a number", "/papers?q=2026-10077", 300],
  ["the start of a number", "/papers?q=2026-10", 300],
  ["a sum", "/papers?q=119.79", 300],
  ["a buyer", "/papers?q=acme77", 300],
  ["an order", "/papers?q=PO+77", 300],
  ["a reference", "/papers?q=VK7Q2M9XWTA", 300],
  ["the last page of all", `/papers?page=${papers / 100}`, 300],
  ["the CSV of the month", "/papers/months/2026-11/csv", 10_000],
  ["revenue of twelve months", "/papers/revenue?from=2026-01&to=2026-12", 5000],
];

/** Papers that are found, and what a bookkeeper downloads of a month. */
export async function benchPapers(
  withZip = false,
  print: (one: Figure) => unknown = () => undefined,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = (one: Figure) => {
    figures.push(one);
    print(one);
  };
  for (const kind of installed) {
    const service = await startService(kind);
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
      add(figure(`papers: ${name} of ${papers}`, slowest, "ms", note));
    }
    if (withZip && kind.dialect === "sqlite") for (const one of await benchZip(service)) add(one);
    await service.end();
  }
  return figures;
}

/** The ZIP file of the month, read as fast as it comes. */
async function benchZip(service: TestService): Promise<Figure[]> {
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  const from = performance.now();
  const request = new Request(`${testOrigin}/papers/months/2026-11/zip`, {
    headers: service.operatorHeaders,
  });
  const got = await service.serve(request, "127.0.0.1");
  let bytes = 0;
  let most = before;
  for await (const piece of got.body!) {
    bytes += piece.length;
    most = Math.max(most, process.memoryUsage.rss());
  }
  const seconds = (performance.now() - from) / 1000;
  return [
    figure(`papers: ZIP of ${papers}`, seconds, "s", `${Math.round(bytes / 2 ** 20)} MiB`),
    figure(
      "papers: memory that the ZIP adds",
      (most - before) / 2 ** 20,
      "MiB",
      "with the thread that draws",
    ),
  ];
}

// `bun src/features/papers/bench/find.ts [zip]`: with `zip` also the ZIP file, which takes minutes.
if (import.meta.main) await benchPapers(process.argv[2] === "zip", (one) => console.log(JSON.stringify(one)));
