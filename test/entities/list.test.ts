import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../src/database/database.ts";
import { raw, sql } from "../../src/database/sql.ts";
import { flag, integer, text } from "../../src/entities/stored.ts";
import { type Row, Table } from "../../src/entities/table.ts";
import { pageAnswer } from "../../src/http/lists.ts";
import { type Fresh, kinds } from "../database/databases.ts";

const parcels = new Table({
  name: "parcel",
  as: "p",
  key: ["id"],
  members: { id: text, isSent: flag, createdAt: integer },
});

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a list on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      await db.run(
        raw("create table parcel (id text primary key, is_sent bigint not null, created_at bigint)"),
      );
      const ids = ["a", "b", "c", "d"];
      await parcels.insert(db, ...ids.map((id, at) => ({ id, isSent: id !== "c", createdAt: at })));
    });
    afterAll(() => fresh.end());

    const page = async (number: number, sent?: number, where = sql`id <> 'd'`) => {
      const query = { page: number, page_size: 1, sent };
      const filters = { sent: (is: number) => sql`is_sent = ${is}` };
      const shown = (rows: readonly Row<typeof parcels>[]) => rows.map(({ id, isSent }) => [id, isSent]);
      const answer = await pageAnswer(db, query, { rows: parcels, path: "/parcels", where, filters, shown });
      return [JSON.parse(answer.body as string), answer.headers!["x-total-count"], answer.headers!.link];
    };

    test("counts the rows that fulfil conditions, and shows a page of them, the newest first", async () => {
      const links = (query: string, last: number, more: string) =>
        `</parcels?${query}page=1&page_size=1>; rel="first", </parcels?${query}page=${last}&page_size=1>; rel="last", ${more}`;
      expect(await page(1)).toEqual([
        [["c", false]],
        "3",
        links("", 3, '</parcels?page=2&page_size=1>; rel="next"'),
      ]);
      expect(await page(2, 1)).toEqual([
        [["a", true]],
        "2",
        links("sent=1&", 2, '</parcels?sent=1&page=1&page_size=1>; rel="prev"'),
      ]);
      expect((await page(1, 0, sql`id = 'a'`)).slice(0, 2)).toEqual([[], "0"]);
    });
  });
