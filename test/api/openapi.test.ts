import { expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { operations } from "../../src/operations.ts";
import { kinds, startService } from "../harness.ts";

type Document = { paths: Record<string, Record<string, Record<string, unknown>>> };

test("the document is valid OpenAPI 3.1 by Redocly's recommended rules", async () => {
  const service = await startService(kinds[0]!);
  const { text } = await service.ask("GET", "/openapi.json");
  await service.end();
  // The specification writes /users/ with its slash.
  const rules = { "no-path-trailing-slash": "off" } as const;
  const config = await createConfig({ extends: ["recommended"], rules, telemetry: "off" });
  const found = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  const told = found.map(
    (one) => `${one.severity} ${one.ruleId} ${one.location[0]?.pointer}: ${one.message}`,
  );
  // /.well-known/acme-challenge and the pages have nothing to refuse but what the rule asks for.
  expect(told.filter((line) => line.startsWith("error"))).toEqual([]);
});

test("the document holds exactly the operations that are served", async () => {
  const service = await startService(kinds[0]!);
  const document = (await service.ask("GET", "/openapi.json")).body as Document;
  await service.end();
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
  const told = operations.map((one) => ({
    ...one,
    audience: "none" as const,
    params: undefined,
    query: undefined,
    headers: undefined,
    body: undefined,
    lookup: undefined,
    handle: () => ({ body: one.id, type: "text/plain" }),
  }));
  const { createServe } = await import("../../src/serve.ts");
  const serve = createServe({ ...service.app, operations: told as unknown as typeof operations });
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
