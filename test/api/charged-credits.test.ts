import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { endpoint } from "../../src/calls/context.ts";
import { createServe } from "../../src/calls/dispatch.ts";
import { sql } from "../../src/database/sql.ts";
import {
  type Account,
  ask,
  type Got,
  kinds,
  meteringWith,
  signUp,
  startService,
  type TestService,
} from "../harness.ts";
import { faultyFiles } from "../metering/test-journal.ts";
import { goodVin, type Subscribers, subscribers, unknownVin } from "../subscribers.ts";

const path = `/vin-decoder/${goodVin}`;
/** The status of an answer, and the cost that it states. */
const shown = ({ status, headers }: Pick<Got, "status" | "headers">): (number | string | null)[] => [
  status,
  headers.get("x-credits-charged"),
];

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`the charged credits of an answer on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind);
      who = subscribers(service);
    });
    afterAll(() => service.end());

    const call = (account: Account, at = path, headers: Record<string, string> = {}) =>
      service.ask("GET", at, { headers: { "x-authkey": account.key, ...headers } });
    /** The costs of calls in the records, in their order. */
    const recorded = async (account: Account): Promise<ReturnType<typeof shown>[]> =>
      (await who.recorded(account)).map(({ status, credits }) => [status, String(credits)]);

    test("each is what its record says", async () => {
      const free = await who.subscribe({ credit_cost: { default: 3 } });
      const first = await call(free);
      const answers = [
        first,
        await call(free, path, { "if-none-match": first.headers.get("etag")! }),
        await call(free, `/vin-decoder/${unknownVin}`),
        await call(free, "/vin-decoder/short"),
        await call(free, path, { "x-repeat-of": first.headers.get("x-request-id")! }),
        await call(free, "/lien/1HGCM82633A004352"),
        await call({ ...free, key: free.secondaryKey }),
      ];
      expect(answers.map(shown)).toEqual([
        [200, "3"],
        [304, "0"],
        [404, "0"],
        [422, "0"],
        [200, "0"],
        [403, "0"],
        [200, "3"],
      ]);
      expect(await recorded(free)).toEqual(answers.map(shown));
    });

    test("a 404 and a 304 cost what the plan says", async () => {
      const always = await who.subscribe({ credit_cost: { default: 2 }, charge_on: "always" });
      const first = await call(always);
      const answers = [
        first,
        await call(always, path, { "if-none-match": first.headers.get("etag")! }),
        await call(always, `/vin-decoder/${unknownVin}`),
        await call(always, `/vin-decoder/${unknownVin}`, { "if-none-match": "*" }),
      ];
      expect(answers.map(shown)).toEqual([
        [200, "2"],
        [304, "2"],
        [404, "2"],
        [404, "2"],
      ]);
      expect(await recorded(always)).toEqual(answers.map(shown));
    });

    test("a second call with an Idempotency-Key costs nothing", async () => {
      const account = await who.subscribe({});
      const keyed = { "idempotency-key": "mine" };
      const answers = [await call(account, path, keyed), await call(account, path, keyed)];
      expect(answers.map(shown)).toEqual([
        [200, "1"],
        [200, "0"],
      ]);
      expect(await recorded(account)).toEqual(answers.map(shown));
    });

    test("a refused call costs nothing", async () => {
      const poor = await who.subscribe({ credit_cost: { default: 16 } });
      const rated = await who.subscribe({ rate_limit: { calls: 1, renewal_period_s: 60 } });
      const used = await who.subscribe({ quota: { calls: 1, renewal: "day" } });
      const answers = [await call(poor), await call(rated), await call(rated)];
      answers.push(await call(used), await call(used));
      const strangers = [
        await service.ask("GET", path),
        await service.ask("HEAD", path, { headers: { "x-authkey": poor.key } }),
        await service.ask("GET", path, { headers: { "x-authkey": "vgk_unknown" } }),
      ];
      expect([...answers, ...strangers].map(shown)).toEqual([
        [402, "0"],
        [200, "1"],
        [429, "0"],
        [200, "1"],
        [429, "0"],
        [401, "0"],
        [405, "0"],
        [401, "0"],
      ]);
    });

    test("a call whose handler fails after the reservation costs nothing", async () => {
      const account = await who.subscribe({});
      const fails = endpoint({
        id: "fails",
        method: "GET",
        path: "/fails",
        tag: "t",
        summary: "s",
        audience: "key",
        lookup: { api: "vin-decoder", cost: 1 },
        handle: () => {
          throw new Error("planted");
        },
      });
      const serve = createServe({ ...service.app, operations: [fails] });
      const got = await ask(serve, "GET", "/fails", { headers: { "x-authkey": account.key } });
      expect(shown(got)).toEqual([500, "0"]);
      await service.app.metering.flush();
      expect(await recorded(account)).toEqual([[500, "0"]]);
    });

    test("test calls cost nothing", async () => {
      const account = await signUp(service);
      const got = await call({ ...account, key: account.testKey }, "/vin-decoder/TEST0000000000200");
      expect(got.headers.get("x-test")).toBe("true");
      expect(shown(got)[1]).toBe("0");
    });

    test("the lines of a batch are charged while it is sent; a refused batch costs nothing", async () => {
      const account = await who.subscribe({});
      const batch = (json: object) =>
        service.ask("POST", "/vin-decoder/batch", { headers: { "x-authkey": account.key }, json });
      expect(shown(await batch({ vins: [goodVin, goodVin] }))).toEqual([200, null]);
      expect(shown(await batch({ vins: [] }))).toEqual([422, "0"]);
      expect(await recorded(account)).toEqual([
        [200, "1"],
        [200, "1"],
        [422, "0"],
      ]);
    });

    test("a call whose client has gone is not charged", async () => {
      const account = await who.subscribe({});
      const gone = new AbortController();
      gone.abort();
      const request = new Request(`http://vingate.test${path}`, {
        headers: { "x-AuthKey": account.key },
        signal: gone.signal,
      });
      expect(shown(await service.serve(request, "127.0.0.1"))).toEqual([200, "0"]);
      await service.app.metering.flush();
      expect(await recorded(account)).toEqual([[200, "0"]]);
    });

    test("scripts of other origins can read it; what is no lookup has none", async () => {
      const got = await call(await who.subscribe({}), path, { origin: "https://app.example.com" });
      expect(got.headers.get("access-control-expose-headers")).toContain("x-credits-charged, ");
      expect(shown(await service.ask("GET", "/livez"))).toEqual([200, null]);
    });
  });
}

test("a call without a record costs nothing", async () => {
  const files = faultyFiles();
  const service = await startService(kinds[0]!, {}, { openMetering: meteringWith(files) });
  const account = await signUp(service);
  const call = () => service.ask("GET", path, { headers: { "x-AuthKey": account.key } });
  expect(shown(await call())).toEqual([200, "1"]);
  Object.assign(files, { room: 0, creates: false });
  expect(shown(await call())).toEqual([503, "0"]);
  Object.assign(files, { room: undefined, creates: true });
  const { used } = (await service.app.database.get<{ used: number }>(
    sql`select used from credit_total where subscription_id = ${account.subscriptionId}`,
  ))!;
  expect(used).toBe(1);
  await service.end();
});
