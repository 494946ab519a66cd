import { expect, test } from "bun:test";
import { memberText, readElements } from "./xml-elements.ts";

const document = `<?xml version="1.0"?>
<report><day>21/08/2026</day>
<alert xsi:type="car">
  <name><![CDATA[Golf &amp; <b>Polo</b>]]></name>
  <brand><![CDATA[Acme <font color="#ff]]></brand>
  <none xsi:nil="true"/>
</alert><alert><name>Caf&#233; &#x41; &#0; &unknown;</name></alert>
</report>`;

async function elementsOf(text: string, size: number) {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  return await Array.fromAsync(readElements(pieces(), "alert"));
}

test("elements and their members are the same in pieces of any size", async () => {
  for (const size of [1, 7, 64, 10_000]) {
    const [first, second, ...more] = await elementsOf(document, size);
    expect(more).toEqual([]);
    expect([first!.line, second!.line]).toEqual([3, 7]);
    expect(memberText(first!.before, "day")).toBe("21/08/2026");
    expect(["name", "brand", "none", "absent"].map((name) => memberText(first!.content, name))).toEqual([
      "Golf & Polo",
      "Acme",
      "",
      "",
    ]);
    expect(memberText(second!.content, "name")).toBe("Café A &#0; &unknown;");
  }
});

test("an element without an end, or an end without an element, is refused with its line", async () => {
  await expect(elementsOf(`\n<alert>${"x".repeat(2 ** 20)}`, 65_536)).rejects.toThrow(
    'line 1: more than 1 MiB without the end of an element "alert"',
  );
  await expect(elementsOf("<a></alert>", 64)).rejects.toThrow('line 1: "</alert>" ends no element');
  expect(await elementsOf("<alert><name>x</name>", 64)).toEqual([]);
});
