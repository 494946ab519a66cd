// A test runs this: a node of release 0.3.0, which lost its lock when it opened its database another time.
import { closeSync, openSync } from "node:fs";
import { databaseFile } from "../../src/database/integrity.ts";
import { openDatabase } from "../../src/database/open.ts";
import { createJournalDirectory, journalsFolder } from "../../src/metering/journal/journal-directory.ts";

const folder = process.argv[2]!;
const file = databaseFile(folder);
const journal = createJournalDirectory(journalsFolder(folder));
const database = await openDatabase({ file });
closeSync(openSync(file, "a"));
console.log("serves");
process.stdin.on("end", async () => {
  await database.close();
  journal.lock.release();
  process.exit();
});
process.stdin.resume();
