import { describe, expect, test } from "bun:test";
import { InvalidValue, join, list, name, raw, rows, type Sql, sql } from "./sql.ts";
import { statementText } from "./statement-text.ts";

describe("a statement's text and values", () => {
  const id = 7;
  const table: readonly [string, Sql, string, string, unknown[]][] = [
    ["no value", sql`select 1`, "select 1", "select 1", []],
    ["values", sql`a = ${1} and b = ${"x"}`, "a = +? and b = +?", "a = $1 and b = $2", [1, "x"]],
    ["values side by side", sql`${1}${2}`, "+?+?", "$1$2", [1, 2]],
    [
      "a piece",
      sql`select ${sql`a + ${1}`} where b = ${2}`,
      "select a + +? where b = +?",
      "select a + $1 where b = $2",
      [1, 2],
    ],
    ["pieces in pieces", sql`${sql`${sql`${1}`}, ${2}`}, ${3}`, "+?, +?, +?", "$1, $2, $3", [1, 2, 3]],
    [
      "a list",
      sql`a in (${list([1, 2, 3])}) or b = ${id}`,
      "a in (+?, +?, +?) or b = +?",
      "a in ($1, $2, $3) or b = $4",
      [1, 2, 3, 7],
    ],
    ["an empty list", sql`a in (${list([])})`, "a in (null)", "a in (null)", []],
    [
      "rows",
      sql`values ${rows([
        [1, null],
        [2, "b"],
      ])}`,
      "values (+?, +?), (+?, +?)",
      "values ($1, $2), ($3, $4)",
      [1, null, 2, "b"],
    ],
    [
      "joined",
      join([sql`a = ${1}`, raw("b"), sql`c`], " and "),
      "a = +? and b and c",
      "a = $1 and b and c",
      [1],
    ],
    ["nothing joined", join([], ", "), "", "", []],
    ["a name", sql`select ${name("order")} from t`, 'select "order" from t', 'select "order" from t', []],
  ];
  for (const [title, statement, sqlite, postgres, values] of table) {
    test(title, () => {
      expect(statementText(statement, "sqlite")).toBe(sqlite);
      expect(statementText(statement, "postgres")).toBe(postgres);
      expect(statement.values).toEqual(values as never);
      expect(statement.parts).toHaveLength(values.length + 1);
    });
  }
});

test("one template has one text object for all values", () => {
  const find = (id: number) => sql`select ${id}`;
  expect(find(1).parts).toBe(find(2).parts);
});

test("several statements in one are refused; other semicolons are not", () => {
  expect(() => statementText(raw("select 1; select 2"), "sqlite")).toThrow(InvalidValue);
  expect(statementText(raw("select '; select' ; "), "sqlite")).toBe("select '; select' ; ");
});

test("rows need at least one row; names must be plain", () => {
  expect(() => rows([])).toThrow(RangeError);
  for (const wrong of ["", "A", "a b", 'a"', "1a", "a.b", "é"])
    expect(() => name(wrong)).toThrow(InvalidValue);
});
