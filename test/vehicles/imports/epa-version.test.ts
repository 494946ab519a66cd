import { expect, test } from "bun:test";
import { sql } from "../../../src/database/sql.ts";
import { epaSource } from "../../../src/vehicles/imports/sources/epa.ts";
import { kinds, startService } from "../../harness.ts";
import { epaRow, epaTableOf } from "./epa-rows.ts";
import { importText } from "./importing.ts";

const dated = (model: string, created: string, modified: string) =>
  ({ row: { year: "2020", make: "Honda", model }, dates: [created, modified] }) as const;

/** EPA's table with its two columns of days after the others. */
function tableOf(...rows: readonly ReturnType<typeof dated>[]): string {
  const [header, ...lines] = epaTableOf(...rows.map(({ row }) => epaRow(row)))
    .trimEnd()
    .split("\n");
  const days = rows.map(({ dates }) => dates.join(","));
  return [`${header},createdOn,modifiedOn`, ...lines.map((line, at) => `${line},${days[at]}`)].join("\n");
}

for (const kind of kinds)
  test(`EPA's data are named by their latest change (${kind.dialect})`, async () => {
    const service = await startService(kind);
    try {
      const { database } = service.app;
      const versions = async () =>
        (
          await database.all<{ version: string }>(
            sql`select version from dataset where family = ${epaSource.family.name} and state = 'current'`,
          )
        ).map(({ version }) => version);
      const text = tableOf(
        dated("Civic", "Tue Jan 01 00:00:00 EST 2013", "Wed Mar 05 00:00:00 EST 2025"),
        dated("Fit", "Tue Sep 09 00:00:00 EDT 2025", "Tue Sep 09 00:00:00 EDT 2025"),
        dated("Pilot", "", "yesterday"),
      );
      const imported = await importText(database, epaSource, text);
      expect([imported.version, await versions()]).toEqual(["2025-09-09", ["2025-09-09"]]);
      const named = await importText(database, epaSource, text, { version: "autumn" });
      expect([named.version, await versions()]).toEqual(["autumn", ["autumn"]]);
      const day = new Date().toISOString().slice(0, 10);
      const undated = await importText(
        database,
        epaSource,
        epaTableOf(epaRow({ year: "2020", make: "Honda", model: "Civic" })),
      );
      expect([undated.version >= day, await versions()]).toEqual([true, [undated.version]]);
    } finally {
      await service.end();
    }
  });
