import { expect, test } from "bun:test";
import { press, type } from "../../../test/console/dom/act.ts";
import { control, get, has, messageOf, names, textOf } from "../../../test/console/dom/find.ts";
import { setUp, show, step } from "../../../test/console/dom/page.ts";
import { Problem } from "../api/problem.ts";
import { newPassword, textField } from "./fields.tsx";
import { FieldForm } from "./form-dialog.tsx";
import { Fault } from "./use-form.tsx";

setUp();

const fields = {
  email: textField({ label: "Email", type: "email", initial: "ada@example.com" }),
  password: textField(newPassword),
};

function form(send: (values: Record<string, string>) => Promise<void>) {
  return <FieldForm fields={fields} action="Save" busy="Saving" send={send} />;
}

test("a form sends all its values", async () => {
  const sent: unknown[] = [];
  await show(form(async (values) => void sent.push(values)));
  await type("New password", "correct horse");
  await press("Save");
  expect(sent).toEqual([{ email: "ada@example.com", password: "correct horse" }]);
});

test("an incomplete form is not sent", async () => {
  const sent: unknown[] = [];
  await show(form(async (values) => void sent.push(values)));
  await press("Save");
  expect(sent).toEqual([]);
  expect(control("New password").required).toBe(true);
  expect(messageOf("New password")).toBe("At least 10 characters. Common passwords are rejected.");
});

test("a second press while the form is sent does nothing", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let sends = 0;
  await show(
    form(() => {
      sends += 1;
      return promise;
    }),
  );
  await type("New password", "correct horse");
  await press("Save");
  expect(get("button", "Saving").getAttribute("aria-disabled")).toBe("true");
  await press("Saving");
  await step(resolve);
  expect([sends, names("button")]).toEqual([1, ["Save"]]);
});

test("a fault of a field is shown there, and goes with the next attempt", async () => {
  const problems = [
    new Problem(422, "email: Taken.", "validation_error", {
      issues: [{ loc: ["body", "email"], msg: "Taken." }],
    }),
  ];
  await show(
    form(async () => {
      const problem = problems.shift();
      if (problem) throw problem;
    }),
  );
  await type("New password", "correct horse");
  await press("Save");
  expect(messageOf("Email")).toBe("Taken.");
  expect(has("alert")).toBe(false);
  await press("Save");
  expect(control("Email").hasAttribute("aria-invalid")).toBe(false);
});

test("a fault without a field is shown below the fields", async () => {
  await show(
    form(async () => {
      throw new Problem(429, "Too many attempts.");
    }),
  );
  await type("New password", "correct horse");
  await press("Save");
  expect(textOf(get("alert"))).toBe("Too many attempts.");
});

test("a field can depend on others", async () => {
  await show(
    <FieldForm
      fields={({ a }) => ({
        a: textField({ label: "A" }),
        b: textField({ label: "B", shown: a === "yes" }),
      })}
      action="Save"
      busy="Saving"
      send={async () => undefined}
    />,
  );
  expect(names("textbox")).toEqual(["A"]);
  await type("A", "yes");
  expect(names("textbox")).toEqual(["A", "B"]);
});

test("without a message there is no fault", async () => {
  await show(<Fault message={undefined} />);
  expect(has("alert")).toBe(false);
});
