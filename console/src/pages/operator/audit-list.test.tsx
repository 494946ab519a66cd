import { expect, test } from "bun:test";
import { has, names, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { auditRecord } from "../../../../test/console/dom/records.ts";
import type { AuditRecord } from "../../api/client.ts";
import { AuditList } from "./audit-list.tsx";

setUp();

const entries = (...all: Partial<AuditRecord>[]) =>
  all.map((one, index) => auditRecord({ id: `a${index}`, ...one }));
const list = (...all: Partial<AuditRecord>[]) => show(<AuditList entries={entries(...all)} />);

test("equal entries in a row are one", async () => {
  const viewed = { action: "subscription.list_secrets", object: "/subscriptions/sub-1" };
  await list(viewed, viewed, viewed, {}, viewed);
  expect(texts("li")).toEqual([
    "20:00:00 ada viewed keys, 3 times /subscriptions/sub-1, from 192.0.2.7",
    "20:00:00 ada updated the user /users/ada, from 192.0.2.7",
    "20:00:00 ada viewed keys /subscriptions/sub-1, from 192.0.2.7",
  ]);
});

test.each([
  { ip_address: "192.0.2.8" },
  { actor: "/users/eva" },
  { after: { a: 1 } },
])("entries that differ in %p are apart", async (more) => {
  await list({}, more);
  expect(texts("li")).toHaveLength(2);
});

test("changes are in the details", async () => {
  await list({ before: { state: "active" }, after: { state: "blocked" } });
  expect(texts("pre")).toEqual([
    '{ "request_id": "r1", "before": { "state": "active" }, "after": { "state": "blocked" } }',
  ]);
});

test("users and plans are links, other objects are text", async () => {
  await list(
    { object: "/products/trial", actor: "operator" },
    { object: "/subscriptions/sub-1", actor: "cli", ip_address: "" },
  );
  expect(names("link")).toEqual(["/products/trial"]);
  expect(texts("li")[1]).toBe("20:00:00 cli updated the user /subscriptions/sub-1");
  expect(has("group")).toBe(false);
});
