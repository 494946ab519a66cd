import type { Database } from "../../database/database.ts";
import { join, name, type Sql, sql } from "../../database/sql.ts";
import { readTableShapes, type TableShape } from "../../database/table-shapes.ts";
import { Comparing, type ComparisonResult } from "./comparison.ts";

export const numbersFound = "numbers";

/** Whole numbers of 64 bits, as the databases name them. */
const types: readonly string[] = ["integer", "bigint"];

/**
 * Finds the columns with numbers that no statement can return, because they are beyond the exact ones. It reads every
 * table, so it is made only after a comparison could not read.
 */
export async function compareNumbers(db: Database): Promise<ComparisonResult> {
  const comparing = new Comparing({ found: numbersFound, expected: "2^53 - 1 or less", subjects: "columns" });
  await db.transaction(
    async (tx) => {
      for (const table of await readTableShapes(tx)) {
        const columns = numbersOf(table);
        if (columns.length === 0) continue;
        const rows = await tx.get<Record<string, number>>(sql`
          select ${join(columns.map(countOf), ", ")} from ${name(table.name)}`);
        for (const column of columns) {
          const found = rows![column]!;
          comparing.hold(
            `${table.name}.${column}`,
            found === 0
              ? undefined
              : `${found} ${found === 1 ? "row has" : "rows have"} a number beyond 2^53 - 1`,
          );
        }
      }
    },
    { snapshot: true },
  );
  return {
    ...comparing.result,
    advice: "correct these numbers or restore a backup: until then nothing else can be compared",
  };
}

const numbersOf = ({ columns, types: own }: TableShape): string[] =>
  columns.filter((_, index) => types.includes(own[index]!.toLowerCase()));

const countOf = (column: string): Sql => sql`
  count(case when ${name(column)} > ${Number.MAX_SAFE_INTEGER} or ${name(column)} < ${-Number.MAX_SAFE_INTEGER}
    then 1 end) as ${name(column)}`;
