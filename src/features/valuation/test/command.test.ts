import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "../../../../test/program.ts";
import { newFolder } from "../../../../test/service-process.ts";

const { folder, remove } = newFolder();
afterAll(remove);

/** Runs a command; returns exit code and standard output, or standard error if it failed. */
function run(...words: string[]) {
  const env = { PATH: process.env.PATH, VINGATE_DATA_DIR: join(folder, "data") };
  const { exitCode, stdout, stderr } = Bun.spawnSync(commandLine(...words), { env });
  return { code: exitCode, text: String(exitCode === 0 ? stdout : stderr) };
}

/** Made-up sales of one model with a price of its own for each day, so that none is like another. */
function importSales(count: number): void {
  const rows = Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.now() - (index % 200) * 86_400_000).toISOString();
    const price = 8000 + ((index * 7919) % 4000);
    return `1SYNTH000000${String(index).padStart(5, "0")},${at},2018,Honda,Accord,EX,${price},${40_000 + index}`;
  });
  const file = join(folder, "sales.csv");
  writeFileSync(file, `vin,at,year,make,model,trim,sold_for,data.odometer_mi\n${rows.join("\n")}\n`);
  expect(run("import", "records", "saleshistory", file, "--version", "1")).toMatchObject({ code: 0 });
}

beforeAll(() => importSales(150));

test("a check of few sales says how many it takes", () => {
  expect(run("valuation", "--check")).toEqual({
    code: 0,
    text:
      "own 1: 150 of 150 records are sales of the last 365 days with a price, of 1 models.\n" +
      "Nothing can be measured: that takes 200 sales. Values use the documented defaults.\n",
  });
});

test("a check prints errors and coverage by naming, confidence and make", () => {
  importSales(400);
  const { code, text } = run("valuation", "--check");
  expect(code).toBe(0);
  const lines = text.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, " | "));
  const figures = String.raw`400 \| \d+\.\d % \| \d+\.\d % \| \d+\.\d %`;
  expect(lines[0]).toBe(
    "own 1: 400 of 400 records are sales of the last 365 days with a price, of 1 models.",
  );
  expect(lines[2]).toBe("n | mean error | median error | p15 to p85 holds");
  for (const [at, name] of [
    [3, "by VIN"],
    [4, "confidence high"],
    [7, "by year, make, model"],
    [12, "honda"],
  ] as const)
    expect(lines[at]).toMatch(new RegExp(`^${name} \\| ${figures}$`));
  expect(lines.slice(5, 7)).toEqual(["confidence medium | 0", "confidence low | 0"]);
  expect(lines.at(-2)).toStartWith("p15 to p85 is made to hold 70 % of prices. Values use the fit of ");
});

test("a stored fit is printed as JSON", () => {
  const { text } = run("valuation", "--fit", "--json");
  const check = JSON.parse(text);
  expect(check).toMatchObject({ family: "saleshistory", dataset: "own 1", sales: 400, stored: true });
  const { n, coverage } = check.measured.vin.all;
  expect(n).toBe(400);
  expect(Math.abs(coverage - 0.7)).toBeLessThan(0.1);
});

test("one of check and fit is required", () => {
  for (const words of [[], ["--check", "--fit"], ["accord", "--check"]])
    expect(run("valuation", ...words)).toEqual({
      code: 2,
      text: "vingate valuation: valuation takes one of --check and --fit\nvingate valuation --help shows more.\n",
    });
});
