import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { newAttemptToken, secretsOf } from "../attempt.ts";
import { AnswerRefused, Provider, ProviderFailed } from "../provider.ts";
import { hostileIssuer, tokenOf } from "./hostile-issuer.ts";

const issuer = hostileIssuer();
/** The timeout of tests in which no answer comes. */
const hastyMs = 100;

const provider = (url = issuer.url, timeoutMs = 30_000) =>
  new Provider({
    issuer: new URL(url),
    clientId: "vingate",
    secret: "secret-of-tests",
    callback: "http://vingate.test/console/sign-on/callback",
    allow: undefined,
    own: { host: "127.0.0.1", port: 1 },
    timeoutMs,
  });

const identify = (at = provider()) => {
  const token = newAttemptToken();
  return at.identify(token, { state: secretsOf(token).state, code: "a code" });
};

const at = (wanted: string, response: () => Response | Promise<Response>) =>
  issuer.answers((path) => (path === wanted ? response() : undefined));

const description = "/.well-known/openid-configuration";

describe("a provider that fails", () => {
  beforeEach(() => issuer.answers(() => undefined));
  afterAll(() => issuer.end());

  test("one that is not there, or is an internal address that no setting names", async () => {
    const dead = provider("http://127.0.0.1:1");
    await expect(dead.urlOf(newAttemptToken())).rejects.toThrow(ProviderFailed);
    at(description, () =>
      Response.json({
        issuer: issuer.url,
        authorization_endpoint: "http://169.254.169.254/authorize",
        token_endpoint: "http://169.254.169.254/token",
        jwks_uri: `${issuer.url}/jwks`,
      }),
    );
    await expect(identify()).rejects.toThrow("never connected to");
  });

  test.each([description, "/token"])("one that is slow at %s is not waited for", async (path) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    at(path, () => promise);
    await expect(identify(provider(issuer.url, hastyMs))).rejects.toThrow(ProviderFailed);
    resolve(new Response());
  });

  test("a body that does not end is not waited for, and a long one is not read", async () => {
    at("/token", () => new Response(new ReadableStream({ start: (to) => to.enqueue(Buffer.from("{")) })));
    await expect(identify(provider(issuer.url, hastyMs))).rejects.toThrow(ProviderFailed);
    at("/token", () => new Response(Buffer.alloc(300 * 1024, " ")));
    await expect(identify()).rejects.toThrow("its answer is too long");
  });

  test.each([
    ["redirects", () => Response.redirect("http://127.0.0.1:1/")],
    ["returns 500", () => new Response("", { status: 500 })],
    ["is no JSON", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["does not know this client", () => Response.json({ error: "invalid_client" }, { status: 401 })],
  ])("one that %s at its token endpoint", async (_, response) => {
    at("/token", response);
    await expect(identify()).rejects.toThrow(ProviderFailed);
  });

  test("one that describes another issuer, until it does no longer", async () => {
    const asked = provider();
    at(description, () => Response.json({ issuer: "https://id.example.com" }));
    await expect(asked.urlOf(newAttemptToken())).rejects.toThrow(ProviderFailed);
    issuer.answers(() => undefined);
    expect(await asked.urlOf(newAttemptToken())).toStartWith(`${issuer.url}/authorize?`);
    issuer.seen.length = 0;
    await asked.urlOf(newAttemptToken());
    expect(issuer.seen).toEqual([]);
  });

  test("a subject of another user at the endpoint of users is refused", async () => {
    const token = newAttemptToken();
    const { nonce, state } = secretsOf(token);
    const claims = { ...issuer.claims({ sub: "lena", nonce }), email: undefined };
    issuer.answers((path) => {
      if (path === "/token")
        return Response.json({
          access_token: "at",
          token_type: "bearer",
          id_token: tokenOf(claims, issuer.key),
        });
      if (path === "/users") return Response.json({ sub: "ann", email: "ann@example.com" });
      if (path !== description) return undefined;
      return Response.json({
        issuer: issuer.url,
        authorization_endpoint: `${issuer.url}/authorize`,
        token_endpoint: `${issuer.url}/token`,
        jwks_uri: `${issuer.url}/jwks`,
        userinfo_endpoint: `${issuer.url}/users`,
      });
    });
    await expect(provider().identify(token, { state, code: "a code" })).rejects.toThrow(AnswerRefused);
  });
});
