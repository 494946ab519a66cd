import { readDayText } from "../../../../base/reading/days.ts";
import type { VehicleRow } from "../../../families/record-family.ts";
import { ImportError, RecordError } from "../../input/import-error.ts";
import { findFault } from "../../readers/bounds.ts";
import type { Converted } from "../source.ts";

/** Responses have some kilobytes; what nests in more would fill memory. */
const charactersMax = 4 * 2 ** 20;

type Members = Readonly<Record<string, unknown>>;

/** Reads one or more responses of `api.nhtsa.gov/recalls/recallsByVehicle`. */
export async function* apiRows(text: AsyncIterable<string>): AsyncGenerator<Converted<VehicleRow>> {
  let whole = "";
  for await (const piece of text) {
    whole += piece;
    if (whole.length > charactersMax)
      throw new ImportError("the JSON has more than 4 MiB; import NHTSA's flat file instead");
  }
  const fault = findFault(Buffer.from(whole));
  if (fault) throw new ImportError(`the JSON ${fault}`);
  let answers: unknown;
  try {
    answers = JSON.parse(whole);
  } catch (error) {
    throw new ImportError(`the input is not JSON: ${(error as Error).message}`);
  }
  const recalls = [answers].flat().flatMap((answer) => {
    const { results } = (answer ?? {}) as Members;
    if (Array.isArray(results)) return results as unknown[];
    throw new ImportError('this is not a response of NHTSA\'s recalls API: it has no list "results"');
  });
  yield { rows: recalls.map(rowOf), lineOf: () => 1 };
}

function rowOf(recall: unknown): VehicleRow | RecordError {
  const members = (recall ?? {}) as Members;
  const text = (name: string) => {
    const value = members[name];
    return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  };
  const missing = ["NHTSACampaignNumber", "Make", "Model"].find((name) => text(name) === "");
  if (missing) return new RecordError(missing, "", "must not be empty");
  if (!/^\d{4}$/.test(text("ModelYear")))
    return new RecordError("ModelYear", text("ModelYear"), "must be a model year");
  const campaign = text("NHTSACampaignNumber");
  const record = {
    nhtsa_campaign_number: campaign,
    manufacturer: text("Manufacturer"),
    component: text("Component"),
    summary: text("Summary"),
    consequence: text("Consequence"),
    remedy: text("Remedy"),
    notes: text("Notes"),
    report_received_date: dayOf(text("ReportReceivedDate")),
    park_it: members.parkIt === true,
    park_outside: members.parkOutSide === true,
    over_the_air_update: members.overTheAirUpdate === true,
  };
  return { year: Number(text("ModelYear")), names: [text("Make"), text("Model"), campaign], record };
}

/** The API writes days first, such as 24/03/2021; `""` where it is none. */
const dayOf = (text: string): string => readDayText(text, "day_first") ?? "";
