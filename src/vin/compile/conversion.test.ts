import { expect, test } from "bun:test";
import { convert } from "./conversion.ts";

test("conversions give the digits vPIC answers", () => {
  const cases: [string, string, string | undefined][] = [
    ["#x# / 0.016387064 ", "3.5", "213.58310433156"],
    ["#x# / 0.016387064 ", "2.4", "146.45698582735"],
    ["#x# / 0.016387064 ", "6", "366.1424645683"],
    ["#x# / 0.016387064 ", "3.20", "195.275981103143"],
    ["#x# * 1000", "3.5", "3500.0"],
    ["#x# * 1000", "6", "6000"],
    ["#x# / 1000.", "2480", "2.480000"],
    ["#x# / 16.387064 ", "2480", "151.338885354"],
    ["#x# * 16.387064 ", "110", "1802.577040"],
    ["#x# * 0.016387064 ", "110", "1.802577040"],
    ["#x# / 1000.", "TBD", undefined],
  ];
  for (const [formula, value, result] of cases) expect(convert(formula, value)).toBe(result);
});
