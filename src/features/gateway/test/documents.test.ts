import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { embedded, problem } from "../../../../test/harness.ts";
import { until } from "../../../../test/until.ts";
import { sql } from "../../../database/sql.ts";

const petstore = readFileSync(join(import.meta.dir, "../../../../test/gateway/petstore.yaml"), "utf8");
const yaml = "application/openapi+yaml";

for (const kind of embedded) {
  describe.skipIf(kind.missing)(`documents on ${kind.dialect}`, () => {
    let service: GatewayService;
    let api: Registered;
    let upstreamCalls = 0;
    const upstream = Bun.serve({
      port: 0,
      async fetch(request) {
        upstreamCalls += 1;
        const body = await request.text();
        return Response.json({ body: body.length });
      },
    });
    const manage = (
      method: string,
      path: string,
      how: { type?: string; body?: string; headers?: object } = {},
    ) =>
      service.ask(method, path, {
        headers: {
          ...service.operatorHeaders,
          ...(how.type && { "content-type": how.type }),
          ...(how.headers as Record<string, string>),
        },
        ...(how.body !== undefined && { body: how.body }),
      });
    const put = (body: string, type = yaml) => manage("PUT", `/apis/${api.apiId}/document`, { type, body });
    const operations = async () => {
      const rows = await service.app.database.all<{
        operation: string;
        status: number;
        credits: number;
        url: string;
      }>(sql`
        select operation, status, credits, url from request_log where subscription_id = ${api.subscriptionId} order by seq`);
      return rows;
    };

    beforeAll(async () => {
      service = await startGateway(kind);
      api = await service.register(`${upstream.url}base`, {
        name: "pets",
        display_name: "pets",
        path: "petstore",
      });
      await service.ask("POST", `/subscriptions/${api.subscriptionId}/credits`, {
        headers: service.operatorHeaders,
        json: { change: 1000 },
      });
    });
    afterAll(async () => {
      await service.end();
      await upstream.stop(true);
    });

    test("a document is put, read as it was, and deleted", async () => {
      const made = await put(petstore);
      expect([made.status, made.body]).toEqual([
        200,
        {
          operations: [
            { id: "listPets", method: "GET", path: "/pets", summary: "List pets" },
            { id: "createPet", method: "POST", path: "/pets", summary: "Add a pet" },
            { id: "get-pets-petId", method: "GET", path: "/pets/{petId}", summary: "Read a pet" },
            { id: "deletePet", method: "DELETE", path: "/pets/{petId}", summary: "deletePet" },
            { id: "listOwnPets", method: "GET", path: "/pets/mine", summary: "List your pets" },
            {
              id: "getPhoto",
              method: "GET",
              path: "/pets/{petId}/photos/{name}.{type}",
              summary: "getPhoto",
            },
          ],
          warnings: [],
        },
      ]);
      const read = await manage("GET", `/apis/${api.apiId}/document`);
      expect([read.status, read.headers.get("content-type"), read.text]).toEqual([200, yaml, petstore]);
      const etag = read.headers.get("etag") ?? "";
      const late = await manage("PUT", `/apis/${api.apiId}/document`, {
        type: yaml,
        body: petstore,
        headers: { "if-match": '"other"' },
      });
      expect(late.status).toBe(412);
      const gone = await manage("DELETE", `/apis/${api.apiId}/document`, { headers: { "if-match": etag } });
      expect([gone.status, gone.body]).toEqual([200, { status: "success" }]);
      expect((await manage("GET", `/apis/${api.apiId}/document`)).status).toBe(404);
      const audit = await manage("GET", "/audit?page_size=2");
      expect(
        (audit.body as { action: string; object: string }[]).map(({ action, object }) => [action, object]),
      ).toEqual([
        ["api.delete_document", `/apis/${api.apiId}`],
        ["api.update_document", `/apis/${api.apiId}`],
      ]);
    });

    test("a broken document is refused with line and reason", async () => {
      const faults = async (body: string, type = yaml) => {
        const { status, body: answer } = await put(body, type);
        const { detail } = answer as { detail: { loc: unknown; msg: string }[] | string };
        return [status, typeof detail === "string" ? detail : detail.map(({ loc, msg }) => [loc, msg])];
      };
      expect(await faults(petstore.replace('"#/components/schemas/Pet"', '"cats.yaml#/Cat"'))).toEqual([
        422,
        [
          [
            [
              "body",
              "paths",
              "/pets",
              "get",
              "responses",
              "200",
              "content",
              "application/json",
              "schema",
              "items",
              "$ref",
            ],
            "Value error, line 34, column 25: $ref cats.yaml#/Cat leads outside the document. Put the part into it: '#/components/…'.",
          ],
        ],
      ]);
      expect(await faults("openapi: [3.1")).toEqual([
        422,
        [[["body"], expect.stringContaining("Value error, line 1, column 14: This is not YAML")]],
      ]);
      expect(await faults('{\n "openapi": "3.1.0",\n oops}', "application/json")).toEqual([
        422,
        [[["body"], expect.stringContaining("Value error, line 3, column 2: This is not JSON")]],
      ]);
      expect(await faults("x", "text/plain")).toEqual([415, expect.stringContaining("Send the document as")]);
      expect((await manage("PUT", "/apis/vin-decoder/document", { type: yaml, body: petstore })).status).toBe(
        409,
      );
      expect((await manage("PUT", "/apis/none/document", { type: yaml, body: petstore })).status).toBe(404);
      expect((await put(" ".repeat(5 * 2 ** 20 + 1))).status).toBe(413);
    });

    test("calls are recorded under the operations of the document", async () => {
      await put(petstore);
      await until(async () => {
        await service.call(api, "GET", "/pets/mine");
        return (await operations()).at(-1)?.operation === "pets.listOwnPets";
      }, "the document is in use");
      const before = (await operations()).length;
      for (const path of ["/pets?limit=5&api_key=secret12", "/pets/7", "/pets/mine", "/other"])
        expect((await service.call(api, "GET", path)).status).toBe(200);
      expect((await operations()).slice(before)).toEqual([
        { operation: "pets.listPets", status: 200, credits: 1, url: "/petstore/pets?limit=5&api_key" },
        { operation: "pets.get-pets-petId", status: 200, credits: 1, url: "/petstore/pets/7" },
        { operation: "pets.listOwnPets", status: 200, credits: 1, url: "/petstore/pets/mine" },
        { operation: "pets", status: 200, credits: 1, url: "/petstore/other" },
      ]);
    });

    test("calls that do not fit are refused before the upstream sees them", async () => {
      await put(petstore);
      await service.changeApi(api, { validate: true });
      await until(
        async () => (await service.call(api, "GET", "/nothing")).status === 404,
        "calls are checked",
      );
      const before = (await operations()).length;
      const seen = upstreamCalls;
      const json = { "content-type": "application/json" };
      const refusals = [
        await service.call(api, "GET", "/pets?limit=500"),
        await service.call(api, "GET", "/pets/0", { headers: { "x-trace": "A1" } }),
        await service.call(api, "POST", "/pets", { headers: json, body: '{"name":1}' }),
        await service.call(api, "POST", "/pets", { headers: json, body: '{"name":' }),
        await service.call(api, "POST", "/pets"),
        await service.call(api, "POST", "/pets", { headers: { "content-type": "text/html" }, body: "x" }),
        await service.call(api, "PATCH", "/pets"),
        await service.call(api, "GET", "/dogs"),
      ];
      expect(upstreamCalls).toBe(seen);
      const shown = refusals.map(({ status, body }) => {
        const { detail } = body as { detail: string | { type: string; loc: unknown }[] };
        return [status, typeof detail === "string" ? detail : detail.map(({ type, loc }) => [type, loc])];
      });
      expect(shown).toEqual([
        [422, [["less_than_equal", ["query", "limit"]]]],
        [
          422,
          [
            ["greater_than", ["path", "petId"]],
            ["string_pattern_mismatch", ["header", "X-Trace"]],
          ],
        ],
        [422, [["string_type", ["body", "name"]]]],
        [422, [["json_invalid", ["body", 8]]]],
        [422, [["missing", ["body"]]]],
        [415, "The operation takes application/json, text/csv."],
        [405, "PATCH is not allowed. Use GET, POST."],
        [404, "pets has no operation at this path. Nothing was charged."],
      ]);
      expect(refusals[6]!.headers.get("allow")).toBe("GET, POST");
      const fits = [
        await service.call(api, "GET", "/pets?limit=100&tags=a&tags=b"),
        await service.call(api, "POST", "/pets", { headers: json, body: '{"name":"Rex","tag":null}' }),
        await service.call(api, "POST", "/pets", { headers: { "content-type": "text/csv" }, body: "Rex" }),
      ];
      expect(fits.map(({ status, body }) => [status, body])).toEqual([
        [200, { body: 0 }],
        [200, { body: 25 }],
        [200, { body: 3 }],
      ]);
      const recorded = (await operations()).slice(before);
      expect(recorded.filter(({ credits }) => credits > 0).map(({ operation }) => operation)).toEqual([
        "pets.listPets",
        "pets.createPet",
        "pets.createPet",
      ]);
    });

    test("a hostile schema ends its call, and no other waits", async () => {
      const tree = "{ type: object, properties: { child: { $ref: '#/components/schemas/Tree' } } }";
      const choices = `    Tree: { anyOf: [${tree}, ${tree}] }\n`;
      const wanted = petstore.replace(
        '"#/components/schemas/Pet"\n          text',
        "'#/components/schemas/Tree'\n          text",
      );
      expect((await put(wanted + choices)).status).toBe(200);
      const json = { "content-type": "application/json" };
      const post = (body: string) => service.call(api, "POST", "/pets", { headers: json, body });
      await until(async () => (await post("{}")).status === 200, "the schema is used");
      const levels = 60;
      const hostile = post(`${'{"child":'.repeat(levels)}1${"}".repeat(levels)}`);
      const others = await Promise.all([1, 2, 3].map(() => service.ask("GET", "/livez")));
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await hostile).status).toBe(503);
      const other = await service.another(api);
      expect((await service.call(other, "GET", "/pets?limit=1")).status).toBe(200);
      // The check that was ended is charged to its caller's time.
      const next = await service.call(api, "GET", "/pets?limit=1");
      const detail = "Your calls take too long to check by this API's document. Nothing was charged.";
      expect(next.body).toEqual(problem("rate_limited", 429, "Too many requests", detail, next));
    });
  });
}
