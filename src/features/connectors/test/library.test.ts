import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { extraHome, extraPackage } from "../../../../test/extra-packages.ts";
import type { TestService } from "../../../../test/harness.ts";
import { goodVin } from "../../../../test/subscribers.ts";
import { bodyOf, newPerson, origin, type Person, returned, startConnected } from "./connector-scene.ts";

const packages = join(extraHome, "node_modules/@modelcontextprotocol");
const isInstalled = extraPackage("@modelcontextprotocol/sdk") !== undefined;
if (!isInstalled)
  console.warn("skipped: no clients of MCP are installed; npm run test:install installs them");

interface Client {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: object }): Promise<{ content: { text: string }[] }>;
}

interface Transport {
  finishAuth(code: string | URLSearchParams): Promise<void>;
}

interface Library {
  readonly Client: new (info: object, options?: object) => Client;
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => Transport;
}

const load = async (file: string) => (await import(join(packages, file))) as object;

const libraries = {
  v1: async () =>
    ({
      ...(await load("sdk/dist/esm/client/index.js")),
      ...(await load("sdk/dist/esm/client/streamableHttp.js")),
    }) as unknown as Library,
  v2: async () => (await load("client/dist/index.mjs")) as unknown as Library,
};

const address = "http://127.0.0.1:33418/callback";

/** The state of a program that has only the address of `/mcp` and implements OAuth. */
class Memory {
  readonly redirectUrl = address;
  readonly clientMetadata = {
    client_name: "Official client",
    redirect_uris: [address],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
  client: object | undefined;
  kept: { access_token: string; refresh_token: string } | undefined;
  verifier = "";
  opened: URL | undefined;
  state = () => "of the client";
  clientInformation = () => this.client;
  saveClientInformation = (client: object) => {
    this.client = client;
  };
  invalidateCredentials = (what: string) => {
    if (what === "tokens" || what === "all") this.kept = undefined;
    if (what === "client" || what === "all") this.client = undefined;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: NonNullable<Memory["kept"]>) => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.opened = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier;
  };
  codeVerifier = () => this.verifier;
}

describe.skipIf(!isInstalled)("official clients that know only OAuth", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startConnected();
  });
  afterAll(() => service.end());

  /** As the user's browser does: follows the program's address, and connects on the page. */
  async function signIn({ ask, account }: Person, opened: URL): Promise<Record<string, string>> {
    expect(opened.origin).toBe(origin);
    const got = await service.ask("GET", `${opened.pathname}${opened.search}`);
    const page = new URL(got.headers.get("location")!);
    expect([got.status, page.origin, page.pathname]).toEqual([302, origin, "/console/connect"]);
    const request = page.searchParams.get("request")!;
    const shown = bodyOf<{ name: string; host: string; redirect_uri: string }>(
      await ask("GET", `/assistants/request?request=${request}`),
    );
    expect([shown.name, shown.host, shown.redirect_uri]).toEqual([
      "Official client",
      "this computer",
      address,
    ]);
    const body = { request, subscription_id: account.subscriptionId, credits_per_day: 10 };
    return returned(bodyOf<{ redirect_url: string }>(await ask("POST", "/assistants", body)).redirect_url);
  }

  test.each([
    "v1",
    "v2",
  ] as const)("%s registers, connects, calls, and refreshes its token", async (version) => {
    const person = await newPerson(service);
    const { Client, StreamableHTTPClientTransport } = await libraries[version]();
    const paths: string[] = [];
    const fetch = async (url: string | URL, init?: RequestInit) => {
      const request = new Request(String(url), init);
      paths.push(`${request.method} ${new URL(request.url).pathname}`);
      return service.serve(request, "127.0.0.1");
    };
    const authProvider = new Memory();
    const begin = () => new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider, fetch });
    const transport = begin();
    await expect(new Client({ name: "judge", version: "1" }).connect(transport)).rejects.toThrow();
    const { code, state, iss } = await signIn(person, authProvider.opened!);
    expect([state, iss]).toEqual(["of the client", origin]);
    await transport.finishAuth(
      version === "v1" ? code! : new URLSearchParams({ code: code!, state: state!, iss: iss! }),
    );
    const client = new Client({ name: "judge", version: "1" });
    await client.connect(begin());
    expect((await client.listTools()).tools.length).toBe(5);
    const called = await client.callTool({ name: "decode_vin", arguments: { vin: goodVin } });
    expect(called.content.at(-1)!.text).toContain("Cost of this call: 1 credit. Credits remaining: 14.");
    const before = authProvider.kept!;
    service.advance(3_600_000);
    await client.callTool({ name: "decode_vin", arguments: { vin: goodVin } });
    expect(authProvider.kept!.access_token).not.toBe(before.access_token);
    const [{ id, credits_today: spent }] = bodyOf<[{ id: string; credits_today: number }]>(
      await person.ask("GET", person.path),
    );
    expect(spent).toBe(2);
    await person.ask("DELETE", `${person.path}/${id}`);
    authProvider.opened = undefined;
    await expect(client.callTool({ name: "decode_vin", arguments: { vin: goodVin } })).rejects.toThrow();
    // It sends its user here again.
    expect(authProvider.opened).toBeInstanceOf(URL);
    await client.close();
    expect(paths.slice(0, 4)).toEqual([
      "POST /mcp",
      "GET /.well-known/oauth-protected-resource/mcp",
      "GET /.well-known/oauth-authorization-server",
      "POST /oauth/register",
    ]);
  });
});
