// A test runs this: it counts up at the same time, or stays in a transaction until it is killed.
import { openDatabase } from "../../src/database/open.ts";
import { sql } from "../../src/database/sql.ts";

const [options, mode] = process.argv.slice(2) as [string, string];
const db = await openDatabase(JSON.parse(options));
const increment = sql`update thing set n = n + 1 where id = 1`;
if (mode === "count") {
  for (let index = 0; index < 300; index += 1) await db.transaction((tx) => tx.run(increment));
  await db.close();
} else {
  await db.transaction(async (tx) => {
    await tx.run(increment);
    await tx.run(sql`insert into thing (id, bytes) values (${2}, ${new Uint8Array(10_000_000)})`);
    console.log("inside");
    await Bun.sleep(60_000);
  });
}
