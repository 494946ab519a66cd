import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import {
  type FamilyService,
  liens,
  type Source,
  startFamilies,
  startSource,
} from "../../../../test/gateway/family-upstreams.ts";
import { lienMapping, vendorLien } from "../../../../test/gateway/vendor.ts";
import { kinds } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { auctionEvent } from "../../../../test/vehicles/lookups/samples.ts";
import type { CheckResult } from "../../../running/check.ts";

const vin = "1HGCM82633A004352";
const day = "2026-11-21";

/** A source in the health of an API. */
interface Misfit {
  readonly source: string;
  readonly last_path: string;
  readonly last_at: string;
  readonly answers: number;
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`vendors behind lookups on ${kind.dialect}`, () => {
    let service: FamilyService;
    let one: Source;
    let two: Source;
    beforeAll(async () => {
      service = await startFamilies(kind);
      one = startSource();
      two = startSource();
    });
    afterEach(async () => {
      // Misfits that are not written yet would be after the upstream is gone.
      await service.ask("GET", "/apis/lien/health", { headers: service.operatorHeaders });
      await service.setUpstream("lien", { service_url: null, auth: null });
      for (const source of [one, two]) {
        source.received.length = 0;
        source.answer = () => new Response(null, { status: 404 });
      }
    });
    afterAll(async () => {
      await service.end();
      await one[Symbol.asyncDispose]();
      await two[Symbol.asyncDispose]();
    });

    /** The first source answers by the mapping, the second in the form of the lookup. */
    async function useVendor(upstream: object = {}, withOther = false, body = lienMapping): Promise<void> {
      await service.setUpstream("lien", {
        service_url: one.url,
        upstream: { source: "vendor", ...upstream },
        ...(withOther && { fallback: { service_url: two.url, source: "second" } }),
      });
      await useMapping(body);
    }

    async function useMapping(body: string): Promise<void> {
      const headers = { ...service.operatorHeaders, "content-type": "application/yaml" };
      const before = service.app.forwarding.upstreamOf("lien");
      const put = await service.ask("PUT", "/apis/lien/mapping", { headers, body });
      expect(put.status).toBe(200);
      await service.app.identity.keys.refresh();
      await until(() => service.app.forwarding.upstreamOf("lien") !== before, "the mapping is in use");
    }

    test("a vendor receives requests of its own form, and its answers are those of the lookup", async () => {
      await useVendor();
      one.answer = () => Response.json(vendorLien(vin));
      const who = await service.customer();
      const got = await service.lookUp(who, `/lien/${vin}`);
      expect([got.status, got.body, got.headers.get("x-data-source")]).toEqual([
        200,
        liens(vin),
        `vendor ${day}`,
      ]);
      expect(one.received.map(({ path, headers }) => [path, headers.get("x-format")])).toEqual([
        [`/api/v1/titles/${vin}`, "full"],
      ]);
      expect(await service.charged(who)).toEqual([
        { status: 200, credits: 1, error_code: null, data_source: `vendor ${day}` },
      ]);
    });

    test("names that a vendor does not send are those that the VIN decodes to", async () => {
      const unnamed = lienMapping
        .replace(/ {6}(?:make|model|year): .*\n/g, "")
        .replace(
          "    status: 200",
          "    vehicle: { year: 2003, make: Honda, model: Accord }\n    status: 200",
        );
      await useVendor({}, false, unnamed);
      one.answer = () => Response.json({ data: { as_of: "2026-11-01" } });
      const got = await service.lookUp(await service.customer(), `/lien/${vin}`);
      expect([got.status, got.body]).toEqual([
        200,
        {
          status: "success",
          data: { vin, year: "2003", make: "HONDA", model: "Accord", liens: [], as_of: "2026-11-01" },
        },
      ]);
    });

    test("a lookup that the mapping does not serve is not sent there", async () => {
      await useVendor({ on_failure: "unavailable" });
      const who = await service.customer();
      const plate = await service.lookUp(who, "/lien-plate/ABC123/CA");
      expect([plate.status, one.received]).toEqual([404, []]);
    });

    test("the second source is asked where the first has nothing, fails or does not fit", async () => {
      await useVendor({ on_failure: "unavailable" }, true);
      two.answer = () => Response.json(liens(vin));
      const who = await service.customer();
      const badly = [
        () => new Response(null, { status: 404 }),
        () => new Response("down", { status: 502 }),
        () => Response.json({ other: {} }),
        () => new Response(null, { status: 400 }),
      ];
      for (const answer of badly) {
        one.answer = answer;
        const got = await service.lookUp(who, `/lien/${vin}`);
        expect([got.status, got.body, got.headers.get("x-data-source")]).toEqual([
          200,
          liens(vin),
          `second ${day}`,
        ]);
      }
      expect(two.received.length).toBe(badly.length);
      two.answer = () => new Response(null, { status: 404 });
      // The first might have had it.
      expect((await service.lookUp(who, `/lien/${vin}`)).status).toBe(503);
      one.answer = () => new Response(null, { status: 404 });
      expect((await service.lookUp(who, `/lien/${vin}`)).status).toBe(404);
      two.answer = () => new Response(null, { status: 500 });
      expect((await service.lookUp(who, `/lien/${vin}`)).status).toBe(503);
      const answered = { status: 200, credits: 1, error_code: null, data_source: `second ${day}` };
      expect((await service.charged(who)).filter(({ credits }) => credits > 0)).toEqual(
        Array(badly.length).fill(answered),
      );
    });

    test("the 404 that stands in for a failure is free where a 404 costs, and its record names the failure", async () => {
      await useVendor();
      const strict = await service.customer({ charge_on: "always", quota: { calls: 5, renewal: "day" } });
      const missed = await service.lookUp(strict, `/lien/${vin}`);
      expect([missed.status, missed.headers.get("x-credits-charged")]).toEqual([404, "1"]);
      one.answer = () => Response.json({ other: {} });
      const failed = await service.lookUp(strict, `/lien/${vin}`);
      const [before, after] = [missed.body, failed.body] as { detail: string; request_id: string }[];
      expect([failed.status, failed.headers.get("x-credits-charged"), after]).toEqual([
        404,
        "0",
        {
          ...before!,
          detail: `${before!.detail} Nothing was charged.`,
          request_id: after!.request_id,
        },
      ]);
      const record = { status: 404, data_source: null };
      expect(await service.charged(strict)).toEqual([
        { ...record, credits: 1, error_code: "record_not_found" },
        { ...record, credits: 0, error_code: "upstream_failed" },
      ]);
    });

    test("what a former mapping has read is not answered again, and what the other source sent is", async () => {
      await useVendor({ keep_days: 30 }, true);
      const who = await service.customer();
      const other = "5J6RW2H59JL990075";
      one.answer = (path) =>
        path.includes(vin) ? Response.json(vendorLien(vin)) : new Response(null, { status: 404 });
      two.answer = () => Response.json(liens(other));
      for (const its of [vin, other]) expect((await service.lookUp(who, `/lien/${its}`)).status).toBe(200);
      await until(async () => (await service.kept()).length === 2, "both are kept");
      // Another text that reads the same ends nothing.
      const written = `# Reviewed.\n${lienMapping.replace("record: data", 'record:   "data" # As before.')}`;
      await useMapping(`${written}price: { amount: "0.15", currency: USD }\n`);
      expect(await service.kept()).toEqual([`/lien/${vin}`, `/lien/${other}`]);
      // An answer that is read while its mapping changes is one of the former mapping.
      const { promise: changed, resolve: change } = Promise.withResolvers<void>();
      const late = "1M8GDM9AXKP042788";
      one.answer = async () => {
        await changed;
        return Response.json(vendorLien(late));
      };
      const under = service.lookUp(who, `/lien/${late}`);
      await until(() => one.received.some(({ path }) => path.includes(late)), "the vendor is asked");
      await useMapping(lienMapping.replace("make: make", "make: make_name"));
      change();
      expect((await under).status).toBe(200);
      one.answer = () => Response.json({ data: { make_name: "Acura", model: "Accord", year: "2003" } });
      const got = await service.lookUp(who, `/lien/${vin}`);
      expect((got.body as { data: { make: string } }).data.make).toBe("Acura");
      const again = await service.lookUp(who, `/lien/${other}`);
      expect([again.status, again.headers.get("x-data-source")]).toEqual([200, `second ${day}`]);
      await until(async () => (await service.kept()).includes(`/lien/${vin}`), "the new record is kept");
      expect(await service.kept()).toEqual([`/lien/${vin}`, `/lien/${other}`]);
    });

    test("a place whose name no database stores is counted too", async () => {
      await useVendor();
      await service.setUpstream("auction", { service_url: one.url, upstream: { source: "vendor" } });
      const event = auctionEvent(vin, "1", [], { "listing-history": { "2024\0\ud800": 5 } });
      one.answer = () => Response.json({ status: "success", data: [event] });
      await service.lookUp(await service.customer(), `/auction/${vin}`);
      const health = await service.ask("GET", "/apis/auction/health", { headers: service.operatorHeaders });
      expect([health.status, (health.body as { misfits: Misfit[] }).misfits]).toEqual([
        200,
        [
          {
            source: "vendor",
            last_path: "data.0.listing-history.2024 \ufffd: is absent, or of another type",
            last_at: expect.any(String) as unknown as string,
            answers: 1,
          },
        ],
      ]);
      await service.setUpstream("auction", { service_url: null });
    });

    test("answers outside the mapping are counted, and shown until a day after the last one", async () => {
      await useVendor({ source: "carsxe" });
      one.answer = () => Response.json({ other: {} });
      const who = await service.customer();
      await service.lookUp(who, `/lien/${vin}`);
      service.advance(1000);
      one.answer = () => Response.json({ data: "none" });
      await service.lookUp(who, `/lien/${vin}`);
      const headers = service.operatorHeaders;
      const health = async () => {
        const got = await service.ask("GET", "/apis/lien/health", { headers });
        return (got.body as { misfits: Misfit[] }).misfits;
      };
      const [shown] = await health();
      expect(shown).toEqual({
        source: "carsxe",
        last_path: expect.stringContaining("data"),
        last_at: new Date(service.app.clock()).toISOString(),
        answers: 2,
      });
      const metrics = await service.ask("GET", "/metrics", { headers });
      expect(metrics.text).toContain('vingate_upstream_misfits_total{api="lien",source="carsxe"} 2\n');
      const check = async () => {
        const got = await service.ask("GET", "/system/checks", { headers });
        return (got.body as { checks: CheckResult[] }).checks.find(({ name }) => name === "vendors");
      };
      expect(await check()).toEqual({
        name: "vendors",
        state: "warning",
        found: `The answers of carsxe for lien do not fit its mapping: ${shown!.last_path}`,
        advice: expect.stringContaining("/mapping/preview"),
      });
      const inbox = await service.ask("GET", "/system/inbox", { headers });
      expect(inbox.text).toContain('"code":"vendor_misfits"');
      service.advance(86_400_000);
      expect(await health()).toEqual([]);
      expect(await check()).toEqual({
        name: "vendors",
        state: "ok",
        found: "All answers of upstreams fit in the last day",
        advice: null,
      });
    });
  });
