import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { forgetDatasets } from "../../src/vehicles/lookups/records/datasets.ts";
import { type Account, kinds, startService, type TestService } from "../harness.ts";
import { goodVin, type Subscribers, subscribers, unknownVin } from "../subscribers.ts";

const day = 86_400_000;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`ETags of lookups on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind);
      who = subscribers(service);
    });
    afterAll(() => service.end());

    const path = `/vin-decoder/${goodVin}`;
    const call = (account: Account, known?: string, at = path) =>
      service.ask("GET", at, {
        headers: { "x-authkey": account.key, ...(known !== undefined && { "if-none-match": known }) },
      });
    const shown = ({ status, text, headers }: Awaited<ReturnType<typeof call>>) => [
      status,
      text,
      headers.get("etag"),
      headers.get("x-credits-remaining"),
      headers.get("content-type"),
    ];
    /** A decode with its ETag. */
    const decoded = async (account: Account, at = path) => {
      const first = await call(account, undefined, at);
      expect(first.status).toBe(200);
      return first.headers.get("etag")!;
    };

    test("a caller that has the answer gets 304, uncharged and recorded", async () => {
      const account = await who.subscribe({ quota: { calls: 5, renewal: "day" }, cache: { ttl_s: 60 } });
      const etag = await decoded(account);
      expect(etag).toMatch(/^W\/"[0-9a-z]+-[0-9a-z]+"$/);
      for (const known of [etag, etag.slice(2), `"other", ${etag}`, etag]) {
        const again = await call(account, known);
        expect(shown(again)).toEqual([304, "", etag, "14", null]);
        expect(again.headers.get("cache-control")).toBe("private, max-age=60");
      }
      expect(await who.recorded(account)).toEqual([
        { status: 200, credits: 1 },
        ...Array.from({ length: 4 }, () => ({ status: 304, credits: 0 })),
      ]);
      // An answer and four 304 used the quota.
      expect((await call(account, etag)).status).toBe(429);
      const { body } = await service.ask("GET", `/reports/byApi?user_id=${account.userId}`, {
        headers: service.operatorHeaders,
      });
      const [api] = (body as { items: Record<string, number>[] }).items;
      expect([api!.call_count_success, api!.call_count_blocked, api!.call_count_failed]).toEqual([5, 1, 0]);
      const { compared } = await service.app.inspection.compare();
      expect(compared.filter(({ differing }) => differing > 0)).toEqual([]);
    });

    test("the first call of a process may be answered with 304", async () => {
      const account = await who.subscribe({});
      const etag = await decoded(account);
      // Nothing of the data is in memory, as after a start.
      forgetDatasets(service.app.database);
      expect(shown(await call(account, etag))).toEqual([304, "", etag, "14", null]);
    });

    test("without credits a caller still learns that its answer is current", async () => {
      const account = await who.subscribe({});
      const etag = await decoded(account);
      for (let left = 14; left > 0; left -= 1) await call(account);
      expect((await call(account)).status).toBe(402);
      expect(shown(await call(account, etag))).toEqual([304, "", etag, "0", null]);
      await who.putPolicy(account.productId, { charge_on: "always" });
      expect((await call(account, etag)).status).toBe(402);
    });

    test("a plan that charges misses charges a 304", async () => {
      const account = await who.subscribe({ charge_on: "always" });
      const etag = await decoded(account);
      expect(shown(await call(account, etag))).toEqual([304, "", etag, "13", null]);
      expect((await who.recorded(account)).at(-1)).toEqual({ status: 304, credits: 1 });
    });

    test("another version or call is answered in full", async () => {
      const account = await who.subscribe({});
      const etag = await decoded(account);
      const explained = await decoded(account, `${path}?explain=true`);
      expect(explained).not.toBe(etag);
      expect((await call(account, explained)).status).toBe(200);
      expect((await call(account, "*")).status).toBe(200);
      expect((await call(account, '"other"')).status).toBe(200);
      expect((await call(account, "*", `/vin-decoder/${unknownVin}`)).status).toBe(404);
      expect((await call(account, etag, "/vin-decoder/short")).status).toBe(422);
      service.advance(day);
      const later = await call(account, etag);
      expect([later.status, later.headers.get("etag") === etag]).toEqual([200, false]);
    });
  });
}
