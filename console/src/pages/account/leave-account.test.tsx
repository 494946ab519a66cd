import { expect, test } from "bun:test";
import { confirm, press, type } from "../../../../test/console/dom/act.ts";
import { control, get, has, text, textOf } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { operator, user } from "../../../../test/console/dom/records.ts";
import { refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { sessionStore } from "../../api/session.ts";
import { LeaveAccount } from "./leave-account.tsx";

setUp();

/** As the frame does. */
const WhileSignedIn = () => sessionStore.use() && <LeaveAccount />;

const closing = {
  subscriptions: 1,
  credits: 12,
  kept: [
    { what: "Invoices", period: "10 years" },
    { what: "Ledgers", period: "No end" },
  ],
};

test("an account is closed after what ends and stays was shown, and its email typed", async () => {
  respond("get", "/users/{user_id}", user());
  respond("get", "/users/{id}/closing", closing);
  respond("post", "/users/{id}/closing", { id: "ada", kept: closing.kept });
  await show(<WhileSignedIn />, { as: user() });
  await press("Close account");
  const dialog = textOf(get("dialog", "Close this account?"));
  expect(dialog).toContain(
    "1 subscription ends now, with all keys. 12 credits are lost. It cannot be undone.",
  );
  expect(dialog).toContain("Invoices: 10 years");
  expect(dialog).toContain("Ledgers: without end");
  await type("Type ada@example.com to confirm", "ada@example.com");
  expect(control("Type ada@example.com to confirm").value).toBe("ada@example.com");
  await confirm();
  expect(sent("POST /users/ada/closing").map(({ body }) => body)).toEqual([{ email: "ada@example.com" }]);
  expect([sessionStore.get(), toast()]).toEqual([undefined, "Account closed"]);
});

test("a refusal is shown and closes nothing", async () => {
  respond("get", "/users/{user_id}", user());
  respond("get", "/users/{id}/closing", closing);
  refuse("POST /users/{id}/closing", 409, "The user is the last owner of Acme.");
  await show(<WhileSignedIn />, { as: user() });
  await press("Close account");
  await type("Type ada@example.com to confirm", "ada@example.com");
  await confirm();
  expect(textOf(get("alert"))).toBe("The user is the last owner of Acme.");
  expect(sessionStore.get()?.user.id).toBe("ada");
});

test("operators see neither", async () => {
  await show(<LeaveAccount />, { as: operator() });
  expect([text(), has("button", "Close account")]).toEqual(["", false]);
});
