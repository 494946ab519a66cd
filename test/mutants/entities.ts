import type { Mutant } from "./mutant.ts";

const file = "src/entities/table.ts";
const test = "test/entities/table.test.ts";

/** Bugs in statements that are made from the declaration of a table. */
export const entitiesMutants: readonly Mutant[] = [
  {
    bug: "a fixed member is overwritten",
    file,
    find: "const kept = [...key, ...fixed]",
    replace: "const kept = [...key]",
    test,
    named: "on sqlite writes all members of many rows",
  },
  {
    bug: "a member of a row is written as it is in memory",
    file,
    find: "storable(encode ? encode(value) : value)",
    replace: "(typeof value === 'boolean' ? String(value) : storable(encode ? encode(value) : value))",
    test,
    named: "on sqlite reads what it wrote",
  },
  {
    bug: "a member with an expression is read from its column alone",
    file,
    find: "read?.(at) ?? ",
    replace: "",
    test,
    named: "on sqlite reads what it wrote",
  },
  {
    bug: "adding a row that is there fails",
    file,
    find: 'inserting("on conflict do nothing")',
    replace: 'inserting("")',
    test,
    named: "on sqlite adds what is not there",
  },
  {
    bug: "rows of a single statement are read as they are stored",
    file,
    find: "return row && this.#decode(row);",
    replace: "return row;",
    test,
    named: "on sqlite reads what it wrote",
  },
  {
    bug: "a row is read and not locked",
    file,
    find: "this.#lock = byKey(",
    replace: "this.#lock = this.#find; byKey(",
    test,
    named: "on postgres locks a row, and reads it as it is then",
  },
  {
    bug: "a process fails for due rows that another one has",
    file,
    find: "skip locked` :",
    replace: "nowait` :",
    test,
    named: "on postgres locks rows whose time has come",
  },
  {
    bug: "null becomes an empty text on the way to PostgreSQL",
    file: "src/database/rows-statement.ts",
    find: 'if (value === null) return "null";',
    replace: "if (value === null) return '\"\"';",
    test,
    named: "on postgres reads what it wrote",
  },
  {
    bug: "a replaced product is a new one",
    file: "src/management/products/products-record.ts",
    find: 'fixed: ["createdAt"],',
    replace: "",
    test: "test/api/products.test.ts",
    named: "on sqlite absent members take defaults",
  },
  {
    bug: "the members of a row keep their names in JSON",
    file: "src/entities/wire.ts",
    find: "renamed(row, columnOf)",
    replace: "renamed(row, (name) => name)",
    test: "src/entities/wire.test.ts",
    named: "members have other names in JSON",
  },
  {
    bug: "an invoice has no series of its year",
    file: "src/features/papers/paper-rows.ts",
    find: "{ ...issued, series, subscriptionId,",
    replace: '{ ...issued, series: "", subscriptionId,',
    test: "src/features/papers/test/issue.test.ts",
    named: "on sqlite an invoice keeps what is printed",
  },
];
