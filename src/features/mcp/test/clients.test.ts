import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { extraHome, extraPackage } from "../../../../test/extra-packages.ts";
import { ask, startService, type TestService } from "../../../../test/harness.ts";
import { goodVin, type Subscriber, type Subscribers, subscribers } from "../../../../test/subscribers.ts";
import { ownMeta } from "./mcp.ts";

const packages = join(extraHome, "node_modules/@modelcontextprotocol");
const isInstalled = extraPackage("@modelcontextprotocol/sdk") !== undefined;
if (!isInstalled)
  console.warn("skipped: no clients of MCP are installed; npm run test:install installs them");

interface Tool {
  readonly name: string;
  readonly inputSchema: object;
}

/** What the test uses of both clients. */
interface Client {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  getServerVersion(): object;
  listTools(): Promise<{ tools: Tool[] }>;
  callTool(call: { name: string; arguments: object }): Promise<object>;
}

type Made<T> = new (...args: never[]) => T;
const load = async (file: string) => (await import(join(packages, file))) as Record<string, Made<object>>;

/** A client of a version of the official library, whose requests do not need a socket. */
async function connected(version: "v1" | "v2", fetch: typeof globalThis.fetch, key: string): Promise<Client> {
  const library =
    version === "v1"
      ? {
          ...(await load("sdk/dist/esm/client/index.js")),
          ...(await load("sdk/dist/esm/client/streamableHttp.js")),
        }
      : await load("client/dist/index.mjs");
  const { Client: Made, StreamableHTTPClientTransport: Transport } = library as unknown as {
    Client: new (info: object, options: object) => Client;
    StreamableHTTPClientTransport: new (url: URL, options: object) => object;
  };
  const options = version === "v2" ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {};
  const client = new Made({ name: "judge", version: "1.0.0" }, options);
  const url = new URL("http://vingate.test/mcp");
  await client.connect(new Transport(url, { fetch, requestInit: { headers: { "x-authkey": key } } }));
  return client;
}

describe.skipIf(!isInstalled)("official clients", () => {
  let service: TestService;
  let who: Subscribers;
  let account: Subscriber;
  beforeAll(async () => {
    service = await startService();
    who = subscribers(service);
    account = await who.subscribe({});
  });
  afterAll(() => service.end());

  const content = async (account: Subscriber, left: number) => {
    const got = await who.decode(account);
    const cost = `Cost of this call: 1 credit. Credits remaining: ${left}.`;
    const note = `Source: ${got.headers.get("x-data-source")}.\n${cost}`;
    return {
      content: [got.text, note].map((text) => ({ type: "text", text })),
      structuredContent: JSON.parse(got.text),
    };
  };

  test.each(["v1", "v2"] as const)("%s lists and calls tools", async (version) => {
    const account = await who.subscribe({});
    const seen: (string | null)[] = [];
    const fetch = ((url: string | URL, init: RequestInit) => {
      const request = new Request(String(url), init);
      seen.push(request.headers.get("mcp-protocol-version"));
      return service.serve(request, "127.0.0.1");
    }) as typeof globalThis.fetch;
    const client = await connected(version, fetch, account.key);
    expect(client.getServerVersion()).toEqual(Object.values(ownMeta)[0]!);
    const { tools } = await client.listTools();
    // Those of its plan.
    expect(tools.length).toBe(5);
    const called = await client.callTool({ name: "decode_vin", arguments: { vin: goodVin } });
    expect(called).toEqual({
      ...(await content(account, 14)),
      ...(version === "v2" && { _meta: ownMeta }),
    });
    const invalid = await client.callTool({ name: "decode_vin", arguments: { vin: "short" } });
    expect(invalid).toMatchObject({ isError: true });
    await expect(client.callTool({ name: "drive", arguments: {} })).rejects.toThrow("Unknown tool: drive.");
    await client.close();
    expect(seen.at(-1)).toBe(version === "v1" ? "2025-11-25" : "2026-07-28");
  });

  test("the inspector's command line lists and calls tools", async () => {
    // It reads the name and version of the whole inspector, whose pages are not needed here.
    const whole = { name: "@modelcontextprotocol/inspector", version: "1.0.3" };
    writeFileSync(join(packages, "package.json"), JSON.stringify(whole));
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      idleTimeout: 0,
      fetch: (sent) => service.serve(sent, "127.0.0.1"),
    });
    const inspect = async (...words: string[]) => {
      const run = Bun.spawn(
        [
          "node",
          join(packages, "inspector-cli/build/cli.js"),
          "--cli",
          `http://127.0.0.1:${server.port}/mcp`,
          "--transport",
          "http",
          "--header",
          `x-AuthKey: ${account.key}`,
          "--method",
          ...words,
        ],
        { stdout: "pipe", stderr: "ignore" },
      );
      const out = await new Response(run.stdout).text();
      return { out: out.startsWith("{") ? JSON.parse(out) : out, code: await run.exited };
    };
    const [listed, called] = await Promise.all([
      inspect("tools/list"),
      inspect("tools/call", "--tool-name", "decode_vin", "--tool-arg", `vin=${goodVin}`),
    ]);
    expect([listed.out.tools?.length, listed.code, called.code]).toEqual([5, 0, 0]);
    const before = await content(account, 14);
    expect(called.out).toEqual(before);
    await server.stop(true);
  });

  test("every input schema is one of JSON Schema 2020-12", async () => {
    const { default: Ajv } = await import("ajv/dist/2020.js");
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const headers = { "content-type": "application/json" };
    const got = await ask(service.serve, "POST", "/mcp", { body, headers });
    const { tools } = (got.body as { result: { tools: Tool[] } }).result;
    const ajv = new Ajv({ strict: true });
    for (const { inputSchema } of tools) expect(() => ajv.compile(inputSchema)).not.toThrow();
  });
});
