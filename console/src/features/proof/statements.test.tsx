import { expect, test } from "bun:test";
import { all, cells, get, names, one, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { delay, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import type { ListedStatement } from "./statement-queries.ts";
import { CustomerMonths, Statements } from "./statements.tsx";

setUp();

const october = { month: "2026-10", state: "final", calls: 3100, credits: 3100 } as const;
const november = { month: "2026-11", state: "provisional", calls: 0, credits: 0 } as const;

async function open(months: readonly ListedStatement[]) {
  respond("get", "/users/{id}/statements", [...months]);
  await show(<Statements />, { as: user(), at: "/billing?tab=statements" });
}

const hrefs = () => all("link").map((link) => link.getAttribute("href"));

test("months have their state, calls and credits", async () => {
  await open([november, october]);
  expect(names("heading")).toEqual(["1 final statement, 3,100 credits", "Months"]);
  expect(cells("Statements, newest first")).toEqual([
    ["Month (UTC)", "State", "Calls", "Credits"],
    ["November 2026", "Provisional", "0", "0"],
    ["October 2026", "Final", "3,100", "3,100"],
  ]);
  expect(hrefs()).toEqual(["/console/billing/statements/2026-11", "/console/billing/statements/2026-10"]);
  expect(text()).toContain("Calls and credits of a provisional month are those of its proved days.");
});

test("final months alone need no note", async () => {
  await open([october, { ...october, month: "2026-09" }]);
  expect(names("heading")[0]).toBe("2 final statements, 6,200 credits");
  expect(text()).not.toContain("provisional");
});

test("a new account has no final statement", async () => {
  await open([november]);
  expect(names("heading")[0]).toBe("No final statement yet");
});

test("an account without a month is empty", async () => {
  await open([]);
  expect(textOf(one(".empty"))).toBe("No statements yet Make a call. Its month is listed here.");
});

test("an operator sees the statements of a customer", async () => {
  respond("get", "/users/{id}/statements", [october]);
  await show(<CustomerMonths userId="ada" />, { as: operator(), at: "/customers/ada?tab=billing" });
  expect(hrefs()).toEqual(["/console/customers/ada/statements/2026-10"]);
  expect(sent("GET /users/{id}/statements").map(({ path }) => path)).toEqual(["/users/ada/statements"]);
});

test("a list that loads has a placeholder", async () => {
  delay("GET /users/{id}/statements", []);
  await show(<Statements />, { as: user() });
  expect(one("[aria-busy]").className).toBe("skeleton");
});

test("a failure is shown", async () => {
  refuse("GET /users/{id}/statements", 500, "Broken.");
  await show(<Statements />, { as: user() });
  expect(textOf(get("alert"))).toContain("Could not load the statements");
});
