import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { auctionRecords } from "../../../src/vehicles/families/apis/auction.ts";
import type { EventRow } from "../../../src/vehicles/families/record-family.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { loadRecords } from "../load-records.ts";
import { type LookupCaller, lookupCaller } from "./lookup-caller.ts";
import { auctionEvent } from "./samples.ts";

const vins = 150;
const vinAt = (index: number) => `LOT${String(index).padStart(5, "0")}`;
/** One to three events for each VIN, those of all VINs mixed. */
const lotsOf = (index: number) => Array.from({ length: 1 + (index % 3) }, (_, lot) => `${index}-${lot}`);

function* auctions(): Generator<EventRow> {
  for (let lot = 2; lot >= 0; lot--)
    for (let index = 0; index < vins; index++) {
      const name = lotsOf(index)[lot];
      if (name === undefined) continue;
      const vin = vinAt(index);
      const record = auctionEvent(vin, name, [`demo/${name}.svg`]);
      yield { vin, at: 1000 + lot, id: name, year: 1970, make: "HONDA", model: "", record };
    }
}

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`concurrent histories on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
      const dataset = { name: "lots", version: "1", source: "test", licence: "none" };
      await loadRecords(service.app.database, auctionRecords, auctions(), { dataset, now: 1 });
      forgetDatasets(service.app.database);
    });
    afterAll(() => service.end());

    test("each response belongs to its VIN, newest first, under concurrency", async () => {
      const requested = Array.from({ length: vins * 2 }, (_, index) => (index * 7) % (vins + 10));
      const answers = await Promise.all(requested.map((index) => who.lookUp(`/auction/${vinAt(index)}`)));
      const seen = answers.map(({ status, body }) => {
        const { data } = body as { data?: { "lot-number": string; vin: string; images: string[] }[] };
        return [
          status,
          data?.map((event) => [event.vin, event["lot-number"], event.images[0]?.split("?")[0]]),
        ];
      });
      const image = (name: string) => `http://vingate.test/images/demo/${name}.svg`;
      expect(seen).toEqual(
        requested.map((index) => {
          if (index >= vins) return [404, undefined];
          return [
            200,
            lotsOf(index)
              .reverse()
              .map((name) => [vinAt(index), name, image(name)]),
          ];
        }),
      );
      expect(await who.used()).toBe(requested.filter((index) => index < vins).length);
    });
  });
}
