import { expect, test } from "bun:test";
import { all, cells, get, names, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { delay, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { ListedStatement } from "./statement-queries.ts";
import { CustomerMonths } from "./statements.tsx";

setUp();

const october = { month: "2026-10", state: "final", calls: 3100, credits: 3100 } as const;
const november = { month: "2026-11", state: "provisional", calls: 0, credits: 0 } as const;

async function open(months: readonly ListedStatement[]) {
  respond("get", "/users/{id}/statements", [...months]);
  await show(<CustomerMonths userId="ada" />, { as: operator(), at: "/customers/ada?tab=billing" });
}

const hrefs = () => all("link").map((link) => link.getAttribute("href"));

test("months have their state, calls and credits", async () => {
  await open([november, october]);
  expect(names("heading")).toEqual(["Statements"]);
  expect(cells("Statements, newest first")).toEqual([
    ["Month (UTC)", "State", "Calls", "Credits"],
    ["November 2026", "Provisional", "0", "0"],
    ["October 2026", "Final", "3,100", "3,100"],
  ]);
  expect(hrefs()).toEqual([
    "/console/customers/ada/statements/2026-11",
    "/console/customers/ada/statements/2026-10",
  ]);
  expect(sent("GET /users/{id}/statements").map(({ path }) => path)).toEqual(["/users/ada/statements"]);
  expect(text()).toContain("Calls and credits of a provisional month are those of its proved days.");
});

test("final months alone need no note", async () => {
  await open([october, { ...october, month: "2026-09" }]);
  expect(text()).not.toContain("provisional");
});

test("an account without a month is empty", async () => {
  await open([]);
  expect(textOf(one(".empty"))).toBe("No statements yet Make a call. Its month is listed here.");
});

test("a list that loads has a placeholder", async () => {
  delay("GET /users/{id}/statements", []);
  await show(<CustomerMonths userId="ada" />, { as: operator() });
  expect(one("[aria-busy]").className).toBe("skeleton");
});

test("a failure is shown", async () => {
  refuse("GET /users/{id}/statements", 500, "Broken.");
  await show(<CustomerMonths userId="ada" />, { as: operator() });
  expect(textOf(get("alert"))).toContain("Could not load the statements");
});
