import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { headlightRecords } from "../../../src/vehicles/families/apis/headlight-assembly.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { removeRecords } from "../load-records.ts";
import { type LookupCaller, lookupCaller } from "./lookup-caller.ts";
import { accordVin, loadSamples } from "./samples.ts";

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`ETags of records on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
      await loadSamples(service);
      // Reads EPA's table, which decodes have a version of.
      await who.lookUp(`/vin-decoder/${accordVin}`);
    });
    afterAll(() => service.end());

    const call = (path: string, known: string) =>
      service.ask("GET", path, { headers: { "x-AuthKey": who.account.key, "if-none-match": known } });
    const tagOf = async (path: string) => (await who.lookUp(path)).headers.get("etag");

    test("lookups by VIN have an ETag that their next call knows", async () => {
      for (const api of ["vin-decoder", "oem-vin-decode", "headlight-assembly", "auction", "windshield"]) {
        const path = `/${api}/${accordVin}`;
        const etag = await tagOf(path);
        const used = await who.used();
        const again = await call(path, etag!);
        expect([api, again.status, again.text, again.headers.get("etag")]).toEqual([api, 304, "", etag]);
        expect(await who.used()).toBe(used);
      }
    });

    test("what depends on more than a VIN's records has no ETag", async () => {
      for (const path of ["/headlight-assembly/2003/HONDA/Accord", `/repair-estimates/${accordVin}`]) {
        const found = await who.lookUp(path);
        expect([path, found.status, found.headers.get("etag")]).toEqual([path, 200, null]);
      }
    });

    test("another dataset, or half an hour, makes another version", async () => {
      const path = `/auction/${accordVin}`;
      const first = (await tagOf(path))!;
      service.advance(30 * 60_000);
      const later = await call(path, first);
      expect([later.status, later.headers.get("etag") === first]).toEqual([200, false]);
      await removeRecords(service.app.database, headlightRecords);
      forgetDatasets(service.app.database);
      const changed = await call(path, later.headers.get("etag")!);
      expect([changed.status, changed.headers.get("etag") === later.headers.get("etag")]).toEqual([
        200,
        false,
      ]);
      expect((await call(`/headlight-assembly/${accordVin}`, "*")).status).toBe(404);
    });
  });
}
