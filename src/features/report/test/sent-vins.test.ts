import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ask, kinds, startService, type TestService } from "../../../../test/harness.ts";
import { type Subscriber, subscribers } from "../../../../test/subscribers.ts";

const vin = "1HGCM82633A004352";
const damaged = "*I1HGCM82633AO04352*";
const isFrame =
  "is a frame number, not a VIN: vehicles of Japan's own market have no VIN, and NHTSA's data none of them";

interface Parts {
  readonly data: {
    readonly vin: string;
    readonly parts: Readonly<
      Record<string, { data: { derived: { field: string; rule: string }[] }; error: { detail: string } }>
    >;
  };
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`reports of VINs as people have them on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscriber;
    beforeAll(async () => {
      service = await startService(kind);
      who = await subscribers(service).subscribe({});
    });
    afterAll(() => service.end());

    const headers = () => ({ "x-authkey": who.key });
    const report = (path: string) => ask(service.serve, "GET", `/report/${path}`, { headers: headers() });

    test("a report reads the VIN, and its parts are called and logged as it was sent", async () => {
      const got = await report(`${damaged}?families=vin-decoder`);
      const { data } = got.body as Parts;
      const [derived] = data.parts["vin-decoder"]!.data.derived;
      expect([got.status, data.vin, got.headers.get("x-vin-read"), derived?.field]).toEqual([
        200,
        vin,
        `"${vin}";repairs="around leading_i o"`,
        "intro.vin",
      ]);
      expect(derived?.rule ?? "").toStartWith(`Sent as ${damaged}: `);
      const batch = await ask(service.serve, "POST", "/report/batch", {
        headers: headers(),
        json: { vins: [damaged, "1hg-cm82633a004352"], families: ["vin-decoder"] },
      });
      const lines = batch.text.split("\n").filter(Boolean);
      expect(lines.map((line) => (JSON.parse(line) as Partial<Parts>).data?.vin)).toEqual([
        vin,
        vin,
        undefined,
      ]);
      await service.app.metering.flush();
      const logged = await service.ask("GET", `/reports/byRequest?user_id=${who.userId}`, {
        headers: service.operatorHeaders,
      });
      const { items } = logged.body as { items: { url: string; credits: number }[] };
      const sent = `/vin-decoder/${encodeURIComponent(damaged)}`;
      // Spaces, hyphens and lower case are no repair.
      expect(items.map(({ url, credits }) => [url, credits]).sort()).toEqual([
        [sent, 1],
        [sent, 1],
        [`/vin-decoder/${vin}`, 1],
      ]);
    });

    test("a part that takes VINs alone calls a frame number one", async () => {
      const got = await report("ZVW30-1812701?families=vin-decoder");
      const { parts } = (got.body as Parts).data;
      expect(parts["vin-decoder"]!.error.detail).toBe(`ZVW30-1812701 ${isFrame}. The lookup was not called.`);
    });
  });
