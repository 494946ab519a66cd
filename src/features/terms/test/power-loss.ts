import type { Queries } from "../../../database/database.ts";
import { sql } from "../../../database/sql.ts";

type Put = (path: string, body: object) => Promise<unknown>;

const textOf = (number: number) => `Version ${number}.${" They are long.".repeat(300)}`;

/** Publishes the next version of the terms; resolves to its number. */
export async function publish(put: Put, number: number): Promise<number> {
  await put("/terms/terms", { title: "Terms", text: textOf(number) });
  return number;
}

/** What is wrong after all versions up to one were published and shown. */
export async function publishedFaults(db: Queries, last: number): Promise<string[]> {
  const rows = await db.all<{ version: number; body: string }>(
    sql`select version, body from terms where kind = 'terms' order by version`,
  );
  const whole = rows.every(({ version, body }, at) => version === at + 1 && body === textOf(version));
  if (!whole) return ["a version of the terms is missing or is not whole"];
  return rows.length < last ? [`version ${last} of the terms is gone`] : [];
}
