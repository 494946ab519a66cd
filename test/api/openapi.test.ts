import { expect, spyOn, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { once } from "../../src/base/loading.ts";
import { createServe } from "../../src/calls/dispatch.ts";
import { pascal } from "../../src/http/openapi/share.ts";
import { documentTexts } from "../../src/management/documentation/document-texts.ts";
import { operations } from "../../src/operations.ts";
import { makeDocument } from "../../src/server/documents/document-build.ts";
import { lookupApis } from "../../src/vehicles/families/lookup-apis.ts";
import { checkInput } from "../check-input.ts";
import { kinds, startService } from "../harness.ts";

type Json = Record<string, unknown>;
type Item = Record<string, Json>;
type Document = {
  paths: Record<string, Item>;
  tags: Json[];
  components: Record<string, Record<string, Json>>;
};

const readText = once(async () => {
  const service = await startService(kinds[0]!);
  const { text } = await service.ask("GET", "/openapi.json");
  await service.end();
  return text;
});

const readDocument = async (): Promise<Document> => JSON.parse(await readText());

/** Every object within, with the names that lead to it. */
function* within(value: unknown, names: readonly string[] = []): Generator<[readonly string[], Json]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [names, value as Json];
  for (const [name, part] of Object.entries(value))
    if (name !== "examples" && name !== "example") yield* within(part, [...names, name]);
}

/** A part of the document, or the component that it refers to. */
function resolved({ components }: Document, part: Json): Json {
  const [, room = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec(String(part.$ref)) ?? [];
  return components[room]?.[name] ?? part;
}

test("every property, parameter and tag is described", async () => {
  const document = await readDocument();
  const undescribed: string[] = [];
  const note = (name: string, part: Json) => {
    const description = part.description ?? resolved(document, part).description;
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
      for (const one of operation.parameters as Json[])
        note(`${method} ${path} ${String(resolved(document, one).name)}`, one);
    }
  for (const tag of document.tags) note(`tag ${String(tag.name)}`, tag);
  expect(undescribed).toEqual([]);
});

test("every body has an example that its schema accepts and describes", () => {
  const shown = documentTexts.examples;
  const missing: string[] = [];
  for (const { id, body, response } of operations) {
    // The document is its own example.
    if (id === "getOpenapi") continue;
    const { request, response: answered } = shown[id] ?? {};
    if (response && !Bun.deepEquals(response.safeParse(answered).data, answered))
      missing.push(`${id} returns`);
    if (body && !("value" in checkInput(body, request))) missing.push(`${id} takes`);
  }
  expect(missing).toEqual([]);
  const known = new Set(operations.map(({ id }) => id));
  expect(Object.keys(shown).filter((id) => !known.has(id))).toEqual([]);
});

/** A name as generators write that of a type, and of a member. */
const typeName = (name: string): string => pascal(name).toLowerCase();
const memberName = (name: string): string => pascal(name).replace(/^./, (first) => first.toLowerCase());

/** Lists of names that generators write alike. */
const alike = (names: readonly string[], written: (name: string) => string): string[][] =>
  [...Map.groupBy(names, written).values()].filter((group) => group.length > 1);

test("no two components or members have one name in generated code", async () => {
  const document = await readDocument();
  const { components } = document as unknown as { components: Record<string, Json> };
  const { schemas = {}, parameters = {}, responses = {} } = components;
  const names = [schemas, parameters, responses].flatMap((one) => Object.keys(one));
  expect(alike(names, typeName)).toEqual([]);
  // The specification has these two.
  expect(names.filter((name) => name !== pascal(name)).sort()).toEqual(["API-Input", "API-Output"]);
  const members: string[] = [];
  for (const [place, part] of within(document))
    if (place.at(-1) === "properties" && !("type" in part && typeof part.type === "string"))
      for (const group of alike(Object.keys(part), memberName))
        members.push(`${place.join(" ")}: ${group.join(", ")}`);
  expect(members).toEqual([]);
  const types = [...within(document)].flatMap(([place, part]) =>
    place.at(-1) === "content" ? Object.keys(part) : [],
  );
  expect(types.filter((type) => type.includes(";"))).toEqual([]);
});

test("schemas have no keyword without meaning", async () => {
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

test("the headers of responses are declared", async () => {
  const document = await readDocument();
  const { paths, components } = document;
  const declared = (path: string, method: string, status: string) => {
    const { responses } = paths[path]![method] as { responses: Record<string, Json> };
    return Object.keys(resolved(document, responses[status]!).headers as Json);
  };
  const always = ["x-request-id", "x-ignored-parameters"];
  const limits = [...always, "RateLimit", "RateLimit-Policy"];
  const charged = [...limits, "x-credits-charged"];
  const decode = "/vin-decoder/{vin}";
  expect(declared(decode, "get", "200")).toEqual([
    ...charged,
    "x-credits-remaining",
    "x-data-source",
    "x-test",
    "x-match",
    "x-vin-read",
    "ETag",
  ]);
  expect(declared(decode, "get", "304")).toEqual([...charged, "x-credits-remaining", "ETag"]);
  expect(declared(decode, "get", "402")).toEqual([...charged, "x-credits-remaining"]);
  expect(declared(decode, "get", "429")).toEqual([...charged, "Retry-After"]);
  expect(declared(decode, "get", "401")).toEqual([...charged, "WWW-Authenticate"]);
  expect(declared("/report/{vin}", "get", "200")).toEqual([...always, "x-credits-charged", "x-vin-read"]);
  expect(declared("/report/{vin}", "get", "429")).toEqual([...always, "x-credits-charged", "Retry-After"]);
  // The lines of a batch are charged while it is sent.
  expect(declared("/vin-decoder/batch", "post", "200")).toEqual([
    ...limits,
    "x-credits-remaining",
    "x-data-source",
    "x-test",
    "x-match",
  ]);
  expect(declared("/vin-decoder/batch", "post", "429")).toEqual([...charged, "Retry-After"]);
  expect(declared("/users/", "get", "200")).toEqual([...always, "ETag", "Link", "X-Total-Count"]);
  expect(declared("/users/", "get", "304")).toEqual([...always, "ETag"]);
  expect(declared("/livez", "get", "200")).toEqual(always);
  expect(declared("/livez", "get", "default")).toEqual([...always, "Retry-After"]);
  expect(declared("/openapi.json", "get", "304")).toEqual([...always, "ETag"]);
  const used = new Set(
    [...within([paths, components.responses])].flatMap(
      ([, { $ref }]) => String($ref).match(/headers\/(.*)/)?.[1] ?? [],
    ),
  );
  expect([...used].sort()).toEqual(Object.keys(components.headers!).sort());
});

test("every operation declares its errors, and every error has an example", async () => {
  const document = await readDocument();
  const declared = (path: string, method: string) => {
    const { responses } = document.paths[path]![method] as { responses: Record<string, Json> };
    return Object.entries(responses)
      .filter(([status]) => status !== "200" && status !== "304")
      .map(([status, one]) => {
        const { content } = resolved(document, one) as { content: Record<string, { examples: Json }> };
        return [status, ...Object.values(content).flatMap(({ examples }) => Object.keys(examples))];
      });
  };
  const general = ["default", "bad_request", "internal", "unavailable"];
  expect(declared("/livez", "get")).toEqual([
    ["400", "bad_request"],
    ["default", "internal", "unavailable"],
  ]);
  expect(declared("/users/{user_id}", "patch")).toEqual([
    ["401", "not_authenticated", "invalid_credential", "step_up_required"],
    ["403", "forbidden", "insufficient_scope"],
    ["404", "not_found"],
    ["409", "conflict"],
    ["412", "precondition_failed"],
    ["413", "content_too_large"],
    ["422", "invalid"],
    ["429", "rate_limited"],
    general,
  ]);
});

// Operators' operations are added: metrics, checks, backups. Each takes one to three kB. Watches, coverage, webhooks and
// the header of test keys took 30, the register data of a plate 4, the header of charged credits 10. Reports have the typed form of every family: 75, and 4 for each that is added. Offers and prices took 20; plans, periods and grants 35, statements and receipts 15, papers and terms 30, payments 40, mails 20, roles, organizations and second factors 45, passkeys 8, single sign-on 12, closing and export 3, the brand 8, assistants 19, what a restore found 4, codes of passkeys and entering from the host 4. What an access token is made for, how much a refusal requires and what remains after an event took 9, taking an address back 3. Who pays a version and recorded periods took 3, checked tax IDs 7, narrowed estimates 2, the age of VIN data 1. How VINs are read took 6, numbers of readers and rejected rows 1, what a dry run shows of a file 6, banks' files 9, what is not sold and which details are missing 2, how a payment provider is set up and refunds without a payment 8, debits, restored charges and refunds by transfer 10. Inbox took 6, one search 5, customers and notes 11, lines of money and how customers pay 12, reports by key and of times 4, e-invoices 6, months for the bookkeeper with their accounts and revenue 8, languages of accounts and mails 5, mappings of vendors with their samples, clients of OAuth and odometers 17. Names that generators write apart took 5, what a line of reports is 1.
test("the document is smaller than 1,070 kB, and 7 kB for each lookup that is added", async () => {
  const added = lookupApis.filter((api) => api.extension).map(({ id }) => id);
  const more = operations.filter(({ lookup }) => lookup && added.includes(lookup.api)).length * 7000;
  expect(JSON.stringify(await readDocument()).length).toBeLessThan(1_070_000 + more);
});

test("the document is compressed as accepted, and 304 if cached", async () => {
  const service = await startService(kinds[0]!);
  const get = (headers: Record<string, string>) =>
    service.serve(new Request("http://vingate.test/openapi.json", { headers }), "127.0.0.1");
  const plain = await get({});
  const text = await plain.text();
  const forms = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
  for (const [encoding, decompress] of Object.entries(forms)) {
    const sent = await get({ "accept-encoding": encoding });
    expect(sent.headers.get("content-encoding")).toBe(encoding);
    expect(sent.headers.get("vary")).toBe("authorization, x-authkey, accept-encoding");
    expect(decompress(await sent.bytes()).toString()).toBe(text);
    const again = await get({ "accept-encoding": encoding, "if-none-match": sent.headers.get("etag")! });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const other = await get({ "if-none-match": sent.headers.get("etag")! });
    expect([other.status, other.headers.get("content-encoding")]).toEqual([200, null]);
  }
  const known = await get({ "if-none-match": plain.headers.get("etag")! });
  expect([known.status, await known.text()]).toEqual([304, ""]);
  await service.end();
});

test("40 simultaneous first requests make the document once, outside of this process", async () => {
  // As where nothing is prepared.
  const service = await startService(kinds[0]!, {}, { documents: { own: makeDocument } });
  const spawn = spyOn(Bun, "spawn");
  const request = () => service.ask("GET", "/openapi.json");
  const got = await Promise.all(Array.from({ length: 40 }, request));
  const answers = new Set(got.map(({ status, text }) => `${status} ${text}`));
  const bodies = new Set(await Promise.all(got.map(() => service.app.openapi.get([], ""))));
  expect([spawn.mock.calls.length, answers.size, bodies.size]).toEqual([1, 1, 1]);
  spawn.mockRestore();
  await service.end();
});

test("the document contains exactly the served operations", async () => {
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
  const echoing = operations.map((one) => ({
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
  const serve = createServe({ ...service.app, operations: echoing as unknown as typeof operations });
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
