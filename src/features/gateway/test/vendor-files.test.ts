import { expect, test } from "bun:test";
import { checkSamples } from "../mappings/check-samples.ts";
import { mappedApis, vendorFiles } from "./vendor-files.ts";

for (const { name, text, mapping } of vendorFiles) {
  test(`every sample of ${name} is read as it is declared, with the whole data`, () => {
    const results = checkSamples(mapping);
    const shown = results.map(({ is, outcome, data, faults, unread }) => ({
      is,
      outcome,
      data,
      faults,
      unread,
    }));
    const declared = mapping.samples.map(({ is, data = null }) => ({
      is,
      outcome: is,
      data,
      faults: is === "record" || is === "not_found" ? [] : expect.any(Array),
      unread: [],
    }));
    expect(shown).toEqual(declared);
    expect(results.every(({ as_declared }) => as_declared)).toBe(true);
  });

  test(`${name} has a full, a sparse, an absent and a refused answer, and names its document`, () => {
    const outcomes = mapping.samples.map(({ is }) => is);
    expect(outcomes.filter((is) => is === "record").length).toBeGreaterThanOrEqual(2);
    expect(outcomes).toContain("not_found");
    expect(outcomes).toContain("failure");
    for (const { is, data } of mapping.samples) expect(data === undefined).toBe(is !== "record");
    expect(text).toMatch(
      name.startsWith("example-") ? /^# An example, of no vendor/ : /# Documents?: https:\/\//,
    );
    expect(text.replace(/\n# /g, " ")).toMatch(/made up/);
  });
}

test("the files have all eight families, and none is left out", () => {
  const apis = [...new Set(vendorFiles.map(({ mapping }) => mapping.api))].sort();
  expect(apis).toEqual([...mappedApis]);
  const vendors = [...new Set(vendorFiles.map(({ name }) => name.slice(0, name.indexOf("-"))))].sort();
  expect(vendors).toEqual(["autodev", "carsxe", "example", "marketcheck", "vehicledatabases", "vinaudit"]);
  console.info(
    `${apis.length} of ${mappedApis.length} families answer, 0 skipped, from ${vendorFiles.length} files`,
  );
});
