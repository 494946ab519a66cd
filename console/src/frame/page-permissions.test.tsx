import { expect, test } from "bun:test";
import type { MemberRole, OperatorRole } from "../../../src/http/caller.ts";
import {
  account,
  organization,
  permissionsOf,
  signInFor,
} from "../../../test/console/dom/account-records.ts";
import { click, type } from "../../../test/console/dom/act.ts";
import { all, get, names, one, textOf } from "../../../test/console/dom/find.ts";
import { elapse, setUp, show } from "../../../test/console/dom/page.ts";
import { operator } from "../../../test/console/dom/records.ts";
import { respond } from "../../../test/console/dom/service.ts";
import { App, preparePage } from "./app.tsx";
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
  "/overview": "It is the first page of each role, and shows the sections that the role may see.",
};

test("every page of signed-in users declares its permission", () => {
  const undeclared = pages.filter(({ access, permission }) => /user|operator/.test(access) && !permission);
  expect(undeclared.map(({ path }) => path)).toEqual(Object.keys(forAll));
});

const everyMember = ["Overview", "API reference", "Docs", "Request log", "Usage"];
const everyOperator = [
  "Overview",
  "Inbox",
  "Plans",
  "APIs",
  "Audit log",
  "Roles",
  "API reference",
  "Docs",
  "Security",
  "Profile",
];

/** The links of the side bar, apart from those of each role. */
const linksBut = (shared: readonly string[]) => {
  const links = [...one(".links").querySelectorAll("a")].map(textOf);
  expect(links.filter((link) => shared.includes(link))).toEqual([...shared]);
  return links.filter((link) => !shared.includes(link));
};

test.each([
  ["owner", ["Quick start", "Vehicle lookup", "Lists", "Assistants", "API keys", "Webhooks", "Watches"]],
  ["developer", ["Quick start", "Vehicle lookup", "Lists", "Assistants", "API keys", "Webhooks", "Watches"]],
  ["billing", []],
] as const)("the pages of a member with the role %p", async (role, expected) => {
  asMember(role);
  await show(<Shell>Content</Shell>, { at: "/overview" });
  const last = ["Plans", "Billing", "Statements", "Members", "Security", "Profile"];
  expect(linksBut(everyMember)).toEqual([...expected, ...last]);
});

test.each([
  [
    "owner",
    [
      ...["Vehicle lookup", "Request log", "Reports", "Users", "Subscriptions", "Offers", "Renewals"],
      ...["Payments", "Papers", "Terms", "Mail", "Datasets", "Brand", "System", "Settings", "Webhooks"],
    ],
  ],
  [
    "support",
    [
      ...["Vehicle lookup", "Request log", "Reports", "Users", "Subscriptions", "Offers", "Renewals"],
      ...["Payments", "Papers", "Mail", "Datasets", "System", "Settings", "Webhooks"],
    ],
  ],
  [
    "billing",
    [
      ...["Request log", "Reports", "Users", "Subscriptions", "Offers", "Renewals", "Payments", "Papers"],
      "Mail",
    ],
  ],
  ["data", ["Vehicle lookup", "Datasets", "System", "Settings"]],
] as const)("the pages of an operator with the role %p", async (role, expected) => {
  asOperator(role);
  await show(<Shell>Content</Shell>, { at: "/overview" });
  expect(linksBut(everyOperator)).toEqual([...expected]);
});

test("a view of a customer's account opens no page that changes the sign-in", async () => {
  asVisitor();
  await show(<Shell>Content</Shell>, { at: "/overview" });
  expect(linksBut(everyMember)).toEqual(["Webhooks", "Watches", "Plans", "Billing", "Statements", "Members"]);
});

test.each([
  ["/keys", () => asMember("billing")],
  ["/buy", () => asMember("developer")],
  ["/users", () => asOperator("data")],
  ["/datasets", () => asOperator("billing")],
  ["/security", asVisitor],
])("%p is refused to a role without its permission", async (path, signIn) => {
  await preparePage(path);
  signIn();
  await show(<App />, { at: path });
  expect(get("heading", "Your role may not open this page")).toBeDefined();
});

test.each([
  ["developer", ["PageAPI keys"]],
  ["billing", []],
] as const)("the finder names only pages that the role %p may open", async (role, found) => {
  asMember(role);
  respond("get", "/users/{id}/subscriptions", []);
  await show(<Shell>Content</Shell>, { at: "/overview" });
  const [search] = all("button", "Search Ctrl K");
  await click(search!);
  await type("VIN, plate and state, request ID, key, email, name or words of the docs", "ke");
  await elapse(500);
  expect(names("option")).toEqual([...found]);
});
