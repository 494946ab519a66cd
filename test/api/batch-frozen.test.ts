import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type BatchLine, openBatch } from "../batch-stream.ts";
import { type Freezable, freezable } from "../freezable-database.ts";
import { ask, kinds, startService, type TestService, testOrigin } from "../harness.ts";
import { goodVin, type Subscriber, type Subscribers, subscribers, tally } from "../subscribers.ts";
import { until } from "../until.ts";

/** A balance that was read this short before a line waits decides on the line: longer than `answeringMs`. */
const readMs = 110;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`a batch beside a frozen database on ${kind.dialect}`, () => {
    let service: TestService;
    let database: Freezable;
    let who: Subscribers;
    let remove: () => Promise<void>;
    beforeAll(async () => {
      const fresh = await kind.fresh();
      database = freezable(await fresh.open());
      service = await startService(kind, {}, { database });
      who = subscribers(service);
      remove = async () => {
        await service.end();
        await fresh.end();
      };
    });
    afterAll(() => remove());

    /** Sends lines beside a frozen database, then a single call; resolves to the pieces of the answer and its status. */
    async function sentFrozen(account: Subscriber, count: number) {
      // Its key and its limits are known.
      expect((await who.decode(account)).status).toBe(200);
      const known = performance.now();
      await until(() => performance.now() - known > readMs, "what is known was not read just now");
      database.freeze();
      try {
        const stream = await openBatch(service, account);
        await stream.send(...Array.from({ length: count }, () => goodVin));
        const ended = stream.end();
        const pieces: BatchLine[][] = [];
        for (let piece = await stream.next(); piece; piece = await stream.next()) pieces.push(piece);
        await ended;
        const headers = { "x-AuthKey": account.key };
        const single = await ask(service.serve, "GET", `/vin-decoder/${goodVin}`, { headers });
        return { pieces, single: single.status };
      } finally {
        database.thaw();
      }
    }

    test("a known quota is judged without it", async () => {
      const account = await who.subscribe({
        quota: { calls: 101, renewal: "day" },
        credit_cost: { default: 0 },
      });
      const { pieces, single } = await sentFrozen(account, 600);
      const lines = pieces.flat();
      expect(tally(lines.map(({ error }) => error?.status ?? 200))).toEqual({ 200: 100, 429: 157 });
      expect(lines.at(-1)?.error?.from_line).toBe(257);
      expect(single).toBe(429);
    });

    test("answered lines are sent before others wait", async () => {
      const account = await who.subscribe({});
      const { pieces } = await sentFrozen(account, 600);
      const statuses = pieces.map((piece) => piece.map(({ error }) => error?.status ?? 200));
      // Credits may have come since the balance was read, so this is no 402.
      expect(tally(statuses.flat())).toEqual({ 200: 14, 503: 243 });
      // No answer came with the refusal of a line that waited.
      expect(statuses.filter((piece) => new Set(piece).size > 1)).toEqual([]);
      expect(pieces.at(-1)?.at(-1)?.error?.from_line).toBe(257);
    });

    const lines = `${goodVin}\n`.repeat(600);
    const headersOf = ({ key }: Subscriber) => {
      return { "x-AuthKey": key, "idempotency-key": "a", "content-type": "application/x-ndjson" };
    };
    /** The number of answers when an earlier call with the key has ended. */
    const repeated = (account: Subscriber) =>
      until(async () => {
        const headers = headersOf(account);
        const got = await service.ask("POST", "/vin-decoder/batch", { headers, body: lines });
        return got.status === 200 && got.text.match(/"status":"success"/g)?.length;
      }, "the earlier call has ended");
    const rich = async () => {
      const account = await who.subscribe({});
      const json = { set: 1000, reason: "test" };
      const path = `/subscriptions/${account.subscriptionId}/credits`;
      await service.ask("POST", path, { headers: service.operatorHeaders, json });
      expect((await who.decode(account)).status).toBe(200);
      return account;
    };

    test("a key that it did not take in time is not taken later", async () => {
      const account = await rich();
      database.freeze();
      const refused = await ask(service.serve, "POST", "/vin-decoder/batch", {
        headers: headersOf(account),
        body: lines,
      });
      database.thaw();
      expect(refused.status).toBe(503);
      expect([await repeated(account), await who.used(account)]).toEqual([600, 601]);
    });

    test("a batch that ends without it is repeated free", async () => {
      const account = await rich();
      const request = new Request(`${testOrigin}/vin-decoder/batch`, {
        method: "POST",
        headers: headersOf(account),
        body: lines,
      });
      const response = await service.serve(request, "127.0.0.1");
      database.refuse();
      const received = (await response.text()).match(/"status":"success"/g)?.length;
      database.thaw();
      expect(received).toBeGreaterThan(0);
      expect([await repeated(account), await who.used(account)]).toEqual([600, 601]);
    });
  });
}
