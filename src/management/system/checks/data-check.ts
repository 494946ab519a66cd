import { dayMs } from "../../../base/durations.ts";
import { sql } from "../../../database/sql.ts";
import {
  type Check,
  type Finding,
  type Inspected,
  ok,
  requireDatabase,
  warning,
} from "../../../running/check.ts";
import { dataAge, dataAgeText, dataDaysMax } from "../../../vin/pack/data-age.ts";

const datasetMs = 400 * dayMs;
const newest = "vingate import vpic gets NHTSA's newest and whole data";

/** The age of what lookups answer from. */
export const dataCheck: Check = {
  name: "vehicle data",
  async run(inspected) {
    const { vinData, clock } = inspected;
    if (!vinData) return ok("The VIN data are not loaded yet");
    const found = vinDataFinding(vinData, clock());
    // The age of the VIN data needs no database, which is another check's.
    if (found.state !== "ok" || !inspected.database) return found;
    const old = await requireDatabase(inspected).all<{ family: string }>(sql`
      select family from dataset where state = 'current' and name <> 'demo'
        and loaded_at < ${clock() - datasetMs} order by family`);
    if (old.length > 0)
      return warning(
        `Not imported for ${datasetMs / dayMs} days: ${old.map(({ family }) => family).join(", ")}`,
        "Import current files; docs/data.md names their sources.",
      );
    return found;
  },
};

/** Source and age of the VIN data; reduced ones are always called so. */
function vinDataFinding(data: NonNullable<Inspected["vinData"]>, now: number): Finding {
  const { source, complete } = data;
  const what = `The VIN data (${source}) are ${dataAgeText(data, now)}`;
  const found = complete ? what : `${what}, and reduced: they lack patterns and tables of vPIC`;
  const age = dataAge(data, now);
  if (age && age.days > dataDaysMax)
    return warning(`${found}. Models that are newer are missing`, `${newest}; repeat it each month.`);
  return { state: "ok", found, advice: complete ? null : `${newest}.` };
}
