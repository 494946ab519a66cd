import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { never } from "../../src/base/clock.ts";
import type { Database, Queries } from "../../src/database/database.ts";
import { UniqueViolation } from "../../src/database/errors.ts";
import { InvalidValue, raw, sql } from "../../src/database/sql.ts";
import { bytes, flag, initially, integer, json, orNull, text, word } from "../../src/entities/stored.ts";
import { type Row, Table } from "../../src/entities/table.ts";
import { type Fresh, kinds } from "../database/databases.ts";

const tickets = new Table({
  name: "ticket",
  as: "t",
  key: ["seller", "number"],
  members: {
    seller: text,
    number: integer,
    state: word("new", "sold"),
    isPaid: initially(flag, false),
    seats: json<{ row: string; places: number[] }>(),
    extras: initially(orNull(json<string[]>()), null),
    note: initially(orNull(text), null),
    checkedBy: orNull(flag),
    sealed: initially(orNull(bytes), null),
    priceMinor: integer,
    grade: {
      ...initially(word("plain", "child"), "plain"),
      encode: () => "plain",
      read: (at: string) => `case when ${at}is_child = 1 then 'child' else ${at}grade end`,
    },
    limitMinor: orNull(integer),
    nextAt: initially(integer, never),
  },
  fixed: ["limitMinor"],
  derived: {
    note_length: { type: "bigint", of: ({ note }) => note?.length ?? null },
    is_child: { type: "bigint", of: ({ grade }) => Number(grade === "child") },
  },
  insertedAt: "created_at",
});
type Ticket = Row<typeof tickets>;

const clerks = new Table({
  name: "clerk",
  as: "c",
  key: ["id"],
  members: { id: text, desk: text, note: text },
  fixed: ["desk"],
  writtenAt: "seen_at",
});

const plain = {
  seller: "a",
  number: 1,
  state: "new",
  seats: { row: 'q "1" \\ {2}', places: [3, 4] },
  checkedBy: null,
  priceMinor: 5,
  limitMinor: null,
} as const;
const ticket = (given: Partial<Ticket> = {}): Ticket => ({
  ...tickets.row({ ...plain, seats: { ...plain.seats, places: [...plain.seats.places] } }),
  ...given,
});

/** A place that is only compiled. */
async function types(tx: Queries): Promise<void> {
  const row = (await tickets.find(tx, "a", 1))!;
  const whole: boolean = row.isPaid;
  const maybe: string | null = row.note;
  const places: readonly number[] = row.seats.places;
  // @ts-expect-error a member that is no column
  row.seat;
  // @ts-expect-error null is one of its values
  row.note.length;
  // @ts-expect-error no such word
  await tickets.put(tx, [{ ...row, state: "lost" }]);
  // @ts-expect-error the stored form of a flag
  await tickets.put(tx, [{ ...row, isPaid: 1 }]);
  // @ts-expect-error an unknown column
  await tickets.put(tx, [{ ...row, seat: 1 }]);
  const { priceMinor: _, ...withoutPrice } = row;
  // @ts-expect-error a forgotten column
  await tickets.insert(tx, withoutPrice);
  // @ts-expect-error a forgotten column without an initial value
  tickets.row({ ...withoutPrice });
  // @ts-expect-error a member that is not fixed, since there is none
  new Table({ name: "x", as: "x", key: ["id"], members: { id: text }, fixed: ["name"] });
  // @ts-expect-error rows do not change in place
  row.priceMinor = 1;
  expect([whole, maybe, places]).toBeDefined();
}

for (const kind of kinds)
  describe.skipIf(kind.missing)(`a declared table on ${kind.dialect}`, () => {
    let fresh: Fresh;
    let db: Database;
    beforeAll(async () => {
      fresh = await kind.fresh();
      db = await fresh.open();
      const blob = kind.dialect === "sqlite" ? "blob" : "bytea";
      await db.run(
        raw(`create table ticket (seller text not null, number bigint not null, state text not null, is_paid bigint not null,
          seats text not null, extras text, note text, checked_by bigint, sealed ${blob}, price_minor bigint not null,
          limit_minor bigint, grade text not null, is_child bigint not null, next_at bigint not null, note_length bigint, created_at bigint not null,
          primary key (seller, number))`),
      );
    });
    afterAll(() => fresh.end());

    test("reads what it wrote", async () => {
      const other = ticket({
        number: 2,
        state: "sold",
        isPaid: true,
        extras: [],
        note: "",
        checkedBy: true,
        grade: "child",
        sealed: new Uint8Array([0, 92, 34, 255]),
        limitMinor: -1,
        nextAt: 7,
      });
      await tickets.insert(db, ticket(), other);
      expect(ticket()).toEqual({
        ...plain,
        seats: { row: 'q "1" \\ {2}', places: [3, 4] },
        isPaid: false,
        extras: null,
        note: null,
        grade: "plain",
        sealed: null,
        nextAt: never,
      });
      expect(await tickets.select(db, sql`order by t.number`)).toEqual([ticket(), other]);
      expect(await tickets.find(db, "a", 2)).toEqual(other);
      expect(await tickets.find(db, "b", 2)).toBeUndefined();
      const found = await tickets.findAll(db, [
        ["a", 2],
        ["b", 2],
        ["a", 1],
      ]);
      expect(found.toSorted((a, b) => a.number - b.number)).toEqual([ticket(), other]);
      expect(await tickets.findAll(db, [])).toEqual([]);
      const { seats, is_paid, note_length } = tickets.stored(other);
      expect([seats, is_paid, note_length]).toEqual([JSON.stringify(plain.seats), 1, 0]);
      expect(
        await db.all<object>(
          sql`select is_paid as paid, extras, checked_by as checked from ticket order by number`,
        ),
      ).toEqual([
        { paid: 0, extras: null, checked: null },
        { paid: 1, extras: "[]", checked: 1 },
      ]);
    });

    test("inserts initial values, and returns whole rows of a deletion", async () => {
      const stated = { ...plain, seller: "new", seats: ticket().seats };
      await tickets.insert(db, stated);
      await tickets.add(db, [stated, { ...stated, number: 2, note: "two" }]);
      const rows = await tickets.all(db, sql`delete from ticket where seller = 'new' ${tickets.returning}`);
      expect(rows.toSorted((a, b) => a.number - b.number)).toEqual([
        ticket({ seller: "new" }),
        ticket({ seller: "new", number: 2, note: "two" }),
      ]);
      expect(await tickets.find(db, "new", 1)).toBeUndefined();
    });

    test("adds what is not there, and refuses it where it must not be", async () => {
      expect(await tickets.add(db, [ticket({ priceMinor: 9 }), ticket({ number: 3 })])).toBe(1);
      expect((await tickets.find(db, "a", 1))!.priceMinor).toBe(5);
      expect(tickets.insert(db, ticket())).rejects.toThrow(UniqueViolation);
      expect(await tickets.add(db, [])).toBe(0);
      await tickets.insert(db);
    });

    test("writes all members of many rows, but the fixed ones", async () => {
      const sold = Array.from({ length: 300 }, (_, index) =>
        ticket({ seller: "many", number: index, note: index % 2 ? null : `n${index}`, limitMinor: 4 }),
      );
      await tickets.put(db, sold);
      await tickets.put(
        db,
        sold.map((one) => ({ ...one, note: "wide", isPaid: true, limitMinor: null })),
      );
      expect(await tickets.select(db, sql`where t.seller = 'many' order by t.number`)).toEqual(
        sold.map((one) => ({ ...one, note: "wide", isPaid: true })),
      );
    });

    test("stores the time of each write, and counts rows that meet a condition", async () => {
      await db.run(
        raw("create table clerk (id text primary key, desk text, note text, seen_at bigint not null)"),
      );
      await clerks.put(db, [
        { id: "a", desk: "1", note: "" },
        { id: "b", desk: "1", note: "" },
      ]);
      await db.run(sql`update clerk set seen_at = 1`);
      await clerks.put(db, [{ id: "a", desk: "2", note: "late" }]);
      const rows = await clerks.all<{ seenAt: number }>(
        db,
        sql`select ${clerks.columns}, seen_at as "seenAt" from clerk c order by id`,
      );
      expect(rows).toEqual([
        { id: "a", desk: "1", note: "late", seenAt: expect.any(Number) },
        { id: "b", desk: "1", note: "", seenAt: 1 },
      ]);
      expect(Math.abs(rows[0]!.seenAt - Date.now())).toBeLessThan(60_000);
      expect(await clerks.count(db, sql`c.note = ''`)).toBe(1);
    });

    test("stores what follows from a row, and the time of its insertion", async () => {
      const read = () =>
        db.get<{ length: number | null; at: number }>(
          sql`select note_length as length, created_at as at from ticket where seller = 'b'`,
        );
      await tickets.put(db, [ticket({ seller: "b" })]);
      const { length, at } = (await read())!;
      expect([length, Math.abs(at - Date.now()) < 60_000]).toEqual([null, true]);
      await db.run(sql`update ticket set created_at = 1 where seller = 'b'`);
      await tickets.put(db, [ticket({ seller: "b", note: "four" })]);
      expect(await read()).toEqual({ length: 4, at: 1 });
    });

    test("reads columns of other tables beside its own", async () => {
      const row = await tickets.get<{ tickets: number }>(
        db,
        sql`select ${tickets.columns}, cast((select sum(o.price_minor) from ticket o where o.seller = t.seller) as bigint)
          as tickets from ticket t where t.seller = 'a' and t.number = 2`,
      );
      expect([row!.tickets, row!.seats, row!.isPaid]).toEqual([15, ticket().seats, true]);
    });

    test("keeps whole numbers exactly, and refuses others", async () => {
      const most = Number.MAX_SAFE_INTEGER;
      await tickets.put(db, [ticket({ seller: "sum", number: 1, priceMinor: most - 1 })]);
      await tickets.put(db, [ticket({ seller: "sum", number: 2, priceMinor: 1 })]);
      const row = await db.get<{ sum: number }>(
        sql`select cast(sum(price_minor) as bigint) as sum from ticket where seller = 'sum'`,
      );
      expect(row).toEqual({ sum: most });
      await tickets.put(db, [ticket({ seller: "sum", number: 2, priceMinor: 2 })]);
      expect(
        db.get(sql`select cast(sum(price_minor) as bigint) as sum from ticket where seller = 'sum'`),
      ).rejects.toThrow(InvalidValue);
      for (const bad of [{ priceMinor: most + 1 }, { note: "a\0b" }, { priceMinor: undefined as never }])
        expect(tickets.put(db, [ticket(bad)])).rejects.toThrow(InvalidValue);
    });

    test("locks a row, and reads it as it is then", async () => {
      const first = Promise.withResolvers<void>();
      const order: string[] = [];
      const holding = db.transaction(async (tx) => {
        const row = (await tickets.lock(tx, "a", 1))!;
        first.resolve();
        await tickets.put(tx, [{ ...row, priceMinor: 70 }]);
        order.push("first");
      });
      await first.promise;
      const waiting = db.transaction(async (tx) => {
        const row = await tickets.lock(tx, "a", 1);
        order.push("second");
        return row;
      });
      await holding;
      expect(await waiting).toEqual(ticket({ priceMinor: 70 }));
      expect(order).toEqual(["first", "second"]);
      expect(await db.transaction((tx) => tickets.lock(tx, "a", 99))).toBeUndefined();
    });

    test("locks rows whose time has come, without those of another process", async () => {
      await db.run(sql`update ticket set next_at = ${never}`);
      await tickets.put(
        db,
        [4, 2, 3].map((nextAt) => ticket({ seller: "due", number: nextAt, nextAt })),
      );
      await tickets.put(db, [ticket({ seller: "due", number: 9, nextAt: Date.now() + 3_600_000 })]);
      const due = (tx: Queries, most: number) =>
        tickets.all(tx, sql`select ${tickets.columns} from ticket t ${tickets.due(tx, "t.next_at", most)}`);
      const numbers = async (tx: Queries, most: number) => (await due(tx, most)).map(({ number }) => number);
      expect(await db.transaction((tx) => numbers(tx, 9))).toEqual([2, 3, 4]);
      const locked = Promise.withResolvers<void>();
      const others = Promise.withResolvers<void>();
      const holding = db.transaction(async (tx) => {
        expect(await numbers(tx, 1)).toEqual([2]);
        locked.resolve();
        if (kind.dialect === "postgres") await others.promise;
      });
      await locked.promise;
      const second = await db.transaction((tx) => numbers(tx, 2));
      others.resolve();
      await holding;
      expect(second).toEqual(kind.dialect === "postgres" ? [3, 4] : [2, 3]);
    });
  });

test("types hold what rows may contain", () => expect(types).toBeFunction());
