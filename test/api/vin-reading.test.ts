import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ask, kinds, startService, type TestService } from "../harness.ts";
import { type Subscriber, subscribers } from "../subscribers.ts";

const vin = "1HGCM82633A004352";
const damaged = "*I1HGCM82633AO04352*";
const repaired = `"${vin}";repairs="around leading_i o"`;
const rule = `Sent as ${damaged}: stars or quotes around it were left out; the I before it, which scanners read from labels of imported vehicles, was left out; the letter O was read as 0.`;
const derived = { field: "intro.vin", value: vin, rule };
const isFrame =
  "is a frame number, not a VIN: vehicles of Japan's own market have no VIN, and NHTSA's data none of them";

const uncertain =
  "The I in position 1 can be a 1, a J, or the I of a scanned label whose VIN lost its last character";

interface Decoded {
  readonly data: { readonly derived: object[]; readonly check: { readonly warnings: string[] } };
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`VINs as people have them on ${kind.dialect}`, () => {
    let service: TestService;
    let who: Subscriber;
    const apis = ["vehicles", "vin-decoder", "oem-vin-decode", "auction", "lien", "open-recall"];
    beforeAll(async () => {
      service = await startService(kind);
      who = await subscribed();
    });
    afterAll(() => service.end());

    async function subscribed(policy: object = {}): Promise<Subscriber> {
      const made = await subscribers(service).subscribe(policy);
      for (const api of apis)
        await service.ask("PUT", `/products/${made.productId}/apis/${api}`, {
          headers: service.operatorHeaders,
        });
      return made;
    }

    const call = (path: string, headers: Record<string, string> = {}, key = who.key) =>
      ask(service.serve, "GET", path, { headers: { "x-authkey": key, ...headers } });
    const post = (path: string, json: object, key = who.key) =>
      ask(service.serve, "POST", path, { json, headers: { "x-authkey": key } });
    const logged = async ({ userId }: Subscriber) => {
      await service.app.metering.flush();
      const got = await service.ask("GET", `/reports/byRequest?user_id=${userId}`, {
        headers: service.operatorHeaders,
      });
      return (got.body as { items: { url: string; credits: number; response_code: number }[] }).items.map(
        (one) => [one.url, one.response_code, one.credits],
      );
    };

    test.each(["vin-decoder", "oem-vin-decode"])("%s decodes a repaired VIN, and says so", async (api) => {
      const [whole, got] = [await call(`/${api}/${vin}`), await call(`/${api}/${damaged}`)];
      const body = whole.body as Decoded;
      const data = { ...body.data, derived: [derived, ...body.data.derived] };
      expect([got.status, got.body]).toEqual([200, { ...body, data }]);
      expect(got.headers.get("x-vin-read")).toBe(repaired);
      // Spaces, hyphens and lower case are the usual form.
      const usual = await call(`/${api}/1hg-cm826%2033a004352`);
      expect([usual.text, usual.headers.get("x-vin-read")]).toEqual([whole.text, null]);
    });

    test("a repaired call is charged as its VIN, and logged, repeated and cached as it was sent", async () => {
      const own = await subscribed();
      const path = `/vin-decoder/${damaged}`;
      const first = await call(path, {}, own.key);
      const id = first.headers.get("x-request-id")!;
      expect([first.status, first.headers.get("x-credits-charged")]).toEqual([200, "1"]);
      const repeated = await call(path, { "x-repeat-of": id }, own.key);
      expect([repeated.status, repeated.headers.get("x-credits-charged"), repeated.text]).toEqual([
        200,
        "0",
        first.text,
      ]);
      // The same vehicle by another path is another call.
      expect((await call(`/vin-decoder/${vin}`, { "x-repeat-of": id }, own.key)).status).not.toBe(200);
      const etag = first.headers.get("etag")!;
      expect((await call(path, { "if-none-match": etag }, own.key)).status).toBe(304);
      const other = await call(`/vin-decoder/${vin}`, { "if-none-match": etag }, own.key);
      expect([other.status, other.headers.get("etag") === etag]).toEqual([200, false]);
      const once = { "idempotency-key": "one-vehicle-1" };
      const [paid, free] = [await call(path, once, own.key), await call(path, once, own.key)];
      expect([paid, free].map(({ headers }) => headers.get("x-credits-charged"))).toEqual(["1", "0"]);
      expect((await call(`/vin-decoder/${vin}`, once, own.key)).status).toBe(422);
      const mine = (await logged(own)).filter(([url, status]) => url === path && status !== 422);
      expect(mine).toEqual([
        [path, 200, 0],
        [path, 200, 1],
        [path, 304, 0],
        [path, 200, 0],
        [path, 200, 1],
      ]);
      const { compared } = await service.app.inspection.compare();
      expect(compared.filter(({ differing }) => differing > 0)).toEqual([]);
    });

    test("a line of a batch is the answer to its VIN", async () => {
      const single = (await call(`/vin-decoder/${damaged}`)).body;
      const got = await post("/vin-decoder/batch", {
        vins: [damaged, { vin: damaged }, "1HGCM826333A004352", "ZVW30-1812701", "1HGCMB2633A004352"],
      });
      const { data } = got.body as { data: { error?: { status: number; detail: string } }[] };
      expect(data.slice(0, 2)).toEqual([single, single] as object[]);
      expect(data.slice(2, 4).map(({ error }) => [error!.status, error!.detail])).toEqual([
        [
          422,
          `The VIN has 18 characters; a VIN has 17. Check the VIN: ${vin} differs from it by one fault, with a right check digit and a known model.`,
        ],
        [422, `ZVW30-1812701 ${isFrame}.`],
      ]);
      expect(data[4]).toEqual((await call("/vin-decoder/1HGCMB2633A004352")).body as object);
    });

    test("a refused VIN and one with a wrong check digit get proposals; nothing is replaced", async () => {
      const doubled = await call("/vin-decoder/1HGCM826333A004352");
      const words = `Check the VIN: ${vin} differs from it by one fault, with a right check digit and a known model`;
      expect([doubled.status, doubled.headers.get("x-credits-charged"), doubled.body]).toEqual([
        422,
        "0",
        {
          detail: [
            {
              type: "string_too_long",
              loc: ["path", "vin"],
              msg: `String should have at most 17 characters. ${words}`,
              input: "1HGCM826333A004352",
              ctx: { max_length: 17, candidates: [vin] },
            },
          ],
        },
      ]);
      const alike = await call("/oem-vin-decode/1HGCMB2633A004352");
      const { intro, check } = (alike.body as { data: { intro: object; check: object } }).data;
      expect([alike.status, intro, check]).toEqual([
        200,
        { vin: "1HGCMB2633A004352" },
        {
          valid: false,
          check_digit: "3",
          expected: "7",
          warnings: [
            "Check digit 3 in position 9 should be 7.",
            `Check the VIN: ${vin} or 1HCGMB2633A004352 differ from it by one fault, with a right check digit and a known model.`,
          ],
        },
      ]);
    });

    test("what can be another vehicle as well is refused by every room, with proposals", async () => {
      const cut = "IWBAPK7C58BA46391";
      const { key } = await subscribed();
      const issue = {
        type: "string_pattern_mismatch",
        loc: ["path", "vin"],
        msg: `${uncertain}. Check the VIN: WBAPK7C58BA463913 or 1WBAPK7C58BA46391 differ from it by one fault, with a right check digit and a known model`,
        input: cut,
        ctx: { candidates: ["WBAPK7C58BA463913", "1WBAPK7C58BA46391"] },
      };
      for (const path of ["vin-decoder", "oem-vin-decode", "lien", "open-recall", "coverage", "report"]) {
        const got = await call(`/${path}/${cut}`, {}, key);
        expect([path, got.status, got.body]).toEqual([path, 422, { detail: [issue] }]);
      }
      const batch = (await post("/vin-decoder/batch", { vins: [cut] }, key)).body as {
        data: { error: { detail: string } }[];
      };
      expect(batch.data[0]!.error.detail).toBe(`${issue.msg}.`);
      const reports = await post("/report/batch", { vins: [cut, vin], families: ["vin-decoder"] }, key);
      expect(reports.text.split("\n")[0]).toContain(`"detail":"${uncertain}."`);
      const text = (await post("/vin-decoder/read", { text: cut }, key)).body as { data: { vins: object[] } };
      expect(text.data.vins).toMatchObject([{ found: cut, vin: null, candidates: issue.ctx.candidates }]);
      // vPIC's form repairs nothing, and refuses nothing.
      expect((await call(`/vehicles/DecodeVinValues/${cut}?format=json`, {}, key)).status).toBe(200);
    });

    test("a decode warns where an I that was read as 1 can be a J", async () => {
      const { key } = await subscribed();
      const got = await call("/vin-decoder/WBS43AY06PI992323", {}, key);
      const { intro, check } = (got.body as { data: { intro: object; check: object } }).data;
      expect([got.status, intro, check]).toMatchObject([
        200,
        { vin: "WBS43AY06P1992323" },
        {
          valid: true,
          warnings: [
            "The engine's capacity is converted from its size in liters, which is rounded.",
            "Check the VIN: WBS43AY06PJ992323 differs from it by one fault, with a right check digit and a known model.",
          ],
        },
      ]);
    });

    test("a frame number is called one by every lookup of VINs", async () => {
      const decoded = await call("/vin-decoder/ZVW30-1812701");
      expect([decoded.status, decoded.body]).toEqual([
        422,
        {
          detail: [
            {
              type: "value_error",
              loc: ["path", "vin"],
              msg: `Value error, ZVW30-1812701 ${isFrame}`,
              input: "ZVW30-1812701",
              ctx: { error: {} },
            },
          ],
        },
      ]);
      const history = await call("/auction/ZVW30-1812701");
      expect([history.status, (history.body as { detail: string }).detail]).toEqual([
        404,
        `No record of ZVW30-1812701 here. It ${isFrame}.`,
      ]);
    });

    test("the VINs of a text are listed free, with places, repairs and proposals", async () => {
      const own = await subscribed();
      const text = `Our 😀 car ${damaged} was sold, and 1HGCM826333A004352; not 1HGCMB2633A004352 or ORDER12345678901.`;
      const got = await post("/vin-decoder/read", { text }, own.key);
      const item = { repairs: [], valid: false, candidates: [vin] };
      expect([got.status, got.body]).toEqual([
        200,
        {
          status: "success",
          data: {
            vins: [
              {
                ...item,
                found: "I1HGCM82633AO04352",
                start: 11,
                end: 29,
                vin,
                repairs: ["leading_i", "o"],
                valid: true,
                candidates: [],
              },
              { ...item, found: "1HGCM826333A004352", start: 45, end: 63, vin: null },
              {
                ...item,
                found: "1HGCMB2633A004352",
                start: 69,
                end: 86,
                vin: "1HGCMB2633A004352",
                candidates: [vin, "1HCGMB2633A004352"],
              },
            ],
            truncated: false,
          },
        },
      ]);
      expect(await logged(own)).toEqual([]);
      const long = await post("/vin-decoder/read", { text: "x".repeat(100_001) }, own.key);
      expect([long.status, long.text.includes("at most 100000 characters")]).toEqual([422, true]);
      const many = await post("/vin-decoder/read", { text: `${vin} `.repeat(1001) }, own.key);
      const { data } = many.body as { data: { vins: object[]; truncated: boolean } };
      expect([data.vins.length, data.truncated]).toEqual([1000, true]);
      const without = await subscribers(service).subscribe({});
      await service.ask("DELETE", `/products/${without.productId}/apis/vin-decoder`, {
        headers: service.operatorHeaders,
      });
      expect((await post("/vin-decoder/read", { text }, without.key)).status).toBe(403);
      const limited = await subscribed({ rate_limit: { calls: 1, renewal_period_s: 60 } });
      const statuses = [1, 2].map(
        async () => (await post("/vin-decoder/read", { text }, limited.key)).status,
      );
      expect((await Promise.all(statuses)).sort()).toEqual([200, 429]);
    });
  });
