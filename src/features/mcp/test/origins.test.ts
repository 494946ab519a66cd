import { afterAll, beforeAll, expect, test } from "bun:test";
import { ask, problem, startService, type TestService, testOrigin } from "../../../../test/harness.ts";
import { type Subscribers, subscribers } from "../../../../test/subscribers.ts";
import { callTool, request } from "./mcp.ts";

let service: TestService;
let who: Subscribers;
beforeAll(async () => {
  service = await startService();
  who = subscribers(service);
});
afterAll(() => service.end());

const origins: readonly (readonly [string, string, object, number])[] = [
  ["the service's own origin", testOrigin, {}, 200],
  ["a page of this machine", "http://localhost:6274", {}, 200],
  ["another origin", "https://evil.example", {}, 403],
  ["no origin at all", "null", {}, 403],
  ["an origin of the plan", "https://app.example", { cors: { origins: ["https://app.example"] } }, 200],
  ["an origin of no plan", "https://evil.example", { cors: { origins: ["https://app.example"] } }, 403],
];

test.each(origins)("%s: %p", async (_, origin, policy, status) => {
  const account = await who.subscribe(policy);
  const got = await callTool(service.serve, account.key, "balance", {}, { origin });
  expect(got.status).toBe(status);
});

test.each([
  "http://127.0.0.1.evil.example",
  "http://localhost.evil.example",
])("the origin %s is not this machine", async (origin) => {
  const account = await who.subscribe({});
  const got = await callTool(service.serve, account.key, "balance", {}, { origin });
  expect(got.status).toBe(403);
});

test("a page of this machine is refused from elsewhere", async () => {
  const { body, headers } = request("tools/list");
  const got = await ask(service.serve, "POST", "/mcp", {
    body,
    headers: { ...headers, "content-type": "application/json", origin: "http://localhost:6274" },
    from: "203.0.113.9",
  });
  expect(got.body).toEqual(
    problem(
      "forbidden",
      403,
      "Forbidden",
      "Scripts of this Origin may not call /mcp. The operator can add it to the CORS origins of the key's plan.",
      got,
    ),
  );
});

test("a preflight admits the headers of the protocol", async () => {
  const got = await service.ask("OPTIONS", "/mcp");
  expect(got.headers.get("access-control-allow-headers")).toEndWith(
    ", x-authkey, mcp-protocol-version, mcp-method, mcp-name",
  );
});
