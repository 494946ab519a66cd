import { z } from "zod";
import { findingFlags } from "../../base/reading/odometer/findings.ts";
import {
  readingsOfAuctions,
  readingsOfInspections,
  readingsOfSales,
} from "../../base/reading/odometer/of-records.ts";
import { type Reading, readingSources, readingStatuses } from "../../base/reading/odometer/readings.ts";
import { type Timeline, timelineFlags, timelineOf } from "../../base/reading/odometer/timeline.ts";
import { listOf, text } from "../../vehicles/families/answer-schemas.ts";

const reading = z.object({
  date: z.iso.date().nullable().describe("The day of the record; null if unknown."),
  value: z.number().nullable().describe("What was recorded, in `unit`; null if there is only a remark."),
  unit: z.enum(["km", "mi"]).describe("The unit as the record has it."),
  km: z.int().nullable().describe("The value in kilometers, as stated."),
  status: z
    .enum(readingStatuses)
    .describe(
      "`counted` readings are compared. `exempt`, `not_actual` and `replaced` are remarks of the record; `undated` has no place in the order, and `future` is dated after today (UTC).",
    ),
  sources: listOf("What it was recorded at.", z.enum(readingSources)),
  finding: z
    .object({
      flag: z
        .enum(findingFlags)
        .describe(
          "`rollback`: 2,000 km or more below an earlier one. `unit_mixup`: fits in the other unit. `corrected_entry`: a single wrong entry. `unclear`: a rollback, a mix-up or a wrong entry, and no reading decides.",
        ),
      against: z.int().min(0).describe("The place in `readings` of the reading that it does not fit to."),
      below_km: z.int().describe("How many kilometers it is below that one; above it if negative."),
    })
    .meta({ id: "OdometerFinding" })
    .nullable()
    .describe("What does not fit; null if it fits."),
});

const judgment = z.object({
  register: text.describe("The register's country, three letters."),
  judgment: z
    .enum(["logical", "illogical", "none"])
    .nullable()
    .describe("What the register judges of the readings that it has; null if unknown."),
  as_listed: text.nullable().describe("The judgment in the register's words."),
  code: text.nullable().describe("The register's code of the reason."),
  last_year: z.int().nullable().describe("The year of its last reading."),
});

/** The odometer of a vehicle by the parts of a report. */
export const Odometer = z
  .object({
    flag: z
      .enum(timelineFlags)
      .nullable()
      .describe(
        "The gravest finding; `register_judgment` if a register judges `illogical`. `consistent` if the counted readings fit; null if there are fewer than two.",
      ),
    readings: listOf("The readings by date, the lower of a day first, undated ones last.", reading),
    judgment: judgment.nullable().describe("A register's judgment; null without one."),
  })
  .meta({ id: "Odometer" });

type Judgment = z.output<typeof judgment>;
type Members = Readonly<Record<string, unknown>>;

/** Parts of a report by their family, as their lookups answered; those without an answer are absent. */
export type AnsweredParts = ReadonlyMap<string, unknown>;

/** What answered parts and records of inspections show of the odometer at a time; null if that is nothing. */
export function odometerOf(
  parts: AnsweredParts,
  inspections: readonly unknown[],
  now: number,
): z.output<typeof Odometer> | null {
  const sales = parts.get("saleshistory") as Members | undefined;
  const recorded = [
    ...readingsOfAuctions(parts.get("auction")),
    ...readingsOfInspections(inspections),
    ...readingsOfSales(sales?.sales_history),
  ] satisfies Reading[];
  const judged = judgmentOf(parts.get("license-decoder") as Members | undefined);
  if (recorded.length === 0 && !judged) return null;
  const timeline = timelineOf(recorded, now);
  return {
    flag: flagOf(timeline, judged),
    readings: timeline.readings.map((one) => ({ ...one, sources: [...one.sources] })),
    judgment: judged ?? null,
  };
}

/** Only a rollback that the readings themselves show is graver than a register's judgment. */
function flagOf({ flag }: Timeline, judged: Judgment | undefined): Timeline["flag"] {
  return flag !== "rollback" && judged?.judgment === "illogical" ? "register_judgment" : flag;
}

function judgmentOf(plate: Members | undefined): Judgment | undefined {
  const { registration, intro } = (plate ?? {}) as { registration?: Members; intro?: Members };
  const listed = registration?.odometer_judgment_as_listed;
  if (registration === undefined || listed === undefined) return undefined;
  return {
    register: String(intro?.state ?? ""),
    judgment: (registration.odometer_judgment as Judgment["judgment"] | undefined) ?? null,
    as_listed: String(listed),
    code: (registration.odometer_judgment_code as string | undefined) ?? null,
    last_year: (registration.odometer_last_year as number | undefined) ?? null,
  };
}
