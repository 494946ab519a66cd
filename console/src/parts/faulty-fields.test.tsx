import { expect, test } from "bun:test";
import { useState } from "react";
import { click, fire, press, type } from "../../../test/console/dom/act.ts";
import { all, control, get, has, texts } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { bicRefusal, ibanRefusal } from "../base/party-faults.ts";
import { Button } from "./button.tsx";
import { CheckedField } from "./checked-field.tsx";
import { Fault, useForm } from "./use-form.tsx";

setUp();

function Form() {
  const [iban, setIban] = useState("");
  const [bic, setBic] = useState("");
  const { submit } = useForm(async () => {});
  return (
    <form onSubmit={submit}>
      <CheckedField label="IBAN" value={iban} change={setIban} check={ibanRefusal} />
      <CheckedField label="BIC" value={bic} change={setBic} check={bicRefusal} />
      <Fault message={undefined} />
      <Button type="submit">Save</Button>
    </form>
  );
}

async function typeAndLeave(label: string, text: string) {
  await type(label, text);
  await fire(control(label), "focusout", { bubbles: true });
}

test("several wrong fields are counted below the form, with a link to each", async () => {
  await show(<Form />);
  await typeAndLeave("IBAN", "CZ65 0800 0000 1920 0014 5398");
  expect(has("region", "Fields to correct")).toBe(false);
  await typeAndLeave("BIC", "GIBA");
  expect(texts(".faulty p")).toEqual(["2 fields to correct Nothing is saved yet."]);
  expect(all("link").map(({ textContent }) => textContent)).toEqual(["IBAN", "BIC"]);
  await click(get("link", "BIC"));
  expect(document.activeElement === control("BIC")).toBe(true);
  await press("Save");
  expect(document.activeElement === get("region", "Fields to correct")).toBe(true);
  await typeAndLeave("BIC", "GIBACZPX");
  expect(has("region", "Fields to correct")).toBe(false);
  await press("Save");
  expect(document.activeElement === control("IBAN")).toBe(true);
});

test("a field is checked once it is left, and while it is corrected", async () => {
  await show(<Form />);
  await type("IBAN", "CZ65");
  expect(control("IBAN").getAttribute("aria-invalid")).toBeNull();
  await fire(control("IBAN"), "focusout", { bubbles: true });
  expect(control("IBAN").getAttribute("aria-invalid")).toBe("true");
  await type("IBAN", "CZ65 0800 0000 1920 0014 5399");
  expect(control("IBAN").getAttribute("aria-invalid")).toBeNull();
});
