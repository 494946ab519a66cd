import { expect, test } from "bun:test";
import type { ShownApi } from "../../../src/calls/context.ts";
import { openapiDocument } from "../../../src/http/openapi/document.ts";
import { yamlOf } from "../../../src/http/openapi/yaml.ts";
import { documentTexts } from "../../../src/management/documentation/document-texts.ts";
import { operations } from "../../../src/operations.ts";
import { builtFor } from "../../../src/server/console/console-source.ts";
import { makeDocument } from "../../../src/server/documents/document-build.ts";
import { Documents } from "../../../src/server/documents/documents.ts";
import { documentMaking } from "../../../src/server/documents/making.ts";
import { embedded, type Got, startService } from "../../harness.ts";
import { until } from "../../until.ts";

const publicUrl = "https://api.example.com/vehicles";

/** A registered API as callers see it. */
const shown = (id: string): ShownApi => ({
  id,
  name: id,
  display_name: id,
  description: "",
  path: id,
  subscription_required: 1,
  version: "1",
});

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Documents that a test makes, with what was made. */
function countedDocuments(bounds = {}) {
  const made: string[] = [];
  const making = {
    async own() {
      made.push("own");
      return '{"own":1}';
    },
    async merged(own: string, apis: readonly { readonly id: string }[]) {
      made.push(apis.map(({ id }) => id).join());
      return new TextEncoder().encode(JSON.stringify([own, apis]));
    },
    async yaml(json: Uint8Array) {
      made.push("yaml");
      return new TextEncoder().encode(yamlOf(JSON.parse(textOf(json))));
    },
  };
  const stored = { all: async () => Array.from({ length: 9 }, (_, at) => ({ id: `api${at}` })) };
  return { made, documents: new Documents(making, stored as never, bounds) };
}

test("a prepared document, and one that is made, have the public URL in each place", async () => {
  const built = JSON.stringify(openapiDocument(operations, builtFor, documentTexts));
  expect((await makeDocument()) === built).toBe(true);
  const own = await documentMaking(publicUrl, [], async () => built).own();
  expect(own.split(publicUrl).length).toBe(built.split(builtFor).length);
  expect(own).not.toContain("built.invalid");
  expect(JSON.parse(own)).toMatchObject({
    info: { contact: { url: publicUrl } },
    servers: [{ url: publicUrl }],
  });
});

test("documents of nine accounts with other APIs are each made once, from one own document", async () => {
  const { made, documents } = countedDocuments();
  const ids = Array.from({ length: 9 }, (_, at) => `api${at}`);
  const read = () => Promise.all(ids.map((id) => documents.get([shown(id)], id)));
  const first = await read();
  const second = await read();
  expect(second.every((document, at) => document === first[at])).toBe(true);
  expect(made).toEqual(["own", ...ids]);
});

test("requests of one set at a time make it once", async () => {
  const { made, documents } = countedDocuments();
  const requests = Array.from({ length: 40 }, (_, at) => documents.get([shown("api1")], `account${at}`));
  expect(new Set(await Promise.all(requests)).size).toBe(1);
  expect(made).toEqual(["own", "api1"]);
});

test("YAML is made when it is requested, once", async () => {
  const { made, documents } = countedDocuments();
  const document = await documents.get([], "");
  await document.json.form("br");
  expect(made).toEqual(["own"]);
  const [first, second] = await Promise.all([document.yaml(), document.yaml()]);
  expect([first, await document.yaml()]).toEqual([second, second]);
  expect(await (await first.form("identity")).text()).toBe("own: 1\n");
  expect(made).toEqual(["own", "yaml"]);
});

test("a process makes YAML, and one adds registered APIs", async () => {
  const making = documentMaking(publicUrl, ["src/features/gateway/documents/merge-script.ts"]);
  const own = JSON.stringify({ openapi: "3.1.0", tags: [], paths: {}, components: {} });
  const api = { ...shown("tyres"), operations: "[]", contract: '{"openapi":"3.1.0","paths":{}}' };
  const json = await making.merged(own, [api]);
  const tags = [{ name: "tyres", description: "The API tyres." }];
  expect(JSON.parse(textOf(json))).toEqual({
    ...JSON.parse(own),
    tags,
    components: { "x-tyres": { openapi: "3.1.0" } },
  });
  expect(textOf(await making.yaml(json))).toBe(yamlOf(JSON.parse(textOf(json))));
});

test("a caller who waits too long gets 503, and the document is made for the next one", async () => {
  const slow = Promise.withResolvers<string>();
  let begun = 0;
  const own = () => {
    begun += 1;
    return slow.promise;
  };
  const service = await startService(embedded[0]!, {}, { documents: { own, waitMs: 1 } });
  for (const path of ["/openapi.json", "/openapi.yaml", "/docs/operations/decodeVin.md"]) {
    const answers: Got[] = [];
    void service.ask("GET", path).then((answer) => answers.push(answer));
    const got = await until(() => answers[0], `${path} is answered`, 10_000);
    expect([got.status, got.headers.get("retry-after"), (got.body as { detail: string }).detail]).toEqual([
      503,
      "1",
      "The OpenAPI document is still being made. Repeat the call.",
    ]);
  }
  slow.resolve('{"openapi":"3.1.0"}');
  const document = await service.app.openapi.get([], "");
  await document.json.form("identity");
  const got = await service.ask("GET", "/openapi.json");
  expect([got.status, got.text, begun]).toEqual([200, '{"openapi":"3.1.0"}', 1]);
  expect(service.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  await service.end();
});

test("a document that could not be made is made by the next call", async () => {
  let begun = 0;
  const own = async () => {
    begun += 1;
    if (begun === 1) throw new Error("no memory");
    return '{"openapi":"3.1.0"}';
  };
  const service = await startService(embedded[0]!, {}, { documents: { own } });
  const failed = await service.ask("GET", "/openapi.json");
  expect([failed.status, (failed.body as { detail: string }).detail]).toEqual([
    503,
    "The OpenAPI document could not be made; the log of the service says why.",
  ]);
  expect(service.logged.filter((line) => line.includes("the OpenAPI document is unavailable"))).toHaveLength(
    1,
  );
  expect((await service.ask("GET", "/openapi.json")).status).toBe(200);
  await service.end();
});

test("a set that could not be made delays no other, and is made by the next call", async () => {
  const documents = new Documents(
    {
      own: async () => "{}",
      merged: (_, [api]) =>
        api?.id === "api1" ? Promise.reject(new Error("no memory")) : Promise.resolve(new Uint8Array([32])),
      yaml: async (json) => json,
    },
    { all: async () => [{ id: "api1" }, { id: "api2" }] } as never,
  );
  await expect(documents.get([shown("api1")], "a")).rejects.toThrow("no memory");
  await expect(documents.get([shown("api1")], "a")).rejects.toThrow("no memory");
  const other = await documents.get([shown("api2")], "b");
  expect(await (await other.json.form("identity")).text()).toBe(" ");
});
