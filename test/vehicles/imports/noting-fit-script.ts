import { sql } from "../../../src/database/sql.ts";
import type { FitModule } from "../../../src/vehicles/imports/staging/dataset-fit.ts";

/** Notes the family and the number of records of each dataset. */
export const fitDataset: FitModule["fitDataset"] = async (db, { name }, { rows }) => {
  await db.run(sql`insert into setting (name, value) values (${`fitted ${name}`}, ${String(rows)})`);
};
