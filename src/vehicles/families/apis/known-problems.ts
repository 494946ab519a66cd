import { z } from "zod";
import {
  answer,
  flags,
  listOf,
  matchedLines,
  matchedName,
  text,
  texts,
  vehicleNames,
} from "../answer-schemas.ts";
import { exampleNames } from "../examples.ts";
import type { LookupApi } from "../family.ts";
import type { VehicleRecords } from "../record-family.ts";

const count = z.int().min(0);

const counts = z.object({
  complaint_count: count.describe("The complaints."),
  crash_count: count.describe("Those that report a crash."),
  fire_count: count.describe("Those that report a fire."),
  injury_count: count.describe("The persons reported as injured."),
  death_count: count.describe("The persons reported as killed."),
});

/** The members with counts. */
export const countNames = Object.keys(counts.shape) as (keyof typeof counts.shape)[];

const receivedTexts = {
  first_received: "The day on which NHTSA received the first, YYYY-MM-DD.",
  last_received: "The day on which NHTSA received the last, YYYY-MM-DD.",
};
const miles = count.describe("The mileage, as it was reported.");
const report = z.object({
  component: text.describe("The component with its parts."),
  ...flags({ crash: "Whether it reports a crash.", fire: "Whether it reports a fire." }).shape,
  injured: count.describe("The persons reported as injured."),
  killed: count.describe("The persons reported as killed."),
});
const incident = "The day of the incident, YYYY-MM-DD.";

export const complaints: VehicleRecords = {
  name: "complaint",
  label: "Complaints",
  kind: "vehicle",
  table: "complaint",
  levels: ["make", "model", "component"],
  required: 2,
  heading: [],
  record: counts.extend({
    ...texts(receivedTexts).shape,
    examples: listOf(
      "The complaints received last, without words of the person who complained.",
      report.extend({ incident_date: text.describe(incident), mileage: miles.optional() }),
    ),
  }),
  origin: "`vingate import complaints`: NHTSA publishes what owners report.",
  example: {
    ...exampleNames,
    component: "ELECTRICAL SYSTEM",
    complaint_count: 12,
    crash_count: 1,
    fire_count: 0,
    injury_count: 1,
    death_count: 0,
    first_received: "2018-05-06",
    last_received: "2026-02-03",
    examples: [
      {
        incident_date: "2026-01-28",
        mileage: 61_500,
        component: "ELECTRICAL SYSTEM:BATTERY",
        crash: false,
        fire: false,
        injured: 0,
        killed: 0,
      },
    ],
  },
};

const investigationTexts = {
  investigation: "NHTSA's number, for example PE20001.",
  subject: "What is investigated.",
  component: "The components concerned.",
  manufacturer: "The maker.",
  summary: "What is known.",
};
const opened = "The day on which it was opened, YYYY-MM-DD.";
const closed = "The day on which it was closed, YYYY-MM-DD.";

export const investigations: VehicleRecords = {
  name: "investigation",
  label: "Investigations",
  kind: "vehicle",
  table: "investigation",
  levels: ["make", "model", "investigation"],
  required: 3,
  heading: [],
  record: texts({
    ...investigationTexts,
    opened,
    closed,
    campaign: "The campaign of recall that it led to.",
  }).omit({ investigation: true }),
  origin: "`vingate import investigations`: NHTSA publishes every investigation.",
  example: {
    ...exampleNames,
    investigation: "PE20001",
    subject: "Battery drain",
    component: "ELECTRICAL SYSTEM",
    manufacturer: "Honda (American Honda Motor Co.)",
    summary: "The battery drains overnight.",
    opened: "2020-01-15",
    closed: "2020-11-20",
    campaign: "",
  },
};

const bulletinTexts = {
  bulletin: "NHTSA's number, for example 10180001.",
  document: "The maker's number of the document.",
  type: "For example Service Campaign.",
  component: "The components concerned.",
  summary: "What it says, up to 1,000 characters.",
};
const sent = "The day of the document, YYYY-MM-DD.";
const received = "The day on which NHTSA added it, YYYY-MM-DD.";

export const bulletins: VehicleRecords = {
  name: "bulletin",
  label: "Bulletins",
  kind: "vehicle",
  table: "bulletin",
  levels: ["make", "model", "period", "bulletin"],
  required: 4,
  heading: [],
  record: texts({ ...bulletinTexts, sent, received }).omit({ bulletin: true }),
  origin: "`vingate import bulletins`: NHTSA publishes what makers write to dealers and owners.",
  example: {
    ...exampleNames,
    period: "2020-2024",
    bulletin: "10180001",
    document: "SB-20-001",
    type: "Service Campaign",
    component: "ELECTRICAL SYSTEM",
    summary: "The battery sensor is replaced.",
    sent: "2020-09-01",
    received: "2020-09-08",
  },
};

/** The most bulletins that an answer lists. */
export const bulletinsListed = 100;

const day = (meaning = "A day.") =>
  z.iso
    .date()
    .nullable()
    .describe(meaning.replace(/(, YYYY-MM-DD)?\.$/, "; null if unknown."));
const source = text.describe("The dataset and its day.");
const part = { source, matched_models: matchedLines };

const receivedDays = {
  first_received: day(receivedTexts.first_received),
  last_received: day(receivedTexts.last_received),
};

const KnownProblems = answer(
  "KnownProblems",
  vehicleNames("vin", "year", "make", "model").extend({
    complaints: z
      .object({
        ...part,
        totals: listOf(
          "By name; one about several components counts once.",
          matchedName.extend({ ...counts.shape, ...receivedDays }),
        ),
        components: listOf(
          "By component, the most frequent first; one about several counts for each.",
          matchedName.extend({
            component: text.describe("NHTSA's component."),
            ...counts.shape,
            ...receivedDays,
            examples: listOf(
              "The complaints received last.",
              report.extend({
                incident_date: day(),
                mileage: z.int().nullable().describe("As it was reported; null if it was not."),
              }),
            ),
          }),
        ),
      })
      .nullable()
      .describe("What owners reported to NHTSA, unproven. Null if no such data is loaded."),
    investigations: z
      .object({
        ...part,
        investigations: listOf(
          "The investigations, the latest first.",
          matchedName.extend({
            ...texts(investigationTexts).shape,
            opened: day(),
            closed: day(),
            campaign: text.nullable().describe("The recall campaign that it led to; null without one."),
          }),
        ),
      })
      .nullable()
      .describe("NHTSA's investigations of defects. Null if no such data is loaded."),
    bulletins: z
      .object({
        ...part,
        bulletin_count: count.describe("The bulletins; the latest 100 are listed."),
        bulletins: listOf(
          "The bulletins, the latest first.",
          matchedName.extend({ ...texts(bulletinTexts).shape, sent: day() }),
        ),
      })
      .nullable()
      .describe("Documents of makers for dealers and owners. Null if no such data is loaded."),
  }),
);

export const knownProblems: LookupApi = {
  id: "known-problems",
  displayName: "Known problems",
  description: "Complaints by component, investigations and bulletins of a vehicle's line.",
  group: "History",
  extension: true,
  records: [complaints, investigations, bulletins],
  families: [
    {
      noun: "KnownProblems",
      title: "Known problems",
      description: "Of the vehicle's line, not of the one vehicle.",
      base: "/known-problems",
      tag: "Known problems",
      namings: ["vin", "ymm"],
      from: { kind: "computed", named: [complaints, investigations, bulletins] },
      response: KnownProblems,
      absence: "This does not prove that there are no problems.",
    },
  ],
};
