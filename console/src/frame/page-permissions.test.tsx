import { expect, test } from "bun:test";
import type { MemberRole, OperatorRole } from "../../../src/http/caller.ts";
import {
  account,
  organization,
  permissionsOf,
  signInFor,
} from "../../../test/console/dom/account-records.ts";
import { click, type } from "../../../test/console/dom/act.ts";
import { all, names } from "../../../test/console/dom/find.ts";
import { elapse, setUp, show } from "../../../test/console/dom/page.ts";
import { operator } from "../../../test/console/dom/records.ts";
import { answer, respond } from "../../../test/console/dom/service.ts";
import { actingOf, mayOf } from "../api/account.ts";
import { sessionStore } from "../api/session.ts";
import { App, preparePage } from "./app.tsx";
import { entriesOf } from "./entries.tsx";
import { pages } from "./pages.ts";
import { Shell } from "./shell.tsx";

setUp();

const asMember = (memberRole: MemberRole) => signInFor([organization({ member_role: memberRole })]);

const asOperator = (operatorRole: OperatorRole) => {
  const permissions = permissionsOf({ role: "operator", operatorRole });
  const own = account({ id: "op", member_role: null, permissions });
  signInFor([own], operator({ operator_role: operatorRole }));
};

const asVisitor = () => {
  const permissions = account().permissions.filter((name) => name.endsWith(".view") && name !== "keys.view");
  signInFor(
    [account({ is_visit: true, visit_reason: "Ticket", member_role: null, permissions })],
    operator(),
  );
};

/** Pages that every role may open, with the reason. */
const forAll: Readonly<Record<string, string>> = {
  "/home": "It is the first page of customers, and shows the sections that the role may see.",
  "/settings": "It lists the sections that the role may open.",
};

test("every page of signed-in users declares its permission", () => {
  const undeclared = pages.filter(({ access, permission }) => /user|operator/.test(access) && !permission);
  expect(undeclared.map(({ path }) => path)).toEqual(Object.keys(forAll));
});

/** The pages that the side bar and the menu behind the name list for the role that is signed in. */
const listed = () => {
  const session = sessionStore.get()!;
  const { role } = actingOf(session);
  return entriesOf(role, mayOf(session)).map(
    ({ id, pages: own }) =>
      `${id}: ${own.map(({ title, operatorTitle }) => (role === "operator" && operatorTitle) || title).join(", ")}`,
  );
};

const ofAccount = ["billing: Billing", "docs: Docs, API reference"];
const ofPerson = "me: Profile, Members, Security";
const withKeys = [
  "home: Home",
  "look-up: Vehicle lookup, Lists",
  "keys: Keys",
  "calls: Calls",
  "alerts: Webhooks, Watches",
  "billing: Billing",
  "docs: Docs, API reference, Assistants",
  ofPerson,
];

test.each([
  ["owner", withKeys],
  ["developer", withKeys],
  ["billing", ["home: Home", "calls: Calls", ...ofAccount, ofPerson]],
] as const)("the pages of a member with the role %p", (role, expected) => {
  asMember(role);
  expect(listed()).toEqual([...expected]);
});

const ofOperator = "me: Profile, API reference, Docs, Security";
const ofEnvironment = "Languages, Sign-in, Backups, Public URL, Limits and log";
const ofSelling = "Payments, Seller, Taxes, DATEV accounts";
const ofMoney = ["customers: Customers", "plans: Plans", "money: Money", "calls: Calls", "apis: APIs"];

test.each([
  [
    "owner",
    [
      ...ofMoney,
      "data: Datasets, Vehicle lookup",
      `settings: Settings, Audit log, Brand, System, Roles, ${ofEnvironment}, Webhooks, ${ofSelling}, Terms, Assistants, Proof, Mail`,
    ],
  ],
  [
    "support",
    [
      ...ofMoney,
      "data: Datasets, Vehicle lookup",
      `settings: Settings, Audit log, System, Roles, ${ofEnvironment}, Webhooks, ${ofSelling}, Assistants, Proof, Mail`,
    ],
  ],
  ["billing", [...ofMoney, `settings: Settings, Audit log, Roles, ${ofSelling}, Mail`]],
  [
    "data",
    [
      "plans: Plans",
      "apis: APIs",
      "data: Datasets, Vehicle lookup",
      `settings: Settings, Audit log, System, Roles, ${ofEnvironment}, Assistants, Proof`,
    ],
  ],
] as const)("the pages of an operator with the role %p", (role, expected) => {
  asOperator(role);
  expect(listed()).toEqual(["inbox: Inbox", ...expected, ofOperator]);
});

test("a view of a customer's account opens no page that changes the sign-in", () => {
  asVisitor();
  expect(listed()).toEqual([
    "home: Home",
    "calls: Calls",
    "alerts: Webhooks, Watches",
    ...ofAccount,
    "me: Members",
  ]);
});

test.each([
  ["/keys", () => asMember("billing")],
  ["/buy", () => asMember("developer")],
  ["/customers", () => asOperator("data")],
  ["/data", () => asOperator("billing")],
  ["/me", asVisitor],
])("%p is refused to a role without its permission", async (path, signIn) => {
  await preparePage({ pathname: path, search: {} });
  signIn();
  answer("GET /operators", () => Response.json([], { headers: { "x-total-count": "0" } }));
  await show(<App />, { at: path });
  expect(names("heading").find((name) => / cannot see this: /.test(name))).toBeDefined();
});

test.each([
  ["developer", ["PageKeys"]],
  ["billing", []],
] as const)("the finder names only pages that the role %p may open", async (role, found) => {
  asMember(role);
  respond("post", "/users/{id}/search", { groups: [], missing: null, unread: [] });
  await show(<Shell>Content</Shell>, { at: "/home" });
  const [search] = all("button", "Search Ctrl K");
  await click(search!);
  await type("Name, number, reference, amount, VIN, plate, call, key, setting or what to do", "ke");
  await elapse(500);
  expect(names("option")).toEqual([...found]);
});
