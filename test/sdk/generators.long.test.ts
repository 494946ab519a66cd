import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openapiDocument } from "../../src/http/openapi/document.ts";
import { documentTexts } from "../../src/management/documentation/document-texts.ts";
import { operations } from "../../src/operations.ts";
import { extraHome, extraPackage } from "../extra-packages.ts";
import { run } from "./python-tools.ts";

const folder = mkdtempSync(join(tmpdir(), "vingate-generators-"));
const document = join(folder, "openapi.json");

beforeAll(async () => {
  const made = openapiDocument(operations, "http://localhost:8080", documentTexts);
  await Bun.write(document, JSON.stringify(made));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Generators of clients, the words that start each, and the file that imports all of what it makes. */
const generators = [
  {
    name: "orval",
    words: ["orval", "--input", document, "--output", join(folder, "orval/index.ts"), "--client", "fetch"],
  },
  {
    name: "@hey-api/openapi-ts",
    words: ["openapi-ts", "-i", document, "-o", join(folder, "hey"), "-c", "@hey-api/client-fetch"],
    made: "hey/index.ts",
  },
  {
    name: "openapi-typescript",
    words: ["openapi-typescript", document, "-o", join(folder, "openapi-typescript/index.ts")],
  },
  {
    name: "swagger-typescript-api",
    words: [
      "swagger-typescript-api",
      "generate",
      "-p",
      document,
      "-o",
      join(folder, "sta"),
      "-n",
      "index.ts",
    ],
    made: "sta/index.ts",
  },
] as const;

const settings = [
  ...["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext"],
  ...["--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"],
];

for (const generator of generators) {
  const { name, words } = generator;
  const isInstalled = extraPackage(name) !== undefined;
  if (!isInstalled) console.log(`skipped: ${name} is not installed; npm run test:install installs it`);
  test.skipIf(!isInstalled)(
    `a client that ${name} makes compiles`,
    async () => {
      const [program, ...rest] = words;
      mkdirSync(join(folder, name), { recursive: true });
      const generated = await run(
        ["node", join(extraHome, "node_modules/.bin", program), ...rest],
        {},
        folder,
      );
      expect(generated.code === 0 ? "" : generated.output).toBe("");
      const made = join(folder, "made" in generator ? generator.made : `${name}/index.ts`);
      expect(existsSync(made)).toBe(true);
      const tsc = join(import.meta.dir, "../../node_modules/.bin/tsc");
      const compiled = await run(["node", tsc, ...settings, made], {}, folder);
      expect([compiled.code, compiled.output]).toEqual([0, ""]);
    },
    300_000,
  );
}

/** Generators that neither npm nor Debian ship whole run where their program is installed. */
const others = [
  { name: "openapi-generator", program: "openapi-generator-cli", words: ["generate", "-g", "java", "-i"] },
  { name: "kiota", program: "kiota", words: ["generate", "--language", "go", "--openapi"] },
  { name: "openapi-python-client", program: "openapi-python-client", words: ["generate", "--path"] },
  { name: "oapi-codegen", program: "oapi-codegen", words: ["-generate", "types", "-package", "vingate"] },
] as const;

for (const { name, program, words } of others) {
  const isInstalled = Bun.which(program) !== null;
  if (!isInstalled) console.log(`skipped: ${name}: there is no ${program} in PATH`);
  test.skipIf(!isInstalled)(
    `${name} accepts the document`,
    async () => {
      const { code, output } = await run([program, ...words, document], {}, folder);
      expect(code === 0 ? "" : output).toBe("");
    },
    300_000,
  );
}
