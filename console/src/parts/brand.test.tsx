import { expect, test } from "bun:test";
import { attributes, get } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { Brand } from "./brand.tsx";
import { BreakablePath } from "./breakable-path.tsx";

setUp();

test("the logo is a link with the name; the drawing is silent", async () => {
  await show(<Brand to="/home" />);
  const link = get("link", "Vingate");
  expect(attributes(link)).toEqual({ class: "brand", href: "/console/home" });
  expect(link.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  expect(link.querySelectorAll("rect")).toHaveLength(17);
});

test("a path can wrap after each slash and copies as it is", async () => {
  const page = await show(<BreakablePath path="/a/{b}/c" />);
  expect(page.innerHTML).toBe("/<wbr>a/<wbr>{b}/<wbr>c<wbr>");
  expect(page.textContent).toBe("/a/{b}/c");
});
