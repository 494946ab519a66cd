import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { motorcycleDecode } from "../../../src/vehicles/families/apis/motorcycle-decode.ts";
import { operationsOf } from "../../../src/vehicles/lookups/endpoints.ts";
import { blocksOf } from "../../documents/page.ts";

// A copy of the program gets the two examples of docs/lookups.md, with no other change; `added-families.ts` uses them.
const root = join(import.meta.dir, "../../..");
const copied = ["src", "test", "tools"];
const page = readFileSync(join(root, "docs/lookups.md"), "utf8");
const blocks = blocksOf(page, "ts");

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "vingate-families-"));
  for (const name of readdirSync(root)) {
    if (copied.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
    else symlinkSync(join(root, name), join(copy, name));
  }
  const declared = blocks.filter((text) => text.startsWith("// src/"));
  for (const text of declared) writeFileSync(join(copy, /^\/\/ (.*)/.exec(text)![1]!), text);
  edit("src/vehicles/families/lookup-apis.ts", (text) =>
    `import { tires } from "./apis/tires.ts";\nimport { vehicleAge } from "./apis/vehicle-age.ts";\n${text}`.replace(
      "  salesHistory,\n",
      "  salesHistory,\n  tires,\n  vehicleAge,\n",
    ),
  );
  const [entry = ""] = blocks.filter((text) => text.startsWith('  "vehicle-age":'));
  edit("src/vehicles/lookups/computed/computed.ts", (text) => text.replace(/^};/m, `${entry}};`));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(join(copy, file), "utf8");
  const after = change(before);
  if (after === before) throw new Error(`${file} was not changed`);
  writeFileSync(join(copy, file), after);
}

async function run(...command: string[]): Promise<{ code: number; out: string; error: string }> {
  const child = Bun.spawn([process.execPath, ...command], { cwd: copy, stdout: "pipe", stderr: "pipe" });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out, error };
}

test("the command line prints the template of an added family", async () => {
  expect(await run("src/main.ts", "import", "records", "tires", "--template")).toEqual({
    code: 0,
    out: "year,make,model,sizes\n2018,Honda,CR-V,235/60R18\n",
    error: "",
  });
});

test("added families are served, imported and documented", async () => {
  const { code, error } = await run(
    "test",
    "--timeout",
    "60000",
    "./test/vehicles/lookups/added-families.ts",
  );
  expect(code, error).toBe(0);
}, 120_000);

test("a computed family without a function stops the start", () => {
  expect(() => operationsOf(motorcycleDecode, {})).toThrow(
    "computed.ts lists no function for /motorcycle-decode",
  );
});
