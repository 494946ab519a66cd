import { expect, test } from "bun:test";
import { readXmlElements } from "./xml-records.ts";

const document = `<?xml version="1.0" encoding="UTF-8"?>
<ns:List xmlns:ns="http://example.com/">
  <ns:CarSum>2</ns:CarSum>
  <ns:Car>
    <ns:Name> Blå &amp; grøn &#x41;&#66; &unknown; </ns:Name>
    <ns:Extras><ns:Extra><ns:Name>Radio</ns:Name></ns:Extra></ns:Extras>
    <ns:Fuel>Benzin</ns:Fuel><ns:Fuel>El</ns:Fuel>
    <ns:Empty/>
  </ns:Car>
  <ns:Car><ns:Extras/><ns:Fuel></ns:Fuel></ns:Car>
</ns:List>
`;

/** The bytes in pieces; each overwrites the one before, as those of an input do. */
async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  const piece = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const length = bytes.copy(piece, 0, at, at + size);
    yield piece.subarray(0, length);
  }
}

async function read(text: string, size: number, without?: string) {
  const found: unknown[] = [];
  for await (const elements of readXmlElements(pieces(text, size), "Car", without))
    for (const one of elements)
      found.push([one.texts("Name"), one.text("Fuel"), one.texts("Fuel"), one.text("Empty")]);
  return found;
}

test("elements are the same in pieces of any size", async () => {
  const name = "Blå & grøn AB &unknown;";
  for (const size of [1, 2, 7, 64, 10_000]) {
    expect(await read(document, size)).toEqual([
      [[name, "Radio"], "Benzin", ["Benzin", "El"], ""],
      [[], "", [""], ""],
    ]);
    expect(await read(document, size, "Extras")).toEqual([
      [[name], "Benzin", ["Benzin", "El"], ""],
      [[], "", [""], ""],
    ]);
  }
  expect(await read(document.replaceAll("ns:", ""), 5)).toHaveLength(2);
});

test("a document without the element, or with one that does not end, is refused", async () => {
  await expect(read("<a><Carriage>1</Carriage></a>", 8)).rejects.toThrow("it has no element Car");
  await expect(read(`<Car>${"x".repeat(5 * 2 ** 20)}`, 2 ** 20)).rejects.toThrow(
    "an element Car of more than 4 MiB begins here",
  );
  await expect(read("<a><Car><Fuel>El</Fuel></Car><Car><Fuel>El", 9)).rejects.toThrow(
    "the document ends inside an element Car",
  );
});
