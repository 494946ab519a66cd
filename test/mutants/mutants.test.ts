import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mutants } from "./mutants.ts";

const root = join(import.meta.dir, "../..");

test("every planted bug fits the sources and names an existing test", () => {
  const stale = mutants.filter(({ file, find, test: tests }) => {
    const path = join(root, file);
    const fits = existsSync(path) && readFileSync(path, "utf8").split(find).length === 2;
    return !fits || !existsSync(join(root, tests));
  });
  expect(stale.map(({ bug }) => bug)).toEqual([]);
});
