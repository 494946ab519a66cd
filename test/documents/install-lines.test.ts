import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { bareNames, otherAddresses } from "./install-lines.ts";
import { pagesByWords } from "./words.ts";

const home = join(import.meta.dir, "..", "..");
const read = (path: string) => readFileSync(join(home, path), "utf8");
const sources = ["console/src/**/*.{ts,tsx,json}", "src/**/*.{ts,json}"].flatMap((pattern) => [
  ...new Glob(pattern).scanSync({ cwd: home }),
]);
const pages = [
  ...pagesByWords(home).map(({ path }) => path),
  ...sources.filter((path) => !/\.test\.tsx?$|\/(?:test|bench)\/|\.gen\.ts$/.test(path)),
];

test("no page installs a name that a registry resolves", () => {
  expect(pages.length).toBeGreaterThan(1000);
  expect(pages.flatMap((path) => bareNames(read(path)).map((line) => `${path}: ${line}`))).toEqual([]);
});

test("the guide has no address of a service but its own", () => {
  const guide = pages.filter((path) => path.startsWith("docs/guide/"));
  expect(guide.length).toBeGreaterThan(10);
  expect(guide.flatMap((path) => otherAddresses(read(path)).map((host) => `${path}: ${host}`))).toEqual([]);
});

test("bare names are found, and files, addresses and the clone's program are not", () => {
  const bare = [
    "npx @vingate/verify statement.pdf",
    "npm install @vingate/client",
    "npm i -D vingate@1",
    "pip install vingate==1",
    "pip install -U vingate[cli]",
    "npx vingate decode X",
    "uvx vingate",
    "https://www.npmjs.com/package/@vingate/verify",
  ];
  expect(bare.filter((line) => bareNames(line).length === 0)).toEqual([]);
  expect(bareNames("pip install vingate --find-links http://127.0.0.1:8080/sdk")).toEqual([
    "pip install vingate --find-links http://127.0.0.1:8080/sdk",
    "--find-links http://127.0.0.1:8080/sdk",
  ]);
  const good = `In a clone, after \`npm ci\`, run \`npx vingate decode X\`.
npm install ./vingate-client.tgz
npx ./vingate-verify.tgz statement.pdf
pip install "http://127.0.0.1:8080/sdk/vingate-1-py3-none-any.whl#sha256=…"`;
  expect(bareNames(good)).toEqual([]);
  expect(otherAddresses("http://127.0.0.1:8080/a https://hooks.example.com https://c2sp.org")).toEqual([]);
  expect(otherAddresses("https://vehicles.example/a http://localhost:8080")).toEqual([
    "vehicles.example",
    "localhost:8080",
  ]);
});
