import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

/**
 * Lines of rows that no `Table` of `src/entities` declares, by room: interfaces most of whose members are columns of one
 * table, and inserts that name five columns or more. A room without any is not listed. The numbers only fall.
 */
const allowed: Readonly<Record<string, number>> = {
  access: 4,
  calls: 9,
  decisions: 16,
  "features/backup": 8,
  "features/offers": 9,
  "features/papers": 2,
  "features/payments": 15,
  "features/proof": 18,
  "management/subscriptions": 18,
  "management/system": 7,
  server: 4,
  "vehicles/imports": 30,
  "vehicles/lookups": 4,
};

/** Interfaces that only look like rows, by reason. */
const others: Readonly<Record<string, readonly string[]>> = {
  "lines that are hashed": ["DayLeaf", "EpochLeaf", "MoveLeaf"],
  "the JSON of statements": ["StatementRow", "StatementUsage", "StatementGrant", "StatementDay"],
  "data of events, as receivers read them": ["PeriodData", "PaymentData", "ImportData"],
  "what a provider of payments lists, or is requested": ["ListedCharge", "Named", "WantedRefund"],
  "what a port gives of several tables": ["MovedMoney", "Payer"],
  "what a caller states": ["AuditContext", "AuditEntry", "Changes", "LockRequest", "SubscriptionCaller"],
  "what is shown of several tables": ["HeldCredential", "FoundLine", "Stray"],
  "names that are shared by chance": ["Pair", "PlateRecords"],
};
const otherNames = new Set(Object.values(others).flat());

/** An interface of so few members shares its names with some table by chance. */
const membersMin = 4;
const likeness = 0.7;
const columnsMin = 5;

const root = join(import.meta.dir, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const camel = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The columns of each table, by both names that a member can have. */
const tables = [...read("src/database/schema.sql").matchAll(/^CREATE TABLE \S+ \((.*?)\n\)/gms)].map(
  ([, body]) =>
    new Set(
      [...body!.matchAll(/^\s+"?(\w+)"? (?:text|integer|bigint|blob)/gim)].flatMap(([, one]) => [
        one!,
        camel(one!),
      ]),
    ),
);

const isRow = (members: readonly string[]): boolean =>
  members.length >= membersMin &&
  tables.some((columns) => members.filter((one) => columns.has(one)).length >= likeness * members.length);

const linesOf = (text: string): number => text.trimEnd().split("\n").length;

/** The lines of a text that state the columns of a table by hand. What a query inserts has its columns in the query. */
function plumbing(text: string): number {
  const interfaces = [...text.matchAll(/^(?:export )?interface (\w+)[^{\n]*\{\n(.*?)\n\}/gms)].filter(
    ([, name, body]) =>
      !otherNames.has(name!) &&
      isRow([...body!.matchAll(/^ {2}(?:readonly )?(\w+)\??:/gm)].map(([, member]) => member!)),
  );
  const inserts = [
    ...text.matchAll(/insert into \w+ \(([^)$]*)\)\s+(?:values|select v\.|select :value)[^`]*/g),
  ].filter(([, columns]) => columns!.split(",").length >= columnsMin);
  return [...interfaces, ...inserts].reduce((sum, [found]) => sum + linesOf(found), 0);
}

/** Where a file belongs: `features/mail`, `management/users`, `outbox`. */
function roomOf(path: string): string {
  const [, room, part] = path.split("/");
  return ["features", "management", "vehicles"].includes(room!) ? `${room}/${part}` : room!;
}

/** Metering writes calls in bulk, with statements that are measured. */
const skipped = /\.test\.|\.gen\.|\/test\/|\/bench\/|\/migrations\/|-schema\.ts$|^src\/(metering|entities)\//;

const paths = [...new Glob("src/**/*.ts").scanSync(root)].filter((path) => !skipped.test(path)).sort();

test("rows are declared as tables", () => {
  expect(tables.length).toBeGreaterThan(100);
  const found: Record<string, number> = {};
  for (const path of paths) {
    const lines = plumbing(read(path));
    if (lines > 0) found[roomOf(path)] = (found[roomOf(path)] ?? 0) + lines;
  }
  expect(found).toEqual(allowed);
});

test("what looks like a row is found, and what is excepted is there", () => {
  const row =
    "interface A {\n  readonly id: string;\n  user_id: string;\n  createdAt?: number;\n  email: string;\n}\n";
  expect(plumbing(row)).toBe(6);
  expect(plumbing(row.replace("user_id", "depth").replace("createdAt", "width"))).toBe(0);
  const insert = "sql`insert into webhook (id, url, types, state, sealed)\n  values (:value)`";
  expect(plumbing(insert)).toBe(2);
  expect(plumbing(insert.replace(", sealed", ""))).toBe(0);
  const all = paths.map(read).join("\n");
  expect([...otherNames].filter((one) => !new RegExp(`interface ${one}\\b`).test(all))).toEqual([]);
});
