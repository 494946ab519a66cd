import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { sql } from "../../src/database/sql.ts";
import { type Account, signUp, startService, type TestService, testOrigin } from "../harness.ts";
import { goodVin } from "../subscribers.ts";
import { callOf, recordCalls } from "../usage-calls.ts";

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await signUp(service);
});
afterAll(() => service.end());

/** The turns of the event loop that a request takes: other requests are answered between them. */
async function turnsOf(path: string, headers: Record<string, string>, status: number): Promise<number> {
  let turns = 0;
  let ended = false;
  const count = () => {
    if (ended) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  const response = await service.serve(new Request(`http://vingate.test${path}`, { headers }), "127.0.0.1");
  ended = true;
  expect(response.status).toBe(status);
  await response.arrayBuffer();
  return turns;
}

/** The fewest of some equal requests. */
async function fewestTurns(path: string, headers: Record<string, string>): Promise<number> {
  const turns: number[] = [];
  for (let repeat = 0; repeat < 4; repeat++) turns.push(await turnsOf(path, headers, 200));
  return Math.min(...turns);
}

test("an unknown motorcycle make is searched in a turn of its own", async () => {
  const headers = { "x-authkey": account.key };
  const known = await turnsOf("/motorcycle-decode/options/make/2007", headers, 200);
  const cached = await fewestTurns("/motorcycle-decode/options/make/2007", headers);
  expect(known).toBeGreaterThan(cached);
  const unknown = await turnsOf("/motorcycle-decode/options/model/2007/Unknown", headers, 404);
  expect(unknown).toBeGreaterThan(cached);
});

test("the VINs of a motorcycle model are decoded in several turns", async () => {
  const headers = { "x-authkey": account.key };
  // It has some 200 patterns; ten are decoded in one turn.
  expect(await fewestTurns("/motorcycle-decode/2018/Honda/FourTrax%20Rancher", headers)).toBeGreaterThan(20);
});

test("of many batches one makes lines in each turn", async () => {
  await service.ask("POST", `/subscriptions/${account.subscriptionId}/credits`, {
    headers: service.operatorHeaders,
    json: { change: 1000 },
  });
  // Each look at the clock finds that the time of a slice is over.
  let now = performance.now();
  const clock = spyOn(performance, "now").mockImplementation(() => {
    now += 2;
    return now;
  });
  let turns = 0;
  let ended = false;
  const count = () => {
    if (ended) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  const batch = async () => {
    const response = await service.serve(
      new Request(`${testOrigin}/vin-decoder/batch`, {
        method: "POST",
        headers: { "x-authkey": account.key, "content-type": "application/json" },
        body: JSON.stringify({ vins: Array(5).fill(goodVin) }),
      }),
      "127.0.0.1",
    );
    return (await response.text()).split('"status":"success"').length;
  };
  const lines = await Promise.all(Array.from({ length: 20 }, batch));
  ended = true;
  clock.mockRestore();
  expect(lines).toEqual(Array(20).fill(7));
  expect(turns).toBeGreaterThanOrEqual(100);
});

test("a page of 1,000 calls is read and written in several turns", async () => {
  const at = service.app.clock() - 60_000;
  await recordCalls(
    service,
    Array.from({ length: 1500 }, (_, index) => callOf(account, at + index)),
  );
  const page = (filter: string) =>
    turnsOf(`/reports/byRequest?page_size=1000${filter}`, service.operatorHeaders, 200);
  // Turns of the journal, of reading chunks, and of writing the page.
  expect(await page("")).toBeGreaterThanOrEqual(4);
  expect(await page("&response_code=2xx")).toBeGreaterThanOrEqual(4);
});

test("a list with long entries is written in several turns", async () => {
  const list = (size: number) => turnsOf(`/audit?page_size=${size}`, service.operatorHeaders, 200);
  const long = JSON.stringify({ note: "x".repeat(2000) });
  for (let entry = 0; entry < 400; entry++)
    await service.app.database.run(sql`
      insert into audit_log (id, at, actor, action, object, ip_address, request_id, before, after)
      values (${`entry-${entry}`}, ${entry}, 'operator', 'test', '/users/x', '', '', ${long}, ${long})`);
  // 400 entries of 4 kB are 1.6 MB: sixteen parts, and two of the ETag.
  const shortest = Math.min(await list(1), await list(1), await list(1), await list(1));
  expect((await list(400)) - shortest).toBeGreaterThanOrEqual(16);
});
