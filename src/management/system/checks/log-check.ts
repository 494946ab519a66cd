import { databaseFile } from "../../../database/integrity.ts";
import { brokenLogs } from "../../../database/log/broken-logs.ts";
import { rescueChoice } from "../../../database/log/rescue.ts";
import { type Check, fault, ok, warning } from "../../../running/check.ts";

/** What happened to the write-ahead log of an SQLite database: files beside it show it, also if it cannot be opened. */
export const logCheck: Check = {
  name: "database log",
  run({ config: { dataDir, databaseUrl } }) {
    if (databaseUrl !== undefined) return ok("PostgreSQL keeps its own");
    const file = databaseFile(dataDir);
    const choice = rescueChoice(file);
    if (choice !== undefined) return fault(choice, "Do so, then start the service.");
    const [broken] = brokenLogs(file);
    if (broken === undefined) return ok("Nothing was lost from it");
    return warning(
      `It was damaged, and SQLite did not read the commits behind the damage. ${broken} is its copy`,
      "Compare the last changes with a backup and with the payment provider, then move the copy elsewhere. Check the disk.",
    );
  },
};
