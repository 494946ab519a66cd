import { readDayText } from "../../../../base/reading/days.ts";
import { delimited } from "../../../../base/text/delimited.ts";
import { sql } from "../../../../database/sql.ts";
import { campaignsAbroad } from "../../../families/apis/recalls-abroad.ts";
import { makeKey, nameKey } from "../../../families/names.ts";
import type { VehicleRow } from "../../../families/record-family.ts";
import { ImportError, RecordError } from "../../input/import-error.ts";
import { textOf } from "../../input/utf8.ts";
import { memberText, readElements } from "../../readers/xml-elements.ts";
import type { Converted, Source } from "../source.ts";
import { makesIn, namedModel } from "./make-names.ts";
import { rowsOfYears } from "./recalled-years.ts";

const reports = "https://ec.europa.eu/safety-gate-alerts/api/download/weeklyReport";

/** Alerts of Safety Gate, formerly RAPEX: its weekly reports and the export of its search, each in XML. */
export const recallsEuropeSource: Source = {
  name: "recalls-eu",
  dataset: "safety-gate-recalls",
  title: "Safety Gate recall campaigns (European Union)",
  address: `${reports}/list/xml/en`,
  listed: (list) =>
    [...delimited(list, "<URL>", "</URL>")]
      .map(({ inside }) => memberText(`<URL>${inside}</URL>`, "URL").replace(/,$/, ""))
      .filter((address) => address.startsWith(`${reports}/detail/xml/`)),
  size: "some 1,100 reports of 0.2 MB",
  cadence: "weekly",
  licence: "European Commission reuse, CC BY 4.0",
  origin: "European Commission, Safety Gate",
  family: campaignsAbroad.EU,
  // Each report has the alerts of its week: an import adds them to those that are there.
  parts: { of: () => "alerts", others: () => sql`1 = 1` },
  members: /\.xml$/i,
  rows: (utf8) => alertRows(textOf(utf8)),
};

const otherCategories = "alerts of other products";
const noRecall = "alerts without a recall";
const noName = "alerts that name no make or model";

const alertsPerBatch = 500;

async function* alertRows(text: AsyncIterable<string>): AsyncGenerator<Converted<VehicleRow>> {
  const seen = new Set<string>();
  let report = "";
  let read = 0;
  let made: { readonly row: VehicleRow | RecordError; readonly line: number }[] = [];
  let passedOver: Record<string, number> = {};
  const batch = (): Converted<VehicleRow> => {
    const [some, over] = [made, passedOver];
    made = [];
    passedOver = {};
    return { rows: some.map(({ row }) => row), lineOf: (index) => some[index]!.line, passedOver: over };
  };
  for await (const { content, before, line } of readElements(text, "notifications")) {
    read++;
    const day = memberText(before, "report_date");
    if (day !== "") report = dayOf(day);
    const found = rowsOf(content, report);
    if (typeof found === "string") passedOver[found] = (passedOver[found] ?? 0) + 1;
    else if (found instanceof RecordError) made.push({ row: found, line });
    else for (const row of found) if (isNew(seen, row)) made.push({ row, line });
    if (read % alertsPerBatch === 0) yield batch();
  }
  yield batch();
  if (read === 0)
    throw new ImportError(
      `this is no report of Safety Gate: it has no element notifications. Import a weekly report, such as ${reports}/detail/xml/10000300?language=en`,
    );
}

/** An alert's names can be written in several ways, and a search lists an alert once for each report. */
function isNew(seen: Set<string>, { year, names: [make = "", model = "", alert = ""] }: VehicleRow): boolean {
  const key = [year, makeKey(make), nameKey(model), nameKey(alert)].join("\n");
  const known = seen.has(key);
  seen.add(key);
  return !known;
}

/** Any text, but for the word that stands for none. */
const known = (text: string): string => (/^unknown\.?$/i.test(text) ? "" : text);

const isPart = /\bpart\b|accessor|equipment|\bt[iy]re\b|child/i;

function rowsOf(content: string, report: string): readonly VehicleRow[] | RecordError | string {
  const member = (name: string) => known(memberText(content, name));
  const alert = member("caseNumber");
  if (alert === "") return new RecordError("caseNumber", "", "must not be empty");
  if (!/^motor vehicles$/i.test(member("category")) || isPart.test(member("product"))) return otherCategories;
  if (!/recall/i.test(member("measures"))) return noRecall;
  const makes = makesIn(member("brand"));
  const models = modelsIn(member("name") || withoutApproval(member("type_numberOfModel")));
  if (makes.length === 0 || models.length === 0) return noName;
  const launched = report || yearOfAlert(alert);
  const record = {
    manufacturer: member("brand"),
    component: member("product"),
    summary: member("danger").replace(/^null\s+/, ""),
    consequence: [member("riskType"), member("level")].filter(Boolean).join(": "),
    remedy: member("measures"),
    notes: [`Notified by ${member("notifyingCountry") || "a member state"}`, member("description")]
      .filter(Boolean)
      .join(". "),
    report_received_date: report,
    manufacturer_campaign_number: member("companyRecallCode"),
    units_affected: "",
    url: member("reference"),
  };
  return makes.flatMap((make) =>
    models.flatMap((model) => {
      const vehicle = namedModel(make, model);
      const ranged = { ...record, report_received_date: launched, ranges: [productionIn(member)] };
      return rowsOfYears([vehicle.make, vehicle.model, alert], ranged).map((row) => ({
        ...row,
        record: { ...row.record, report_received_date: report },
      }));
    }),
  );
}

/** Models that a name lists; words such as `Cabrio` of a longer name stay with it. */
const modelsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;/]|\band\b/i)
      .map((one) => one.trim())
      .filter((one) => nameKey(one) !== "" && one.length <= 60),
  ),
];

/** Numbers of type approvals, such as e1*2007/46*2180*, name no model. */
const withoutApproval = (text: string): string => (/e\d+\s*\*/i.test(text) ? "" : text);

/** `A12/01239/20` is of 2020. */
function yearOfAlert(alert: string): string {
  const [, year] = /\/(\d\d)$/.exec(alert) ?? [];
  return year === undefined ? "" : `20${year}-12-31`;
}

const dayOf = (text: string): string => readDayText(text, "day_first") ?? "";

/** A day; the source writes periods one behind the other without a space. */
const days = /(?:0?[1-9]|[12]\d|3[01])\s?[./]\s?(?:0?[1-9]|1[0-2])\s?[./]\s?(?:19|20)\d\d/g;

/** The whole time of production; open if the text has fewer than two days. */
function productionIn(member: (name: string) => string) {
  const text = member("productionDates");
  const found = [...text.matchAll(days)].map(([day]) => dayOf(day.replace(/\s/g, "")));
  const dated = found.filter((day) => day !== "").toSorted();
  const [from = "", to = ""] = dated.length < 2 ? [] : [dated[0], dated.at(-1)];
  return { built_from: from, built_to: to, vin_from: "", vin_to: "" };
}
