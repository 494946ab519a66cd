import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mintToken } from "../../src/access/tokens.ts";
import { sql } from "../../src/database/sql.ts";
import { kinds, startService, type TestService } from "../harness.ts";
import { goodVin, type Subscribers, subscribers, tally, unknownVin } from "../subscribers.ts";

const warnings = (service: TestService, event: string) =>
  service.logged.map((line) => JSON.parse(line)).filter((line) => line.event === event);

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`records of lookups on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscribers;
    beforeAll(async () => {
      service = await startService(kind, { VINGATE_REFUSAL_LIMIT: "3" });
      who = subscribers(service);
    });
    afterAll(() => service.end());

    test("secrets in the wrong place are not recorded", async () => {
      const account = await who.subscribe({});
      const headers = { "x-AuthKey": account.key, "x-request-id": account.key };
      const query = `?x-AuthKey=${account.key}&password=hunter2&${account.secondaryKey}=1`;
      const got = await service.ask("GET", `/vin-decoder/${goodVin}${query}`, { headers });
      await service.ask("GET", `/vin-decoder/${account.key}`, { headers: { "x-AuthKey": account.key } });
      expect(got.status).toBe(200);
      expect(got.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      const rows = await service.app.database.all(sql`
        select url, status from request_log where subscription_id = ${account.subscriptionId} order by seq`);
      expect(rows).toEqual([
        { url: `/vin-decoder/${goodVin}?x-AuthKey&password&[redacted]`, status: 200 },
        { url: "/vin-decoder/[redacted]", status: 422 },
      ]);
    });

    test("records the size of every answer, refusals included", async () => {
      const account = await who.subscribe({});
      const sent = [
        await who.decode(account),
        await who.decode(account, "short"),
        await who.decode(account, unknownVin),
        await service.ask("GET", "/lien/1HGCM82633A004352", { headers: { "x-AuthKey": account.key } }),
      ];
      expect(sent.map((got) => got.status)).toEqual([200, 422, 404, 403]);
      const rows = await service.app.database.all(sql`
        select status, response_size from request_log where subscription_id = ${account.subscriptionId}
        order by seq`);
      expect(rows).toEqual(
        sent.map((got) => ({ status: got.status, response_size: Buffer.byteLength(got.text) })),
      );
    });

    test("records error code, key and data source", async () => {
      const account = await who.subscribe({});
      const secondary = { headers: { "x-AuthKey": account.secondaryKey } };
      await who.decode(account);
      await who.decode(account, "short", secondary);
      await who.decode(account, unknownVin, secondary);
      const log = await service.ask("GET", "/reports/byRequest", { headers: service.operatorHeaders });
      const items = (log.body as { items: Record<string, unknown>[] }).items
        .filter((item) => item.subscription_id === account.subscriptionId)
        .map((item) => [item.response_code, item.error_code, item.key, item.data_source]);
      expect(items.reverse()).toEqual([
        [200, null, "primary", "vpic-packaged 2026-03"],
        [422, "validation_error", "secondary", null],
        [404, "vehicle_not_found", "secondary", null],
      ]);
    });

    test("refusals beyond the limit per minute are only counted", async () => {
      const account = await who.subscribe({});
      const all = async () => tally((await who.recorded(account)).map((row) => row.status));
      for (let call = 0; call < 5; call++) expect((await who.decode(account, "short")).status).toBe(422);
      expect((await who.decode(account)).status).toBe(200);
      expect(await all()).toEqual({ 422: 3, 200: 1 });
      const reason = "a subscription has 3 in a minute already";
      expect(warnings(service, "refused calls are not recorded")).toEqual([
        expect.objectContaining({ level: "warn", calls: 1, reason }),
      ]);
      // Another subscription has its own count.
      const other = await who.subscribe({});
      await who.decode(other, "short");
      expect(await who.recorded(other)).toEqual([{ status: 422, credits: 0 }]);
      service.advance(60_000);
      await who.decode(account, "short");
      expect(await all()).toEqual({ 422: 4, 200: 1 });
    });

    test("log lines contain no credential", () => {
      const token = mintToken("vgs");
      service.app.log.error("request failed", { error: `Error: no such thing as ${token}` });
      expect(service.logged.at(-1)).toContain('"error":"Error: no such thing as [redacted]"');
    });
  });

  describe.skipIf(kind.missing)(`a disk below its reserve, on ${kind.dialect}`, () => {
    test("answers are recorded, refusals are not", async () => {
      const service = await startService(kind, { VINGATE_DISK_RESERVE: "900000 TiB" });
      const who = subscribers(service);
      const account = await who.subscribe({});
      expect((await who.decode(account, "short")).status).toBe(422);
      expect((await who.decode(account)).status).toBe(200);
      expect(await who.recorded(account)).toEqual([{ status: 200, credits: 1 }]);
      expect(warnings(service, "refused calls are not recorded")).toEqual([
        expect.objectContaining({ calls: 1, reason: "the disk is below its reserve" }),
      ]);
      await service.end();
    });
  });
}
