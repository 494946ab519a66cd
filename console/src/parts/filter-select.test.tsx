import { expect, test } from "bun:test";
import { choose } from "../../../test/console/dom/act.ts";
import { control, options } from "../../../test/console/dom/find.ts";
import { address, setUp, show } from "../../../test/console/dom/page.ts";
import { FilterSelect } from "./filter-select.tsx";

setUp();

const filter = <FilterSelect label="State" name="state" options={[["active", "Active"], "blocked"]} />;

test("the filter offers all options first", async () => {
  await show(filter, { at: "/customers" });
  expect(options("State")).toEqual([
    ["", "All"],
    ["active", "Active"],
    ["blocked", "blocked"],
  ]);
  expect(control("State").value).toBe("");
});

test("a choice goes into the address and back to the first page", async () => {
  await show(filter, { at: "/customers?page=3&text=ada" });
  await choose("State", "active");
  expect(address()).toBe("/customers?text=ada&state=active");
  expect(control("State").value).toBe("active");
});

test("the choice of all removes the filter", async () => {
  await show(filter, { at: "/customers?state=active" });
  await choose("State", "");
  expect(address()).toBe("/customers");
});
