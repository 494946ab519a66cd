import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Campaign, openRecalls } from "./recall-status.ts";

const stored = (id: string, record: object = {}): Campaign => ({
  id,
  key: id.toLowerCase(),
  record: record as Campaign["record"],
  line: { model: "ACCORD", match: "exact" },
});

test("a campaign alone is of unknown status; a record of the VIN tells it", () => {
  const campaigns = ["18V001", "18V002", "18V003", "18V004"].map((id) => stored(id));
  const ofVin = [
    stored("18V001"),
    stored("18V002", { recall_status: "open" }),
    stored("18V003", { recall_status: "completed" }),
    stored("99V999", { recall_status: "open" }),
  ];
  expect(openRecalls(campaigns, ofVin).map((one) => [one.nhtsa_campaign_number, one.recall_status])).toEqual([
    ["18V004", "unknown"],
    ["18V003", "completed"],
    ["18V002", "open"],
    ["18V001", "completed"],
  ]);
});

test("what a campaign's record lacks is empty, and what else it has is left out", () => {
  const record = { summary: "It may stall.", report_received_date: "2018-02-01", park_it: true, more: 1 };
  expect(openRecalls([stored("18V001", record)], [])).toEqual([
    {
      nhtsa_campaign_number: "18V001",
      manufacturer: "",
      component: "",
      summary: "It may stall.",
      consequence: "",
      remedy: "",
      notes: "",
      report_received_date: "2018-02-01",
      park_it: true,
      park_outside: false,
      over_the_air_update: false,
      matched_model: "ACCORD",
      match: "exact",
      recall_status: "unknown",
    },
  ]);
});

test("never open without a record that says so, and the latest report first", () => {
  const date = fc.constantFrom("2015-01-02", "2018-03-04", "2020-05-06");
  const campaign = fc.tuple(fc.integer({ min: 0, max: 9 }), date);
  fc.assert(
    fc.property(fc.array(campaign), fc.array(fc.integer({ min: 0, max: 9 })), (campaigns, completed) => {
      const found = openRecalls(
        campaigns.map(([n, day]) => stored(`18V00${n}`, { report_received_date: day })),
        completed.map((n) => stored(`18V00${n}`)),
      );
      expect(found.length).toBe(campaigns.length);
      for (const { nhtsa_campaign_number: id, recall_status: status } of found)
        expect(status).toBe(completed.includes(Number(id.at(-1))) ? "completed" : "unknown");
      const dates = found.map((one) => one.report_received_date);
      expect(dates).toEqual(dates.toSorted().reverse());
    }),
  );
});
