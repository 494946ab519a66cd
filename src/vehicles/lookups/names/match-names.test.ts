import { expect, test } from "bun:test";
import { nameKey } from "../../families/names.ts";
import type { Names } from "./known-names.ts";
import { isPartOf, matchModels, matchNames } from "./match-names.ts";

const names = (...texts: string[]): Names => new Map(texts.map((text) => [nameKey(text), text]));

test("a name means itself, else names it is a part of, else names with all of its words", () => {
  const trims = names("LE", "LE/SE/XLE", "LT (1LT)", "SE/XLE Hybrid", "Super Crew - Raptor", "Premium+M/R");
  const meant = (text: string) => {
    const found = matchNames(text, trims);
    return [found.exact, ...found.names.map((one) => one.text)];
  };
  expect(meant("le")).toEqual([true, "LE"]);
  expect(meant("SE")).toEqual([false, "LE/SE/XLE", "SE/XLE Hybrid"]);
  expect(meant("LT")).toEqual([false, "LT (1LT)"]);
  expect(meant("raptor")).toEqual([false, "Super Crew - Raptor"]);
  expect(meant("Premium")).toEqual([false, "Premium+M/R"]);
  expect(meant("SE Hybrid")).toEqual([false, "SE/XLE Hybrid"]);
  expect(meant("XLT")).toEqual([false]);
  expect(meant("---")).toEqual([false]);
});

test("a part is one of the names that a name stands for", () => {
  expect(isPartOf("se", "LE/SE/XLE")).toBe(true);
  expect(isPartOf("LE/SE/XLE", "le/se/xle")).toBe(true);
  expect(isPartOf("X", "LE/SE/XLE")).toBe(false);
});

test("a model is found by its name, with or without its make, by series, and with what stands behind it", () => {
  const models = names("Mazda6", "CX-5", "320i", "330i", "Silverado", "ES");
  const series: Record<string, Names> = {
    "320i": names("3-Series"),
    "330i": names("3-Series"),
    silverado: names("1500", "2500"),
  };
  const meant = (text: string, make = "mazda") => {
    const found = matchModels(text, make, models, {
      seriesOf: (model) => series[model] ?? names(),
      trimsOf: (model) => (model === "es" ? names("350/350 F Sport", "300h") : names()),
    });
    return (
      found && [found.name.text, found.models.map(({ text }) => text).join(" "), found.series, found.trim]
    );
  };
  expect(meant("mazda 6")).toEqual(["Mazda6", "Mazda6", "", ""]);
  expect(meant("6")).toEqual(["Mazda6", "Mazda6", "", ""]);
  expect(meant("Mazda CX-5")).toEqual(["CX-5", "CX-5", "", ""]);
  expect(meant("3 Series", "bmw")).toEqual(["3-Series", "320i 330i", "3series", ""]);
  expect(meant("Silverado 1500", "chevrolet")).toEqual(["Silverado", "Silverado", "1500", ""]);
  expect(meant("Silverado 9500", "chevrolet")).toBeUndefined();
  expect(meant("ES 350", "lexus")).toEqual(["ES", "ES", "", "350"]);
  expect(meant("")).toBeUndefined();
});
