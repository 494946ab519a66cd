import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startService, type TestService } from "../../../test/harness.ts";
import { operations } from "../../operations.ts";
import { matrixOf } from "./roles.ts";

describe("the matrix of roles", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.end());

  test("is stored once for all callers, with its compressed forms", async () => {
    const plain = await service.ask("GET", "/roles", { headers: { "accept-encoding": "identity" } });
    expect([plain.status, plain.body]).toEqual([200, JSON.parse(JSON.stringify(matrixOf(operations)))]);
    const ask = (headers: Record<string, string>) =>
      service.serve(new Request("http://localhost/roles", { headers }), "198.51.100.7");
    const packed = await ask({ "accept-encoding": "br" });
    const header = (got: { headers: Headers }, name: string) => got.headers.get(name);
    // What is made for one response has no Brotli form, nor an ETag.
    expect([header(packed, "content-encoding"), header(packed, "cache-control")]).toEqual([
      "br",
      "public, max-age=300",
    ]);
    const known = { "accept-encoding": "br", "if-none-match": header(packed, "etag")! };
    expect((await ask(known)).status).toBe(304);
  });
});
