import { afterAll, beforeAll, expect, test } from "bun:test";
import { startService, type TestService } from "../../../../test/harness.ts";
import { ownMeta, post, request, revision } from "./mcp.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.end());

const list = request("tools/list");
const old = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

test("a subscription ends as it begins", async () => {
  const { body, headers } = request("subscriptions/listen", { notifications: { toolsListChanged: true } });
  const got = await post(service.serve, body, headers);
  const _meta = { "io.modelcontextprotocol/subscriptionId": 1 };
  const events = got.text
    .split("\n\n")
    .filter(Boolean)
    .map((event) => JSON.parse(event.slice("data: ".length)));
  expect([got.headers.get("content-type"), events]).toEqual([
    "text/event-stream",
    [
      {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { _meta, notifications: {} },
      },
      { jsonrpc: "2.0", id: 1, result: { resultType: "complete", _meta } },
    ],
  ]);
});

test("both eras are answered whole", async () => {
  const { serve } = service;
  const instructions = expect.any(String);
  const discovered = request("server/discover", {}, "first");
  expect((await post(serve, discovered.body, discovered.headers)).body).toEqual({
    jsonrpc: "2.0",
    id: "first",
    result: {
      resultType: "complete",
      supportedVersions: [revision],
      capabilities: { tools: {} },
      instructions,
      ttlMs: 600_000,
      cacheScope: "public",
      _meta: ownMeta,
    },
  });
  const serverInfo = ownMeta["io.modelcontextprotocol/serverInfo"];
  for (const [asked, answered] of [
    ["2025-11-25", "2025-11-25"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2025-11-25"],
  ])
    expect((await post(serve, old("initialize", { protocolVersion: asked }))).body).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: { protocolVersion: answered, capabilities: { tools: {} }, serverInfo, instructions },
    });
  expect((await post(serve, old("ping"))).body).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  const listed = (await post(serve, old("tools/list"), { "mcp-protocol-version": "2025-11-25" })).body;
  const { tools } = (listed as { result: { tools: object[] } }).result;
  expect(listed).toEqual({ jsonrpc: "2.0", id: 1, result: { tools } });
  expect((await post(serve, list.body, list.headers)).body).toEqual({
    jsonrpc: "2.0",
    id: 1,
    result: { tools, ttlMs: 600_000, cacheScope: "public", resultType: "complete", _meta: ownMeta },
  });
});
