import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type BatchLine, openBatch } from "../batch-stream.ts";
import { type Freezable, freezable } from "../freezable-database.ts";
import { ask, kinds, startService, type TestService } from "../harness.ts";
import { goodVin, type Subscriber, type Subscribers, subscribers, tally } from "../subscribers.ts";

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
      expect(tally(statuses.flat())).toEqual({ 200: 14, 402: 243 });
      // No answer came with the refusal of a line that waited.
      expect(statuses.filter((piece) => new Set(piece).size > 1)).toEqual([]);
      expect(pieces.at(-1)?.at(-1)?.error?.from_line).toBe(257);
    });
  });
}
