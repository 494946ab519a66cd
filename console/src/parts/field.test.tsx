import { expect, test } from "bun:test";
import { choose, type } from "../../../test/console/dom/act.ts";
import { control, messageOf, one, options } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { Area, Field, Select } from "./field.tsx";

setUp();

const seen: string[] = [];
const change = (value: string) => void seen.push(value);

test("a field is labelled and reports its text", async () => {
  seen.length = 0;
  await show(<Field label="Name" value="" change={change} className="mono" maxLength={5} />);
  const input = control("Name");
  expect([input.className, input.getAttribute("maxlength"), input.hasAttribute("aria-describedby")]).toEqual([
    "in mono",
    "5",
    false,
  ]);
  await type("Name", "Ada");
  expect(seen).toEqual(["Ada"]);
});

test("a hint describes the field", async () => {
  await show(<Field label="Name" hint="For example, Ada." value="" change={change} />);
  expect(messageOf("Name")).toBe("For example, Ada.");
  expect(control("Name").hasAttribute("aria-invalid")).toBe(false);
});

test("a fault replaces the hint and marks the field", async () => {
  await show(<Field label="Name" hint="For example, Ada." fault="Too short." value="" change={change} />);
  expect(messageOf("Name")).toBe("Too short.");
  expect(control("Name").getAttribute("aria-invalid")).toBe("true");
  expect(one(".field").className).toBe("field bad");
});

test("a choice takes values and values with labels", async () => {
  seen.length = 0;
  await show(<Select label="Per" value="week" change={change} options={["day", ["week", "7 days"]]} />);
  expect(options("Per")).toEqual([
    ["day", "day"],
    ["week", "7 days"],
  ]);
  expect(control("Per").value).toBe("week");
  await choose("Per", "day");
  expect(seen).toEqual(["day"]);
});

test("a choice can have a fault", async () => {
  await show(<Select label="Per" fault="Could not load." value="" change={change} options={[]} />);
  expect(messageOf("Per")).toBe("Could not load.");
});

test("an area has several lines", async () => {
  seen.length = 0;
  await show(<Area label="Costs" hint="One per line." value={"a 1\nb 2"} change={change} />);
  expect([control("Costs").value, messageOf("Costs")]).toEqual(["a 1\nb 2", "One per line."]);
  await type("Costs", "c 3");
  expect(seen).toEqual(["c 3"]);
});

test("two fields have their own labels", async () => {
  await show(
    <>
      <Field label="First" value="1" change={change} />
      <Field label="Last" value="2" change={change} />
    </>,
  );
  expect([control("First").value, control("Last").value]).toEqual(["1", "2"]);
});
