import { expect, test } from "bun:test";
import { parseRejectLimit } from "../../vehicles/imports/jobs/rejects.ts";
import { limitOf } from "./import-options.ts";

test("rejected rows are limited by a number or a share", () => {
  expect([undefined, "0", "1000", "1,000", "0.5%", "100%"].map((text) => limitOf(text))).toEqual([
    { share: 0.01 },
    { rows: 0 },
    { rows: 1000 },
    { rows: 1000 },
    { share: 0.005 },
    { share: 1 },
  ]);
  for (const text of ["1.000", "1,00", "1e3", "0x10", "", "101%", "0,5%", "-1"])
    expect(() => limitOf(text)).toThrow(
      `--max-rejects takes a number of rows, such as 1,000, or a share, such as 0.5%, not "${text}"`,
    );
});

test("the operation takes digits alone", () => {
  expect(["5", "2%", "2.5%", "1.000", "1,000", "1.0", "101%", "x"].map(parseRejectLimit)).toEqual([
    { rows: 5 },
    { share: 0.02 },
    { share: 0.025 },
    ...Array(5).fill(undefined),
  ]);
});
