import { expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { documentTexts } from "../../src/management/documentation/document-texts.ts";
import { operations } from "../../src/server/operations.ts";
import { kinds, startService } from "../harness.ts";
import { judge } from "../judge.ts";

type Json = Record<string, unknown>;
type Item = Record<string, Json>;
type Document = { paths: Record<string, Item>; tags: Json[]; components: Record<string, Json> };

async function readDocument(): Promise<Document> {
  const service = await startService(kinds[0]!);
  const { body } = await service.ask("GET", "/openapi.json");
  await service.end();
  return body as Document;
}

/** Every object within, with the names that lead to it. */
function* within(value: unknown, names: readonly string[] = []): Generator<[readonly string[], Json]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [names, value as Json];
  for (const [name, part] of Object.entries(value))
    if (name !== "examples" && name !== "example") yield* within(part, [...names, name]);
}

// The specification writes /users/ with its slash; the console's pages link to their neighbours.
const slashes = ["/users/", "/console/"];

test("Redocly's recommended rules find nothing in it but the trailing slashes", async () => {
  const source = JSON.stringify(await readDocument());
  const config = await createConfig({ extends: ["recommended"], telemetry: "off" });
  const found = await lintFromString({ source, absoluteRef: "openapi.json", config });
  const told = found.map((one) => `${one.ruleId} ${one.location[0]?.pointer}: ${one.message}`);
  const slash = (path: string) => `no-path-trailing-slash #/paths/${path.replaceAll("/", "~1")}:`;
  expect(told.filter((line) => !slashes.some((path) => line.startsWith(slash(path))))).toEqual([]);
}, 60_000);

test("Spectral's rules find nothing in it but the trailing slashes", async () => {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [oas as RulesetDefinition] });
  const found = await spectral.run(await readDocument());
  const told = found.map((one) => `${one.code} ${one.path.join(" ")}: ${one.message}`);
  const slash = (path: string) => `path-keys-no-trailing-slash paths ${path}:`;
  expect(told.filter((line) => !slashes.some((path) => line.startsWith(slash(path))))).toEqual([]);
}, 120_000);

test("every property, parameter and tag is described", async () => {
  const document = await readDocument();
  const undescribed: string[] = [];
  const note = (name: string, { description }: Json) => {
    if (typeof description !== "string" || !/^[^a-z].*[.`)]$/s.test(description)) undescribed.push(name);
  };
  for (const [names, part] of within(document)) {
    const place = names.join(" ");
    if (names.at(-1) === "properties" && !("type" in part && typeof part.type === "string"))
      for (const [name, schema] of Object.entries(part)) note(`${place} ${name}`, schema as Json);
  }
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) {
      note(`${method} ${path}`, operation);
      for (const one of operation.parameters as Json[]) note(`${method} ${path} ${String(one.name)}`, one);
    }
  for (const tag of document.tags) note(`tag ${String(tag.name)}`, tag);
  expect(undescribed).toEqual([]);
});

test("every body that is sent or answered has an example, which its schema takes", () => {
  const shown = documentTexts.examples;
  const missing: string[] = [];
  for (const { id, body, response } of operations) {
    // The document is its own example.
    if (id === "getOpenapi") continue;
    const { request, response: answered } = shown[id] ?? {};
    if (response && !response.safeParse(answered).success) missing.push(`${id} answers`);
    if (body && !("value" in judge(body, request))) missing.push(`${id} takes`);
  }
  expect(missing).toEqual([]);
  const known = new Set(operations.map(({ id }) => id));
  expect(Object.keys(shown).filter((id) => !known.has(id))).toEqual([]);
});

test("schemas say nothing that means nothing", async () => {
  const odd: string[] = [];
  for (const [names, part] of within(await readDocument())) {
    const place = names.join(" ");
    if ("propertyNames" in part) odd.push(`${place}: propertyNames`);
    if (part.minimum === Number.MIN_SAFE_INTEGER || part.maximum === Number.MAX_SAFE_INTEGER)
      odd.push(`${place}: a bound of every number`);
    if ("pattern" in part && (part.format === "date-time" || part.format === "idn-email"))
      odd.push(`${place}: a pattern beside ${part.format}`);
    if ("accepts" in part) odd.push(`${place}: metadata of our own`);
  }
  expect(odd).toEqual([]);
});

test("the headers of answers are declared", async () => {
  const { paths, components } = await readDocument();
  const declared = (path: string, method: string, status: string) => {
    const { responses } = paths[path]![method] as { responses: Record<string, { headers: Json }> };
    return Object.keys(responses[status]!.headers);
  };
  const always = ["x-request-id", "x-ignored-parameters"];
  const limits = [...always, "RateLimit", "RateLimit-Policy"];
  const decode = "/vin-decoder/{vin}";
  expect(declared(decode, "get", "200")).toEqual([
    ...limits,
    "x-credits-remaining",
    "x-data-source",
    "x-match",
  ]);
  expect(declared(decode, "get", "402")).toEqual([...limits, "x-credits-remaining"]);
  expect(declared(decode, "get", "429")).toEqual([...limits, "Retry-After"]);
  expect(declared(decode, "get", "401")).toEqual([...limits, "WWW-Authenticate"]);
  expect(declared("/users/", "get", "200")).toEqual([...always, "ETag", "Link", "X-Total-Count"]);
  expect(declared("/users/", "get", "304")).toEqual([...always, "ETag"]);
  expect(declared("/livez", "get", "200")).toEqual(always);
  const used = new Set(
    [...within(paths)].flatMap(([, { $ref }]) => String($ref).match(/headers\/(.*)/)?.[1] ?? []),
  );
  expect([...used].sort()).toEqual(Object.keys(components.headers!).sort());
});

test("the document holds exactly the operations that are served", async () => {
  const document = await readDocument();
  const documented = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // /users/{id} and /users/{user_id} are one template to OpenAPI.
  const unnamed = (lines: string[]) => lines.map((line) => line.replace(/\{[^}]+\}/g, "{}")).sort();
  expect(unnamed(documented)).toEqual(unnamed(operations.map((one) => `${one.method} ${one.path}`)));
  expect(new Set(operations.map((one) => one.id)).size).toBe(operations.length);
});

test("every operation's path reaches that operation", async () => {
  const service = await startService(kinds[0]!);
  const reached: string[] = [];
  const answering = operations.map((one) => ({
    ...one,
    audience: "none" as const,
    params: undefined,
    query: undefined,
    headers: undefined,
    body: undefined,
    lookup: undefined,
    answers: undefined,
    upload: undefined,
    handle: () => ({ body: one.id, type: "text/plain" }),
  }));
  const { createServe } = await import("../../src/calls/dispatch.ts");
  const serve = createServe({ ...service.app, operations: answering as unknown as typeof operations });
  for (const one of operations) {
    const path = one.path.replace(/\{[^}]+\}/g, "x1");
    const response = await serve(
      new Request(`http://vingate.test${path}`, { method: one.method }),
      "127.0.0.1",
    );
    reached.push(await response.text());
  }
  expect(reached).toEqual(operations.map((one) => one.id));
  await service.end();
});
