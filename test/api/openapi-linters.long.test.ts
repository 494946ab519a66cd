import { expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { once } from "../../src/base/loading.ts";
import { startService } from "../harness.ts";

const readDocument = once(async () => {
  const service = await startService();
  const { body } = await service.ask("GET", "/openapi.json");
  await service.end();
  return body as Record<string, unknown>;
});

// The specification writes /users/ with its slash; the console's pages link to their neighbours.
const slashes = ["/users/", "/console/"];

test("Redocly finds nothing but trailing slashes", async () => {
  const source = JSON.stringify(await readDocument());
  const config = await createConfig({ extends: ["recommended"], telemetry: "off" });
  const found = await lintFromString({ source, absoluteRef: "openapi.json", config });
  const lines = found.map((one) => `${one.ruleId} ${one.location[0]?.pointer}: ${one.message}`);
  const slash = (path: string) => `no-path-trailing-slash #/paths/${path.replaceAll("/", "~1")}:`;
  expect(lines.filter((line) => !slashes.some((path) => line.startsWith(slash(path))))).toEqual([]);
}, 180_000);

test("Spectral finds nothing but trailing slashes", async () => {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [oas as RulesetDefinition] });
  const found = await spectral.run(await readDocument());
  const lines = found.map((one) => `${one.code} ${one.path.join(" ")}: ${one.message}`);
  const slash = (path: string) => `path-keys-no-trailing-slash paths ${path}:`;
  expect(lines.filter((line) => !slashes.some((path) => line.startsWith(slash(path))))).toEqual([]);
}, 120_000);
