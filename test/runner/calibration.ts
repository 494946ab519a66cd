import { Database } from "bun:sqlite";
import { createHash } from "node:crypto";

// A second of what tests do: statements, JSON and hashes. `budgets.ts` measures its CPU time.
const db = new Database(":memory:");
db.run("create table entry (id integer primary key, text text not null)");
for (let round = 0; round < 12; round += 1) {
  db.transaction(() => {
    for (let id = 0; id < 10_000; id += 1) {
      const text = JSON.stringify({ id, round, text: "a vehicle identification number".repeat(id % 7) });
      db.run("insert or replace into entry (id, text) values (?, ?)", [id, text]);
    }
  })();
  const rows = db.query("select text from entry order by id").all() as { text: string }[];
  const digest = createHash("sha256");
  for (const { text } of rows) digest.update(JSON.stringify(JSON.parse(text)));
  digest.digest("hex");
}
