import { beforeEach, expect, test } from "bun:test";
import { choose, click, press, type } from "../../../../test/console/dom/act.ts";
import { control, get, messageOf, names, options, text } from "../../../../test/console/dom/find.ts";
import { setUp, show, toast } from "../../../../test/console/dom/page.ts";
import { user } from "../../../../test/console/dom/records.ts";
import { answer, json, refuse, respond, sent } from "../../../../test/console/dom/service.ts";
import { sessionStore } from "../../api/session.ts";
import { Profile } from "./profile.tsx";

setUp();
beforeEach(() => {
  answer("GET /users/{id}/tokens", () => json([]));
  respond("get", "/users/{user_id}", user());
});

const open = () => show(<Profile />, { as: user() });

test("the page shows the user's details", async () => {
  await open();
  expect(text()).toStartWith("Profile ada@example.com, signed up on 1 Nov 2026.");
  expect(["First name", "Last name", "Email"].map((label) => control(label).value)).toEqual([
    "Ada",
    "Byron",
    "ada@example.com",
  ]);
});

test("changed names are saved and shown in the frame", async () => {
  respond("patch", "/users/{user_id}", user({ first_name: "Augusta" }));
  await open();
  await type("First name", "Augusta");
  await press("Save details");
  expect(sent("PATCH /users/ada").map(({ body }) => body)).toEqual([
    { first_name: "Augusta", last_name: "Byron", email: "ada@example.com", language: "en" },
  ]);
  expect(sessionStore.get()?.user.first_name).toBe("Augusta");
  expect(toast()).toBe("Details updated");
});

test("the language of mails and invoices is chosen by its own name", async () => {
  respond("patch", "/users/{user_id}", user({ language: "de" }));
  await open();
  expect(options("Language of mails and invoices").map(([, name]) => name)).toEqual([
    "English",
    "Deutsch",
    "Español",
  ]);
  await choose("Language of mails and invoices", "de");
  await press("Save details");
  expect(sent("PATCH /users/ada").map(({ body }) => body)).toEqual([
    { first_name: "Ada", last_name: "Byron", email: "ada@example.com", language: "de" },
  ]);
});

test("names that somebody else has changed are not overwritten", async () => {
  respond("get", "/users/{user_id}", user({ first_name: "Ida" }));
  await open();
  await type("First name", "Augusta");
  await press("Save details");
  expect(sent("PATCH /users/ada")).toEqual([]);
  await click(get("radio", "First name: Stored now"));
  await press("Use what is stored");
  expect(sent("PATCH /users/ada")).toEqual([]);
  expect([sessionStore.get()?.user.first_name, control("First name").value]).toEqual(["Ida", "Ida"]);
});

test("a new email needs the password", async () => {
  respond("patch", "/users/{user_id}", user({ email: "new@example.com" }));
  await open();
  expect(names("textbox").filter((name) => name === "Current password")).toHaveLength(0);
  await type("Email", "new@example.com");
  const [first] = document.querySelectorAll<HTMLInputElement>("input[name=current_password]");
  expect(first?.required).toBe(true);
  expect(names("textbox").filter((name) => name === "Current password")).toHaveLength(1);
});

test("a taken email is shown at its field", async () => {
  const detail = [{ loc: ["body", "email"], msg: "This email is taken." }];
  refuse("PATCH /users/{user_id}", 422, detail);
  await open();
  await press("Save details");
  expect(messageOf("Email")).toBe("This email is taken.");
});
