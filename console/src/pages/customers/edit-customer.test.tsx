import { expect, test } from "bun:test";
import { confirm, type } from "../../../../test/console/dom/act.ts";
import { get, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { EditCustomer } from "./edit-customer.tsx";

setUp();

let closed = 0;

async function open(more = {}) {
  closed = 0;
  const close = () => {
    closed += 1;
  };
  await show(<EditCustomer user={user(more)} close={close} />, { as: operator() });
}

test("names, email and note are changed", async () => {
  answer("PATCH /users/{user_id}", () => json(user()));
  respond("get", "/users/{user_id}", user({ note: "Pilot" }));
  await open({ note: "Pilot" });
  await type("Last name", "Lovelace");
  expect(text()).not.toContain("signs in with the new email");
  await type("Email", "ada@lovelace.example");
  expect(text()).toContain("The customer signs in with the new email from now on.");
  await type("Note", "");
  await confirm();
  expect(sent("PATCH /users/ada").map(({ body }) => body)).toEqual([
    { first_name: "Ada", last_name: "Lovelace", email: "ada@lovelace.example", language: "en", note: null },
  ]);
  expect([toast(), closed]).toEqual(["Customer updated", 1]);
});

test("a taken email is shown and the fields stay", async () => {
  refuse("PATCH /users/{user_id}", 409, "A user with this email exists.");
  respond("get", "/users/{user_id}", user());
  await open();
  await type("Email", "taken@example.com");
  await confirm();
  expect(textOf(get("alert"))).toBe("A user with this email exists.");
});
