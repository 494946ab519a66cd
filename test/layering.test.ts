import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import {
  absentLayers,
  cycleFaults,
  directionFaults,
  featureFaults,
  folderCycleFaults,
  forbiddenFaults,
  leftoverFaults,
  namedPathFaults,
  nameFaults,
  order,
  type Source,
  sizeFaults,
} from "./layering.ts";
import { proofFaults } from "./proof-places.ts";

const root = join(import.meta.dir, "..");
const read = (path: string): Source => ({ path, text: readFileSync(join(root, path), "utf8") });
const sources: Source[] = [
  "{src,test,bench,tools}/**/*.ts",
  "sdk/*/src/**/*.ts",
  "verify/src/**/*.ts",
  "console/src/**/*.ts",
  "console/src/**/*.tsx",
]
  .flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
  .sort()
  .map(read);
/** A planted file that imports another as a type. */
const importing = (path: string, target: string): Source => ({
  path,
  text: `import type { A } from "${target}";\n`,
});

test("imports point down", () => {
  expect(sources.length).toBeGreaterThan(30);
  expect(directionFaults(sources)).toEqual([]);
  expect(directionFaults([importing("src/http/planted.ts", "../calls/context.ts")])).toEqual([
    "src/http/planted.ts: imports upward, src/calls/context.ts",
  ]);
  expect(directionFaults([importing("console/src/parts/planted.tsx", "../pages/a.tsx")])).toEqual([
    "console/src/parts/planted.tsx: imports upward, console/src/pages/a.tsx",
  ]);
  expect(directionFaults([{ path: "src/elsewhere/a.ts", text: "" }])).toEqual([
    "src/elsewhere/a.ts: has no place in the order of test/layering.ts",
  ]);
});

test("features import only those that they work with", () => {
  expect(featureFaults(sources)).toEqual([]);
  const planted = "console/src/features/papers/planted.tsx";
  expect(featureFaults([importing(planted, "../offers/offer-words.ts")])).toEqual([
    `${planted}: imports another feature, console/src/features/offers/offer-words.ts`,
  ]);
  expect(featureFaults([importing("src/features/payments/planted.ts", "../papers/issue.ts")])).toEqual([]);
});

test("every name in the order exists", () => {
  expect(absentLayers(sources)).toEqual([]);
  expect(absentLayers(sources.filter(({ path }) => !path.startsWith("src/vin/")))).toEqual(["vin"]);
});

test("the table of ARCHITECTURE.md is the order", () => {
  const rows = read("ARCHITECTURE.md").text.matchAll(/^\| `src\/([a-z.]+?)\/?` \|/gm);
  expect([...rows].map((row) => row[1]!)).toEqual([...order]);
});

test("rooms that must not know each other do not", () => {
  expect(forbiddenFaults(sources)).toEqual([]);
  const planted = importing("src/management/planted.ts", "../vehicles/lookups/endpoints.ts");
  expect(forbiddenFaults([planted])).toEqual([
    "src/management/planted.ts: must not import src/vehicles/lookups/endpoints.ts",
  ]);
  expect(forbiddenFaults([importing("src/cli/planted.ts", "../../tools/demo/fleet.ts")])).toEqual([
    "src/cli/planted.ts: must not import tools/demo/fleet.ts",
  ]);
  const client = "../../sdk/typescript/src/index.ts";
  expect(forbiddenFaults([importing("src/cli/planted.ts", client)])).toEqual([
    "src/cli/planted.ts: must not import sdk/typescript/src/index.ts",
  ]);
  expect(forbiddenFaults([importing("src/features/cli-client/planted.ts", `../${client}`)])).toEqual([]);
});

test("no handler decides how strong a credential is", () => {
  expect(proofFaults(sources)).toEqual([]);
  const planted = (text: string) => proofFaults([{ path: "src/management/planted.ts", text }]);
  for (const text of [
    'if (caller.tokenKind === "vgs") return;',
    "if (caller.proof.provedAt.twoFactor) return;",
    'if (row.method === "passkey") return;',
    "sql`select 1 from access_token where method = 'passkey'`",
  ])
    expect(planted(text)).toEqual([expect.stringMatching(/^src\/management\/planted\.ts: decides by /)]);
});

test("files form no circle, types included", () => {
  expect(cycleFaults(sources)).toEqual([]);
  const planted = [importing("src/vin/a.ts", "./b.ts"), importing("src/vin/b.ts", "./a.ts")];
  expect(cycleFaults(planted)).toEqual(["a circle of imports: src/vin/a.ts → src/vin/b.ts → src/vin/a.ts"]);
});

test("folders form no circle at any depth", () => {
  expect(folderCycleFaults(sources)).toEqual([]);
  const planted = [
    importing("src/vin/pack/a.ts", "../decode/b.ts"),
    importing("src/vin/decode/deep/c.ts", "../../pack/d.ts"),
  ];
  expect(folderCycleFaults(planted)).toEqual(["src/vin: a circle of pack → decode → pack"]);
});

test("files, folders and rooms stay small", () => {
  expect(sizeFaults(sources)).toEqual([]);
  expect(sizeFaults([{ path: "src/vin/long.ts", text: "\n".repeat(301) }])).toEqual([
    "src/vin/long.ts: has 301 lines, more than 300",
  ]);
  const many = Array.from({ length: 9 }, (_, index) => ({ path: `src/server/${index}.ts`, text: "" }));
  expect(sizeFaults(many)).toEqual(["src/server: has 9 files of its own, more than 8"]);
  const large = { path: "src/vin/more.ts", text: "\n".repeat(20_000) };
  expect(sizeFaults([...sources, large])).toContainEqual(
    expect.stringMatching(/^src\/vin: is \d\d % of src$/),
  );
});

test("file names use reserved words only where permitted", () => {
  expect(nameFaults(sources)).toEqual([]);
  expect(nameFaults([{ path: "src/metering/store/ledger.ts", text: "" }])).toEqual([
    "src/metering/store/ledger.ts: is not about ledger",
  ]);
});

test("every top-level folder has a README", () => {
  const missing = order.filter(
    (name) => !name.includes(".") && !existsSync(join(root, "src", name, "README.md")),
  );
  expect(missing).toEqual([]);
});

test("documents name files and folders that exist", () => {
  const documents = ["*.md", "{docs,src,bench,test,tools}/**/*.md", "sdk/*.md", "sdk/*/*.md"]
    .flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
    .map(read);
  expect(documents.length).toBeGreaterThan(20);
  // A checkout does not contain a build.
  const exists = (path: string) => path.endsWith("/dist/") || existsSync(join(root, path));
  expect(namedPathFaults(documents, exists)).toEqual([]);
  const planted = { path: "docs/planted.md", text: "`src/gone.ts`, [b](../README.md), [c](gone.md)" };
  expect(namedPathFaults([planted], exists)).toEqual([
    "docs/planted.md: names src/gone.ts, which does not exist",
    "docs/planted.md: names docs/gone.md, which does not exist",
  ]);
});

test("nothing is left over", () => {
  expect(leftoverFaults(sources)).toEqual([]);
  expect(leftoverFaults([{ path: "src/a.ts", text: `// ${"TO"}${"DO"}: finish\n` }])).toEqual([
    "src/a.ts: contains a note to self",
  ]);
  expect(leftoverFaults([{ path: "src/a.ts", text: `const a = { ..${"."}{ b } };\n` }])).toEqual([
    "src/a.ts: contains a spread of a literal",
  ]);
});
