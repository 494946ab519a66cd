// A test runs this and kills it: it merges the sums of all slots.
import { openDatabase } from "../../../src/database/open.ts";
import { mergeSlots } from "../../../src/metering/usage/merge-slots.ts";

const [options, now] = process.argv.slice(2) as [string, string];
const db = await openDatabase(JSON.parse(options));
await mergeSlots(db, Number(now));
await db.close();
