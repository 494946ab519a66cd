import { readingsOfAuctions, readingsOfSales } from "../../../../src/base/reading/odometer/of-records.ts";
import {
  type Timeline,
  type TimelineReading,
  timelineOf,
} from "../../../../src/base/reading/odometer/timeline.ts";
import { count, day, listed } from "../../base/format.ts";
import { t } from "../../base/language/language.ts";
import { OdometerChart } from "../../parts/odometer-chart.tsx";
import { hidden, Table, Unknown } from "../../parts/table.tsx";

/** The odometer by the records of auctions and sales that were paid for, as reports have it without inspections. */
export function Odometer({ auctions, sales }: { auctions: unknown; sales: unknown }) {
  const timeline = timelineOf([...readingsOfAuctions(auctions), ...readingsOfSales(sales)], Date.now());
  const { readings } = timeline;
  if (readings.length === 0) return null;
  const plotted = readings.filter(isPlotted);
  const miles = plotted.filter(({ unit }) => unit === "mi").length;
  const findings = readings.flatMap((reading) =>
    reading.finding ? findingText(reading, readings[reading.finding.against]!) : [],
  );
  const heading = headingOf(timeline);
  return (
    <section aria-label={t("Odometer")}>
      <h3>{heading}</h3>
      {findings.length > 0 && (
        <ul className="sumup">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
      {plotted.length > 1 && (
        <OdometerChart
          readings={plotted}
          unit={miles * 2 >= plotted.length ? "mi" : "km"}
          label={[heading, ...findings].join(". ")}
        />
      )}
      <details className="datat" open={plotted.length < 2}>
        <summary>{t("View as table")}</summary>
        <Table
          caption={t("Odometer readings")}
          items={readings.map((reading, index) => ({ reading, index }))}
          keyOf={({ index }) => index}
          columns={[
            { head: t("Date"), cell: ({ reading }) => dateOf(reading) },
            { head: t("Reading"), cell: ({ reading }) => valueText(reading), figures: true },
            { head: t("Source"), cell: ({ reading }) => sourcesText(reading), labelled: true },
            { head: hidden(t("Finding")), cell: ({ reading }) => remarkText(reading) },
          ]}
        />
      </details>
    </section>
  );
}

type Plotted = TimelineReading & { readonly date: string; readonly km: number };

const isPlotted = (reading: TimelineReading): reading is Plotted =>
  reading.date !== null && reading.km !== null && reading.status !== "future";

function headingOf({ flag, readings }: Timeline): string {
  switch (flag) {
    case "rollback":
      return t("Odometer lower than before");
    case "unclear":
      return t("Odometer unclear");
    case "unit_mixup":
      return t("Odometer fits, with miles and kilometers mixed up");
    case "corrected_entry":
      return t("Odometer fits, except for a wrong entry");
    case "consistent":
      return t("Odometer consistent");
    default:
      return t("Odometer: {readings, plural, one {# reading} other {# readings}}, none to compare", {
        readings: readings.length,
      });
  }
}

const dateOf = ({ date }: TimelineReading) => (date === null ? <Unknown /> : day(date));

/** The value in the unit that was recorded. */
const valueText = ({ value, unit }: TimelineReading): string =>
  value === null
    ? "–"
    : unit === "km"
      ? t("{value} km", { value: count(value) })
      : t("{miles} mi", { miles: count(value) });

const sourcesText = ({ sources }: TimelineReading): string =>
  listed(sources.map((one) => (one === "auction" ? t("Auction") : t("Sale"))));

function remarkText({ status, finding }: TimelineReading): string {
  switch (finding?.flag) {
    case "rollback":
      return t("Below an earlier reading");
    case "unclear":
      return t("Unclear");
    case "unit_mixup":
      return t("Unit mixed up");
    case "corrected_entry":
      return t("Wrong entry");
    default:
      return {
        counted: "",
        exempt: t("Exempt"),
        not_actual: t("Not the actual mileage"),
        replaced: t("Odometer replaced"),
        undated: t("Without a date"),
        future: t("Dated in the future"),
      }[status];
  }
}

/** What does not fit, with both readings. */
function findingText(reading: TimelineReading, against: TimelineReading): string {
  const below = reading.finding?.below_km ?? 0;
  const texts = {
    value: valueText(reading),
    day: day(reading.date ?? ""),
    other: valueText(against),
    other_day: day(against.date ?? ""),
    km: count(Math.abs(below)),
  };
  switch (reading.finding?.flag) {
    case "rollback":
      return t("{value} on {day} is {km} km below {other} on {other_day}", texts);
    case "unit_mixup":
      return t("{value} on {day} fits in the other unit", texts);
    case "corrected_entry":
      return t("{value} on {day} is a wrong entry: the readings around it fit without it", texts);
    default:
      return t(
        "{value} on {day} does not fit {other} on {other_day}: a rollback, the other unit or a wrong entry",
        texts,
      );
  }
}
