import { expect, test } from "bun:test";
import { choose, fire, press, type } from "../../../../test/console/dom/act.ts";
import { control, has, messageOf, names, options } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { queryClient } from "../../parts/query-client.ts";
import { AccountsPage } from "./accounts-page.tsx";
import { accounts } from "./paper-records.ts";
import { accountsLine } from "./settings-lines.ts";

setUp();

const open = () => show(<AccountsPage />, { as: operator(), at: "/settings/datev" });
const put = "PUT /papers/accounts";

test("accounts are saved as they are typed, and numbers of a consultant have no groups", async () => {
  const { fees, ...without } = accounts;
  respond("get", "/papers/accounts", accounts);
  answer(put, () => json(accounts));
  await open();
  expect([control("Fees").value, control("Money on its way").value]).toEqual(["4970", "1361"]);
  expect(control("Tax consultant's number").value).toBe("29098");
  expect(options("First day of the business year")[6]).toEqual(["07-01", "1 Jul"]);
  await type("Customers", "10001");
  await choose("Chart of accounts", "03");
  await choose("Digits of general accounts", "5");
  await choose("First day of the business year", "01-01");
  await type("Fees", "");
  await type("Money on its way", "136");
  await press("Remove revenue account 1");
  await type("Account", "8336");
  await press("Save accounts");
  expect(sent(put).map(({ body }) => body)).toEqual([
    {
      ...without,
      debtors: "10001",
      chart: "03",
      length: 5,
      year_start: "01-01",
      transit: "136",
      revenue: [{ category: "AE", rate: 0, account: "8336" }],
    },
  ]);
  expect(toast()).toBe("Accounts saved");
});

test("the first accounts begin with usual values, and a row is added for each rate", async () => {
  refuse("GET /papers/accounts", 404, "Nothing is entered yet.");
  answer(put, () => json(accounts));
  await open();
  expect(names("group")).toEqual([]);
  for (const [label, value] of [
    ["Tax consultant's number", "1001"],
    ["Your number at the tax consultant", "1"],
    ["Customers", "10000"],
    ["Bank", "1200"],
    ["Payment provider", "1360"],
  ] as const)
    await type(label, value);
  await press("Add revenue account");
  await press("Save accounts");
  await type("Account", "84");
  await fire(control("Account"), "focusout", { bubbles: true });
  expect(messageOf("Account")).toBe("An account has 3 to 9 digits.");
  await type("Rate (%)", "19");
  await press("Save accounts");
  await type("Rate (%)", "19,5");
  await type("Account", "8400");
  await press("Save accounts");
  expect(sent(put)).toEqual([]);
  await type("Rate (%)", "19");
  await press("Save accounts");
  expect(sent(put).map(({ body }) => body)).toEqual([
    {
      consultant: 1001,
      client: 1,
      chart: "03",
      length: 4,
      year_start: "01-01",
      debtors: "10000",
      bank: "1200",
      card: "1360",
      revenue: [{ category: "S", rate: 1900, account: "8400" }],
    },
  ]);
});

test("what is wrong is shown at its field, in its row too", async () => {
  respond("get", "/papers/accounts", { ...accounts, revenue: accounts.revenue.slice(1) });
  await open();
  await type("Tax consultant's number", "1000");
  await fire(control("Tax consultant's number"), "focusout", { bubbles: true });
  expect(messageOf("Tax consultant's number")).toBe("Enter a number from 1001 to 9999999.");
  await press("Save accounts");
  expect(sent(put)).toEqual([]);
  await type("Tax consultant's number", "1001");
  refuse(put, 422, [{ loc: ["body", "revenue", 0, "account"], msg: "Is not right." }]);
  await press("Save accounts");
  expect([messageOf("Account"), has("alert")]).toEqual(["Is not right.", false]);
});

test("the row of Settings names the chart and the consultant", async () => {
  refuse("GET /papers/accounts", 404, "Nothing is entered yet.");
  expect(await accountsLine()).toEqual({
    text: "For the bookkeeper's file of a month",
    state: ["other", "Not entered"],
  });
  queryClient.clear();
  respond("get", "/papers/accounts", accounts);
  expect(await accountsLine()).toEqual({
    text: "SKR04, consultant 29098, client 55003",
    state: ["ok", "2 revenue accounts"],
  });
});
