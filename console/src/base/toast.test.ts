import { expect, test } from "bun:test";
import { elapse, setUp, toast } from "../../../test/console/dom/page.ts";
import { clipboardState, copied } from "../../../test/console/dom/window.ts";
import { copyText, showToast } from "./toast.ts";

setUp();

test("a toast is shown for four seconds", async () => {
  showToast("Saved");
  await elapse(3999);
  expect(toast()).toBe("Saved");
  await elapse(1);
  expect(toast()).toBeUndefined();
});

test("the end of a toast does not remove the next one", async () => {
  showToast("First");
  await elapse(3000);
  showToast("Second");
  await elapse(1000);
  expect(toast()).toBe("Second");
  await elapse(3000);
  expect(toast()).toBeUndefined();
});

test("a copied text is confirmed", async () => {
  await copyText("key", "Key copied");
  expect(copied).toEqual(["key"]);
  expect(toast()).toBe("Key copied");
});

test("a blocked copy says what to do", async () => {
  clipboardState.blocked = true;
  await copyText("key");
  expect(copied).toEqual([]);
  expect(toast()).toBe("The browser blocked copying. Select the text and copy it.");
});
