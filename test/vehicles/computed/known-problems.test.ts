import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { bulletins, complaints, investigations } from "../../../src/vehicles/families/apis/known-problems.ts";
import type { VehicleRow } from "../../../src/vehicles/families/record-family.ts";
import { kinds, problem, startService, type TestService } from "../../harness.ts";
import { type LookupCaller, lookupCaller } from "../lookups/lookup-caller.ts";
import { load, unload } from "./records.ts";

const accord = "1HGCM82633A004352";

const counted = (count: number) => ({
  complaint_count: count,
  crash_count: 1,
  fire_count: 0,
  injury_count: 2,
  death_count: 0,
  first_received: "2004-01-02",
  last_received: "2020-03-04",
});
const example = { component: "ENGINE:COOLING", crash: true, fire: false, injured: 2, killed: 0 };
const complaint = (model: string, component: string, count: number, examples: object[] = []): VehicleRow => ({
  year: 2003,
  names: ["HONDA", model, component],
  record: { ...counted(count), examples },
});

const investigated = {
  subject: "Inflator rupture",
  component: "AIR BAGS",
  manufacturer: "Honda (American Honda Motor Co.)",
  summary: "It may rupture.",
  opened: "2014-06-11",
};
const investigation = (model: string, number: string, more: object): VehicleRow => ({
  year: 2003,
  names: ["HONDA", model, number],
  record: { ...investigated, closed: "", campaign: "", ...more },
});

const shared = { document: "SB-1", type: "Other", component: "ENGINE", summary: "It is replaced." };
const bulletin = (number: number, sent: string, model = "ACCORD"): VehicleRow => ({
  year: 2003,
  names: ["HONDA", model, "2000-2004", String(number)],
  record: { ...shared, sent, received: "" },
});

for (const kind of kinds) {
  describe.skipIf(kind.missing)(`known problems on ${kind.dialect}`, () => {
    let service: TestService;
    let caller: LookupCaller;
    beforeAll(async () => {
      service = await startService(kind);
      caller = await lookupCaller(service);
    });
    afterAll(() => service.end());
    const missing = async (path: string, detail: string) => {
      const got = await caller.lookUp(`/known-problems/${path}`);
      const expected = problem("record_not_found", 404, "Record not found", detail, got);
      expect([got.status, got.body]).toEqual([404, { ...expected, suggestions: [] }]);
    };
    const answered = async (path: string) => {
      const { headers, body } = await caller.lookUp(`/known-problems/${path}`);
      return [
        headers.get("x-data-source"),
        headers.get("x-match"),
        (body as { data: Record<string, unknown> }).data,
      ] as const;
    };
    const own = { make: "HONDA", model: "ACCORD", match: "exact", note: "" };
    const line = { matched_model: "ACCORD", match: "exact" };

    test("without any of the data, and for a line without records, it is an uncharged 404", async () => {
      const before = await caller.used();
      await missing(accord, "No complaint, investigation or bulletin data is loaded.");
      await load(service, investigations, [investigation("CIVIC", "PE14016", {})], "nhtsa-investigations");
      await missing(
        accord,
        `No record of ${accord} (2003 HONDA Accord EX-V6) here. This does not prove that there are no problems.`,
      );
      expect(await caller.used()).toBe(before);
    });

    test("data that are not loaded are null", async () => {
      const rows = [
        investigation("ACCORD", "PE14016", { closed: "2015-03-12", campaign: "15V153000" }),
        investigation("ACCORD", "PE14017", { opened: "2016-01-01" }),
      ];
      await load(service, investigations, rows, "nhtsa-investigations");
      const source = "nhtsa-investigations 1";
      const listed = [
        {
          ...line,
          investigation: "PE14017",
          ...investigated,
          opened: "2016-01-01",
          closed: null,
          campaign: null,
        },
        { ...line, investigation: "PE14016", ...investigated, closed: "2015-03-12", campaign: "15V153000" },
      ];
      expect(await answered(accord)).toEqual([
        source,
        "exact",
        {
          vin: accord,
          year: "2003",
          make: "HONDA",
          model: "Accord",
          complaints: null,
          investigations: { source, matched_models: [own], investigations: listed },
          bulletins: null,
        },
      ]);
    });

    test("complaints by component, the most frequent first, and bulletins, the latest first", async () => {
      await load(
        service,
        complaints,
        [
          complaint("ACCORD", "", 7),
          complaint("ACCORD", "AIR BAGS", 2),
          complaint("ACCORD", "ENGINE", 5, [
            { ...example, incident_date: "2020-02-03", mileage: 61_500 },
            { ...example, incident_date: "" },
          ]),
          complaint("CIVIC", "", 9),
        ],
        "nhtsa-complaints",
      );
      await load(
        service,
        bulletins,
        [bulletin(9001, ""), bulletin(10001, "2004-05-06"), bulletin(10002, "2003-04-05")],
        "nhtsa-bulletins",
      );
      const [source, match, data] = await answered(accord);
      expect([source, match]).toEqual([
        "nhtsa-complaints 1, nhtsa-investigations 1, nhtsa-bulletins 1",
        "exact",
      ]);
      const shown = (number: string, sent: string | null) => ({
        ...line,
        bulletin: number,
        ...shared,
        sent,
      });
      expect([data.complaints, data.bulletins]).toEqual([
        {
          source: "nhtsa-complaints 1",
          matched_models: [own],
          totals: [{ ...line, ...counted(7) }],
          components: [
            {
              ...line,
              component: "ENGINE",
              ...counted(5),
              examples: [
                { ...example, incident_date: "2020-02-03", mileage: 61_500 },
                { ...example, incident_date: null, mileage: null },
              ],
            },
            { ...line, component: "AIR BAGS", ...counted(2), examples: [] },
          ],
        },
        {
          source: "nhtsa-bulletins 1",
          matched_models: [own],
          bulletin_count: 3,
          bulletins: [shown("10001", "2004-05-06"), shown("10002", "2003-04-05"), shown("9001", null)],
        },
      ]);
    });

    test("the latest hundred bulletins are listed, and all are counted", async () => {
      const rows = Array.from({ length: 130 }, (_, at) => bulletin(9950 + at, ""));
      // Another name of the line has one of them too.
      await load(service, bulletins, [...rows, bulletin(10079, "", "ACCORD SEDAN")], "nhtsa-bulletins");
      const [, , data] = await answered("2003/honda/accord");
      const { bulletin_count, bulletins: listed } = data.bulletins as {
        bulletin_count: number;
        bulletins: { bulletin: string; match: string }[];
      };
      expect([bulletin_count, listed.length, listed[0], listed.at(-1)]).toEqual([
        130,
        100,
        { ...shownOf("10079"), match: "exact" },
        shownOf("9980"),
      ]);
    });
    const shownOf = (number: string) => ({ ...line, bulletin: number, ...shared, sent: null });

    test("names of the files are found as they are written there", async () => {
      await load(service, complaints, [complaint("ACCORD CROSSTOUR", "", 4)], "nhtsa-complaints");
      await unload(service, bulletins);
      await unload(service, investigations);
      const [source, match, data] = await answered("2003/Honda/Accord%20Crosstour");
      expect([source, match, data]).toEqual([
        "nhtsa-complaints 1",
        "exact",
        {
          vin: "",
          year: "2003",
          make: "HONDA",
          model: "ACCORD CROSSTOUR",
          complaints: {
            source: "nhtsa-complaints 1",
            matched_models: [{ ...own, model: "ACCORD CROSSTOUR" }],
            totals: [{ matched_model: "ACCORD CROSSTOUR", match: "exact", ...counted(4) }],
            components: [],
          },
          investigations: null,
          bulletins: null,
        },
      ]);
      expect((await caller.lookUp("/known-problems/2003/Honda/Accord")).status).toBe(404);
    });
  });
}
