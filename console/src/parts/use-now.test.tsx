import { expect, setSystemTime, test } from "bun:test";
import { text } from "../../../test/console/dom/find.ts";
import { elapse, now, setUp, show } from "../../../test/console/dom/page.ts";
import { layout } from "../../../test/console/dom/window.ts";
import { useNow } from "./use-now.ts";
import { useWidth } from "./use-width.ts";

setUp();

function Clock({ running }: { running?: boolean }) {
  return <p>{useNow(1000, running) - now}</p>;
}

async function wait(milliseconds: number) {
  setSystemTime(new Date(Date.now() + milliseconds));
  await elapse(milliseconds);
}

test("the time moves at its interval", async () => {
  await show(<Clock />);
  await wait(999);
  expect(text()).toBe("0");
  await wait(1);
  expect(text()).toBe("1000");
});

test("the time stays while it is not running", async () => {
  await show(<Clock running={false} />);
  await wait(5000);
  expect(text()).toBe("0");
});

test("the time stays while the page is hidden", async () => {
  await show(<Clock />);
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  await wait(1000);
  expect(text()).toBe("0");
  Reflect.deleteProperty(document, "visibilityState");
  await wait(1000);
  expect(text()).toBe("2000");
});

test.each([0, 320])("an element is %p pixels wide", async (width) => {
  layout.width = width;
  function Box() {
    const box = useWidth<HTMLDivElement>();
    return <div ref={box.ref}>{box.width}</div>;
  }
  await show(<Box />);
  expect(text()).toBe(String(width));
});
