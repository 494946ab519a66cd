import { expect, test } from "bun:test";
import fc from "fast-check";
import { amountIn, numberForms, readDecimal } from "./amounts.ts";
import { readMoment } from "./days.ts";
import { isWhole, readUsualAmount, readUsualDay } from "./usual-texts.ts";

const texts = fc.string({ unit: fc.constantFrom(..."0123456789.,' $€£kmi-/".split("")), maxLength: 14 });

/** Numbers with groups and decimals, which chance alone seldom makes. */
const numbers = fc
  .tuple(
    fc.constantFrom("", "$", "€", "£", "-"),
    fc.integer({ min: 0, max: 99_999_999 }),
    fc.constantFrom(",", ".", " ", "'", ""),
    fc.constantFrom("", ".5", ",50", ".00", ",125", "."),
    fc.constantFrom("", " €", "€", " mi", "km", " k"),
  )
  .map(([sign, value, group, part, after]) => {
    const whole = value.toLocaleString("en-US").replaceAll(",", group);
    return `${sign}${whole}${part}${after}`;
  });

test("what is quickly read is what is slowly read", () => {
  fc.assert(
    fc.property(
      fc.oneof(texts, numbers),
      fc.constantFrom(...numberForms),
      fc.constantFrom(1, 2),
      (text, form, decimals) => {
        const usual = readUsualAmount(text, form, { decimals, most: 1e7 });
        if (!usual) return;
        const found = amountIn(text);
        // Lakhs have the signs of thousands.
        const forms = form === "12,34,567.89" ? [form, "1,234.56" as const] : [form];
        const bounds = { decimals, least: 0, most: 1e7 };
        const [value] = forms.flatMap((one) => readDecimal(found!.number, one, bounds, found!.zeros) ?? []);
        expect({ text, ...usual }).toEqual({
          text,
          value: value!,
          currency: found!.currency,
          unit: found!.unit,
        });
      },
    ),
    { numRuns: 20_000 },
  );
});

const days = fc
  .tuple(
    fc.integer({ min: 0, max: 32 }),
    fc.constantFrom("/", ".", "-", " "),
    fc.integer({ min: 0, max: 13 }),
    fc.integer({ min: 1890, max: 2210 }),
    fc.boolean(),
  )
  .map(([day, sign, month, year, padded]) => {
    const [d, m] = [day, month].map((one) => String(one).padStart(padded ? 2 : 1, "0"));
    return `${d}${sign}${m}${sign}${year}`;
  });

test("days that are quickly read are those that are slowly read", () => {
  const years = { from: "1000-01-01", until: "2200-12-31" };
  fc.assert(
    fc.property(fc.oneof(texts, days), fc.constantFrom("day_first", "month_first"), (text, form) => {
      const usual = readUsualDay(text, form as "day_first");
      // Years outside the bounds are those of the column, which are compared after.
      if (usual === undefined || usual < "1900" || usual > "2200-12-31") return;
      expect(`${text} ${usual}`).toBe(`${text} ${readMoment(text, form as "day_first", years)}`);
    }),
    { numRuns: 20_000 },
  );
});

test("most texts of a form are quickly read", () => {
  const read = (text: string) => readUsualAmount(text, "1.234,56", { decimals: 2, most: 1e9 })?.value;
  expect(["17.550,00 €", "€17.550", "850", "9,5", "97.303 km", "1.234.567"].map(read)).toEqual([
    "17550",
    "17550",
    "850",
    "9.5",
    "97303",
    "1234567",
  ]);
  expect(
    ["17.55", "12.34.567", "1234.567", "017", "1.2345", "12,345", "17.550 USD", "-1", ""].map(read),
  ).toEqual(Array(9).fill(undefined));
  expect(["18.10.2026", "1/9/2026", "18-10-2026"].map((text) => readUsualDay(text, "day_first"))).toEqual([
    "2026-10-18",
    "2026-09-01",
    "2026-10-18",
  ]);
  expect(
    ["31.10.2026", "10/18/2026", "18.10.26", "1.9/2026"].map((text) => readUsualDay(text, "day_first")),
  ).toEqual(Array(4).fill(undefined));
  expect(
    ["0", "123456789012345", "1234567890123456", "", "1.", "٣"].map((text) => isWhole(text, 15)),
  ).toEqual([true, true, false, false, false, false]);
});
