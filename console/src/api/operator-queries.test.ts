import { expect, test } from "bun:test";
import { setUp } from "../../../test/console/dom/page.ts";
import { apiRecord, auditRecord, user } from "../../../test/console/dom/records.ts";
import { respond, sent } from "../../../test/console/dom/service.ts";
import { queryClient } from "../parts/query-client.ts";
import { auditBy, customersBy, userById, usersBy } from "./operator-queries.ts";
import { apisOfProduct } from "./queries.ts";

setUp();

const page = { page: 1, page_size: 50 };
const requested = () => sent().map(({ path, query }) => [path, query]);

test("users are listed by text and state", async () => {
  respond("get", "/users/", [user()], { "x-total-count": "51" });
  const found = await queryClient.fetchQuery(usersBy({ ...page, text: "ada", state: "active" }));
  expect(found).toEqual({ items: [user()], total: 51 });
  expect(requested()).toEqual([["/users/", { page: "1", page_size: "50", text: "ada", state: "active" }]]);
});

test("an empty state is left out", async () => {
  respond("get", "/system/customers", { total: 0, needs_you: 0, organizations: 0, customers: [] });
  const found = await queryClient.fetchQuery(customersBy({ ...page, state: "" }));
  expect(found).toEqual({ items: [], total: 0, needs_you: 0, organizations: 0 });
  expect(requested()).toEqual([["/system/customers", { page: "1", page_size: "50" }]]);
});

test("a user is read by ID", async () => {
  respond("get", "/users/{user_id}", user());
  expect(await queryClient.fetchQuery(userById("ada"))).toEqual(user());
});

test("the APIs of a plan are read in one page", async () => {
  respond("get", "/products/{id}/apis", [apiRecord()] as never);
  await queryClient.fetchQuery(apisOfProduct("trial"));
  expect(requested()).toEqual([["/products/trial/apis", { page_size: "1000" }]]);
});

test("audit entries are read by their filter", async () => {
  respond("get", "/audit", [auditRecord()]);
  const found = await queryClient.fetchQuery(
    auditBy({ ...page, actor: "/users/ada", action: "user.update" }),
  );
  expect(found).toEqual({ items: [auditRecord()], total: 1 });
  expect(requested()).toEqual([
    ["/audit", { page: "1", page_size: "50", actor: "/users/ada", action: "user.update" }],
  ]);
});
