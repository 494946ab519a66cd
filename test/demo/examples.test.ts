import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import kept from "../../src/management/documentation/examples.json" with { type: "json" };
import type { Got } from "../harness.ts";
import { type DemoService, startDemo } from "./demo-service.ts";
import { document, type Example, examplesOf } from "./examples.ts";
import { type OperationExamples, operationExamples } from "./operation-examples.ts";

describe("the examples", () => {
  let demo: DemoService;
  const answered: { example: Example; got: Got }[] = [];

  beforeAll(async () => {
    demo = await startDemo();
    for (const example of examplesOf(demo.service.app))
      answered.push({ example, got: await demo.caller.lookUp(example.path) });
  }, 180_000);
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

  test("the OpenAPI document's examples are up to date (npm run generate)", async () => {
    expect(await operationExamples(demo, answered)).toEqual(kept as OperationExamples);
  });

  test("docs/examples.md is up to date (npm run generate)", () => {
    expect(document(answered)).toBe(readFileSync("docs/examples.md", "utf8"));
  });
});
