import { expect, test } from "bun:test";
import { all, get, one, text, textOf } from "../../../test/console/dom/find.ts";
import { setUp, show } from "../../../test/console/dom/page.ts";
import { Head, Section } from "./section.tsx";

setUp();

test("a section has a heading, a note and an aside", async () => {
  await show(
    <Section title="Credits" note="Per subscription." aside="2" className="c6" id="credits">
      <p>Body</p>
    </Section>,
  );
  const section = one("section");
  expect([section.id, section.className]).toEqual(["credits", "sec c6"]);
  expect(textOf(get("heading"))).toBe("Credits");
  expect(text()).toBe("Credits 2 Per subscription. Body");
});

test("a section without extras has only its heading", async () => {
  await show(<Section title="Credits" />);
  expect(one("section").innerHTML).toBe("<header><h2>Credits</h2></header>");
});

test("the top of a page has one first heading", async () => {
  await show(
    <Head title="User" crumb={<a href="/customers">Users</a>} actions={<button type="button">Edit</button>}>
      Since 2026
    </Head>,
  );
  expect(all("heading").map(({ tagName }) => tagName)).toEqual(["H1"]);
  expect(get("navigation", "Breadcrumb").textContent).toBe("Users");
  expect(text()).toBe("Users User Since 2026 Edit");
});

test("a title alone has no empty parts", async () => {
  const page = await show(<Head title="Keys" />);
  expect(page.innerHTML).toBe('<div class="head"><div><h1>Keys</h1></div></div>');
});
