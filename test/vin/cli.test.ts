import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPack } from "./shared-pack.ts";

await testPack();

/** Runs the program on the shared pack; returns what it printed and its exit code. */
async function vingate(args: readonly string[], input = "") {
  const program = new URL("../../src/main.ts", import.meta.url).pathname;
  const run = Bun.spawn([process.execPath, program, ...args], {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: join(tmpdir(), "vingate-test-pack") },
    stdin: new TextEncoder().encode(input),
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()]);
  return { out, err, code: await run.exited };
}

/** Each line of JSON as its VIN and make, or its error. */
const brief = (out: string): unknown[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { data, vin, error } = JSON.parse(line);
      return data === undefined ? [vin, error] : [data.intro.vin, data.basic.make];
    });

test("a list from standard input: one object for every line, in order", async () => {
  const list = "1HGCM82633A004352\r\n\n zzz12345678901234 \n1hgcm82633a004352x\n1XPVD09X4BD116967";
  const { out, err, code } = await vingate(["decode", "--json"], list);
  expect([brief(out), err, code]).toEqual([
    [
      ["1HGCM82633A004352", "HONDA"],
      ["", "empty_line"],
      ["zzz12345678901234", "vehicle_not_found"],
      ["1hgcm82633a004352x", "not_a_vin"],
      ["1XPVD09X4BD116967", "PETERBILT"],
    ],
    "",
    1,
  ]);
});

test("arguments and a list together, and nothing at all", async () => {
  const { out, code } = await vingate(["decode", "--json", "5YJ3E1EA7KF317000", "-"], "1HGCM82633A004352\n");
  expect([brief(out), code]).toEqual([
    [
      ["5YJ3E1EA7KF317000", "TESLA"],
      ["1HGCM82633A004352", "HONDA"],
    ],
    0,
  ]);
  expect(await vingate(["decode", "--json"])).toEqual({ out: "", err: "", code: 0 });
});

test("for people: aligned, without colour where there is no terminal, honest about what is unknown", async () => {
  const { out, err, code } = await vingate(["decode", "1HGCM82633A004352"]);
  expect([out, err, code]).toEqual([
    `1HGCM82633A004352  2003 HONDA Accord
  Vehicle                      PASSENGER CAR, Coupe
  Trim                         EX-V6
  Engine                       J30A4, V-Shaped
  Cylinders                    6
  Fuel                         Gasoline
  Doors                        2
  Weight class                 Class 1C: 4,001 - 5,000 lb (1,814 - 2,268 kg)
  Manufacturer                 AMERICAN HONDA MOTOR CO., INC.
  Plant                        MARYSVILLE, OHIO, UNITED STATES (USA)
  Other Restraint System Info  Seat Belt (Rr center position)
  Code assigned in             United States, North America
  Check digit                  3, right
  Not in the data              displacement, transmission, drive, seats

`,
    "",
    0,
  ]);
});

test("a wrong command line", async () => {
  const cases = [
    ["decode", "--year", "soon"],
    ["decode", "--jsn"],
    ["vin", "compile", "now"],
  ];
  const results = await Promise.all(cases.map((args) => vingate(args)));
  expect(results.map(({ code }) => code)).toEqual([2, 2, 2]);
});

test("a reader that leaves is no error", async () => {
  const program = new URL("../../src/main.ts", import.meta.url).pathname;
  const list = "1HGCM82633A004352\n".repeat(20_000);
  const run = Bun.spawn(["sh", "-c", `"${process.execPath}" "${program}" decode --json | head -1`], {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: join(tmpdir(), "vingate-test-pack") },
    stdin: new TextEncoder().encode(list),
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()]);
  expect([brief(out), err]).toEqual([[["1HGCM82633A004352", "HONDA"]], ""]);
});
