import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type FamilyService, startSource } from "../../../../test/gateway/family-upstreams.ts";
import { type Account, kinds, meteringWith, signUp, startService } from "../../../../test/harness.ts";
import { faultyFiles } from "../../../../test/metering/test-journal.ts";
import { sql } from "../../../database/sql.ts";
import { lookupApis } from "../../../vehicles/families/lookup-apis.ts";
import { reportOf, startReports, strangeVin, used, vin } from "./reports.ts";

/** The APIs whose lookups a VIN names, or names that it is resolved to; `oem-parts` needs a category. */
const ofVins = lookupApis
  .filter(({ group, byVin, families }) => {
    const namings = families.find(({ response }) => response)?.namings ?? [];
    return group && byVin === undefined && namings.some((one) => one !== "plate" && one !== "license");
  })
  .map(({ id }) => id)
  .filter((id) => id !== "oem-parts");

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`reports on ${kind.dialect}`, () => {
    let service: FamilyService;
    beforeAll(async () => {
      service = await startReports(kind);
    });
    afterAll(() => service.end());

    const report = (who: Account, query: string, headers = {}) =>
      service.lookUp(who, `/report/${query}`, headers);
    const recorded = async ({ subscriptionId }: Account) =>
      service.app.database.all<{ url: string; status: number; credits: number; request_id: string }>(sql`
        select url, status, credits, request_id from request_log where subscription_id = ${subscriptionId} order by url`);
    test("a report is typed, and charged as its lookups", async () => {
      const who = await service.customer({ credit_cost: { default: 2, per_api: { lien: 5 } } });
      const got = await report(who, `${vin}?families=ymm-specs,lien,motorcycle-decode`);
      const id = got.headers.get("x-request-id");
      expect(got.headers.get("x-credits-charged")).toBe("7");
      const common = { source: "demo", as_of: "2026-11-21", synthetic: true, error: null, unread: [] };
      const vehicle = { year: 2018, make: "HONDA", model: "CR-V" };
      const { parts, ...rest } = reportOf(got);
      expect(rest).toEqual({
        vin,
        vehicle: { ...vehicle, trim: "EX" },
        odometer: null,
        credits_charged: 7,
        credits_remaining: 8,
        request_id: id,
      } as never);
      const { data: specs, ...ofSpecs } = parts["ymm-specs"]!;
      expect(ofSpecs).toEqual({
        ...common,
        status: 200,
        operation: "getSpecificationsV3ByTrim",
        match: "exact",
        credits_charged: 2,
      } as never);
      expect(specs).toMatchObject({ ...vehicle, trim: "EX", specs: { engine: { displacement_l: 1.5 } } });
      expect(parts.lien).toEqual({
        ...common,
        status: 200,
        operation: "getLiens",
        match: null,
        credits_charged: 5,
        data: {
          vin,
          ...vehicle,
          liens: [
            {
              lienholder: "Sample Auto Finance (synthetic record)",
              state: "CA",
              filed_at: "2021-08-08",
              released_at: "2023-09-30",
              status: "released",
            },
          ],
          as_of: "2026-11-01",
          as_listed: null,
        },
      } as never);
      expect(parts["motorcycle-decode"]).toEqual({
        ...common,
        source: null,
        as_of: null,
        synthetic: false,
        status: 404,
        operation: "getMotorcycle",
        match: null,
        credits_charged: 0,
        error: {
          code: "record_not_found",
          detail: `The VIN ${vin} is that of a multipurpose passenger vehicle (mpv), not of a motorcycle. /vin-decoder decodes it.`,
          retry_after_s: null,
        },
        data: null,
      });
      expect(await recorded(who)).toEqual([
        { url: `/lien/${vin}`, status: 200, credits: 5, request_id: id! },
        { url: `/motorcycle-decode/${vin}`, status: 404, credits: 0, request_id: id! },
        { url: "/ymm-specs/v3/2018/HONDA/CR-V/EX", status: 200, credits: 2, request_id: id! },
      ]);
      expect(await used(service, who)).toBe(7);
    });

    test("every part is the lookup, and the sum of parts is what was used", async () => {
      const who = await service.customer({ charge_on: "always" });
      const got = reportOf(await report(who, vin));
      const other = await service.customer({ charge_on: "always" });
      for (const [family, part] of Object.entries(got.parts)) {
        const path = (await recorded(who)).find(({ url }) => url.startsWith(`/${family}/`))!.url;
        const { status, headers } = await service.lookUp(other, path);
        const alone = [status, status === 200 ? headers.get("x-data-source") : null];
        expect([family, part.status, part.source]).toEqual([family, ...alone] as never);
      }
      const sum = Object.values(got.parts).reduce((all, part) => all + part.credits_charged, 0);
      expect([got.credits_charged, await used(service, who), await used(service, other)]).toEqual([
        sum,
        sum,
        sum,
      ]);
      expect(Object.keys(got.parts)).toEqual(ofVins);
      expect(got.credits_remaining).toBe(15 - sum);
    });

    test("parts beyond the credits are refused, and no other", async () => {
      const who = await service.customer({ credit_cost: { default: 4 } });
      const got = reportOf(
        await report(who, `${vin}?families=vin-decoder,lien,oem-vin-decode,auction,saleshistory`),
      );
      const ended = Object.values(got.parts).map(({ status, error }) => `${status} ${error?.code ?? ""}`);
      expect(ended.sort()).toEqual([
        "200 ",
        "200 ",
        "200 ",
        "402 credits_exhausted",
        "402 credits_exhausted",
      ]);
      expect([got.credits_charged, await used(service, who), got.credits_remaining]).toEqual([12, 12, 3]);
    });

    test("a repeated report with a key is free", async () => {
      const who = await service.customer();
      const keyed = { "idempotency-key": "mine" };
      const first = reportOf(await report(who, `${vin}?families=vin-decoder,lien`, keyed));
      const got = await report(who, `${vin}?families=vin-decoder,lien,auction`, keyed);
      const second = reportOf(got);
      expect(got.headers.get("x-request-id")).toBe(second.request_id);
      expect([first.credits_charged, second.credits_charged, await used(service, who)]).toEqual([2, 1, 3]);
      expect(second.parts.lien!.data).toEqual(first.parts.lien!.data);
      const other = reportOf(await report(who, `${strangeVin}?families=vin-decoder`, keyed));
      expect(other.parts["vin-decoder"]).toMatchObject({ status: 422, error: { code: "validation_error" } });
      expect(await used(service, who)).toBe(3);
    });

    test("a report that waits for an earlier one says what its other parts cost", async () => {
      const who = await service.customer();
      const source = startSource();
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<void>();
      source.answer = () => {
        asked.resolve();
        return answer.promise.then(() => new Response(null, { status: 404 }));
      };
      await service.setUpstream("auction", { service_url: source.url });
      const keyed = { "idempotency-key": "held" };
      const first = report(who, `${strangeVin}?families=auction`, keyed);
      await asked.promise;
      const second = await report(who, `${strangeVin}?families=auction,vin-decoder`, keyed);
      expect([second.status, second.headers.get("x-credits-charged")]).toEqual([409, "1"]);
      answer.resolve();
      expect((await first).headers.get("x-credits-charged")).toBe("0");
      const third = await report(who, `${strangeVin}?families=auction,vin-decoder`, keyed);
      expect([third.status, third.headers.get("x-credits-charged")]).toEqual([200, "0"]);
      expect(await used(service, who)).toBe(1);
      await service.setUpstream("auction", { service_url: null });
      await source[Symbol.asyncDispose]();
    });

    test("a refused report costs nothing", async () => {
      const who = await service.customer();
      const refused = [
        await report(who, `${vin}?families=none`),
        await service.ask("GET", `/report/${vin}`),
        await service.ask("POST", "/report/batch", { headers: { "x-authkey": who.key }, json: { vins: [] } }),
      ];
      expect(refused.map(({ status, headers }) => [status, headers.get("x-credits-charged")])).toEqual([
        [422, "0"],
        [401, "0"],
        [422, "0"],
      ]);
    });
  });
}

test("a part without a record costs nothing", async () => {
  const files = faultyFiles();
  const service = await startService(kinds[0]!, {}, { openMetering: meteringWith(files) });
  const { key } = await signUp(service);
  Object.assign(files, { room: 0, creates: false });
  const got = await service.ask("GET", `/report/${vin}?families=vin-decoder`, {
    headers: { "x-authkey": key },
  });
  const { parts, credits_charged } = reportOf(got);
  expect(Object.values(parts).map((part) => [part.status, part.credits_charged])).toEqual([[503, 0]]);
  expect([credits_charged, got.headers.get("x-credits-charged")]).toEqual([0, "0"]);
  Object.assign(files, { room: undefined, creates: true });
  await service.end();
});
