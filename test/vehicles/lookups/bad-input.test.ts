import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "../../../src/database/sql.ts";
import type { Endpoint } from "../../../src/http/endpoint.ts";
import { lookupEndpoints } from "../../../src/vehicles/lookups/endpoints.ts";
import { type Got, kinds, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "./lookup-caller.ts";
import { accordVin, loadSamples } from "./samples.ts";

/** Values that name the sample records. */
const good: Readonly<Record<string, string>> = {
  vin: accordVin,
  year: "2003",
  make: "HONDA",
  model: "Accord",
  trim: "EX",
  extra_trim: "Coupe",
  category: "Brakes",
  subcategory: "Brake Pads",
  license_plate: "DEMO123",
  license: "DEMO123",
  state: "CA",
};

const long = "n".repeat(1024);
const injections = [
  "' OR '1'='1",
  "'; drop table dataset; --",
  '"};{"',
  "<script>alert(1)</script>",
  "#{7*7}",
  "../../etc/passwd",
  "%",
  "_%",
  "\\",
  "__proto__",
  "constructor",
  "\u202Eexe",
  "💥",
  "\r\nx-evil: 1",
];

/** The invalid values of each parameter, and their issues. */
const refused: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  vin: [
    ["1", "string_too_short"],
    ["1HGCM82633A00435", "string_too_short"],
    ["1HGCM82633A0043520", "string_too_long"],
    ["IHGCM82633A004353", "string_pattern_mismatch"],
    ["ZVW30-1812701", "value_error"],
  ],
  year: ["1800", "1899", "2029", "abcd", "20244", "2003.0", " 2003", "٢٠٠٣"].map((year) => [
    year,
    "value_error",
  ]),
  state: ["ZZ", "C", "California", "12", "GU"].map((state) => [state, "value_error"]),
  license_plate: [["----", "string_too_short"]],
  license: [["----", "string_too_short"]],
};
const refusedHistory: readonly (readonly [string, string])[] = [
  ["1234", "string_too_short"],
  ["1HGCM82633A0043", "string_pattern_mismatch"],
  ["1HGCM82633A00435", "string_pattern_mismatch"],
  ["1HGCM82633A0043520", "string_too_long"],
  ["1HGCM826*3A", "string_pattern_mismatch"],
];

/** GU is Guam where countries are taken. */
const refusedPlaces = ["ZZ", "C", "California", "12", "USA", "EU"].map(
  (state) => [state, "value_error"] as const,
);

function pathOf(one: Endpoint, values: Readonly<Record<string, string>>): string {
  return one.path.replace(/\{([a-z_]+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
}

const namesOf = (one: Endpoint) => Object.keys(one.params?.shape ?? {});
const history = (one: Endpoint) => /^\/(auction|saleshistory)\//.test(one.path);
const refusedOf = (one: Endpoint, name: string) =>
  history(one)
    ? refusedHistory
    : name === "state" && one.path.startsWith("/license-decoder/")
      ? refusedPlaces
      : (refused[name] ?? []);
const freeText = ["make", "model", "trim", "extra_trim", "category", "subcategory"];

for (const kind of kinds) {
  // PostgreSQL shares the code from the second statement on, so a part of the list is enough.
  const some = <T>(list: readonly T[]): readonly T[] =>
    kind.dialect === "sqlite" ? list : list.filter((_, index) => index % 4 === 0);

  describe.skipIf(kind.missing)(`bad input of every lookup on ${kind.dialect}`, () => {
    let service: TestService;
    let who: LookupCaller;
    const codes = async (paths: readonly string[]): Promise<Got[]> => {
      const before = await who.used();
      const answers: Got[] = [];
      // In groups: more lookups at a time wait longer for PostgreSQL on a slow machine than a lookup may.
      for (let from = 0; from < paths.length; from += 8)
        answers.push(...(await Promise.all(paths.slice(from, from + 8).map((path) => who.lookUp(path)))));
      expect(answers.filter((got) => got.status >= 500).map((got) => got.text)).toEqual([]);
      expect(await who.used()).toBe(before + answers.filter(paid).length);
      return answers;
    };
    const paid = (got: Got) => got.status === 200 && !/"data":\["/.test(got.text);
    beforeAll(async () => {
      service = await startService(kind);
      who = await lookupCaller(service);
      await loadSamples(service);
    });
    afterAll(() => service.end());

    for (const one of some(lookupEndpoints)) {
      test(`${one.path}: invalid values are 422 and free`, async () => {
        const wrong = namesOf(one).flatMap((name) =>
          refusedOf(one, name).map(([value, type]) => [name, value, type]),
        );
        const answers = await codes(wrong.map(([name, value]) => pathOf(one, { ...good, [name!]: value! })));
        const issues = answers.map((got) => {
          const [issue] = (got.body as { detail: { type: string; loc: string[] }[] }).detail;
          return [got.status, issue!.type, ...issue!.loc];
        });
        expect(issues).toEqual(wrong.map(([name, , type]) => [422, type!, "path", name!]));
      });

      test(`${one.path}: odd names never find a record`, async () => {
        const odd = [long, "f%2F150", "a/b", "---", " ", ...injections];
        const paths = namesOf(one)
          .filter((name) => freeText.includes(name))
          .flatMap((name) => odd.map((value) => pathOf(one, { ...good, [name]: value })));
        for (const got of await codes(paths)) {
          // Estimates of an unknown trim are those of its model, and marked so.
          if (got.headers.get("x-match") === "model") {
            expect(got.text).toContain('"repair":[{"trim":"",');
            expect(got.text).toMatch(
              /"note":"No trim .* is known: these are the estimates of the whole model\."/,
            );
            continue;
          }
          expect(got.status).toBe(404);
          expect(got.body).toMatchObject({ status: 404 });
        }
      });

      test(`${one.path}: empty and extra segments are 404`, async () => {
        const paths = [`${pathOf(one, good)}/x/y/z/u/v/w`, pathOf(one, good).replace(/[^/]+$/, "")];
        const answers = await codes(namesOf(one).length > 0 ? paths : paths.slice(0, 1));
        expect(answers.map((got) => got.status)).toEqual(answers.map(() => 404));
      });
    }

    test("VINs and plates full of injections find nothing", async () => {
      const paths = lookupEndpoints.flatMap((one) =>
        namesOf(one)
          .filter((name) => ["vin", "license", "license_plate", "state", "year"].includes(name))
          .flatMap((name) => injections.map((value) => pathOf(one, { ...good, [name]: value }))),
      );
      for (const got of await codes(some(paths))) expect([404, 422]).toContain(got.status);
      const kept = await service.app.database.get<{ rows: number }>(
        sql`select count(*) as rows from dataset`,
      );
      expect(kept!.rows).toBeGreaterThan(5);
    });

    test("mileage is digits with or without commas", async () => {
      const path = (text: string) =>
        `/market-valuation/2003/HONDA/Accord?mileage=${encodeURIComponent(text)}`;
      for (const text of ["-5", "abc", "1e999", "12,00", "1,2000", "12.5", "", "2,000,001", "9999999999"]) {
        const [got] = await codes([path(text)]);
        expect([text, got!.status]).toEqual([text, 422]);
      }
      for (const text of ["12,000", "12000", "0", "2,000,000"]) {
        const [got] = await codes([path(text)]);
        expect([text, got!.status === 422]).toEqual([text, false]);
      }
    });

    test("unknown names are reported with the nearest known ones", async () => {
      const nearest = async (path: string) => {
        const [got] = await codes([path]);
        const { code, suggestions } = got!.body as { code: string; suggestions: string[] };
        return [code, suggestions];
      };
      expect(await nearest("/headlight-assembly/2003/hinda/accord")).toEqual([
        "vehicle_not_found",
        ["HONDA"],
      ]);
      expect(await nearest("/headlight-assembly/2003/honda/acord")).toEqual([
        "vehicle_not_found",
        ["Accord"],
      ]);
      expect(await nearest("/headlight-assembly/2003/honda/civic")).toEqual(["record_not_found", []]);
      expect(await nearest("/headlight-assembly/1950/honda/accord")).toMatchObject([
        "vehicle_not_found",
        ["1980", "1981", "1982"],
      ]);
      expect(await nearest("/oem-parts/2003/honda/accord/ex/brake/pads")).toEqual([
        "vehicle_not_found",
        ["Brakes"],
      ]);
    });
  });
}
