import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { asker, signedIn } from "../../../../test/callers.ts";
import { signUp, startService, type TestService } from "../../../../test/harness.ts";
import { Connectors } from "../connectors.ts";
import {
  bodyOf,
  codeOf,
  exchange,
  form,
  newClient,
  newPerson,
  newVerifier,
  origin,
  packed,
  type Query,
  requestOf,
  returnAddress,
  returned,
  searchOf,
  startConnected,
  tell,
} from "./connector-scene.ts";

const challenge = `Bearer realm="vingate", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;

describe("what assistants request", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startConnected();
  });
  afterAll(() => service.end());

  const authorize = (query: Query, accept?: string) =>
    service.ask("GET", `/oauth/authorize${searchOf(query)}`, { headers: { ...(accept && { accept }) } });

  test("a call without a credential names where to sign in", async () => {
    const bare = await tell(service, undefined, "initialize");
    expect([bare.status, bare.headers.get("www-authenticate")]).toEqual([401, challenge]);
    const wrong = await tell(service, "vga_wrong", "tools/list");
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
      401,
      `${challenge}, error="invalid_token"`,
    ]);
    const { account } = await newPerson(service);
    expect((await tell(service, account.key, "tools/list")).status).toBe(200);
  });

  test("the metadata names the addresses of this service", async () => {
    const resource = {
      resource: `${origin}/mcp`,
      authorization_servers: [origin],
      bearer_methods_supported: ["header"],
      resource_name: "Vingate",
      resource_documentation: `${origin}/docs/mcp.md`,
    };
    const at = "/.well-known/oauth-protected-resource";
    for (const path of [at, `${at}/mcp`]) {
      const got = await service.ask("GET", path, { headers: { origin: "http://localhost:6274" } });
      expect([got.body, got.headers.get("access-control-allow-origin")]).toEqual([resource, "*"]);
    }
    expect((await service.ask("GET", "/.well-known/oauth-authorization-server")).body).toEqual({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      registration_endpoint: `${origin}/oauth/register`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${origin}/docs/mcp.md`,
    });
    const asked = { origin: "http://localhost:6274", "access-control-request-method": "POST" };
    const preflight = await service.ask("OPTIONS", "/oauth/token", { headers: asked });
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("mcp-protocol-version");
  });

  test("a user is sent to the console's page with the request as it was sent", async () => {
    const query = requestOf(await newClient(service), newVerifier());
    const got = await authorize(query);
    expect([got.status, got.headers.get("location"), got.headers.get("cache-control")]).toEqual([
      302,
      `${origin}/console/connect?request=${packed(query)}`,
      "no-store",
    ]);
  });

  test("an unknown program or return address receives nothing", async () => {
    const query = requestOf(await newClient(service), newVerifier());
    const refused: [Query, string][] = [
      [{ ...query, client_id: "01a1fb67-1800-7000-8000-00000000c11e" }, "program"],
      [{ ...query, client_id: "\r\n" }, "program"],
      [{ ...query, client_id: undefined }, "program"],
      [{ ...query, redirect_uri: "https://thief.example/" }, "address"],
      [{ ...query, redirect_uri: `${returnAddress}/` }, "address"],
      [{ ...query, redirect_uri: `${returnAddress}?x=1` }, "address"],
      [{ ...query, redirect_uri: "https://desk.example:8443/oauth/callback" }, "address"],
      [{ ...query, redirect_uri: "javascript:alert(1)" }, "address"],
    ];
    for (const [one, reason] of refused) {
      const page = await authorize(one, "text/html,*/*");
      expect(page.headers.get("location")).toBe(
        `${origin}/console/connect/refused?reason=${reason}&id=${page.headers.get("x-request-id")}`,
      );
      const program = await authorize(one);
      expect([program.status, codeOf(program), program.headers.get("location")]).toEqual([
        400,
        "bad_request",
        null,
      ]);
    }
  });

  test("other faults are shown to the user, who returns with them to the program, with state and issuer", async () => {
    const { ask } = await newPerson(service);
    /** Where the page leads after it has shown the fault. */
    const denied = async (got: { headers: Headers }, words: string) => {
      const location = got.headers.get("location")!;
      expect(location.startsWith(`${origin}/console/connect?request=`)).toBe(true);
      const request = new URL(location).searchParams.get("request")!;
      expect((await ask("GET", `/assistants/request?request=${request}`)).body).toEqual({
        name: "Desk Assistant",
        host: "desk.example",
        redirect_uri: returnAddress,
        fault: words,
        subscriptions: [],
      });
      return returned(
        bodyOf<{ redirect_url: string }>(await ask("POST", "/assistants/deny", { request })).redirect_url,
      );
    };
    const query = requestOf(await newClient(service), newVerifier());
    const pkce = "PKCE is required: code_challenge";
    const length = `${pkce} must have 43 characters of base64url.`;
    const faults: [Query, string, string][] = [
      [{ response_type: "token" }, "unsupported_response_type", "response_type must be code."],
      [{ code_challenge: undefined }, "invalid_request", length],
      [{ code_challenge: "short" }, "invalid_request", length],
      [{ code_challenge_method: "plain" }, "invalid_request", `${pkce}_method must be S256.`],
      [{ code_challenge_method: undefined }, "invalid_request", `${pkce}_method must be S256.`],
      [{ resource: "https://other.example/mcp" }, "invalid_target", `resource must be ${origin}/mcp.`],
      [{ resource: `${origin}/other` }, "invalid_target", `resource must be ${origin}/mcp.`],
    ];
    for (const [change, error, words] of faults)
      expect(await denied(await authorize({ ...query, ...change }), words)).toEqual({
        error,
        error_description: words,
        state: "as sent",
        iss: origin,
      });
    const state = "state is not 1 to 2,000 printable ASCII characters.";
    expect(await denied(await authorize({ ...query, state: "a\r\nset-cookie: b" }), state)).toEqual({
      error: "invalid_request",
      error_description: state,
      iss: origin,
    });
    const twice = await service.ask("GET", `/oauth/authorize${searchOf(query)}&code_challenge=x`);
    const repeated = "A parameter was sent twice.";
    expect((await denied(twice, repeated)).error_description).toBe(repeated);
  });

  test("a program on the user's machine may use any port", async () => {
    const address = "http://127.0.0.1:5000/cb";
    const clientId = await newClient(service, [address]);
    const ask = async (uri: string) =>
      (await authorize(requestOf(clientId, newVerifier(), { redirect_uri: uri }))).status;
    expect(await ask("http://127.0.0.1:6000/cb")).toBe(302);
    for (const uri of [
      "http://127.0.0.1:6000/other",
      "http://localhost:5000/cb",
      "https://127.0.0.1:5000/cb",
    ])
      expect(await ask(uri)).toBe(400);
  });

  test("a denial and a fault return the user with an error, and store nothing", async () => {
    const { ask, path } = await newPerson(service);
    const query = requestOf(await newClient(service), newVerifier());
    const denied = await ask("POST", "/assistants/deny", { request: packed(query) });
    const { redirect_url: url } = bodyOf<{ redirect_url: string }>(denied);
    expect(url.startsWith(`${returnAddress}?`)).toBe(true);
    expect(returned(url)).toEqual({
      error: "access_denied",
      error_description: "The user refused.",
      state: "as sent",
      iss: origin,
    });
    expect((await ask("GET", path)).body).toEqual([]);
  });

  test("forms that are none are refused in the form of OAuth", async () => {
    const clientId = await newClient(service);
    const asJson = await service.ask("POST", "/oauth/token", { json: { grant_type: "refresh_token" } });
    expect([asJson.status, codeOf(asJson)]).toEqual([400, "invalid_request"]);
    const twice = await service.ask("POST", "/oauth/token", {
      body: `client_id=${clientId}&grant_type=refresh_token&refresh_token=a&refresh_token=b`,
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    });
    expect(twice.body).toEqual({
      error: "invalid_request",
      error_description: "refresh_token was sent twice.",
    });
    for (const token of ["", "\0", "\r\n", "x".repeat(7000), "vgf_wrong", "%"])
      for (const fields of [
        { grant_type: "refresh_token", refresh_token: token },
        { grant_type: "authorization_code", code: token, code_verifier: token },
      ]) {
        const got = await form(service, "/oauth/token", { client_id: clientId, ...fields });
        expect([got.status, ["invalid_grant", "invalid_request"].includes(String(codeOf(got)))]).toEqual([
          400,
          true,
        ]);
        expect((await form(service, "/oauth/revoke", { client_id: clientId, token })).status).toBe(
          token === "" ? 400 : 200,
        );
      }
    const huge = await form(service, "/oauth/token", { client_id: clientId, grant_type: "x".repeat(20_000) });
    expect(codeOf(huge)).toBe("content_too_large");
    const { status } = await exchange(service, { client_id: "\0", code: "\0", code_verifier: "\0" });
    expect(status).toBe(401);
  });

  test("without the setting nothing of it is served", async () => {
    const bare = await startService();
    const account = await signUp(bare);
    const ask = asker(bare, await signedIn(bare, account));
    for (const [method, path] of [
      ["GET", "/.well-known/oauth-protected-resource/mcp"],
      ["POST", "/oauth/register"],
      ["GET", "/assistants/request?request=abc"],
    ] as const)
      expect(codeOf(await ask(method, path))).toBe("not_found");
    expect((await tell(bare, undefined, "tools/list")).status).toBe(200);
    await bare.end();
    const { app } = service;
    for (const publicUrl of ["http://vingate.test", "https://vingate.test/path"])
      expect(() => new Connectors({ ...app, config: { ...app.config, publicUrl } })).toThrow(
        "VINGATE_CONNECTORS needs a VINGATE_PUBLIC_URL of https, without a path.",
      );
  });
});
