import { expect, test } from "bun:test";
import { isExcluded, isWithin, modelYears, type RecalledRange } from "./recalled-ranges.ts";

const range = (more: Partial<RecalledRange>): RecalledRange => ({
  built_from: "",
  built_to: "",
  vin_from: "",
  vin_to: "",
  ...more,
});
const vins = (vin_from: string, vin_to: string) => range({ vin_from, vin_to });
const excluded = (vin: string, ...ranges: RecalledRange[]) => isExcluded(ranges, { vin, year: 2012 });

test("production gives model years, of which the next begins a year earlier", () => {
  const years = (built_from: string, built_to: string) => modelYears({ built_from, built_to });
  expect(years("2010-02-24", "2012-05-27")).toEqual([2010, 2013]);
  expect(years("2013-06-25", "2013-05-01")).toEqual([2013, 2014]);
  expect(years("2010-02-24", "")).toEqual([2010, Number.POSITIVE_INFINITY]);
  expect(years("", "2001-11-30")).toEqual([0, 2002]);
  expect(years("", "")).toEqual([0, Number.POSITIVE_INFINITY]);
});

test("a vehicle is excluded if every range excludes it", () => {
  const early = range({ built_from: "2005-01-01", built_to: "2006-12-31" });
  const late = range({ built_from: "2011-01-01", built_to: "2011-12-31" });
  expect(excluded("", early)).toBe(true);
  expect(excluded("", early, late)).toBe(false);
  expect(excluded("", range({}))).toBe(false);
  expect(isExcluded([], { vin: "", year: 2012 })).toBe(false);
});

test("VINs compare by manufacturer, year, plant and serial number", () => {
  const asx = vins("JMAXJGA6WBZ400101", "JMAXJGA6WCZ000869");
  expect(excluded("JMAXJGA6WBZ400100", asx)).toBe(true);
  expect(excluded("JMAXJGA6WBZ400101", asx)).toBe(false);
  expect(excluded("JMAXJGA6WCZ000869", asx)).toBe(false);
  expect(excluded("JMAXJGA6WCZ000870", asx)).toBe(true);
  // Another body of the model is between the ends, another plant and another manufacturer are not.
  expect(excluded("JMAXTGA7XBZ400500", asx)).toBe(false);
  expect(excluded("JMAXJGA6WBY400500", asx)).toBe(true);
  expect(excluded("JMBXJGA6WBZ400500", asx)).toBe(true);
});

test("open characters of a range do not exclude, and those beside them do", () => {
  const ls = vins("JTHGL*****5017978", "JTHGL*****5037402");
  expect(excluded("JTHGL46FX85020000", ls)).toBe(false);
  expect(excluded("JTHGL46FX85040000", ls)).toBe(true);
  expect(excluded("JTHBL46FX85020000", ls)).toBe(true);
  const q5 = vins("WAUZZZ8R#9A006992", "WAUZZZ8r#9A054268");
  expect(excluded("WAUZZZ8R59A050000", q5)).toBe(false);
  expect(excluded("WAUZZZ8R59A054269", q5)).toBe(true);
});

test("ends that cannot be compared exclude nothing", () => {
  const vin = "SALLAAA139A600000";
  for (const [from, to] of [
    ["Various", ""],
    ["LP300000 - LP418689", ""],
    ["SALLAAA345A000001", "LP418689"],
    ["SALLAAA345A000001", "SALLAAA149X513325"],
    ["SALLAAA349A513325", "SALLAAA145A000001"],
    ["SALLAAA345A000001", "SAJLAAA149A513325"],
    ["1J4RD5GM0AY104258", "8Y8HX48P891514512"],
    ["SALLAAA34UA000001", "SALLAAA14UA513325"],
  ] as const)
    expect([from, excluded(vin, vins(from, to))]).toEqual([from, false]);
  expect(excluded(vin, vins("SALLAAA345A000001", "SALLAAA149A513325"))).toBe(true);
});

test("a range contains a VIN surely if its ends give the descriptive part", () => {
  const crafter = vins("WV1ZZZ2EZG6012102", "WV1ZZZ2EZG6017812");
  const within = (vin: string, range = crafter) => isWithin(range, vin);
  expect(within("WV1ZZZ2EZG6015000")).toBe("sure");
  expect(within("WV1ZZZ2EZG6012101")).toBeUndefined();
  expect(within("WV1ZZZ2FZG6015000")).toBeUndefined();
  expect(within("WV2ZZZ2EZG6015000")).toBeUndefined();
  expect(within("WV1ZZZ2EZG7015000")).toBeUndefined();
  const c8 = vins("VF7******AZ025918", "VF7******AZ030421");
  expect(within("VF7EBRHK8AZ026000", c8)).toBe("open");
  expect(within("VF7EBRHK8AZ030422", c8)).toBeUndefined();
  const discovery = vins("SALLAAA345A000001", "SALLAAA149A513325");
  expect(within("SALLAAA147A400000", discovery)).toBe("open");
  expect(within("SALLABA147A400000", discovery)).toBeUndefined();
  expect(within("SALLAAA147A400000", vins("Various", ""))).toBeUndefined();
});
