import { expect, test } from "bun:test";
import { click, keyDown } from "../../../test/console/dom/act.ts";
import { all, attributes, get, text, textOf } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { Tabs } from "./tabs.tsx";

setUp();

const tabs = ["One", "Two", "Three"].map((name) => ({ name, panel: <p>Panel {name}</p> }));
const selected = () => all("tab").findIndex((tab) => tab.getAttribute("aria-selected") === "true");

test("tabs and panel are connected", async () => {
  await show(<Tabs label="Numbers" tabs={tabs} />);
  expect(all("tab").map((tab) => [textOf(tab), tab.getAttribute("tabindex")])).toEqual([
    ["One", "0"],
    ["Two", "-1"],
    ["Three", "-1"],
  ]);
  const [first] = all("tab");
  const panel = get("tabpanel", "One");
  expect(first?.getAttribute("aria-controls")).toBe(panel.id);
  expect(attributes(panel)["aria-labelledby"]).toBe(first!.id);
  expect(get("tablist", "Numbers").children).toHaveLength(3);
});

test("a click opens a tab", async () => {
  await show(<Tabs label="Numbers" tabs={tabs} />);
  await click(get("tab", "Three"));
  expect(selected()).toBe(2);
  expect(textOf(get("tabpanel"))).toBe("Panel Three");
});

test.each([
  [["ArrowRight"], 1],
  [["ArrowRight", "ArrowRight", "ArrowRight"], 0],
  [["ArrowLeft"], 2],
  [["End"], 2],
  [["End", "Home"], 0],
  [["Enter"], 0],
] as const)("the keys %p select a tab", async (keys, index) => {
  await show(<Tabs label="Numbers" tabs={tabs} />);
  for (const key of keys) await keyDown(all("tab")[selected()]!, key);
  expect(selected()).toBe(index);
  if (keys[0] !== "Enter") expect(document.activeElement).toBe(all("tab")[index]!);
});

test("the aside follows the open tab", async () => {
  await show(<Tabs label="Numbers" tabs={tabs} aside={(name) => <i>About {name}</i>} />);
  expect(text()).toBe("One Two Three About One Panel One");
  await click(get("tab", "Two"));
  expect(text()).toEndWith("About Two Panel Two");
});

test("no tabs are an empty panel", async () => {
  await show(<Tabs label="None" tabs={[]} />);
  expect(all("tab")).toEqual([]);
  expect(text()).toBe("");
});
