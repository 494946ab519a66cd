import { expect, test } from "bun:test";
import { nameKey } from "../../families/names.ts";
import { isPartOf, matchModels, matchNames } from "./joined-names.ts";
import type { Names } from "./known-names.ts";

const names = (...texts: string[]): Names => new Map(texts.map((text) => [nameKey(text), text]));

test("a name matches itself, else names with it as a part, else all its words", () => {
  const trims = names("LE", "LE/SE/XLE", "LT (1LT)", "SE/XLE Hybrid", "Super Crew - Raptor", "Premium+M/R");
  const matched = (text: string) => {
    const found = matchNames(text, trims);
    return [found.exact, ...found.names.map((one) => one.text)];
  };
  expect(matched("le")).toEqual([true, "LE"]);
  expect(matched("SE")).toEqual([false, "LE/SE/XLE", "SE/XLE Hybrid"]);
  expect(matched("LT")).toEqual([false, "LT (1LT)"]);
  expect(matched("raptor")).toEqual([false, "Super Crew - Raptor"]);
  expect(matched("Premium")).toEqual([false, "Premium+M/R"]);
  expect(matched("SE Hybrid")).toEqual([false, "SE/XLE Hybrid"]);
  expect(matched("XLT")).toEqual([false]);
  expect(matched("---")).toEqual([false]);
});

test("a part is one of the names in a combined name", () => {
  expect(isPartOf("se", "LE/SE/XLE")).toBe(true);
  expect(isPartOf("LE/SE/XLE", "le/se/xle")).toBe(true);
  expect(isPartOf("X", "LE/SE/XLE")).toBe(false);
});

test("a model is found by name, make and name, series, or name and trim", () => {
  const models = names("Mazda6", "CX-5", "320i", "330i", "Silverado", "ES");
  const series: Record<string, Names> = {
    "320i": names("3-Series"),
    "330i": names("3-Series"),
    silverado: names("1500", "2500"),
  };
  const matched = (text: string, make = "mazda") => {
    const found = matchModels(text, make, models, {
      seriesOf: (model) => series[model] ?? names(),
      trimsOf: (model) => (model === "es" ? names("350/350 F Sport", "300h") : names()),
    });
    return (
      found && [found.name.text, found.models.map(({ text }) => text).join(" "), found.series, found.trim]
    );
  };
  expect(matched("mazda 6")).toEqual(["Mazda6", "Mazda6", "", ""]);
  expect(matched("6")).toEqual(["Mazda6", "Mazda6", "", ""]);
  expect(matched("Mazda CX-5")).toEqual(["CX-5", "CX-5", "", ""]);
  expect(matched("3 Series", "bmw")).toEqual(["3-Series", "320i 330i", "3series", ""]);
  expect(matched("Silverado 1500", "chevrolet")).toEqual(["Silverado", "Silverado", "1500", ""]);
  expect(matched("Silverado 9500", "chevrolet")).toBeUndefined();
  expect(matched("ES 350", "lexus")).toEqual(["ES", "ES", "", "350"]);
  expect(matched("")).toBeUndefined();
});
