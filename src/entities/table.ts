import { never } from "../base/clock.ts";
import { databaseClock } from "../database/clock.ts";
import type { Queries } from "../database/database.ts";
import { type Column, type ColumnType, RowsStatement } from "../database/rows-statement.ts";
import { raw, Sql, sql, storable, type Value } from "../database/sql.ts";
import { Insertion } from "./insertion.ts";
import { countOf } from "./list.ts";
import type { Stored } from "./stored.ts";

// biome-ignore lint/suspicious/noExplicitAny: a member has any type
export type Members = Readonly<Record<string, Stored<any>>>;

/** A row with these members. */
export type RowOf<M extends Members> = {
  readonly [K in keyof M]: M[K] extends Stored<infer T> ? T : never;
};

type Initial<M extends Members> = {
  [K in keyof M]: M[K] extends { readonly initial: unknown } ? K : never;
}[keyof M];

/** What a new row states: members with an initial value can be absent. */
export type NewRowOf<M extends Members> = Omit<RowOf<M>, Initial<M>> & Partial<Pick<RowOf<M>, Initial<M>>>;

export type Row<T> = T extends Table<infer M> ? RowOf<M> : never;
export type NewRow<T> = T extends Table<infer M> ? NewRowOf<M> : never;

type Name<M extends Members> = keyof M & string;

/** A column that follows from the members of its row. */
interface Derived<M extends Members> {
  readonly type: "text" | "bigint";
  readonly of: (row: RowOf<M>) => string | number | null;
}

interface Declaration<M extends Members> {
  readonly name: string;
  /** The name that statements give the table. */
  readonly as: string;
  readonly key: readonly Name<M>[];
  readonly members: M;
  /** Members that `put` does not change. */
  readonly fixed?: readonly Name<M>[];
  /** Columns that no row has as a member, by their name in the database. */
  readonly derived?: Readonly<Record<string, Derived<M>>>;
  /** A column with the database's time at which a row was inserted. */
  readonly insertedAt?: string;
  /** One with that at which it was inserted or put. */
  readonly writtenAt?: string;
}

/** The name that a member has in the database and in JSON. */
export const columnOf = (member: string): string =>
  member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of members, of a statement that gives their table a name: `select ${columns} from x t`. */
export const columnsOf = (members: Members, as: string): Sql => raw(shown(members, `${as}.`));

const shown = (members: Members, at = ""): string =>
  Object.entries(members)
    .map(([name, { read }]) => `${read?.(at) ?? at + columnOf(name)} as "${name}"`)
    .join(", ");

interface Written<M extends Members> {
  readonly column: string;
  readonly type: ColumnType;
  readonly read: (row: NewRowOf<M>) => Value;
}

/**
 * A table whose columns are declared once: the type of its rows follows, and all statements that name every column. A
 * member is in camel case, and its column in snake case. Joins, conditions and their order are written where they
 * are decided.
 */
export class Table<M extends Members> {
  /** Its columns by its declared name. */
  readonly columns: Sql;
  /** The end of an update or a deletion that resolves to the rows: `delete from t where ... ${returning}`. */
  readonly returning: Sql;
  /** Its name with its declared name. */
  readonly from: Sql;
  readonly #as: string;
  readonly #members: M;
  readonly #find: readonly string[];
  readonly #lock: readonly string[];
  readonly #decoded: readonly (readonly [member: string, decode: (stored: never) => unknown])[];
  readonly #written: readonly Written<M>[];
  readonly #findAll: RowsStatement<RowOf<M>>;
  readonly #insert: Insertion;
  readonly #add: Insertion;
  readonly #put: Insertion;

  constructor({ name, as, key, members, fixed = [], derived = {}, insertedAt, writtenAt }: Declaration<M>) {
    const names: Name<M>[] = Object.keys(members);
    this.columns = columnsOf(members, as);
    this.returning = raw(`returning ${shown(members)}`);
    this.from = raw(`${name} ${as}`);
    this.#as = as;
    this.#members = members;
    const byKey = (before: string, after: string) =>
      `${before} where ${key.map((one) => `${columnOf(one)} = :key`).join(" and ")}${after}`.split(":key");
    const locked = columnOf(names.findLast((one) => !key.includes(one)) ?? names[0]!);
    this.#find = byKey(`select ${shown(members)} from ${name}`, "");
    this.#lock = byKey(`update ${name} set ${locked} = ${locked}`, ` returning ${shown(members)}`);
    this.#decoded = names.flatMap((one) =>
      members[one]!.decode ? [[one, members[one]!.decode] as const] : [],
    );
    this.#written = [
      ...names.map((one) => writtenOf<M>(one, members[one]!)),
      ...Object.entries(derived).map(
        ([column, { type, of }]): Written<M> => ({
          column,
          type: `${type} null`,
          read: (row) => storable(of(this.row(row))),
        }),
      ),
    ];
    const columns = this.#written.map(({ column }) => column);
    const kept = [...key, ...fixed].map(columnOf);
    const changed = columns.filter((one) => !kept.includes(one)).concat(writtenAt ?? []);
    const changes = changed.map((one) => `${one} = excluded.${one}`);
    const is = key.map((one, index) => `${as}.${columnOf(one)} = v.column${index + 1}`).join(" and ");
    this.#findAll = new RowsStatement(
      `select ${shown(members, `${as}.`)} from :rows join ${name} ${as} on ${is}`,
      key.map((one) => members[one]!.type),
    );
    const types = this.#written.map(({ type }) => type);
    const inserting = (end: string) =>
      new Insertion({ table: name, columns, types, insertedAt: writtenAt ?? insertedAt, end });
    this.#insert = inserting("");
    this.#add = inserting("on conflict do nothing");
    const target = key.map(columnOf).join(", ");
    this.#put = inserting(`on conflict (${target}) do update set ${changes.join(", ")}`);
  }

  /** Rows of the table alone, with the condition and the order that follow. */
  select(db: Queries, rest: Sql): Promise<RowOf<M>[]> {
    return this.all(db, sql`select ${this.columns} from ${this.from} ${rest}`);
  }

  /** The number of rows that meet a condition. */
  count(db: Queries, where: Sql): Promise<number> {
    return countOf(db, sql`${this.from} where ${where}`);
  }

  /** The rows of a statement that reads `columns`, and others beside them. */
  async all<More = unknown>(db: Queries, statement: Sql): Promise<(RowOf<M> & More)[]> {
    const rows = await db.all<RowOf<M> & More>(statement);
    return this.#decoded.length === 0 ? rows : rows.map((row) => this.decode(row));
  }

  /** The first of them. */
  async get<More = unknown>(db: Queries, statement: Sql): Promise<(RowOf<M> & More) | undefined> {
    const row = await db.get<RowOf<M> & More>(statement);
    return row && this.decode(row);
  }

  /** A row that another statement read from `columns`. Throws for a value that its column cannot have. */
  decode<Read extends RowOf<M>>(row: Read): Read {
    if (this.#decoded.length === 0) return row;
    const made: Record<string, unknown> = { ...row };
    for (const [member, decode] of this.#decoded) made[member] = decode(made[member] as never);
    return made as Read;
  }

  find(db: Queries, ...key: readonly Value[]): Promise<RowOf<M> | undefined> {
    return this.get(db, new Sql(this.#find, key.map(storable)));
  }

  /** The rows of many keys, in no order. */
  async findAll(db: Queries, keys: readonly (readonly Value[])[]): Promise<RowOf<M>[]> {
    if (keys.length === 0) return [];
    const columns = keys[0]!.map((_, index) => keys.map((key) => storable(key[index])));
    return (await this.#findAll.all(db, columns)).map((row) => this.decode(row));
  }

  /** Locks a row until the transaction ends; resolves to it as it is now. */
  lock(tx: Queries, ...key: readonly Value[]): Promise<RowOf<M> | undefined> {
    return this.get(tx, new Sql(this.#lock, key.map(storable)));
  }

  /**
   * The end of a statement that locks rows whose time has come, the most overdue first. Those that another process has
   * locked are left to it. The column can be a derived one; the bound is that of a partial index.
   */
  due(tx: Queries, column: string, most: number): Sql {
    const at = raw(column);
    const skip = raw(tx.dialect === "postgres" ? `for update of ${this.#as} skip locked` : "");
    return sql`where ${at} < ${raw(String(never))} and ${at} <= ${databaseClock(tx)} order by ${at} limit ${most} ${skip}`;
  }

  /** A row with the initial values of the members that it does not state. */
  row(given: NewRowOf<M>): RowOf<M> {
    const initial = Object.entries(this.#members).flatMap(([name, one]) =>
      "initial" in one ? [[name, one.initial] as const] : [],
    );
    return { ...Object.fromEntries(initial), ...given } as RowOf<M>;
  }

  /** A row as its columns have it. */
  stored(row: RowOf<M>): Record<string, string | number | null> {
    const cells = this.#written.map(
      ({ column, read }) => [column, read(row) as string | number | null] as const,
    );
    return Object.fromEntries(cells);
  }

  /** Inserts rows. Throws `UniqueViolation` for one that is there. */
  async insert(tx: Queries, ...rows: readonly NewRowOf<M>[]): Promise<void> {
    await this.#insert.run(tx, this.#values(rows));
  }

  /** Inserts rows that are not there; resolves to their number. */
  add(tx: Queries, rows: readonly NewRowOf<M>[]): Promise<number> {
    return this.#add.run(tx, this.#values(rows));
  }

  /** Writes whole rows that are locked or new. */
  async put(tx: Queries, rows: readonly RowOf<M>[]): Promise<void> {
    await this.#put.run(tx, this.#values(rows));
  }

  #values(rows: readonly NewRowOf<M>[]): Column[] {
    return this.#written.map(({ read }) => rows.map(read));
  }
}

function writtenOf<M extends Members>(
  member: Name<M>,
  { type, isNullable, encode, initial }: Stored<unknown> & { readonly initial?: unknown },
): Written<M> {
  return {
    column: columnOf(member),
    type: isNullable ? `${type} null` : type,
    read: ({ [member as keyof NewRowOf<M>]: value = initial }) => storable(encode ? encode(value) : value),
  };
}
