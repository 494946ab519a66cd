import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Account, signUp, startService, type TestService } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { callTool, meta, post, request, revision } from "./mcp.ts";

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await signUp(service);
});
afterAll(() => service.end());

const supported = [revision, "2025-11-25", "2025-06-18", "2025-03-26"];
const error = (code: number, message: string, data?: object) => ({ code, message, ...(data && { data }) });
const failed = (id: unknown, code: number, message: string, data?: object) => ({
  jsonrpc: "2.0",
  id,
  error: error(code, message, data),
});
const unread = (code: number, message: string) => ({ jsonrpc: "2.0", error: error(code, message) });
const batched = "Batches are not supported. Send each message in a request of its own.";
const noMessage = "The body is not a JSON-RPC 2.0 request or notification.";
const noId = "A request needs an id, a string or an integer.";
const lacks = (name: string) =>
  `params._meta lacks io.modelcontextprotocol/${name}, or it is of another type.`;
const list = request("tools/list");
const decode = request("tools/call", { name: "decode_vin", arguments: { vin: goodVin } });
const old = (method: string, params: object = {}, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));
const claims = (version: unknown) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/list",
    params: { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": version } },
  });

type Case = readonly [title: string, body: string, headers: Record<string, string>, status: number, object];
const cases: readonly Case[] = [
  ["no JSON", "{", {}, 400, unread(-32700, "The body is not JSON in UTF-8.")],
  ["no body", "", {}, 400, unread(-32700, "The body is not JSON in UTF-8.")],
  ["a batch", `[${list.body}]`, list.headers, 400, unread(-32600, batched)],
  ["an empty batch", "[]", {}, 400, unread(-32600, batched)],
  ["no object", "7", {}, 400, unread(-32600, noMessage)],
  ["another JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}', {}, 400, unread(-32600, noMessage)],
  ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}', {}, 400, unread(-32600, noMessage)],
  ["a call without an id", '{"jsonrpc":"2.0","method":"tools/call"}', {}, 400, unread(-32600, noId)],
  ["an id of null", old("tools/list", {}, null), {}, 400, unread(-32600, noId)],
  ["a fraction as id", old("tools/list", {}, 1.5), {}, 400, unread(-32600, noId)],
  [
    "params of another type",
    old("ping", [] as object),
    {},
    400,
    failed(1, -32602, "params is not an object."),
  ],
  [
    "an unknown version in the header",
    old("tools/list"),
    { "mcp-protocol-version": "2030-01-01" },
    400,
    failed(1, -32022, "Unsupported protocol version", { supported, requested: "2030-01-01" }),
  ],
  [
    "an unknown version in both",
    claims("2030-01-01"),
    { ...list.headers, "mcp-protocol-version": "2030-01-01" },
    400,
    failed(1, -32022, "Unsupported protocol version", { supported, requested: "2030-01-01" }),
  ],
  [
    "an old version in both",
    claims("2025-11-25"),
    { ...list.headers, "mcp-protocol-version": "2025-11-25" },
    400,
    failed(1, -32022, "Unsupported protocol version", { supported, requested: "2025-11-25" }),
  ],
  [
    "the new version in the header alone",
    old("tools/list"),
    list.headers,
    400,
    failed(1, -32602, lacks("protocolVersion")),
  ],
  ["a version that is no text", claims(7), list.headers, 400, failed(1, -32602, lacks("protocolVersion"))],
  [
    "no version header",
    list.body,
    without(list.headers, "mcp-protocol-version"),
    400,
    failed(1, -32020, "Header mismatch: the header MCP-Protocol-Version is missing"),
  ],
  [
    "two versions",
    list.body,
    { ...list.headers, "mcp-protocol-version": "2025-11-25" },
    400,
    failed(
      1,
      -32020,
      `Header mismatch: MCP-Protocol-Version header value '2025-11-25' does not match body value '${revision}'`,
    ),
  ],
  [
    "no method header",
    list.body,
    without(list.headers, "mcp-method"),
    400,
    failed(1, -32020, "Header mismatch: the header Mcp-Method is missing"),
  ],
  [
    "another method in the header",
    decode.body,
    { ...decode.headers, "mcp-method": "tools/list" },
    400,
    failed(
      1,
      -32020,
      "Header mismatch: Mcp-Method header value 'tools/list' does not match body value 'tools/call'",
    ),
  ],
  [
    "another tool in the header",
    decode.body,
    { ...decode.headers, "mcp-name": "balance" },
    400,
    failed(
      1,
      -32020,
      "Header mismatch: Mcp-Name header value 'balance' does not match body value 'decode_vin'",
    ),
  ],
  [
    "no tool in the header",
    decode.body,
    without(decode.headers, "mcp-name"),
    400,
    failed(1, -32020, "Header mismatch: the header Mcp-Name is missing"),
  ],
  [
    "no capabilities",
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/list",
      params: { _meta: { "io.modelcontextprotocol/protocolVersion": revision } },
    }),
    list.headers,
    400,
    failed(1, -32602, lacks("clientCapabilities")),
  ],
  [
    "an unknown method",
    request("resources/list").body,
    request("resources/list").headers,
    404,
    failed(1, -32601, "Method not found: resources/list"),
  ],
  [
    "a handshake of the new revision",
    request("initialize").body,
    request("initialize").headers,
    404,
    failed(1, -32601, "Method not found: initialize"),
  ],
  [
    "an unknown method of the old revision",
    old("resources/list"),
    {},
    200,
    failed(1, -32601, "Method not found: resources/list"),
  ],
  [
    "a discovery of the old revision",
    old("server/discover"),
    {},
    200,
    failed(1, -32601, "Method not found: server/discover"),
  ],
  [
    "an Accept without JSON",
    list.body,
    { ...list.headers, accept: "text/event-stream" },
    406,
    unread(-32600, "Accept must name application/json: every answer is one JSON object."),
  ],
];

test.each(cases)("%s is refused", async (_, body, headers, status, expected) => {
  const got = await post(service.serve, body, { "x-authkey": account.key, ...headers });
  expect({ status: got.status, body: got.body }).toEqual({ status, body: expected });
});

test("an unknown tool is refused with the list of tools", async () => {
  const got = await callTool(service.serve, account.key, "drive", {});
  const { error } = got.body as { error: { code: number; message: string } };
  expect([got.status, error.code]).toEqual([200, -32602]);
  expect(error.message).toStartWith("Unknown tool: drive. Tools: decode_vin, vehicle_report, ");
});

test("arguments that are no object are refused", async () => {
  const got = await callTool(service.serve, account.key, "decode_vin", [goodVin]);
  expect([got.status, got.body]).toEqual([200, failed(1, -32602, "arguments is not an object.")]);
});

test.each(["GET", "DELETE", "PUT"])("%s is refused", async (method) => {
  const got = await service.ask(method, "/mcp");
  expect([got.status, got.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
});

test.each([
  ["a body above 256 KiB", "x".repeat(256 * 1024 + 1), "application/json", 413],
  ["a list of 1,001 members", `[${"1,".repeat(1000)}1]`, "application/json", 413],
  ["a depth of 33", `${"[".repeat(33)}${"]".repeat(33)}`, "application/json", 413],
  ["another media type", list.body, "text/plain", 415],
])("%s is refused", async (_, body, type, status) => {
  expect((await post(service.serve, body, { ...list.headers, "content-type": type })).status).toBe(status);
});

test("a notification is accepted without an answer", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  const got = await post(service.serve, body);
  expect([got.status, got.text]).toEqual([202, ""]);
});

test("a tool's name may be coded in its header", async () => {
  const name = `=?base64?${Buffer.from("decode_vin").toString("base64")}?=`;
  const { body, headers } = request("tools/call", { name: "decode_vin", arguments: { vin: "x" } });
  const got = await post(service.serve, body, { ...headers, "mcp-name": name, "x-authkey": account.key });
  expect(got.body).toMatchObject({ result: { isError: true } });
});

test("nothing that was refused is recorded or charged", async () => {
  await service.app.metering.flush();
  const got = await service.ask("GET", `/reports/byRequest?user_id=${account.userId}`, {
    headers: service.operatorHeaders,
  });
  const { items } = got.body as { items: { response_code: number; credits: number }[] };
  // The one tool call that reached its lookup.
  expect(items.map((one) => [one.response_code, one.credits])).toEqual([[422, 0]]);
});
