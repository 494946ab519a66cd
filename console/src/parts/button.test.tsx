import { expect, test } from "bun:test";
import { press } from "../../../test/console/dom/act.ts";
import { attributes, get, text } from "../../../test/console/dom/find.ts";
import { setUp, show, step } from "../../../test/console/dom/page.ts";
import { Button } from "./button.tsx";

setUp();

test("a button that cannot be pressed says why", async () => {
  await show(<Button unavailable="Choose a file first.">Import</Button>);
  const button = get("button", "Import") as HTMLButtonElement;
  const reason = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect([button.disabled, reason?.textContent]).toEqual([true, "Choose a file first."]);
  await show(<Button unavailable={false}>Import</Button>);
  expect(get("button", "Import").hasAttribute("disabled")).toBe(false);
});

test("a plain button submits no form", async () => {
  await show(<Button>Copy</Button>);
  expect(attributes(get("button", "Copy"))).toEqual({ type: "button", class: "btn" });
});

test("a look and a class are added", async () => {
  await show(
    <Button look="danger" className="wide" type="submit" disabled>
      Delete
    </Button>,
  );
  expect(attributes(get("button", "Delete"))).toEqual({
    type: "submit",
    class: "btn btn-danger wide",
    disabled: "",
  });
});

test("a click is ignored while the last one is pending", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let presses = 0;
  const run = () => {
    presses += 1;
    return promise;
  };
  await show(
    <Button onPress={run} busy="Saving">
      Save
    </Button>,
  );
  await press("Save");
  expect(get("button", "Saving").getAttribute("aria-disabled")).toBe("true");
  await press("Saving");
  expect(presses).toBe(1);
  await step(resolve);
  expect(text()).toBe("Save");
  expect(get("button").hasAttribute("aria-disabled")).toBe(false);
  await press("Save");
  expect(presses).toBe(2);
});
