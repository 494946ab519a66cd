import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Sql, sql } from "../../src/database/sql.ts";
import { runSearch } from "../../src/management/system/search/run-search.ts";
import { type Account, kinds, signUp, startService, type TestService } from "../harness.ts";
import { noting, planOf, scansOf } from "./plans.ts";

/** Tables that grow with customers, calls and money. Products and APIs are what operators make. */
const large = [
  "app_user",
  "billing_account",
  "billing_word",
  "paper",
  "payment",
  "payment_refund",
  "payment_return",
  "payment_transfer",
  "request_chunk",
  "subscription",
  "subscription_key",
  "user_word",
];

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startService(kinds[0]!);
  account = await signUp(service);
});
afterAll(() => service.end());

/** A text of each form. */
const texts = () => [
  "Ada Byron",
  "a",
  account.email,
  account.userId,
  account.subscriptionId,
  account.key,
  "49Un",
  "vgk_F8wV…M49Un",
  "2026-0061",
  "2026-006",
  "99.00",
  "€99",
  "1,000",
  "VK7Q2M9XWTA",
  "VK7Q",
  "pi_3N0000000000",
  "1HGCM82633A004352",
  `${"a1".repeat(16)}/42`,
  "req-1234567",
  crypto.randomUUID(),
  "VINGATE_PUBLIC_URL",
];

/** The statements that a search sends. */
async function statementsOf(text: string, of: string | undefined): Promise<readonly Sql[]> {
  const { noted, sent } = noting(service.app.database);
  const { databaseLog } = await import("../../src/metering/requests/call-log.ts");
  const context = { ...service.app, database: noted, requestLog: databaseLog(noted) };
  const { unread } = await runSearch(context, { kind: "operator" }, text, of);
  expect(unread).toEqual([]);
  return sent;
}

const scansIn = (statement: Sql) => scansOf(service.app.database, statement, large);

test("a search scans no table that grows, in all accounts and in one", async () => {
  for (const text of texts())
    for (const of of [undefined, account.userId]) {
      const scans: string[] = [];
      const statements = await statementsOf(text, of);
      expect(statements.length).toBeLessThan(50);
      for (const statement of statements) scans.push(...(await scansIn(statement)));
      expect([text, of, scans]).toEqual([text, of, []]);
    }
});

test("in one account, its rows alone are read, and not those of all with the same sum or time", async () => {
  for (const text of ["99.00", "2026-0061"])
    for (const statement of await statementsOf(text, account.userId))
      for (const detail of await planOf(service.app.database, statement))
        expect(detail).not.toMatch(/payment_minor|paper_gross|paper_issued|payment_created/);
});

test("a call ID is found by its journal", async () => {
  const statements = await statementsOf(`${"a1".repeat(16)}/42`, undefined);
  const plans = await Promise.all(statements.map((one) => planOf(service.app.database, one)));
  expect(plans.flat().some((detail) => detail.includes("request_chunk_journal"))).toBe(true);
});

test("what counts as a scan is found", async () => {
  expect(await scansIn(sql`select id from payment where terms = ${"x"}`)).toEqual(["SCAN payment"]);
  expect(await scansIn(sql`select y.id from payment y where y.terms = ${"x"}`)).toEqual(["SCAN y"]);
  expect(await scansIn(sql`select id from payment where minor = ${1}`)).toEqual([]);
});
