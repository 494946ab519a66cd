import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type GatewayService,
  type Registered,
  startGateway,
} from "../../../../test/gateway/gateway-service.ts";
import { embedded, signUp } from "../../../../test/harness.ts";
import { sql } from "../../../database/sql.ts";

const petstore = readFileSync(join(import.meta.dir, "../../../../test/gateway/petstore.yaml"), "utf8");

interface Merged {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  readonly tags: readonly { readonly name: string }[];
}

for (const kind of embedded) {
  describe.skipIf(kind.missing)(`shown operations on ${kind.dialect}`, () => {
    let service: GatewayService;
    let api: Registered;
    const upstream = Bun.serve({ port: 0, fetch: () => Response.json({}) });
    beforeAll(async () => {
      service = await startGateway(kind);
      const named = { name: "pets", display_name: "pets", path: "petstore" };
      api = await service.register(upstream.url.href, named);
    });
    afterAll(async () => {
      await service.end();
      await upstream.stop(true);
    });

    test("who may see an API finds its operations in the document", async () => {
      await service.ask("PUT", `/apis/${api.apiId}/document`, {
        headers: { ...service.operatorHeaders, "content-type": "application/yaml" },
        body: petstore,
      });
      const read = async (headers: Record<string, string>) => {
        const got = await service.ask("GET", "/openapi.json", { headers });
        const { paths, components, tags } = got.body as Merged;
        return {
          got,
          components,
          tags,
          paths: Object.keys(paths).filter((path) => path.startsWith("/petstore")),
        };
      };
      const paths = [
        "/petstore/pets",
        "/petstore/pets/{petId}",
        "/petstore/pets/mine",
        "/petstore/pets/{petId}/photos/{name}.{type}",
      ];
      const key = { "x-AuthKey": api.key };
      const stranger = await read({});
      const operator = await read(service.operatorHeaders);
      const customer = await read(key);
      expect([stranger.paths, operator.paths, customer.paths]).toEqual([[], paths, paths]);
      const caching = [stranger, operator].map(({ got }) => got.headers.get("cache-control"));
      expect(caching).toEqual(["public, max-age=60", "private, no-cache"]);
      expect(operator.got.headers.get("vary")).toContain("authorization, x-authkey, accept-encoding");
      const { paths: all, components, tags } = operator.got.body as Merged;
      expect(all["/petstore/pets/{petId}"]!.get).toEqual({
        summary: "Read a pet",
        operationId: "pets.get-pets-petId",
        tags: ["pets"],
        description: "Read a pet.",
        security: [{ "x-AuthKey": [] }],
        parameters: [
          { name: "petId", in: "path", required: true, schema: { type: "integer", exclusiveMinimum: 0 } },
          { name: "X-Trace", in: "header", schema: { type: "string", pattern: "^[a-z]+$" } },
        ],
        responses: {
          "200": {
            description: "The pet",
            content: { "application/json": { schema: { $ref: "#/components/schemas/pets.Pet" } } },
          },
        },
      });
      expect(components.schemas["pets.Pet"]).toMatchObject({
        properties: { tag: { type: ["string", "null"] }, parent: { $ref: "#/components/schemas/pets.Pet" } },
      });
      expect(tags.filter(({ name }) => name === "pets")).toHaveLength(1);
      expect(JSON.stringify(all)).not.toContain("pets.internal");
      await service.change(sql`update product set state = 'not_published' where id = ${api.productId}`);
      const outsider = await signUp(service);
      expect((await read({ "x-AuthKey": outsider.key })).paths).toEqual([]);
      expect((await read(key)).paths).toEqual(paths);
    });
  });
}
