import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signedIn } from "../callers.ts";
import { type Account, kinds, signUp, startService, type TestService, testOrigin } from "../harness.ts";

const kind = kinds[0]!;
const goodVin = "1HGCM82633A004352";
const policyOfPages =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe("headers of replies", () => {
  let service: TestService;
  let account: Account;
  beforeAll(async () => {
    service = await startService(kind);
    account = await signUp(service);
  });
  afterAll(() => service.end());

  const lookup = (path: string, headers: Record<string, string> = {}) =>
    service.ask("GET", path, { headers: { "x-AuthKey": account.key, ...headers } });
  const operator = (method: string, path: string, json?: unknown) =>
    service.ask(method, path, { headers: service.operatorHeaders, ...(json !== undefined && { json }) });

  test("answers to lookups are private", async () => {
    for (const [vin, status] of [
      [goodVin, 200],
      ["short", 422],
      ["11111111111111111", 404],
    ] as const) {
      const got = await lookup(`/vin-decoder/${vin}`, { origin: "https://app.example.com" });
      expect([vin, got.status]).toEqual([vin, status]);
      expect(got.headers.get("cache-control")).toBe("private");
      expect(got.headers.get("vary")).toBe("x-AuthKey, Origin, Accept-Encoding");
    }
  });

  test("the product decides how long answers are cached; refusals are not", async () => {
    await operator("PUT", "/products/trial/policies/policy", { policy: { cache: { ttl_s: 90 } } });
    const control = async (path: string) => (await lookup(path)).headers.get("cache-control");
    expect(await control(`/vin-decoder/${goodVin}`)).toBe("private, max-age=90");
    expect(await control("/vin-decoder/short")).toBe("private");
    await operator("PUT", "/products/trial/policies/policy", { policy: {} });
    expect(await control(`/vin-decoder/${goodVin}`)).toBe("private");
  });

  test("answers with data of an account are kept by no cache; those with an ETag by their caller, who asks again", async () => {
    const { userId } = account;
    const stranger = {};
    const by = service.operatorHeaders;
    const revoked = { authorization: "Bearer vgt_revoked" };
    const cases: [
      method: string,
      path: string,
      headers: Record<string, string>,
      status: number,
      caching: string | null,
    ][] = [
      ["PATCH", `/users/${userId}`, by, 200, "private, no-store"],
      ["GET", `/users/${userId}`, by, 200, "private, no-cache"],
      ["GET", "/reports/byUser", { ...by, accept: "text/csv" }, 200, "private, no-store"],
      ["GET", "/users/", revoked, 401, "private, no-store"],
      ["GET", "/health", stranger, 200, null],
      ["GET", "/health", by, 200, "private, no-store"],
      ["GET", "/openapi.json", stranger, 200, "public, max-age=60"],
      ["GET", "/openapi.json", by, 200, "private, no-cache"],
    ];
    for (const [method, path, headers, status, caching] of cases) {
      const json = method === "PATCH" ? { first_name: "Ada" } : undefined;
      const got = await service.ask(method, path, { headers, ...(json && { json }) });
      const found = [method, path, got.status, got.headers.get("cache-control")];
      expect(found).toEqual([method, path, status, caching]);
      const etag = got.headers.get("etag");
      expect(etag === null || !found[3]?.toString().includes("no-store")).toBe(true);
      if (etag === null) continue;
      const again = await service.ask(method, path, { headers: { ...headers, "if-none-match": etag } });
      expect([again.status, again.headers.get("cache-control")]).toEqual([304, caching]);
    }
  });

  test("pages load no resource, allow no frame and send no referrer", async () => {
    const errors = await service.ask("GET", "/docs/errors");
    expect(errors.status).toBe(200);
    expect(errors.headers.get("content-security-policy")).toBe(policyOfPages);
    expect(errors.headers.get("referrer-policy")).toBe("no-referrer");
    expect(errors.headers.get("strict-transport-security")).toBeNull();
    const bare = await service.ask("GET", "/identity");
    expect([bare.headers.get("content-security-policy"), bare.headers.get("referrer-policy")]).toEqual([
      null,
      null,
    ]);
  });

  test("undeclared query parameters are named in every reply", async () => {
    const ignored = async (path: string, headers: Record<string, string>, method = "GET") => {
      const got = await service.ask(method, path, { headers });
      return [got.status, got.headers.get("x-ignored-parameters")];
    };
    const by = service.operatorHeaders;
    const key = { "x-AuthKey": account.key };
    expect(await ignored("/users/?page=1&nope=1", by)).toEqual([200, "nope"]);
    expect(await ignored("/users/?page=1", by)).toEqual([200, null]);
    expect(await ignored("/users/?page=0&a=1&b=2&a=3", by)).toEqual([422, "a, b"]);
    expect(await ignored("/users/?Page=1", {})).toEqual([401, "Page"]);
    expect(await ignored("/auth/logout?x", by, "POST")).toEqual([200, "x"]);
    expect(await ignored("/livez?a%0d%0ab=1&%C3%A9%2C", {})).toEqual([200, "a%0D%0Ab, %C3%A9%2C"]);
    expect(await ignored(`/vin-decoder/${goodVin}?trace=1`, key)).toEqual([200, "trace"]);
    expect(await ignored("/vin-decoder/short?trace=1", key)).toEqual([422, "trace"]);
    expect(await ignored(`/vin-decoder/${goodVin}?trace=1`, {})).toEqual([401, "trace"]);
    expect(await ignored(`/vin-decoder/${goodVin}?`, key)).toEqual([200, null]);
    expect(await ignored("/livez?%ff=1", {})).toEqual([200, "%EF%BF%BD"]);
  });

  test("limits the number and length of named parameters", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `${index}${"n".repeat(300)}`);
    const got = await service.ask("GET", `/livez?${names.map((name) => `${name}=1`).join("&")}`);
    const shown = names.slice(0, 20).map((name) => name.slice(0, 100));
    expect(got.headers.get("x-ignored-parameters")).toBe([...shown, "..."].join(", "));
  });

  test("links of lists are absolute", async () => {
    const lists = service.app.operations.filter(
      ({ method, query, lookup: api }) => method === "GET" && !api && query && "page" in query.shape,
    );
    const linked: string[] = [];
    const webhook = { url: "https://example.com/hook", types: ["credits.gone"] };
    const { id: webhookId } = (await operator("POST", "/webhooks", webhook)).body as { id: string };
    const own = await signedIn(service, account);
    const made = await service.ask("POST", "/organizations", { headers: own, json: { name: "Acme" } });
    const { id: organizationId } = made.body as { id: string };
    for (const { path, id, audience } of lists) {
      const ids: Record<string, string> = {
        "/webhooks": webhookId,
        "/organizations": organizationId,
        "/users": account.userId,
        "/products": "trial",
      };
      const place = path.replace(
        /^(\/[a-z]+)(.*)\{[a-z_]+\}/,
        (_, first: string, rest: string) => `${first}${rest}${ids[first] ?? account.subscriptionId}`,
      );
      const got = await (audience === "key"
        ? lookup(`${place}?page_size=1`)
        : operator("GET", `${place}?page_size=1`));
      expect([id, got.status]).toEqual([id, 200]);
      const link = got.headers.get("link");
      if (link === null) continue;
      linked.push(id);
      const addresses = [...link.matchAll(/<([^>]*)>/g)].map((match) => match[1]);
      expect([id, addresses.filter((one) => !one?.startsWith(`${testOrigin}${place}?`))]).toEqual([id, []]);
    }
    expect(linked).toContain("listUsers");
    expect(linked.length).toBeGreaterThan(5);
  });
});

test("behind HTTPS every answer has Strict-Transport-Security", async () => {
  const service = await startService(kind, { VINGATE_PUBLIC_URL: "https://vingate.example" });
  for (const path of ["/livez", "/docs/errors", "/nowhere", "/vin-decoder/x"]) {
    const got = await service.ask("GET", path);
    expect([path, got.headers.get("strict-transport-security")]).toEqual([path, "max-age=31536000"]);
  }
  const list = await service.ask("GET", "/users/", { headers: service.operatorHeaders });
  expect(list.headers.get("link")).toStartWith("<https://vingate.example/users/?");
  await service.end();
});
