// A test runs this in ten processes: it applies the sample migrations and prints which it applied.
import { migrate } from "../../src/database/migrate.ts";
import { openDatabase } from "../../src/database/open.ts";
import { sample } from "./sample-migrations.ts";

const db = await openDatabase(JSON.parse(process.argv[2]!));
console.log(JSON.stringify(await migrate(db, sample)));
await db.close();
