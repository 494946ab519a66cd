import { expect, test } from "bun:test";
import { sql } from "../database/sql.ts";
import { type Filters, filtersIn } from "./list.ts";

interface Query {
  readonly page: number;
  readonly state?: string | undefined;
  readonly kind?: string | undefined;
  readonly most?: number | undefined;
}

const filters: Filters<Query> = {
  kind: (kind) => sql`kind = ${kind}`,
  most: (most) => sql`size <= ${most}`,
  state: (state) => sql`state = ${state}`,
};

test("a filter that is given is a condition, in the order in which filters are declared", () => {
  const { given, conditions } = filtersIn(filters, { page: 2, state: "open", most: 0 });
  expect(given).toEqual({ most: "0", state: "open" });
  expect(Object.keys(given)).toEqual(["most", "state"]);
  expect(conditions).toEqual([sql`size <= ${0}`, sql`state = ${"open"}`]);
  expect(filtersIn(filters, { page: 1 })).toEqual({ given: {}, conditions: [] });
});
