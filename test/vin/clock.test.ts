import { expect, test } from "bun:test";
import { createDecoder } from "../../src/vin/decoder.ts";
import { abroad } from "./abroad.ts";
import { heavyVins } from "./heavy-vins.ts";
import { testPack } from "./shared-pack.ts";
import { randomNumbers, randomVin } from "./vins.ts";

const pack = await testPack();
/** The last day of a year, the first of the next, and years later. */
const dates = ["2026-12-31", "2027-01-01", "2028-06-15", "2031-01-01"];
const decoders = dates.map((today) => createDecoder(pack, { currentYear: Number(today.slice(0, 4)), today }));

/** Codes of the whole world, in the order of the pack's table. */
const codes = [...pack.hashKeys].flatMap((key, place) =>
  pack.hashValues[place] === 0 ? [] : [key.toString(36).toUpperCase()],
);

function* vins(count: number): Generator<string> {
  for (const { vin } of abroad) yield vin;
  for (const [vin] of heavyVins(pack, [1981, 2027], 300)) yield vin;
  const random = randomNumbers(63);
  for (let made = 0; made < count; made++) yield randomVin(codes[random(codes.length)]!, random);
}

test("5,000 VINs are answered alike at four dates", () => {
  const texts = new TextDecoder();
  let compared = 0;
  for (const vin of vins(4400)) {
    const [first, ...others] = decoders.map((decoder) => {
      const body = decoder.answer(vin);
      return body === undefined ? "none" : texts.decode(body);
    });
    expect(others).toEqual(others.map(() => first!));
    compared++;
  }
  expect(compared).toBeGreaterThan(5000);
});

test("the limit is the year of the pack's data, and vPIC's form follows the clock", () => {
  // A Lexus of 1998, and a Škoda without a known type.
  const years = decoders.map((decoder) =>
    ["JT8BF22G0W0123456", "JTJBARBZ3W0123456", "TMBZZZ5E3W0123456"].map((vin) => {
      const decode = decoder.decode(vin);
      return typeof decode === "string" ? decode : decode.year;
    }),
  );
  expect(years).toEqual(dates.map(() => years[0]!));
  const vpic = decoders.map((decoder) => {
    const state = decoder.scanAny("JTJBARBZ3X0123456");
    return typeof state === "string" ? state : state.chosen.year;
  });
  expect(vpic).toEqual([1999, 2029, 2029, 2029]);
});

test("a pack of another year has its own limit", () => {
  const yearWith = (version: string) => {
    const decoder = createDecoder({ ...pack, meta: { ...pack.meta, version } }, { currentYear: 2026 });
    const decode = decoder.decode("TMBZZZ5E3W0123456");
    return typeof decode === "string" ? decode : decode.year;
  };
  // A version without a year leaves the clock's.
  expect(["2026-03", "2027-01", "2025_12", "test"].map(yearWith)).toEqual([1998, 2028, 1998, 1998]);
});

test("a caller can expect the next years, at any date", () => {
  const vin = "WVWZZZ1KZAW123456";
  const found = decoders.map((decoder) =>
    [2010, 2028, 2033].map((year) => {
      const decode = decoder.decode(vin, year);
      return typeof decode === "string" ? decode : decode.year;
    }),
  );
  expect(found).toEqual([...dates.slice(0, 3).map(() => [2010, 2028, 2010]), [2010, 2028, 2033]]);
});
