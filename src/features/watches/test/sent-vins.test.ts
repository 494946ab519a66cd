import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Ask, kinds, startService, type TestService } from "../../../../test/harness.ts";
import { type Subscriber, subscribers } from "../../../../test/subscribers.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`watches of VINs as people have them on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscriber;
    beforeAll(async () => {
      service = await startService(kind);
      who = await subscribers(service).subscribe({});
      await service.ask("PUT", `/products/${who.productId}/apis/lien`, { headers: service.operatorHeaders });
    });
    afterAll(() => service.end());

    const call = (method: string, path: string, how: Ask = {}) =>
      service.ask(method, path, { ...how, headers: { "x-AuthKey": who.key, ...how.headers } });

    test("a VIN is watched as it was meant, from a path and a file", async () => {
      const vin = "5J6RW2H59JL990075";
      const placed = await call("PUT", "/watches/*I5J6RW2H59JL99OO75*", {});
      expect([placed.status, placed.headers.get("x-vin-read"), (placed.body as { vin: string }).vin]).toEqual(
        [200, `"${vin}";repairs="around leading_i o"`, vin],
      );
      const body = `I1HGCM82633A004352\n${vin}\n`;
      const placedMany = await call("PUT", "/watches", { body, headers: { "content-type": "text/csv" } });
      const { added, changed, refused } = placedMany.body as Record<string, number>;
      expect([added, changed, refused]).toEqual([1, 0, 0]);
      const { items } = (await call("GET", "/watches")).body as { items: { vin: string }[] };
      expect(items.map((one) => one.vin)).toEqual(["1HGCM82633A004352", vin]);
    });
  });
