import { expect, test } from "bun:test";
import { text } from "../../../test/console/dom/find.ts";
import { setUp, show, step } from "../../../test/console/dom/page.ts";
import { createStore } from "./store.ts";

setUp();

test("listeners are called after a change, not for the same value", () => {
  const store = createStore(1);
  const seen: number[] = [];
  const leave = store.follow(() => seen.push(store.get()));
  store.set(1);
  store.set(2);
  leave();
  store.set(3);
  expect(seen).toEqual([2]);
  expect(store.get()).toBe(3);
});

test("a component renders again after a change", async () => {
  const store = createStore("first");
  function Reader() {
    return <p>{store.use()}</p>;
  }
  await show(<Reader />);
  expect(text()).toBe("first");
  await step(() => store.set("second"));
  expect(text()).toBe("second");
});
