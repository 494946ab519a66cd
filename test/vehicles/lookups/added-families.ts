import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openapiDocument } from "../../../src/http/openapi/document.ts";
import { documentTexts } from "../../../src/management/documentation/document-texts.ts";
import { operations } from "../../../src/operations.ts";
import { consolePage } from "../../../src/server/console/console-page.ts";
import { findRecordFamily } from "../../../src/vehicles/families/record-families.ts";
import { csvTemplate } from "../../../src/vehicles/imports/columns/template.ts";
import { forgetDatasets } from "../../../src/vehicles/lookups/records/datasets.ts";
import { kinds, startService, type TestService } from "../../harness.ts";
import { dataPage } from "../imports/data-page.ts";
import { datasetCaller } from "../imports/dataset-caller.ts";
import { lookupCaller } from "./lookup-caller.ts";

// Run by new-families.test.ts in a copy of the program that has the families of docs/lookups.md.

const vin = "5J6RW2H59JL990075";
const family = findRecordFamily("tires")!;

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`added families on ${kind.dialect}`, () => {
    let service: TestService;
    let look: Awaited<ReturnType<typeof lookupCaller>>["lookUp"];
    beforeAll(async () => {
      service = await startService(kind);
      look = (await lookupCaller(service)).lookUp;
    });
    afterAll(() => service.end());

    test("the template is imported and found by names, VIN and selector", async () => {
      const { ask, ended } = datasetCaller(() => service);
      const sent = await ask("PUT", "/datasets/tires?name=acme&version=1", { body: csvTemplate(family) });
      expect(await ended(sent)).toMatchObject({ state: "done", error: null });
      forgetDatasets(service.app.database);
      const shown = { family: "tires", state: "current", name: "acme", version: "1", rows: 1 };
      expect((await ask("GET", "/datasets/tires")).body).toMatchObject({ versions: [shown] });
      expect((await ask("GET", "/datasets")).body).toMatchObject([shown]);
      const data = { year: "2018", make: "Honda", model: "CR-V", sizes: ["235/60R18"] };
      for (const path of ["/tires/2018/honda/cr-v", `/tires/${vin}`]) {
        const got = await look(path);
        expect([got.status, got.headers.get("x-data-source")]).toEqual([200, "acme 1"]);
        expect(got.body).toEqual({ status: "success", data });
      }
      expect((await look("/tires/options/model/2018/honda")).body).toEqual({
        status: "success",
        data: ["CR-V"],
      });
    });

    test("a computed lookup returns the result of its function", async () => {
      const got = await look(`/vehicle-age/${vin}`);
      expect(got.body).toEqual({ status: "success", data: { vin, years: 8 } });
    });
  });
}

test("the page of data shows the added family's columns and origin", () => {
  const page = dataPage("# Data\n\n<!-- The rest is generated from the declarations. -->", [family]);
  expect(page.split("\n")).toEqual([
    "# Data",
    "",
    "<!-- The rest is generated from the declarations. -->",
    "",
    "## tires",
    "",
    "One record for each year and names. Tire makers' fitment guides, under contract.",
    "",
    "| column | type | | example |",
    "|---|---|---|---|",
    "| `year` * | text | Model year, 4 digits. | 2018 |",
    "| `make` * | text | Name of the make. | Honda |",
    "| `model` * | text | Name of the model. | CR-V |",
    "| `sizes` | texts divided by \\| | The tire sizes that fit. | 235/60R18 |",
    "",
  ]);
});

test("the console's page lists the added lookups and datasets", () => {
  const build = { entry: "", theme: "", style: "", icon: "", fonts: [], html: {} } as never;
  const html = consolePage({ publicUrl: "http://vingate.test" } as never, build, "");
  const { lookups, records } = JSON.parse(/id="families">(.*?)<\/script>/.exec(html)![1]!);
  const listed = lookups.flatMap((group: { lookups: object[] }) => group.lookups);
  expect(listed).toContainEqual({ name: "Tires", description: "Tire sizes of a vehicle.", path: "/tires" });
  expect(listed).toContainEqual({
    name: "Vehicle age",
    description: "The age of a vehicle.",
    path: "/vehicle-age",
  });
  expect(records.tires).toBe("Tires");
});

test("the OpenAPI document describes the added lookups", () => {
  const document = openapiDocument(operations, "http://vingate.test", documentTexts) as {
    tags: { name: string }[];
    components: { schemas: Record<string, { properties: { data: unknown } }> };
  };
  expect(document.components.schemas.Tires?.properties.data).toMatchObject({
    properties: {
      sizes: { type: "array", description: "The tire sizes that fit." },
    },
  });
  expect(document.tags.filter(({ name }) => /Tire| age$/.test(name))).toEqual([
    { name: "Tire options", description: "Names that Tires accepts." },
    { name: "Tires", description: "Tire sizes of a vehicle." },
    { name: "Vehicle age", description: "The age of a vehicle." },
  ] as never);
});
