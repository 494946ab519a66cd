import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Account, kinds, startService, type TestService } from "../harness.ts";
import { goodVin, type Subscribers, subscribers, unknownVin } from "../subscribers.ts";

/** The good VIN with another character in position 9. */
const wrongVin = "1HGCM82643A004352";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`plans that charge for valid VINs alone on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind);
      who = subscribers(service);
    });
    afterAll(() => service.end());

    const charged = async (account: Account, vin: string) => {
      const got = await who.decode(account, vin);
      return [got.status, got.headers.get("x-credits-charged")];
    };

    test("an answer about a VIN with a wrong check digit is free, recorded and counted", async () => {
      const quota = { calls: 4, renewal: "day" };
      const account = await who.subscribe({ charge_on: "valid", credit_cost: { default: 15 }, quota });
      expect(await charged(account, wrongVin)).toEqual([200, "0"]);
      expect(await charged(account, goodVin)).toEqual([200, "15"]);
      // Without credits too.
      expect(await charged(account, wrongVin)).toEqual([200, "0"]);
      expect(await charged(account, goodVin)).toEqual([402, "0"]);
      expect(await charged(account, unknownVin)).toEqual([402, "0"]);
      expect(await charged(account, wrongVin)).toEqual([200, "0"]);
      expect(await who.recorded(account)).toEqual([
        { status: 200, credits: 0 },
        { status: 200, credits: 15 },
        { status: 200, credits: 0 },
        { status: 402, credits: 0 },
        { status: 402, credits: 0 },
        { status: 200, credits: 0 },
      ]);
      expect(await charged(account, wrongVin)).toEqual([429, "0"]);
      expect(await who.used(account)).toBe(15);
    });

    test("other plans charge for it", async () => {
      const account = await who.subscribe({ charge_on: "found" });
      expect(await charged(account, wrongVin)).toEqual([200, "1"]);
      expect(await charged(account, goodVin)).toEqual([200, "1"]);
    });

    test("lines of batches are charged like single lookups", async () => {
      const account = await who.subscribe({ charge_on: "valid", credit_cost: { default: 2 } });
      const batch = (headers = {}) =>
        service.ask("POST", "/vin-decoder/batch", {
          headers: { "x-authkey": account.key, ...headers },
          json: { vins: [goodVin, wrongVin, goodVin, { vin: wrongVin, year: 2003 }] },
        });
      expect((await batch()).status).toBe(200);
      const credits = async () => (await who.recorded(account)).map((call) => call.credits);
      expect(await credits()).toEqual([2, 0, 2, 0]);
      // A repeated batch is free for what was charged, and for what never is.
      const once = { "idempotency-key": "0192f0c1-0000-7000-8000-000000000001" };
      await batch(once);
      await batch(once);
      expect((await credits()).slice(4)).toEqual([2, 0, 2, 0, 0, 0, 0, 0]);
      expect(await who.used(account)).toBe(8);
    });

    test("a preview replays recorded calls by their VINs", async () => {
      const account = await who.subscribe({});
      for (const vin of [goodVin, wrongVin, wrongVin.toLowerCase(), unknownVin])
        await who.decode(account, vin);
      const preview = async (charge_on: string) =>
        (
          await service.ask("POST", `/products/${account.productId}/policies/preview`, {
            headers: service.operatorHeaders,
            json: { policy: { charge_on } },
          })
        ).body as { credits: number; credits_recorded: number; not_replayed: string[] };
      const valid = await preview("valid");
      expect([valid.credits_recorded, valid.credits]).toEqual([3, 1]);
      const ofBatches =
        "Batches record no VINs: here each of their answers costs as if its check digit were right.";
      expect(valid.not_replayed).toContain(ofBatches);
      const found = await preview("found");
      expect([found.credits, found.not_replayed.includes(ofBatches)]).toEqual([3, false]);
    });
  });
}
