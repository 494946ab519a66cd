import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Database } from "../../src/database/database.ts";
import { Sql, sql } from "../../src/database/sql.ts";
import { readInbox } from "../../src/management/system/inbox/read-inbox.ts";
import { beat } from "../../src/management/system/node-heartbeat.ts";
import { kinds, startService, type TestService } from "../harness.ts";

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
  const { database } = service.app;
  const sent: Sql[] = [];
  const noting =
    (name: "all" | "get") =>
    (statement: Sql): unknown => {
      sent.push(statement);
      return database[name](statement);
    };
  const noted = { dialect: database.dialect, all: noting("all"), get: noting("get") } as unknown as Database;
  const { unread } = await readInbox({ ...service.app, database: noted }, { kind: "operator" });
  expect(unread).toEqual([]);
  return sent;
}

/** Whole tables that a statement reads. An index of a condition has only the rows that meet it. */
async function scansOf({ parts, values }: Sql): Promise<string[]> {
  const explained = new Sql([`explain query plan ${parts[0]!}`, ...parts.slice(1)], values);
  const plan = await service.app.database.all<{ detail: string }>(explained);
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => {
      const [, name] = /^SCAN (\w+)/.exec(detail) ?? [];
      if (
        name === undefined ||
        /USING (COVERING )?INDEX (\w+_open|payment_problem|payment_inquiry)$/.test(detail)
      )
        return false;
      return large.some(
        (one) => new RegExp(`\\b${one}( as)? ${name}\\b`).test(parts.join("?")) || one === name,
      );
    });
}

test("a reading of Inbox scans no table that grows", async () => {
  const statements = await statementsOf();
  expect(statements.length).toBeWithin(15, 60);
  const scans: string[] = [];
  for (const statement of statements) scans.push(...(await scansOf(statement)));
  expect(scans).toEqual([]);
});

test("what counts as a scan is found", async () => {
  expect(await scansOf(sql`select id from payment where kind = ${"plan"}`)).toEqual(["SCAN payment"]);
  expect(await scansOf(sql`select p.id from payment p where p.kind = ${"plan"}`)).toEqual(["SCAN p"]);
  expect(await scansOf(sql`select id from payment where id = ${"x"}`)).toEqual([]);
});
