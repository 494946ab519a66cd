import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { extraHome, extraPackage } from "../../../../test/extra-packages.ts";
import { startService, type TestService } from "../../../../test/harness.ts";
import { commandLine } from "../../../../test/program.ts";
import { goodVin, type Subscribers, subscribers } from "../../../../test/subscribers.ts";
import { Relay } from "../commands/relay.ts";
import { meta, ownMeta, textsOf } from "./mcp.ts";

const packages = join(extraHome, "node_modules/@modelcontextprotocol");
const isInstalled = extraPackage("@modelcontextprotocol/sdk") !== undefined;
if (!isInstalled)
  console.warn("skipped: no clients of MCP are installed; npm run test:install installs them");

let service: TestService;
let who: Subscribers;
let web: Bun.Server<undefined>;
beforeAll(async () => {
  service = await startService();
  who = subscribers(service);
  web = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (sent) => service.serve(sent, "127.0.0.1") });
});
afterAll(async () => {
  await web.stop(true);
  await service.end();
});

/** Runs the command over lines; resolves to the answers by their IDs, with those without one. */
async function relayed(lines: readonly string[], env: Record<string, string>, words: readonly string[] = []) {
  const run = Bun.spawn([...commandLine("mcp", ...words)], {
    // Without the logins of the user who runs the tests.
    env: { PATH: process.env.PATH, HOME: "/nonexistent", ...env },
    stdin: new Blob([lines.map((line) => `${line}\n`).join("")]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()]);
  const answers = out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id?: unknown });
  answers.sort((a, b) => Number(a.id ?? -1) - Number(b.id ?? -1));
  return { answers, err, code: await run.exited };
}

const message = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const decode = (id: number) =>
  message(id, "tools/call", { _meta: meta, name: "decode_vin", arguments: { vin: goodVin } });

test("lines are answered as messages of either era", async () => {
  const account = await who.subscribe({});
  const initialize = message(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  const { answers, err, code } = await relayed(
    [
      initialize,
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      message(2, "ping"),
      message(3, "server/discover", { _meta: meta }),
      message(4, "tools/call", { _meta: meta, name: "décode", arguments: {} }),
      message(5, "tools/call", { _meta: meta, name: "balance", arguments: {} }),
      "not JSON",
      "[]",
      "",
    ],
    { VINGATE_URL: web.url.href, VINGATE_KEY: account.key },
  );
  const [first, second, ...rest] = answers;
  const error = (code: number, message: unknown) => ({ code, message });
  expect([first, second]).toEqual([
    { jsonrpc: "2.0", error: error(-32700, "The line is not JSON.") },
    { jsonrpc: "2.0", error: error(-32600, "The line is not one JSON-RPC message.") },
  ] as object[]);
  expect(rest).toMatchObject([
    { id: 1, result: { protocolVersion: "2025-11-25" } },
    { id: 2, result: {} },
    { id: 3, result: { supportedVersions: ["2026-07-28"], _meta: ownMeta } },
    { id: 4, error: { code: -32602 } },
    { id: 5, result: { resultType: "complete" } },
  ]);
  expect(textsOf({ body: rest[4] } as Parameters<typeof textsOf>[0])[0]).toContain('"remaining":15');
  expect([err, code]).toEqual(["", 0]);
});

/** A port that forwards, and cuts each first attempt of a call when its answer arrives. */
function cutting(port: number): Promise<{ server: Server; port: number; cuts: () => number }> {
  const seen = new Set<string>();
  let cuts = 0;
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    let cut = false;
    client.on("data", (sent) => {
      const key = /idempotency-key: (\S+)/i.exec(sent.toString("latin1"))?.[1];
      cut = key !== undefined && !seen.has(key);
      if (key !== undefined) seen.add(key);
      upstream.write(sent);
    });
    upstream.on("data", (answer) => {
      if (!cut) return void client.write(answer);
      cuts += 1;
      client.destroy();
      upstream.destroy();
    });
    client.on("error", () => undefined).on("close", () => upstream.destroy());
    upstream.on("error", () => undefined).on("close", () => client.destroy());
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ server, port: (server.address() as { port: number }).port, cuts: () => cuts }),
    ),
  );
}

test("100 calls are repeated after cuts, and charged once each", async () => {
  const account = await who.subscribe({});
  await service.ask("POST", `/subscriptions/${account.subscriptionId}/credits`, {
    headers: service.operatorHeaders,
    json: { change: 100 },
  });
  const { server, port, cuts } = await cutting(web.port!);
  const lines = Array.from({ length: 100 }, (_, at) => decode(at));
  const env = { VINGATE_URL: `http://127.0.0.1:${port}`, VINGATE_KEY: account.key };
  const { answers } = await relayed(lines, env);
  server.close();
  await service.app.metering.flush();
  const texts = new Set(answers.map((body) => textsOf({ body } as Parameters<typeof textsOf>[0])[0]));
  expect([answers.length, texts.size, cuts(), await who.used(account)]).toEqual([100, 1, 100, 100]);
});

/** What a relay writes for a line. */
async function written(url: string, line: string): Promise<unknown[]> {
  const lines: unknown[] = [];
  const relay = new Relay({ url, key: "vgk_x" }, (text) => lines.push(JSON.parse(text)), 1);
  await relay.receive(line);
  return lines;
}
const failed = (message: unknown) => [{ jsonrpc: "2.0", id: 1, error: { code: -32603, message } }];

test("a service that is away is an error of the message", async () => {
  const reason = expect.stringMatching(/^http:\/\/127.0.0.1:1 cannot be reached \(.+\)\.$/);
  expect(await written("http://127.0.0.1:1", message(1, "ping"))).toEqual(failed(reason));
  const charged = expect.stringMatching(/\)\. The call may have been charged\.$/);
  expect(await written("http://127.0.0.1:1", decode(1))).toEqual(failed(charged));
});

test("another service and one that has moved are errors of the message", async () => {
  const other = Bun.serve({
    port: 0,
    fetch: ({ url }) =>
      url.includes("/moved/")
        ? new Response(null, { status: 308, headers: { location: "https://new.example/mcp" } })
        : new Response("<p>", { status: 404 }),
  });
  const url = other.url.href.slice(0, -1);
  expect(await written(url, message(1, "ping"))).toEqual(failed(`${url} returned 404`));
  expect(await written(`${url}/moved`, message(1, "ping"))).toEqual(
    failed(`${url}/moved has moved to https://new.example/mcp. Use that URL.`),
  );
  await other.stop(true);
});

test("a call of a tool has one key, the client's own if it names one", async () => {
  const keys: (string | null)[] = [];
  const other = Bun.serve({
    port: 0,
    fetch: ({ headers }) => {
      keys.push(headers.get("idempotency-key"));
      return Response.json({ jsonrpc: "2.0", id: 1, result: {} });
    },
  });
  const url = other.url.href.slice(0, -1);
  for (const own of [undefined, "once", "\u6c49"])
    await written(url, message(1, "tools/call", { _meta: { "vingate/idempotencyKey": own } }));
  await written(url, message(1, "ping"));
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), null, null, null]);
  await other.stop(true);
});

test("a cancelled call has no answer", async () => {
  const waiting = Promise.withResolvers<void>();
  const other = Bun.serve({
    port: 0,
    fetch: () => {
      waiting.resolve();
      return new Promise<Response>(() => undefined);
    },
  });
  const lines: string[] = [];
  const relay = new Relay({ url: other.url.href.slice(0, -1), key: "vgk_x" }, (line) => lines.push(line), 1);
  const answered = relay.receive(decode(7));
  await waiting.promise;
  await relay.receive('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}');
  await answered;
  expect(lines).toEqual([]);
  await other.stop(true);
});

test.each<[Record<string, string>, string, number, string[]]>([
  [
    {},
    'vingate mcp: log in with "vingate login URL", or name the service with --url or VINGATE_URL\nvingate mcp --help shows more.\n',
    2,
    [],
  ],
  [
    { VINGATE_URL: "file:///x" },
    'vingate mcp: "file:///x" is no http or https URL\nvingate mcp --help shows more.\n',
    2,
    [],
  ],
  [
    { VINGATE_URL: "http://x" },
    'vingate mcp: there is no key for http://x: log in with "vingate login http://x", or set VINGATE_KEY\n',
    1,
    [],
  ],
  [
    { VINGATE_URL: "http://x", VINGATE_KEY: "vgk_x" },
    'vingate mcp: there is no login "fleet": log in with "vingate login URL --service fleet"\n',
    1,
    ["--service", "fleet"],
  ],
])("without its settings it says what is missing: %j", async (env, expected, exit, words) => {
  const { err, code } = await relayed([], env, words);
  expect([err, code]).toEqual([expected, exit]);
});

describe.skipIf(!isInstalled)("official clients that start a server", () => {
  test.each([
    ["v1", "sdk/dist/esm/client/index.js", "sdk/dist/esm/client/stdio.js", {}],
    ["v2", "client/dist/index.mjs", "client/dist/stdio.mjs", { versionNegotiation: { mode: "auto" } }],
  ])("%s lists and calls tools", async (_, clientFile, transportFile, options) => {
    const account = await who.subscribe({});
    const { Client } = (await import(join(packages, clientFile))) as {
      Client: new (
        info: object,
        options: object,
      ) => {
        connect(transport: object): Promise<void>;
        close(): Promise<void>;
        listTools(): Promise<{ tools: unknown[] }>;
        callTool(call: object): Promise<object>;
      };
    };
    const { StdioClientTransport } = (await import(join(packages, transportFile))) as {
      StdioClientTransport: new (how: object) => object;
    };
    const [command, ...args] = commandLine("mcp") as [string, ...string[]];
    const env = { VINGATE_URL: web.url.href, VINGATE_KEY: account.key };
    const client = new Client({ name: "judge", version: "1.0.0" }, options);
    await client.connect(new StdioClientTransport({ command, args, env }));
    // Those of its plan.
    expect((await client.listTools()).tools.length).toBe(5);
    const called = await client.callTool({ name: "decode_vin", arguments: { vin: goodVin } });
    expect(textsOf({ body: { result: called } } as Parameters<typeof textsOf>[0])[1]).toEndWith(
      "Credits remaining: 14.",
    );
    await client.close();
  });
});
