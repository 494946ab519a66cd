import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Sql, sql } from "../../src/database/sql.ts";
import { readInbox } from "../../src/management/system/inbox/read-inbox.ts";
import { beat } from "../../src/management/system/node-heartbeat.ts";
import { kinds, startService, type TestService } from "../harness.ts";
import { noting, scansOf } from "./plans.ts";

/** Tables that grow with customers, calls and money. Those of what is open, such as `node`, stay small. */
const large = [
  "app_user",
  "audit_log",
  "billing_period",
  "import_run",
  "inbox_item",
  "inbox_put_off",
  "payment",
  "payment_return",
  "payment_transfer",
  "subscription",
  "usage_minute_total",
  "webhook",
];

let service: TestService;
beforeAll(async () => {
  service = await startService(kinds[0]!);
  await beat(service.app);
});
afterAll(() => service.end());

/** The statements that a reading of Inbox sends. */
async function statementsOf(): Promise<readonly Sql[]> {
  const { noted, sent } = noting(service.app.database);
  const { unread } = await readInbox({ ...service.app, database: noted }, { kind: "operator" });
  expect(unread).toEqual([]);
  return sent;
}

/** An index of a condition has only the rows that meet it. */
const ofFew = /USING (COVERING )?INDEX (\w+_open|payment_problem|payment_inquiry)$/;

const scansIn = (statement: Sql) => scansOf(service.app.database, statement, large, ofFew);

test("a reading of Inbox scans no table that grows", async () => {
  const statements = await statementsOf();
  expect(statements.length).toBeWithin(15, 60);
  const scans: string[] = [];
  for (const statement of statements) scans.push(...(await scansIn(statement)));
  expect(scans).toEqual([]);
});

test("what counts as a scan is found", async () => {
  expect(await scansIn(sql`select id from payment where kind = ${"plan"}`)).toEqual(["SCAN payment"]);
  expect(await scansIn(sql`select p.id from payment p where p.kind = ${"plan"}`)).toEqual(["SCAN p"]);
  expect(await scansIn(sql`select id from payment where id = ${"x"}`)).toEqual([]);
});
