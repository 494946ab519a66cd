import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { kinds, startService, type TestService, testStart } from "../../../../test/harness.ts";
import { fallbackCredentials, storedCredentials } from "../../../access/upstream-credentials.ts";
import { createVault } from "../../../access/vault.ts";
import { sql } from "../../../database/sql.ts";
import { apis } from "../../../management/apis/apis-record.ts";
import { applyDeclaration } from "../apply-declaration.ts";
import { parseDeclaration } from "../declaration.ts";

const registered = (url: string, auth: string, fallback = "null") => `version: 1
apis:
  - { name: parking, display_name: P, path: parking, service_url: ${url}, auth: ${auth}, fallback: ${fallback} }
`;
const upstream = (url: string, auth: string, fallback = "null") => `version: 1
upstreams:
  - { name: auction, service_url: ${url}, auth: ${auth}, fallback: ${fallback}, source: acme }
`;
const second = (url: string, auth: string) => `{ service_url: ${url}, source: second, auth: ${auth} }`;
const [kept, sent] = ["{ header: X-Key }", "{ header: X-Key, value_env: KEY }"];
const [from, to] = ["https://backend.example", "https://other.example"];

for (const kind of kinds)
  describe.skipIf(kind.missing)(`on ${kind.dialect} a declaration`, () => {
    let service: TestService;
    const vault = createVault(new Uint8Array(32).fill(7));
    beforeAll(async () => {
      service = await startService(kind);
    });
    afterAll(() => service.end());
    beforeEach(() => apply("version: 1\napis: []\nupstreams: []\n", "none", true));

    const apply = async (text: string, key = "s3cret", prune = false) => {
      const done = await service.app.database.transaction((tx) =>
        applyDeclaration(tx, parseDeclaration(text, "f.yaml"), {
          operations: service.app.operations,
          vault,
          documents: new Map(),
          mappings: new Map(),
          prune,
          secretOf: () => key,
          audit: { at: testStart, actor: { kind: "operator" }, address: "", requestId: "command" },
        }),
      );
      return done
        .filter(({ change }) => change !== "none")
        .map(({ change, name, members }) => [change, name, ...members].join(" "));
    };
    const stored = async (name: string) => {
      const [row] = await apis.select(service.app.database, sql`where name = ${name}`);
      return {
        service_url: row!.serviceUrl,
        auth: storedCredentials(row!, vault).map(({ value }) => value),
        fallback: fallbackCredentials(row!, vault).map(({ value }) => value),
      };
    };
    const refusal = (text: string) =>
      apply(text).then(
        () => "applied",
        (error) => (error as Error).message,
      );
    const remedy = "Say where its value is in auth.value_env or auth.value_file, or declare auth: null";

    for (const [name, declared] of [
      ["parking", registered],
      ["auction", upstream],
    ] as const)
      test(`sends the stored credential of ${name} to no other address`, async () => {
        await apply(declared(from, sent));
        const before = await stored(name);
        expect(before).toEqual({ service_url: from, auth: ["s3cret"], fallback: [] });
        const needed = `API ${name}: the stored credential is for ${from}, and is not sent to ${to}. ${remedy}`;
        expect(await refusal(declared(to, kept))).toBe(needed);
        expect(await refusal(declared(to, `[${kept}, { query: key, value_env: KEY }]`))).toBe(needed);
        expect(await refusal(declared(to, kept).replace(`auth: ${kept}, `, ""))).toBe(needed);
        expect(await refusal(declared(`${from}.`, kept))).toBe(needed.replace(`to ${to}`, `to ${from}.`));
        expect(await stored(name)).toEqual(before);

        expect(await apply(declared(`${from}:443/v2`, kept))).toEqual([`update ${name} service_url`]);
        // The value is the same, but stated for the new address.
        expect(await apply(declared(to, sent))).toEqual([`update ${name} service_url auth`]);
        expect(await stored(name)).toEqual({ service_url: to, auth: ["s3cret"], fallback: [] });
        expect(await apply(declared(from, "null"))).toEqual([`update ${name} auth service_url`]);
        expect(await stored(name)).toEqual({ service_url: from, auth: [], fallback: [] });
        expect(await apply(declared(to, "null"))).toEqual([`update ${name} service_url`]);
      });

    test("sends the stored secret of a client to no other token_url", async () => {
      const client = (url: string, id = "v", more = "") =>
        `{ oauth: { token_url: "${url}", client_id: ${id} }${more} }`;
      const value = ", value_env: KEY";
      const declared = (auth: string) => upstream(from, auth);
      await apply(declared(client("https://tokens.example/t", "v", value)));
      const needed = (id: string, host: string) =>
        `API auction: the client ${id} at ${host} has no stored value. Say where it is in auth.value_env or auth.value_file`;
      expect(await refusal(declared(client("https://other.example/t")))).toBe(needed("v", to));
      expect(await refusal(declared(client("https://tokens.example/t", "w")))).toBe(
        needed("w", "https://tokens.example"),
      );
      expect(await apply(declared(client("https://tokens.example/v2/t")))).toEqual(["update auction auth"]);
      expect((await stored("auction")).auth).toEqual(["s3cret"]);
      expect(await apply(declared(client("https://tokens.example/v2/t")))).toEqual([]);
      expect(await apply(declared(client("https://other.example/t", "v", value)), "n3w")).toEqual([
        "update auction auth",
      ]);
      expect((await stored("auction")).auth).toEqual(["n3w"]);
    });

    test("sends the stored credential of a second source to no other address", async () => {
      await apply(registered(from, "null", second(from, sent)));
      expect(await refusal(registered(from, "null", second(to, kept)))).toBe(
        `API parking, its fallback: the stored credential is for ${from}, and is not sent to ${to}. ${remedy}`,
      );
      expect(await apply(registered(from, "null", second(`${from}/v2`, kept)))).toEqual([
        "update parking fallback",
      ]);
      expect(await apply(registered(from, "null", second(to, sent)))).toEqual(["update parking fallback"]);
      expect((await stored("parking")).fallback).toEqual(["s3cret"]);
    });
  });
