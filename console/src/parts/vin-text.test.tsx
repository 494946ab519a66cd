import { expect, test } from "bun:test";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { PathText, VinText } from "./vin-text.tsx";

setUp();

const vin = "5J6RW2H59JL990075";
const marked = '<span class="vin"><i>5J6</i><i>RW2H59</i>JL990075</span>';

test("a VIN has gaps that are not copied", async () => {
  const page = await show(<VinText vin={vin} />);
  expect(page.innerHTML).toBe(marked);
  expect(page.textContent).toBe(vin);
});

test("another text has no gaps", async () => {
  const page = await show(<VinText vin="5J6RW" />);
  expect(page.innerHTML).toBe('<span class="vin">5J6RW</span>');
});

test.each([
  [`/lien/${vin}`, `<span class="mono">/lien/${marked}</span>`],
  [`/lien/${vin}?a=1`, `<span class="mono">/lien/${marked}?a=1</span>`],
  [`/lien/${vin}X`, `<span class="mono">/lien/${vin}X</span>`],
  ["/ymm-specs/2018", '<span class="mono">/ymm-specs/2018</span>'],
  ["", '<span class="mono"></span>'],
])("the path %p", async (path, html) => {
  expect((await show(<PathText path={path} />)).innerHTML).toBe(html);
});
