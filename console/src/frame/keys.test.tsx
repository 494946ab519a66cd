import { expect, test } from "bun:test";
import { click, keyDown, toggle } from "../../../test/console/dom/act.ts";
import { all, facts, get, has, one } from "../../../test/console/dom/find.ts";
import { address, elapse, setUp, show } from "../../../test/console/dom/page.ts";
import { operator, user } from "../../../test/console/dom/records.ts";
import { SingleKeys, singleKeysStore } from "../parts/single-keys.tsx";
import { Shell } from "./shell.tsx";

setUp();

const pressed: string[] = [];
const content = (
  <>
    <nav className="sections">
      <a href="#a">A</a>
      <a href="#b" aria-current="page">
        B
      </a>
      <a href="#c">C</a>
    </nav>
    <input aria-label="Field" />
    <ul className="inbox">
      {["one", "two"].map((name) => (
        <li key={name}>
          <a href={`#${name}`}>{name}</a>
          <div className="actions">
            <button type="button" className="btn" onClick={() => pressed.push(name)}>
              Act
            </button>
          </div>
        </li>
      ))}
    </ul>
  </>
);
const open = (as = operator()) => show(<Shell>{content}</Shell>, { as, at: "/apis" });
const key = (name: string, at: Element = document.activeElement ?? document.body) => keyDown(at, name);
const focused = () => document.activeElement?.textContent;

test("g and a letter open an entry, within a moment", async () => {
  await open();
  await key("g");
  await key("m");
  expect(address()).toBe("/money");
  await key("m");
  await key("g");
  await elapse(0);
  await key("x");
  await key("c");
  expect(address()).toBe("/money");
  await open(user());
  await key("g");
  await key("b");
  expect(address()).toBe("/billing");
});

test("j and k go through the rows, and e does a row's action", async () => {
  await open();
  pressed.length = 0;
  await key("e");
  await key("j");
  expect(focused()).toBe("one");
  await key("j");
  await key("j");
  expect(focused()).toBe("two");
  await key("e");
  await key("k");
  expect(focused()).toBe("one");
  expect(pressed).toEqual(["two"]);
});

test("brackets go through the tabs of the page", async () => {
  await open();
  const chosen = new Promise<string>((resolve) => {
    for (const link of all("link"))
      link.addEventListener("click", () => resolve(link.textContent ?? ""), { once: true });
  });
  await key("]");
  expect(await chosen).toBe("C");
});

test("a slash searches, and keys do nothing in a field or below a dialog", async () => {
  await open();
  await key("/", get("textbox", "Field"));
  await key("?", get("textbox", "Field"));
  expect(has("dialog")).toBe(false);
  await key("/");
  expect(has("dialog", "Search")).toBe(true);
  await key("?", document.body);
  expect(has("dialog", "Keyboard shortcuts")).toBe(false);
});

test("the list has every key, and is in the menu behind the name", async () => {
  await open();
  await key("?");
  const list = facts(one(".key-list"));
  expect(list.slice(0, 3)).toEqual([
    ["CtrlK", "Search"],
    ["/", "Search"],
    ["jk", "Next and previous row"],
  ]);
  expect(list.at(-1)).toEqual(["gs", "Settings"]);
  await click([...get("dialog").querySelectorAll("button")][0]!);
  expect(has("dialog")).toBe(false);
  await click(get("button", "Keyboard shortcuts ?"));
  expect(has("dialog", "Keyboard shortcuts")).toBe(true);
});

test("single keys are turned off on this device; Ctrl K stays", async () => {
  await show(<SingleKeys />, { as: operator() });
  await toggle("Single keys such as j, k and / do something on this device. ? lists them.");
  expect(localStorage.getItem("vingate.keys")).toBe("off");
  await open();
  await key("?");
  expect(has("dialog")).toBe(false);
  singleKeysStore.set(true);
});
