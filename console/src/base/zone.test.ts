import { afterEach, expect, test } from "bun:test";
import { setUp } from "../../../test/console/dom/page.ts";
import { bucketEnd, bucketLabel, rangeOf } from "./range.ts";
import { browserZone, chooseZone, chosenZone, fromZone, inZone, showUtc, zoneInUse } from "./zone.ts";

setUp();
afterEach(() => chooseZone(undefined));

const iso = (at: Date) => at.toISOString().slice(0, 16);
const zones = () => [zoneInUse(), chosenZone()];

test("the choice is kept; UTC is shown beside it for a while", () => {
  expect(zones()).toEqual([browserZone(), undefined]);
  chooseZone("Europe/Prague");
  expect([zones(), localStorage.getItem("vingate.zone")]).toEqual([
    ["Europe/Prague", "Europe/Prague"],
    "Europe/Prague",
  ]);
  showUtc(true);
  expect([zones(), sessionStorage.getItem("vingate.utc")]).toEqual([["UTC", "Europe/Prague"], "1"]);
  showUtc(false);
  expect(zones()).toEqual(["Europe/Prague", "Europe/Prague"]);
  localStorage.setItem("vingate.zone", "Mars/Olympus");
  expect(chosenZone()).toBeUndefined();
});

test("moments are shown and read in the zone, also where clocks change", () => {
  chooseZone("Europe/Prague");
  expect(iso(inZone(new Date("2026-11-21T23:30:00Z")))).toBe("2026-11-22T00:30");
  const read = (shown: string) => iso(fromZone(new Date(shown)));
  expect(["2026-07-01T12:00Z", "2026-10-25T00:00Z", "2026-10-26T00:00Z"].map(read)).toEqual([
    "2026-07-01T10:00",
    "2026-10-24T22:00",
    "2026-10-25T23:00",
  ]);
});

test("ranges, bars and their ends are those of the zone", () => {
  chooseZone("Asia/Kolkata");
  const now = Date.UTC(2026, 10, 21, 21, 20, 5);
  expect(iso(rangeOf({ range: "today" }, "1h", now).from)).toBe("2026-11-21T18:30");
  expect(rangeOf({ from: "2026-11-20 08:00", to: "2026-11-20 20:00" }, "1h", now).words).toBe(
    "20 Nov 2026, 13:30 to 21 Nov 2026, 01:30",
  );
  expect(bucketLabel("2026-11-20T18:30:00Z", "day")).toBe("21 Nov");
  expect(bucketLabel("2026-11-20T18:30:00Z", "minute")).toBe("00:00");
  expect(bucketEnd("2026-11-20T18:30:00Z", "day").toISOString()).toBe("2026-11-21T18:29:59.000Z");
  chooseZone("Europe/Prague");
  // The day on which clocks go back has 25 hours.
  expect(bucketEnd("2026-10-24T22:00:00Z", "day").toISOString()).toBe("2026-10-25T22:59:59.000Z");
  expect(bucketEnd("2026-09-30T22:00:00Z", "month").toISOString()).toBe("2026-10-31T22:59:59.000Z");
});
