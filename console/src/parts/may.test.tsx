import { expect, test } from "bun:test";
import { organization, signInFor } from "../../../test/console/dom/account-records.ts";
import { text } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { user } from "../../../test/console/dom/records.ts";
import { mayOf } from "../api/account.ts";
import { Button } from "./button.tsx";
import { May } from "./may.tsx";

setUp();

const buttons = (
  <>
    <Button permission="keys.change">Rotate</Button>
    <Button>Copy</Button>
    <May permission="plans.change">Buy</May>
  </>
);

test.each([
  ["owner", "Rotate Copy Buy"],
  ["developer", "Rotate Copy"],
  ["billing", "Copy Buy"],
] as const)("what a member with the role %p sees", async (member_role, seen) => {
  signInFor([organization({ member_role })]);
  await show(buttons);
  expect(text()).toBe(seen);
});

test("before the accounts are read, everything is shown", async () => {
  await show(buttons, { as: user() });
  expect(text()).toBe("Rotate Copy Buy");
  expect(mayOf(undefined)("members.change")).toBe(true);
});
