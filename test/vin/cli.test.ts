import { expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../program.ts";
import { testPack, testPackFolder } from "./shared-pack.ts";

await testPack();

/** Runs the program on the shared pack; returns its output and exit code. */
async function vingate(args: readonly string[], input = "", folders: Record<string, string> = {}) {
  const run = Bun.spawn(commandLine(...args), {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: testPackFolder, ...folders },
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

test("standard input returns one object per line, in order", async () => {
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

test("without an installation the data are in the user's cache", async () => {
  const cache = mkdtempSync(join(tmpdir(), "vingate-cache-"));
  mkdirSync(join(cache, "vingate"));
  copyFileSync(join(testPackFolder, "vin.pack"), join(cache, "vingate", "vin.pack"));
  const data = join(cache, "data");
  const { out, err, code } = await vingate(["decode", "--json", "1HGCM82633A004352"], "", {
    VINGATE_DATA_DIR: data,
    XDG_CACHE_HOME: cache,
  });
  expect([brief(out), err, code, existsSync(data)]).toEqual([[["1HGCM82633A004352", "HONDA"]], "", 0, false]);
  rmSync(cache, { recursive: true });
});

test("arguments and a list combine; neither prints nothing", async () => {
  const { out, code } = await vingate(["decode", "--json", "5YJ3E1EA2KF317000", "-"], "1HGCM82633A004352\n");
  expect([brief(out), code]).toEqual([
    [
      ["5YJ3E1EA2KF317000", "TESLA"],
      ["1HGCM82633A004352", "HONDA"],
    ],
    0,
  ]);
  expect(await vingate(["decode", "--json"])).toEqual({ out: "", err: "", code: 0 });
});

test("text output is aligned, uncoloured without a terminal and shows unknowns", async () => {
  const { out, err, code } = await vingate(["decode", "1HGCM82633A004352"]);
  expect([out, err, code]).toEqual([
    `1HGCM82633A004352  2003 HONDA Accord
  Vehicle                      PASSENGER CAR, Coupe
  Trim                         EX-V6
  Engine                       J30A4, V-Shaped
  Cylinders                    6
  Fuel                         Gasoline
  Doors                        2
  Weight class                 Class 1C: 4,001 - 5,000 lb (1,814 - 2,268 kg) to Class 1: 6,000 lb or less (2,722 kg or less) (derived)
  Seat belts                   Manual (derived)
  Front air bags               1st Row (Driver and Passenger) (derived)
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

test("--file reads a list; VINs are not read as files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-list-"));
  const file = join(folder, "vins.txt");
  writeFileSync(file, "1HGCM82633A004352\r\n5YJ3E1EA2KF317000");
  const { out, err, code } = await vingate(["decode", "--json", file, "1XPVD09X4BD116967"]);
  rmSync(folder, { recursive: true });
  expect([brief(out), err, code]).toEqual([
    [
      ["1HGCM82633A004352", "HONDA"],
      ["5YJ3E1EA2KF317000", "TESLA"],
      ["1XPVD09X4BD116967", "PETERBILT"],
    ],
    "",
    0,
  ]);
});

test("a table returns chosen columns; a list becomes JSON lines", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-table-"));
  const [table, list, csv, jsonl] = ["fleet.csv", "vins.txt", "out.csv", "out.jsonl"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  writeFileSync(
    table,
    'Unit;"VIN";Model Year\n"7; old";1M8GDM9AXKP042788;2019\n8;1hgcm82633a004352;\n9;1HG\u00e9;\n',
  );
  writeFileSync(list, "1HGCM82633A004352\n\n5YJ3E1EA2KF317000\n");
  const columns = "make,model,year,body_type,valid";
  const first = await vingate(["decode", table, "--columns", columns, "-o", csv, "--quiet"]);
  const second = await vingate(["decode", list, "-o", jsonl]);
  const wrong = await vingate(["decode", list, "--columns", "make,colour"]);
  const [rows, lines] = [csv, jsonl].map((file) => readFileSync(file, "utf8")) as [string, string];
  rmSync(folder, { recursive: true });
  expect(rows.split("\n")).toEqual([
    "vin,make,model,year,body_type,valid,error",
    "1M8GDM9AXKP042788,MOTOR COACH INDUSTRIES,D4520,2019,Bus,true,",
    "1HGCM82633A004352,HONDA,Accord,2003,Coupe,true,",
    '1HG\u00e9,,,,,,"The VIN has ""\u00c9"" in position 4, which can never occur in a VIN: it holds digits and letters other than I, O and Q."',
    "",
  ]);
  expect([first.out, first.err, first.code]).toEqual(["", "", 1]);
  expect(brief(lines)).toEqual([
    ["1HGCM82633A004352", "HONDA"],
    ["", "empty_line"],
    ["5YJ3E1EA2KF317000", "TESLA"],
  ]);
  expect([second.out, second.err.replace(/[\d.]+ s/, "0 s"), second.code]).toEqual([
    "",
    "3 lines in 0 s\n",
    1,
  ]);
  expect([wrong.code, wrong.err.split(". ")[0]]).toEqual([
    2,
    'vingate decode: --columns has no column "colour"',
  ]);
});

test("undecodable VINs are reported with their impossible character", async () => {
  const vins = ["1HGCM82633A0043é2", "1HGCM82633A00435211", "000CM82633A004352", "HY7CM82633A004352"];
  const result = await vingate(["decode", ...vins]);
  expect([result.err.split("\n"), result.code]).toEqual([
    [
      'vingate decode: "1HGCM82633A0043é2" has "É" in position 16, which can never occur in a VIN: it holds digits and letters other than I, O and Q',
      'vingate decode: "1HGCM82633A00435211" has 19 characters; a VIN has 17',
      'vingate decode: "000CM82633A004352" has the manufacturer code 000, which is not registered',
      'vingate decode: "HY7CM82633A004352" has the manufacturer code HY7, which is not registered; codes that begin with HY are assigned in China, Asia',
      "",
    ],
    1,
  ]);
  const { out } = await vingate(["decode", "1HGCM82633AO04353"]);
  expect(out).toContain(
    "! Characters that are not allowed at their positions: 12:O. O can never occur in a VIN.\n",
  );
});

test("an impossible year is refused; a possible one decides", async () => {
  const last = new Date().getUTCFullYear() + 2;
  const refused = await Promise.all(
    ["1979", String(last + 1), "soon"].map((year) =>
      vingate(["decode", "--year", year, "1HGCM82633A004352"]),
    ),
  );
  expect(refused.map(({ err, code }) => [err.split("\n")[0], code])).toEqual([
    [`vingate decode: --year takes a model year from 1980 to ${last}, not "1979"`, 2],
    [`vingate decode: --year takes a model year from 1980 to ${last}, not "${last + 1}"`, 2],
    [`vingate decode: --year takes a model year from 1980 to ${last}, not "soon"`, 2],
  ]);
  const { out } = await vingate(["decode", "--year", "2019", "1M8GDM9AXKP042788"]);
  expect(out.split("\n")[0]).toBe("1M8GDM9AXKP042788  2019 MOTOR COACH INDUSTRIES D4520");
});

test("a parent command lists its children", async () => {
  const list = `Usage: vingate vin COMMAND [arguments]

Commands:
  vin compile     Precompile the VIN data.

vingate vin COMMAND --help shows more.
`;
  expect(await vingate(["vin"])).toEqual({ out: list, err: "", code: 2 });
  expect(await vingate(["vin", "--help"])).toEqual({ out: list, err: "", code: 0 });
});

test("a wrong command line is reported", async () => {
  const cases = [
    ["decode", "--year", "soon"],
    ["decode", "--jsn"],
    ["vin", "compile", "now"],
  ];
  const results = await Promise.all(cases.map((args) => vingate(args)));
  expect(results.map(({ code }) => code)).toEqual([2, 2, 2]);
});

test("a reader that closes its end is no error", async () => {
  const decode = commandLine("decode", "--json")
    .map((word) => `"${word}"`)
    .join(" ");
  const list = "1HGCM82633A004352\n".repeat(20_000);
  const run = Bun.spawn(["sh", "-c", `${decode} | head -1`], {
    env: { PATH: process.env.PATH, VINGATE_DATA_DIR: testPackFolder },
    stdin: new TextEncoder().encode(list),
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()]);
  expect([brief(out), err]).toEqual([[["1HGCM82633A004352", "HONDA"]], ""]);
});
