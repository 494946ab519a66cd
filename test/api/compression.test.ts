import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { type Account, kinds, signUp, startService, type TestService, testOrigin } from "../harness.ts";

const goodVin = "1HGCM82633A004352";

describe("compressed answers", () => {
  let service: TestService;
  let ada: Account;
  beforeAll(async () => {
    service = await startService(kinds[0]!);
    ada = await signUp(service);
  });
  afterAll(() => service.end());

  const send = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    service.serve(
      new Request(testOrigin + path, { ...init, headers: { "x-AuthKey": ada.key, ...headers } }),
      "127.0.0.1",
    );
  const operator = (headers: Record<string, string>) => ({ ...service.operatorHeaders, ...headers });

  test("a lookup is compressed; its record counts the uncompressed bytes", async () => {
    const path = `/vehicles/DecodeVinValues/${goodVin}?format=json`;
    const plain = await (await send(path, {})).bytes();
    const request = { "accept-encoding": "gzip", "x-request-id": "compressed" };
    const coded = await send(path, request);
    expect(coded.headers.get("content-encoding")).toBe("gzip");
    expect(coded.headers.get("vary")).toBe("x-AuthKey, Origin, Accept, Accept-Encoding");
    const bytes = await coded.bytes();
    expect(bytes.length).toBeLessThan(plain.length);
    expect(gunzipSync(bytes).toString()).toBe(Buffer.from(plain).toString());
    await service.app.metering.flush();
    const { body } = await service.ask("GET", "/reports/byRequest", { headers: service.operatorHeaders });
    const { items } = body as { items: { request_id: string; response_size: number }[] };
    expect(items.find(({ request_id }) => request_id === "compressed")?.response_size).toBe(plain.length);
  });

  test("the ETag of a coded form is good for 304 and If-Match", async () => {
    const path = "/products/long";
    const put = (headers: Record<string, string>) =>
      service.ask("PUT", path, {
        headers: operator(headers),
        json: { display_name: "Long", description: "long ".repeat(400) },
      });
    expect((await put({})).status).toBe(200);
    const get = (headers: Record<string, string>) => send(path, operator(headers));
    const plain = (await get({})).headers.get("etag")!;
    const coded = await get({ "accept-encoding": "zstd" });
    const etag = coded.headers.get("etag")!;
    expect(etag).toBe(plain.replace(/"$/, '-zstd"'));
    expect(zstdDecompressSync(await coded.bytes()).toString()).toBe(await (await get({})).text());
    const again = await get({ "accept-encoding": "zstd", "if-none-match": etag });
    expect([again.status, again.headers.get("etag"), again.headers.get("content-encoding")]).toEqual([
      304,
      etag,
      null,
    ]);
    expect((await get({ "accept-encoding": "gzip", "if-none-match": etag })).status).toBe(200);
    expect((await get({ "if-none-match": etag })).status).toBe(200);
    expect((await put({ "if-match": etag })).status).toBe(200);
    expect((await put({ "if-none-match": etag })).status).toBe(412);
    expect((await put({ "if-match": '"other-zstd"' })).status).toBe(412);
  });

  test("reports are compressed as JSON and as CSV", async () => {
    for (const [accept, type] of [
      ["application/json", "application/json"],
      ["text/csv", "text/csv; charset=utf-8"],
    ] as const) {
      const path = "/reports/timeseries?granularity=hour";
      const got = await send(path, operator({ accept, "accept-encoding": "gzip" }));
      expect(got.headers.get("content-type")).toBe(type);
      expect(got.headers.get("content-encoding")).toBe("gzip");
      expect(gunzipSync(await got.bytes()).toString()).toBe(
        await (await send(path, operator({ accept }))).text(),
      );
    }
  });

  test("a batch of lines is compressed while it is answered", async () => {
    const lines = Array.from({ length: 3 }, () => goodVin).join("\n");
    const init = { method: "POST", body: lines };
    const headers = { "content-type": "application/x-ndjson" };
    const batch = async (more: Record<string, string>) =>
      send("/vin-decoder/batch", { ...headers, ...more }, init);
    const coded = await batch({ "accept-encoding": "zstd;q=0.5, gzip;q=0.4" });
    expect(coded.headers.get("content-encoding")).toBe("zstd");
    expect(zstdDecompressSync(await coded.bytes()).toString()).toBe(await (await batch({})).text());
  });
});
