import { expect, test } from "bun:test";
import { makeKey, nameKey } from "../../src/vehicles/families/names.ts";
import { createCatalogue } from "../../src/vin/catalogue/catalogue.ts";
import { createCatalogueIndex } from "../../src/vin/catalogue/catalogue-index.ts";
import { createDecoder } from "../../src/vin/decoder.ts";
import { testPack, testYear } from "./shared-pack.ts";

const pack = await testPack();
const catalogue = createCatalogue(pack, { keys: { make: makeKey, model: nameKey }, currentYear: testYear });

test("the models of 1991 to 2026 equal those of vPIC's tables", () => {
  let models = 0;
  for (let year = 1991; year <= 2026; year++)
    for (const make of catalogue.makes("vehicles", year).keys())
      models += catalogue.models("vehicles", year, make).size;
  // A separate count over the same tables returned this number when the selectors were designed.
  expect(models).toBe(49_837);
});

test("years are newest first up to the next; motorcycles are separate", () => {
  expect(catalogue.years("vehicles").slice(0, 2)).toEqual([2027, 2026]);
  expect(catalogue.models("vehicles", 2018, "honda").get("civic")).toBe("Civic");
  expect(catalogue.makes("motorcycles", 2007).get("harleydavidson")).toBe("HARLEY-DAVIDSON");
  expect(catalogue.makes("vehicles", 2007).has("harleydavidson")).toBe(false);
  expect(catalogue.makes("vehicles", 1950).size).toBe(0);
});

test("trims equal those that the model's VINs decode to", () => {
  const trims = catalogue.trims("vehicles", 2003, "honda", "accord");
  expect(trims.get("exv6")).toBe("EX-V6");
  expect(catalogue.trims("vehicles", 2003, "honda", "nosuch").size).toBe(0);
  expect(catalogue.trims("vehicles", 1900, "honda", "accord").size).toBe(0);
});

test("nearly every model has a partial VIN that decodes to it", () => {
  const decoder = createDecoder(pack, { currentYear: testYear });
  let right = 0;
  let all = 0;
  let seen = 0;
  for (const kind of ["vehicles", "motorcycles"] as const)
    for (const year of [1985, 1999, 2009, 2010, 2018, 2026])
      for (const make of catalogue.makes(kind, year).keys())
        for (const model of catalogue.models(kind, year, make).keys()) {
          // Each search covers all manufacturers: a sample of about a thousand models is enough.
          if (++seen % 5 !== 0) continue;
          const [vin] = catalogue.partialVins(kind, year, make, model);
          const decode = decoder.decode(vin!, year);
          all += 1;
          if (typeof decode === "object" && nameKey(decode.model) === model && decode.year === year)
            right += 1;
        }
  // The others share their patterns with another model, which vPIC prefers.
  expect(all).toBeGreaterThan(1000);
  expect(right / all).toBeGreaterThan(0.97);
});

test("names without a key and makes without models are omitted", () => {
  const keyed = (make: (name: string) => string, model: (name: string) => string) =>
    createCatalogue(pack, { keys: { make, model }, currentYear: testYear });
  const without = keyed(makeKey, (name) => (name === "Civic" ? "" : nameKey(name)));
  const models = without.models("vehicles", 2018, "honda");
  expect(models.size).toBe(catalogue.models("vehicles", 2018, "honda").size - 1);
  expect([models.has(""), [...models.values()].includes("Civic")]).toEqual([false, false]);
  const nameless = keyed((name) => (name === "HONDA" ? "" : makeKey(name)), nameKey);
  const makes = nameless.makes("vehicles", 2018);
  expect(makes.size).toBe(catalogue.makes("vehicles", 2018).size - 1);
  expect([makes.has(""), makes.has("honda")]).toEqual([false, false]);
  expect(keyed(makeKey, () => "").makes("vehicles", 2018).size).toBe(0);
});

test("a block of several models of a make is listed once", () => {
  const index = createCatalogueIndex(pack, { make: makeKey, model: nameKey }, testYear);
  const blocks = index.blocks("vehicles", 2018, "honda");
  expect(blocks.length).toBe(10);
  expect(new Set(blocks).size).toBe(blocks.length);
});

test("a partial VIN from several schemas is listed once", () => {
  for (const make of catalogue.makes("vehicles", 2018).keys())
    for (const model of catalogue.models("vehicles", 2018, make).keys()) {
      const vins = catalogue.partialVins("vehicles", 2018, make, model);
      expect(new Set(vins).size).toBe(vins.length);
    }
});
