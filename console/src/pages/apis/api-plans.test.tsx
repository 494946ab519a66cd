import { expect, test } from "bun:test";
import { get } from "../../../../test/console/dom/find.ts";
import { setUp, show } from "../../../../test/console/dom/page.ts";
import { operator } from "../../../../test/console/dom/records.ts";
import { ApiPlans } from "./api-plans.tsx";

setUp();

test("without a plan, an API leads to the list in which one is created", async () => {
  await show(<ApiPlans plans={[]} chosen={new Set()} choose={() => undefined} />, { as: operator() });
  expect(get("link", "Create a plan").getAttribute("href")).toBe("/console/plans");
});
