import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Got, kinds, problem, signUp, startService, type TestService } from "../harness.ts";

for (const kind of kinds)
  describe.skipIf(kind.missing)(`odd values on ${kind.dialect}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());

    const nul = (got: Got) =>
      problem(
        "bad_request",
        400,
        "Bad request",
        "The request contains a NUL character, which no text may contain.",
        got,
      );

    test("a NUL character is refused wherever it comes to the database", async () => {
      const headers = service.operatorHeaders;
      for (const path of ["/imports?family=%00", "/subscriptions?user_id=%00", "/reports/byApi?from=%00"]) {
        const got = await service.ask("GET", path, { headers });
        expect([path, got.status < 500]).toEqual([path, true]);
      }
      const got = await service.ask("GET", "/imports?family=%00", { headers });
      expect(got.body).toEqual(nul(got));
    });

    test("If-Match holds for a path without parameters", async () => {
      const got = await service.ask("PUT", "/datasets/vpic", {
        headers: {
          ...service.operatorHeaders,
          "if-match": '"other"',
          "content-type": "application/octet-stream",
        },
        body: "no dump",
      });
      expect([got.status, (got.body as { code?: string }).code]).toEqual([412, "precondition_failed"]);
    });

    test.each(["a\r\nb", "a\0", "é".repeat(3)])("a tool call with the key %j is refused", async (key) => {
      const account = await signUp(service);
      const params = {
        name: "decode_vins",
        arguments: { vins: ["1HGCM82633A004352"] },
        _meta: { "vingate/idempotencyKey": key },
      };
      const got = await service.ask("POST", "/mcp", {
        headers: {
          "x-authkey": account.key,
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-11-25",
        },
        json: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
      });
      expect([got.status < 500, got.text]).toEqual([
        true,
        expect.stringContaining("params._meta.vingate/idempotencyKey is not 1 to 255 printable characters."),
      ]);
    });
  });
