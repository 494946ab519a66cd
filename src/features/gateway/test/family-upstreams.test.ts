import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import {
  auctions,
  type FamilyService,
  liens,
  type Source,
  sales,
  startFamilies,
  startSource,
} from "../../../../test/gateway/family-upstreams.ts";
import { type Account, kinds, problem } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { loadRecords, removeRecords } from "../../../../test/vehicles/load-records.ts";
import { tidyUp } from "../../../management/system/housekeeping.ts";
import { lienRecords } from "../../../vehicles/families/apis/lien.ts";
import { erase, erasedSubject } from "../../../vehicles/imports/datasets/erase.ts";
import { forgetDatasets } from "../../../vehicles/lookups/records/datasets.ts";

const vin = "1HGCM82633A004352";
const otherVin = "1HGCM82633A004353";
const day = "2026-11-21";
const auth = { header: "X-Api-Key", value: "secret-of-the-source" };
const noAuctions = `No record of ${vin} here. No auction data is loaded.`;
const answered = { status: 200, credits: 1, error_code: null };

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`upstreams of families on ${kind.dialect}`, () => {
    let service: FamilyService;
    let source: Source;
    let who: Account;
    beforeAll(async () => {
      service = await startFamilies(kind);
      source = startSource();
      who = await service.customer();
    });
    afterEach(async () => {
      for (const api of ["auction", "lien", "saleshistory", "us-plate-decode", "headlight-assembly"])
        if (service.app.forwarding.upstreamOf(api))
          await service.setUpstream(api, { service_url: null, auth: null });
      await tidyUp(service.app);
      source.received.length = 0;
      source.answer = () => new Response(null, { status: 404 });
    });
    afterAll(async () => {
      await service.end();
      await source[Symbol.asyncDispose]();
    });

    test("a record of the source is answered, charged and recorded under its name", async () => {
      source.answer = () => Response.json(auctions(vin));
      const upstream = { source: "acme-auctions", keep_days: null, on_failure: "not_found" };
      const named = await service.setUpstream("auction", { service_url: source.url, auth, upstream });
      expect(named.body).toMatchObject({ service_url: source.url, upstream, builtin: true });
      const caller = await service.customer();
      const headers = { authorization: "Bearer caller", cookie: "a=b", "x-custom": "1" };
      const got = await service.lookUp(caller, `/auction/${vin.toLowerCase()}`, headers);
      expect([got.status, got.body]).toEqual([200, auctions(vin)]);
      const data_source = `acme-auctions ${day}`;
      expect(got.headers.get("x-data-source")).toBe(data_source);
      expect([got.headers.get("x-credits-remaining"), got.headers.get("etag")]).toEqual(["14", null]);
      expect(await service.charged(caller)).toEqual([{ ...answered, data_source }]);
      const [request] = source.received;
      expect(request!.path).toBe(`/api/auction/${vin}`);
      expect(Object.fromEntries(request!.headers)).toEqual({
        accept: "application/json",
        "accept-encoding": "identity",
        connection: "keep-alive",
        host: new URL(source.url).host,
        "user-agent": "vingate",
        "x-api-key": auth.value,
        "x-request-id": got.headers.get("x-request-id")!,
        traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
        via: expect.stringMatching(/^1\.1 vingate-[0-9a-f]{12}$/),
      });
    });

    test("a 404 of the source, or an empty history, is the lookup's 404", async () => {
      await service.setUpstream("auction", { service_url: source.url });
      const strict = await service.customer({ charge_on: "always" });
      const absent = [
        () => new Response("none", { status: 404 }),
        () => Response.json({ status: "success", data: [] }),
      ];
      for (const answer of absent) {
        source.answer = answer;
        const got = await service.lookUp(strict, `/auction/${vin}`);
        const detail = problem("record_not_found", 404, "Record not found", noAuctions, got);
        expect(got.body).toEqual({ ...detail, suggestions: [] });
      }
      const missed = { status: 404, credits: 1, error_code: "record_not_found", data_source: null };
      expect(await service.charged(strict)).toEqual([missed, missed]);
    });

    test("a record that is here is answered without the source", async () => {
      source.answer = () => Response.json(liens(vin));
      await service.setUpstream("lien", { service_url: source.url });
      const { database, clock } = service.app;
      const rows = [{ vin, year: 2003, make: "Honda", model: "Accord", record: { liens: [], as_of: "own" } }];
      const options = { dataset: { name: "own", version: "1", source: "", licence: "" }, now: clock() };
      await loadRecords(database, lienRecords, rows, options);
      forgetDatasets(database);
      const got = await service.lookUp(who, `/lien/${vin}`);
      expect([got.body, got.headers.get("x-data-source")]).toEqual([
        { ...liens(vin), data: { ...(liens(vin) as { data: object }).data, as_of: "own" } },
        "own 1",
      ]);
      expect(source.received).toEqual([]);
      await removeRecords(database, lienRecords);
      forgetDatasets(database);
    });

    test("a kept record is answered here until its days are over", async () => {
      source.answer = () => Response.json(auctions(vin));
      const upstream = { source: "acme", keep_days: 30 };
      await service.setUpstream("auction", { service_url: source.url, upstream });
      const first = await service.lookUp(who, `/auction/${vin}`);
      await until(async () => (await service.kept()).length === 1, "the record is kept");
      expect(await service.kept()).toEqual([`/auction/${vin}`]);
      source.answer = () => new Response(null, { status: 500 });
      service.advance(29 * 86_400_000);
      const second = await service.lookUp(who, `/auction/${vin}`);
      expect([second.status, second.text]).toEqual([200, first.text]);
      expect(second.headers.get("x-data-source")).toBe(first.headers.get("x-data-source"));
      expect(source.received.length).toBe(1);
      await tidyUp(service.app);
      expect(await service.kept()).toEqual([`/auction/${vin}`]);
      service.advance(2 * 86_400_000);
      expect((await service.lookUp(who, `/auction/${vin}`)).status).toBe(404);
      expect(source.received.length).toBe(2);
      await tidyUp(service.app);
      expect(await service.kept()).toEqual([]);
    });

    test("an upstream that is removed leaves no record", async () => {
      source.answer = () => Response.json(auctions(vin));
      await service.setUpstream("auction", { service_url: source.url, upstream: { keep_days: 30 } });
      await service.lookUp(who, `/auction/${vin}`);
      await until(async () => (await service.kept()).length === 1, "the record is kept");
      await service.setUpstream("auction", { service_url: null });
      expect((await service.lookUp(who, `/auction/${vin}`)).status).toBe(404);
      await tidyUp(service.app);
      expect(await service.kept()).toEqual([]);
    });

    test("erasing a VIN erases what sources sent", async () => {
      source.answer = (path) => Response.json(auctions(path.split("/").at(-1)!));
      await service.setUpstream("auction", { service_url: source.url, upstream: { keep_days: 30 } });
      for (const one of [vin, otherVin]) await service.lookUp(who, `/auction/${one}`);
      await until(async () => (await service.kept()).length === 2, "the records are kept");
      const { database, clock } = service.app;
      const subject = erasedSubject("vin", vin);
      expect(await erase(database, subject, clock, true)).toEqual({ "received records": 1 });
      expect((await service.kept()).length).toBe(2);
      expect(await erase(database, subject, clock, false)).toEqual({ "received records": 1 });
      expect(await service.kept()).toEqual([`/auction/${otherVin}`]);
    });

    test("lookups that wait for one record ask once, and each is charged", async () => {
      const open = Promise.withResolvers<void>();
      source.answer = async () => {
        await open.promise;
        return Response.json(auctions(vin));
      };
      await service.setUpstream("auction", { service_url: source.url, upstream: { keep_days: 30 } });
      const caller = await service.customer();
      const { app } = service;
      const looks = Array.from({ length: 8 }, () => service.lookUp(caller, `/auction/${vin}`));
      await until(() => source.received.length > 0, "the source was asked");
      open.resolve();
      expect((await Promise.all(looks)).map(({ status }) => status)).toEqual(new Array<number>(8).fill(200));
      expect(source.received.length).toBe(1);
      const data_source = `upstream ${day}`.replace(day, new Date(app.clock()).toISOString().slice(0, 10));
      expect(await service.charged(caller)).toEqual(new Array(8).fill({ ...answered, data_source }));
    });

    test("a slow source is waited for, longer than lookups take", async () => {
      source.answer = async () => {
        const begun = performance.now();
        await until(() => performance.now() - begun > 1500, "the answer is late");
        return Response.json(auctions(vin));
      };
      await service.setUpstream("auction", { service_url: source.url });
      expect((await service.lookUp(who, `/auction/${vin}`)).body).toEqual(auctions(vin));
    });

    test("a private seller's contact data are not taken", async () => {
      source.answer = (path) => Response.json(sales(vin, path.includes(otherVin) ? "dealership" : "private"));
      await service.setUpstream("saleshistory", { service_url: source.url, upstream: { keep_days: 30 } });
      const got = await service.lookUp(who, `/saleshistory/${vin}`);
      const { data } = sales(vin, "private") as { data: { sales_history: { data: object }[] } };
      const [sale] = data.sales_history;
      const blank = { phone: "", email: "", address: "", zip_code: "" };
      const sales_history = [{ ...sale, data: { ...sale!.data, ...blank } }];
      expect(got.body).toEqual({ status: "success", data: { ...data, sales_history } });
      await until(async () => (await service.kept()).length === 1, "the record is kept");
      const again = await service.lookUp(who, `/saleshistory/${vin}`);
      expect(again.text).toBe(got.text);
    });

    test("a repeated call asks no source: a kept record is answered, else it is refused", async () => {
      source.answer = () => Response.json(auctions(vin));
      for (const [keep_days, status] of [
        [1, 200],
        [null, 409],
      ] as const) {
        await service.setUpstream("auction", { service_url: source.url, upstream: { keep_days } });
        const caller = await service.customer();
        const paid = await service.lookUp(caller, `/auction/${vin}`);
        const isKept = async () => keep_days === null || (await service.kept()).length === 1;
        await until(isKept, "the record is kept");
        const asked = source.received.length;
        const headers = { "x-repeat-of": paid.headers.get("x-request-id")! };
        const statuses = new Set<number>();
        for (let call = 0; call < 5; call++)
          statuses.add((await service.lookUp(caller, `/auction/${vin}`, headers)).status);
        expect([keep_days, ...statuses, source.received.length]).toEqual([keep_days, status, asked]);
        const charged = await service.charged(caller);
        expect(charged.reduce((sum, { credits }) => sum + credits, 0)).toBe(1);
        await service.setUpstream("auction", { service_url: null });
        await tidyUp(service.app);
      }
    });

    test("members that the family does not declare are not taken", async () => {
      const vehicle = { vin, year: "2003", make: "Honda", model: "Accord", trim: "EX", body_type: "Coupe" };
      const data = { intro: { license: "abc 123", state: "TX" }, ...vehicle };
      source.answer = () =>
        Response.json({ status: "success", data: { ...data, owner: "Ann Lee" }, cost: 1 });
      await service.setUpstream("us-plate-decode", { service_url: source.url });
      const got = await service.lookUp(who, "/us-plate-decode/ABC-123/tx");
      expect([got.status, got.body]).toEqual([200, { status: "success", data }]);
      expect(source.received[0]!.path).toBe("/api/us-plate-decode/ABC123/TX");
    });

    test("a lookup by names asks with the caller's names", async () => {
      const data = { year: "2018", make: "Häuser", model: "X/1", headlights: [] };
      source.answer = () => Response.json({ status: "success", data });
      await service.setUpstream("headlight-assembly", { service_url: source.url });
      const got = await service.lookUp(who, `/headlight-assembly/2018/H%C3%A4user/X%2F1`);
      expect([got.status, got.body]).toEqual([200, { status: "success", data }]);
      expect(source.received[0]!.path).toBe("/api/headlight-assembly/2018/H%C3%A4user/X%2F1");
    });

    test("a lookup that came from this service does not ask", async () => {
      source.answer = () => Response.json(auctions(vin));
      await service.setUpstream("auction", { service_url: source.url });
      await service.lookUp(who, `/auction/${vin}`);
      const via = source.received[0]!.headers.get("via")!;
      const got = await service.lookUp(who, `/auction/${vin}`, { via: `${via}, 1.1 other` });
      expect([got.status, source.received.length]).toEqual([404, 1]);
      await service.lookUp(who, `/auction/${vin}`, { via: "1.1 other" });
      expect(source.received[1]!.headers.get("via")).toBe(`1.1 other, ${via}`);
    });

    test("an upstream that fails opens the breaker, and is not asked then", async () => {
      source.answer = () => new Response(null, { status: 500 });
      const upstream = { on_failure: "unavailable" };
      await service.setUpstream("lien", { service_url: source.url, upstream });
      const other = await service.customer();
      for (let call = 0; call < 20; call++)
        await service.lookUp(call % 2 === 0 ? who : other, `/lien/${vin}`);
      expect(source.received.length).toBe(20);
      const got = await service.lookUp(who, `/lien/${vin}`);
      expect([got.status, source.received.length]).toEqual([503, 20]);
      expect(Number(got.headers.get("retry-after"))).toBeWithin(1, 6);
      await service.setUpstream("lien", { upstream: { on_failure: "not_found" } });
      expect((await service.lookUp(who, `/lien/${vin}`)).status).toBe(404);
    });

    test("lookups that a source refuses do not open the breaker", async () => {
      source.answer = () => new Response(null, { status: 422 });
      await service.setUpstream("saleshistory", { service_url: source.url });
      for (let call = 0; call < 25; call++) await service.lookUp(who, `/saleshistory/${vin}`);
      expect(source.received.length).toBe(25);
    });
  });
}
