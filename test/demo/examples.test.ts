import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import kept from "../../src/management/documentation/examples.json" with { type: "json" };
import type { Got } from "../harness.ts";
import { runCurl, runPython, runTypescript, sampleCalls } from "./code-samples.ts";
import { type DemoService, startDemo } from "./demo-service.ts";
import { document, type Example, examplesOf } from "./examples.ts";
import { type OperationExamples, operationExamples } from "./operation-examples.ts";

/** Answers without the credits that are left. */
const settled = (bodies: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(bodies).replaceAll(/"credits_remaining":\d+/g, '"credits_remaining":0'));

describe("the examples", () => {
  let demo: DemoService;
  const answered: { example: Example; got: Got }[] = [];

  beforeAll(async () => {
    demo = await startDemo();
    for (const example of examplesOf(demo.service.app))
      answered.push({ example, got: await demo.caller.look(example.path) });
  }, 60_000);
  afterAll(() => demo.service.end());

  test("every lookup operation has one that returns 200", () => {
    const failed = answered.filter(({ got }) => got.status !== 200);
    expect(failed.map(({ example, got }) => `${example.path} answered ${got.status}: ${got.text}`)).toEqual(
      [],
    );
    // 57 of the specification and the extensions of the motorcycle family.
    expect(answered.length).toBeGreaterThanOrEqual(57);
  });

  test("responses from records name the demo set", () => {
    const sources = new Set(
      answered
        .filter(({ example: { endpoint } }) =>
          /lien|auction|saleshistory|specs|parts|plate/.test(endpoint.path),
        )
        .map(({ got }) => got.headers.get("x-data-source")),
    );
    expect([...sources]).toEqual(["demo"]);
  });

  test("the OpenAPI document's examples are up to date", async () => {
    expect(await operationExamples(demo, answered)).toEqual(kept as OperationExamples);
  });

  test("samples in curl, TypeScript and Python return the same", async () => {
    const { service, caller } = demo;
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => service.serve(request, "127.0.0.1"),
    });
    const { key } = caller.account;
    const url = server.url.origin;
    const calls = sampleCalls((await service.ask("GET", "/openapi.json")).body);
    const byCurl = (await runCurl(calls, key, url)).map((body, index) =>
      calls[index]!.operation!.id === "decodeVins"
        ? (body as { data: { data: unknown }[] }).data.map(({ data }) => data)
        : body,
    );
    expect(calls.length).toBeGreaterThan(90);
    const others = [await runTypescript(calls, key, url), await runPython(calls, key, url)];
    for (const bodies of others) if (bodies) expect(settled(bodies)).toEqual(settled(byCurl));
    await server.stop(true);
  });

  test("docs/examples.md is up to date (bun test/demo/make-examples.ts)", () => {
    expect(document(answered)).toBe(readFileSync("docs/examples.md", "utf8"));
  });
});
