import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "../../../src/database/sql.ts";
import { type Account, signUp, startService, type TestService } from "../../harness.ts";
import { exchange } from "../../service-process.ts";

// Bun closes a connection without a response if a second request or a half-close arrives while a handler
// waits. A lookup's handler always waits for its record.
let service: TestService;
let server: Bun.Server<undefined>;
beforeAll(async () => {
  service = await startService();
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => service.serve(request, "127.0.0.1"),
  });
});
afterAll(async () => {
  await server.stop(true);
  await service.end();
});

async function charged({ subscriptionId }: Account) {
  await service.app.metering.flush();
  return service.app.database.all<{ status: number; credits: number }>(sql`
    select class, cast(sum(calls) as bigint) as calls, cast(sum(credits) as bigint) as credits from usage_hourly
    where subscription_id = ${subscriptionId} group by class`);
}

const lookup = ({ key }: Account) =>
  `GET /vin-decoder/1HGCM82633A004352 HTTP/1.1\r\nHost: a\r\nx-AuthKey: ${key}\r\n\r\n`;

test("a lookup cut off by a pipelined request is recorded, not charged", async () => {
  const account = await signUp(service);
  // The first lookup loads what later ones need; later handlers wait only for their record.
  expect(
    await exchange(server.port!, lookup(account).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")),
  ).toMatch(/^HTTP\/1\.1 200 /);
  expect(await exchange(server.port!, lookup(account) + lookup(account))).toBe("");
  expect(await charged(account)).toEqual([{ class: "success", calls: 2, credits: 1 }] as never);
  const { remaining } = (
    (await service.ask("GET", "/", { headers: { "api-key": account.key } })).body as {
      credits: { remaining: number };
    }
  ).credits;
  expect(remaining).toBe(14);
});
