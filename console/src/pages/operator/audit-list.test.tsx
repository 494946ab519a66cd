import { expect, test } from "bun:test";
import { press } from "../../../../test/console/dom/act.ts";
import { cells, get, has, texts } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { auditRecord } from "../../../../test/console/dom/records.ts";
import { respond } from "../../../../test/console/dom/service.ts";
import { importRecord } from "../../../../test/console/dom/service-records.ts";
import type { AuditRecord } from "../../api/client.ts";
import { AuditList } from "./audit-list.tsx";

setUp();

const entries = (...all: Partial<AuditRecord>[]) =>
  all.map((one, index) => auditRecord({ id: `a${index}`, ...one }));
/** The cells of a column, without its heading. */
const column = (index: number) =>
  cells("Entries")
    .slice(1)
    .map((row) => row[index]!);
const list = (...all: Partial<AuditRecord>[]) => show(<AuditList entries={entries(...all)} />);

test("equal entries in a row are one", async () => {
  const viewed = {
    action: "subscription.list_secrets",
    object: "/subscriptions/sub-1",
    object_name: "Fleet, Ada Byron",
    object_owner: "/users/ada",
  };
  await list(viewed, viewed, viewed, {}, viewed);
  expect(column(2).map((cell) => cell.split(" Details")[0])).toEqual([
    "Viewed keys, 3 times",
    "Updated the user",
    "Viewed keys",
  ]);
  expect(column(3)).toEqual(["Fleet, Ada Byron", "Ada Byron", "Fleet, Ada Byron"]);
});

test.each([
  { ip_address: "192.0.2.8" },
  { actor: "/users/eva" },
  { after: { a: 1 } },
])("entries that differ in %p are apart", async (more) => {
  await list({}, more);
  expect(column(0)).toHaveLength(2);
});

test("changes are in the details", async () => {
  await list({ before: { state: "active" }, after: { state: "blocked" } });
  expect(texts("pre")).toEqual([
    '{ "actor": "/users/ada", "object": "/users/ada", "request_id": "r1", "before": { "state": "active" }, "after": { "state": "blocked" } }',
  ]);
});

test.each([
  [{ object: "/products/trial", object_name: "Trial" }, "Trial", "/console/plans/trial"],
  [{ object: "/products/gone", object_name: null }, "gone", "/console/plans/gone"],
  [{ object: "/products/trial/apis/lien", object_name: "Trial" }, "Trial", "/console/plans/trial"],
  [{ object: "/datasets/lien" }, "Liens", "/console/data/lien"],
  [{ object: "/webhooks/w1" }, "Webhook", "/console/settings/webhooks/w1"],
  [{ object: "/users/eva", object_name: null }, "deleted user", "/console/customers/eva"],
])("the object %p is a link", async (entry, name, href) => {
  await list({ actor: "operator", ...entry });
  expect(get("link", name).getAttribute("href")).toBe(href);
});

test.each([
  [{ object: "/apis/lien", object_name: "Liens" }, "Liens"],
  [
    { object: "/imports/i1", object_name: null, action: "import.stop", after: { family: "lien" } },
    "Import of Liens",
  ],
  [{ object: "/system", object_name: null }, "/system"],
])("the object %p is text", async (entry, words) => {
  await list({ actor: "cli", ip_address: "", ...entry });
  expect([column(3), has("link")]).toEqual([[words], false]);
});

test.each([
  ["/users/gone", "A deleted user"],
  ["client", "A visitor"],
  ["operator", "The operator token"],
  ["cli", "The command line"],
  ["/subscriptions/s1", "An API key"],
])("the actor %p is %p", async (actor, words) => {
  await list({ actor, actor_name: null });
  expect(column(1)).toEqual([words]);
});

test("dry runs and failed imports differ", async () => {
  respond("get", "/imports", [importRecord({ id: "i1", state: "failed" }), importRecord({ id: "i2" })]);
  const imported = (id: string, dry_run: boolean) => ({
    action: "dataset.import",
    object: "/datasets/lien",
    after: { import: id, dry_run },
  });
  await list(imported("i1", false), imported("i2", true));
  expect(column(2)).toEqual([
    expect.stringMatching(/^Imported records, which failed Details/),
    expect.stringMatching(/^Validated a file without importing it Details/),
  ]);
});

test("an entry narrows the list", async () => {
  const filters: object[] = [];
  await show(<AuditList entries={entries({})} narrow={(filter) => filters.push(filter)} />);
  await press("Only this person");
  await press("Only this object");
  expect(filters).toEqual([{ actor: "/users/ada" }, { object: "/users/ada" }]);
});
