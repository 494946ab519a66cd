import { isoTime, never } from "../../base/clock.ts";
import type { Queries } from "../../database/database.ts";
import { list, sql } from "../../database/sql.ts";
import { firstWrong, rowsAtOnce, rowsOf, type TableComparison } from "./table-comparison.ts";

interface Entry {
  readonly at: number;
  readonly id: string;
  readonly object: string;
  readonly after: string | null;
}

interface Row {
  readonly id: string;
  readonly source: string;
  readonly expiresAt: number;
}

/** The grants that operators gave, from the audit log: no other table has when their credits expire. */
export const givenGrants: TableComparison = {
  found: "grants of operators",
  expected: "audit log",
  subjects: "grants",
  advice:
    "give the grant the expiry and source of its entry in the audit log (grant.create), or restore a backup",
  async run(tx, comparing) {
    const entries = rowsOf<Entry>(
      tx,
      (last) => sql`
        select at, id, object, after from audit_log
        where action = 'grant.create' and (at, id) > (${last?.at ?? 0}, ${last?.id ?? ""})
        order by at, id limit ${rowsAtOnce}`,
    );
    for await (const page of entries) {
      const given = page.filter(({ after }) => after !== null);
      const stored = await readGrants(tx, given.map(idOf));
      for (const entry of given) {
        const row = stored.get(idOf(entry));
        // One that waited can have been deleted.
        if (row) comparing.hold(`grant ${row.id}`, wrongGrant(row, entry));
      }
    }
  },
};

const idOf = ({ object }: Entry): string => object.slice(object.lastIndexOf("/") + 1);

async function readGrants(tx: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  const rows = await tx.all<Row>(sql`
    select id, source, expires_at as "expiresAt" from credit_grant where id in (${list(ids)})`);
  return new Map(rows.map((row) => [row.id, row]));
}

function wrongGrant({ source, expiresAt }: Row, { after }: Entry): string | undefined {
  const given = JSON.parse(after!) as { readonly source: string; readonly expires_at?: string | null };
  // An entry that is too long can lack members.
  if (given.expires_at === undefined) return undefined;
  const expected = given.expires_at === null ? never : Date.parse(given.expires_at);
  const timeOf = (at: number) => (at >= never ? "never" : isoTime(at));
  return firstWrong(
    [source === given.source, () => `it is of source ${source}, and was given as ${given.source}`],
    [
      expiresAt === expected || (expected === never && expiresAt >= never),
      () => `it expires at ${timeOf(expiresAt)}, and was given until ${timeOf(expected)}`,
    ],
  );
}
