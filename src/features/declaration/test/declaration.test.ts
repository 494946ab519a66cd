import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Asker, asker } from "../../../../test/callers.ts";
import { kinds, signUp, startService, type TestService, testStart } from "../../../../test/harness.ts";
import { createVault } from "../../../access/vault.ts";
import { sql } from "../../../database/sql.ts";
import { applyDeclaration } from "../apply-declaration.ts";
import { parseDeclaration } from "../declaration.ts";
import { type DeclaredDocument, parseDocumentFile, readDocuments } from "../declared-documents.ts";
import { readDeclaration } from "../read-declaration.ts";

const file = `
version: 1
apis:
  - name: parking
    display_name: Parking
    path: parking/v1
    service_url: https://parking.example/base
    timeout_ms: 2000
    auth: { header: X-Backend-Key, value_env: PARKING_KEY }
products:
  - id: city
    display_name: City
    state: published
    credits_granted: 100
    policy:
      quota: { calls: 1000, renewal: month }
      credit_cost: { per_api: { parking: 3, lien: 2 } }
    apis: [parking, lien]
`;

for (const kind of kinds)
  describe.skipIf(kind.missing)(`declarations on ${kind.dialect}`, () => {
    let service: TestService;
    let operator: Asker;
    const vault = createVault(new Uint8Array(32).fill(7));
    beforeAll(async () => {
      service = await startService(kind);
      operator = asker(service, service.operatorHeaders);
    }, 180_000);
    afterAll(() => service.end());

    const apply = (
      text: string,
      {
        prune = false,
        secrets = { PARKING_KEY: "s3cret" } as Readonly<Record<string, string>>,
        documents = new Map() as Map<string, DeclaredDocument>,
      } = {},
    ) =>
      service.app.database.transaction((tx) =>
        applyDeclaration(tx, parseDeclaration(text, "f.yaml"), {
          operations: service.app.operations,
          vault,
          documents,
          mappings: new Map(),
          prune,
          secretOf: ({ value_env, value_file }) => secrets[(value_env ?? value_file)!],
          audit: { at: testStart, actor: { kind: "operator" }, address: "", requestId: "command" },
        }),
      );
    const changes = async (...args: Parameters<typeof apply>) =>
      (await apply(...args))
        .filter(({ change }) => change !== "none")
        .map(({ change, kind, name, members }) => [change, kind, name, ...members].join(" "));
    const own = (text: string) => text.replace("products:", "products:\n  - id: trial\n    display_name: T");

    test("an application creates, changes, deletes and repeats without an effect", async () => {
      const defaults = ["practice", "trial", "unlimited"].map((id) => `extra product ${id}`);
      expect(await changes(file)).toEqual([...defaults, "create api parking", "create product city"]);
      const found = await operator("GET", "/products/city");
      const { id } = (await service.app.database.get<{ id: string }>(
        sql`select id from api where name = 'parking'`,
      ))!;
      expect(found.body).toMatchObject({
        display_name: "City",
        credits_granted: 100,
        policy: { credit_cost: { per_api: { [id]: 3, lien: 2 } } },
      });
      const audited = async () => {
        const rows = await service.app.database.all<{ action: string }>(
          sql`select action from audit_log where request_id = 'command' order by id`,
        );
        return rows.map(({ action }) => action).sort();
      };
      expect(await audited()).toEqual(["api.create", "product.create"]);

      expect(await changes(file)).toEqual(defaults);
      expect(await changes(file, { secrets: { PARKING_KEY: "other" } })).toEqual([
        ...defaults,
        "update api parking auth",
      ]);
      const changed = file
        .replace("timeout_ms: 2000\n", "description: By the hour\n")
        .replace("1000, renewal: month", "1000, renewal: day")
        .replace("apis: [parking, lien]", "apis: [lien]")
        .replace(", value_env: PARKING_KEY", "");
      expect(await changes(changed)).toEqual([
        ...defaults,
        "update api parking description timeout_ms",
        "update product city apis policy.quota",
      ]);
      expect(await audited()).toEqual([
        "api.create",
        "api.update",
        "api.update",
        "product.create",
        "product.update",
      ]);

      const minimal = "openapi: 3.1.0\ninfo: { title: P, version: '1' }\npaths: { /lots: { get: {} } }\n";
      const documents = new Map([["parking", parseDocumentFile(Buffer.from(minimal), "p.yaml")]]);
      const documented = changed.replace("auth: {", "document: p.yaml\n    auth: {");
      const withDocument = [...defaults, "update api parking document"];
      expect(await changes(documented, { documents })).toEqual(withDocument);
      expect(await changes(documented, { documents })).toEqual(defaults);
      expect(await changes(changed)).toEqual(defaults);
      expect([...(await readDocuments(service.app.database)).values()]).toMatchObject([
        {
          name: "parking",
          mediaType: "application/openapi+yaml",
          source: new Uint8Array(Buffer.from(minimal)),
        },
      ]);
      expect(await changes(documented.replace("p.yaml", "null"))).toEqual(withDocument);
      expect(() => parseDocumentFile(Buffer.from(minimal.replace("title", "titel")), "p.yaml")).toThrow(
        "p.yaml: line 2, column 7 (info > title): `info.title` is missing, or is not a text.",
      );

      expect(await changes("version: 1\napis: []\n", { prune: true })).toEqual(["delete api parking"]);
      expect((await operator("GET", "/products/city")).status).toBe(200);
      expect((await operator("GET", `/apis/${id}`)).status).toBe(404);
    });

    test("what is exported makes an installation equal, and has no secret", async () => {
      await apply(file);
      const exported = await readDeclaration(service.app.database);
      expect(exported.apis).toEqual([
        {
          name: "parking",
          display_name: "Parking",
          path: "parking/v1",
          service_url: "https://parking.example/base",
          timeout_ms: 2000,
          auth: { header: "X-Backend-Key" },
        },
      ]);
      expect(exported.products?.find(({ id }) => id === "city")).toEqual({
        id: "city",
        display_name: "City",
        state: "published",
        credits_granted: 100,
        policy: {
          quota: { calls: 1000, renewal: "month" },
          credit_cost: { per_api: { lien: 2, parking: 3 } },
        },
        apis: ["lien", "parking"],
      });
      const text = JSON.stringify(exported);
      expect(text).not.toContain("s3cret");
      expect(await changes(text)).toEqual([]);

      const other = await startService(kind);
      try {
        const copy = parseDeclaration(text.replace('-Key"', '-Key","value_env":"K"'), "f.json");
        await other.app.database.transaction((tx) =>
          applyDeclaration(tx, copy, {
            operations: other.app.operations,
            vault,
            documents: new Map(),
            mappings: new Map(),
            prune: true,
            secretOf: () => "v",
            audit: { at: testStart, actor: { kind: "operator" }, address: "", requestId: "command" },
          }),
        );
        expect(await readDeclaration(other.app.database)).toEqual(exported);
      } finally {
        await other.end();
      }
    });

    test("of several credentials only new values are read", async () => {
      const text = (auth: string) =>
        `version: 1\napis:\n  - { name: meters, display_name: M, path: meters, service_url: "https://m.example", auth: ${auth} }\n`;
      const both = "[{ query: key, value_file: m/key }, { basic: us, value_env: PASSWORD }]";
      const secrets = { "m/key": "k3y", PASSWORD: "pass" };
      const meters = async (...args: Parameters<typeof apply>) =>
        (await changes(...args)).filter((change) => change.includes("meters"));
      expect(await meters(text(both), { secrets })).toEqual(["create api meters"]);
      expect(await meters(text(both), { secrets })).toEqual([]);
      expect(await meters(text("[{ query: key }, { basic: us }]"))).toEqual([]);
      expect(await meters(text(both), { secrets: { ...secrets, PASSWORD: "other" } })).toEqual([
        "update api meters auth",
      ]);
      expect(await meters(text("[{ query: key }, { header: X, value_env: PARKING_KEY }]"))).toEqual([
        "update api meters auth",
      ]);
      const exported = (await readDeclaration(service.app.database)).apis;
      const stored = [{ query: "key" }, { header: "X" }];
      expect(exported?.find(({ name }) => name === "meters")?.auth).toEqual(stored);
      const [made] = (await operator("GET", "/apis?name=meters")).body as { id: string }[];
      await operator("DELETE", `/apis/${made!.id}`);
    });

    test("upstreams of built-in APIs are exported and applied without their secrets", async () => {
      const text = (more: string) => `version: 1
upstreams:
  - name: auction
    service_url: https://auctions.example/v2
    auth: { header: X-Api-Key, value_env: PARKING_KEY }
    source: acme
    fallback: { service_url: "https://other.example", source: other, auth: { basic: us, value_env: PARKING_KEY } }
    ${more}
`;
      expect(await changes(text("keep_days: 30"))).toEqual(["create upstream auction"]);
      expect(await changes(text("keep_days: 30"))).toEqual([]);
      const exported = await readDeclaration(service.app.database);
      expect(exported.upstreams).toEqual([
        {
          name: "auction",
          service_url: "https://auctions.example/v2",
          auth: { header: "X-Api-Key" },
          fallback: {
            service_url: "https://other.example",
            ca_certificate: null,
            source: "other",
            after_ms: null,
            auth: { basic: "us" },
          },
          source: "acme",
          keep_days: 30,
          on_failure: "not_found",
        },
      ]);
      expect(JSON.stringify(exported)).not.toContain("s3cret");
      expect(await changes(JSON.stringify(exported), { prune: true })).toEqual([]);
      const shown = await operator("GET", "/apis/auction");
      expect(shown.body).toMatchObject({ builtin: true, upstream: { source: "acme", keep_days: 30 } });
      expect(await changes(text("timeout_ms: 2000"))).toEqual([
        "update upstream auction keep_days timeout_ms",
      ]);
      expect(await changes(text("timeout_ms: 2000"), { secrets: { PARKING_KEY: "other" } })).toEqual([
        "update upstream auction auth fallback",
      ]);
      const refused = (name: string) =>
        apply(text("").replace("auction", name)).then(
          () => "applied",
          (error) => (error as Error).message,
        );
      expect(await refused("nothing")).toBe("upstream nothing: no built-in API has this name");
      expect(await refused("vin-decoder")).toStartWith(
        "upstream vin-decoder: vin-decoder computes its answers.",
      );
      expect(await changes("version: 1\nupstreams: []\n")).toEqual(["extra upstream auction"]);
      expect(await changes("version: 1\nupstreams: []\n", { prune: true })).toEqual([
        "delete upstream auction",
      ]);
      expect((await readDeclaration(service.app.database)).upstreams).toEqual([]);
      const removed = await service.app.database.get(
        sql`select auth_header, auth_names, auth_sealed from api where id = 'auction'`,
      );
      expect(removed).toEqual({ auth_header: null, auth_names: null, auth_sealed: null });
    });

    test("a refused application changes nothing", async () => {
      const before = await readDeclaration(service.app.database);
      const { userId } = await signUp(service);
      await operator("POST", "/subscriptions/kept", { scope: "/products/city", owner_id: userId });
      const refusal = async (text: string, options?: Parameters<typeof apply>[1]) => {
        const applied = apply(own(text).replace("credits_granted: 100", "credits_granted: 7"), options);
        return await applied.then(
          () => "applied",
          (error) => (error as Error).message,
        );
      };
      expect(await refusal(file.replace("path: parking/v1", "path: users/x"))).toBe(
        "API parking: /users is a path of the service itself. Choose another path.",
      );
      expect(await refusal(file.replace("[parking, lien]", "[nothing]"))).toBe(
        "product city: API nothing not found.",
      );
      expect(await refusal(file, { secrets: { PARKING_KEY: "" } })).toBe(
        "API parking: the value of PARKING_KEY for the header X-Backend-Key is empty",
      );
      expect(await refusal(file.replace("X-Backend-Key, value_env: PARKING_KEY", "X-New"))).toBe(
        "API parking: the header X-New has no stored value. Say where it is in auth.value_env or auth.value_file",
      );
      expect(await refusal("version: 1\nproducts:\n", { prune: true })).toBe(
        "product city: Plan city has 1 active subscription. Move or cancel them first.",
      );
      const twice = file.replace(
        "products:",
        "  - { name: second, display_name: Second, path: parking/v1 }\nproducts:",
      );
      expect(await refusal(twice)).toBe("API second: Another API has this path. Choose another.");
      expect(await readDeclaration(service.app.database)).toEqual(before);
    });
  });
