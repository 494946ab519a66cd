import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { lookupApis } from "../../../src/vehicles/families/lookup-apis.ts";
import { lookupEndpoints } from "../../../src/vehicles/lookups/endpoints.ts";
import { findSharedFile } from "../../shared-data.ts";

const ymm = ["year", "make/{year}", "model/{year}/{make}"];
const ymmt = [...ymm, "trim/{year}/{make}/{model}"];
const options = (base: string, steps: readonly string[]) => steps.map((step) => `${base}/options/${step}`);
const specified = [
  ...options("/headlight-assembly", ymm),
  "/headlight-assembly/{year}/{make}/{model}",
  "/headlight-assembly/{vin}",
  ...options("/vehicle-images", ymmt),
  "/vehicle-images/{vin}",
  "/vehicle-images/{year}/{make}/{model}/{trim}",
  "/vehicle-images/{year}/{make}/{model}/{trim}/{extra_trim}",
  ...options("/market-valuation", ymm),
  "/market-valuation/{vin}",
  "/market-valuation/{year}/{make}/{model}",
  ...options("/windshield-api", ymm),
  "/windshield-api/{year}/{make}/{model}",
  "/windshield-api/{license_plate}/{state}",
  "/windshield-api/{vin}",
  "/windshield/{vin}",
  "/lien/{vin}",
  "/us-plate-decode/{license_plate}/{state}",
  "/license-decoder/{license_plate}/{state}",
  ...ymmt.map((step) => `/ymm-specs/options/v3/${step}`),
  "/ymm-specs/v3/{year}/{make}/{model}/{trim}",
  "/ymm-specs/v3/{year}/{make}/{model}/{trim}/{extra_trim}",
  "/ymm-specs/{year}/{make}/{model}/{trim}",
  "/ymm-specs/{year}/{make}/{model}/{trim}/{extra_trim}",
  ...ymmt.map((step) => `/ymm-specs/options/v2/${step}`),
  ...options("/oem-parts", [
    ...ymmt,
    "categories/{year}/{make}/{model}/{trim}",
    "subcategories/{year}/{make}/{model}/{trim}/{category}",
  ]),
  "/oem-parts/{year}/{make}/{model}/{trim}/{category}/{subcategory}",
  "/oem-vin-decode/{vin}",
  "/open-recall/{vin}",
  "/oil-lookup/{vin}",
  "/oil-lookup/{license}/{state}",
  "/vin-decoder/{vin}",
  ...options("/motorcycle-decode", ymm.slice(0, 2)),
  "/repair-estimates/{vin}",
  "/repair-estimates/{year}/{make}/{model}/{trim}",
  "/auction/{vin}",
  "/saleshistory/{vin}",
];
/** Additions to APIs that the specification has. */
const extensions = [
  ...options("/repair-estimates", ymmt),
  "/motorcycle-decode/options/model/{year}/{make}",
  "/motorcycle-decode/{vin}",
  "/motorcycle-decode/{year}/{make}/{model}",
];

test("the declarations are the specification's 57 lookups and the extensions", () => {
  const own = new Set(lookupApis.filter((api) => api.extension).map(({ id }) => id));
  const paths = (extension: boolean) =>
    lookupEndpoints
      .filter((one) => !own.has(one.lookup!.api) && (one.extension ?? false) === extension)
      .map((one) => one.path);
  expect(specified.length).toBe(57);
  expect(paths(false).sort()).toEqual([...specified].sort());
  expect(paths(true).sort()).toEqual([...extensions].sort());
});

test("every lookup is a GET with a key; only records cost", () => {
  for (const one of lookupEndpoints) {
    const selector = one.path.includes("/options/");
    expect([one.method, one.audience, one.lookup]).toEqual([
      "GET",
      "key",
      { api: one.path.split("/")[1]!, cost: selector ? 0 : 1, ...(selector && { options: true as const }) },
    ]);
    for (const part of Object.values(one.params?.shape ?? {}))
      expect((part as { meta(): { example?: string } }).meta().example).toBeString();
  }
});

const file = findSharedFile("specification.md");

test.skipIf(file === undefined)("the expected list equals the specification's", () => {
  const text = readFileSync(file!, "utf8");
  const tables = text.slice(text.indexOf("### 4.3"), text.indexOf("## 5."));
  const found = new Set<string>();
  for (const line of tables.split("\n").filter((row) => row.startsWith("| ") && row.includes("/"))) {
    const [, , paths = ""] = line.split("|").map((cell) => cell.trim());
    let base = "";
    for (const cell of paths.split(" ; ")) {
      const path = cell.split(" ")[0]!;
      if (path.startsWith("...")) found.add(base + path.slice(3));
      else {
        found.add(path);
        base = path.replace(/\/year$/, "");
      }
    }
  }
  found.delete("Paths");
  expect([...found].filter((path) => path.startsWith("/")).sort()).toEqual([...specified].sort());
});
