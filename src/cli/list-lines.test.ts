import { expect, test } from "bun:test";
import { listedVins } from "./decode-csv.ts";
import { listLines } from "./list-lines.ts";

const vin = "1HGCM82633A004352";
const table = `sep=;\r\nHändler;VIN;Year\r\n"Café\r\nMüller";${vin};2003\r\n`;
const wide = (text: string) => Buffer.from(text, "utf16le");

async function read(bytes: Uint8Array, size: number, encoding = "auto"): Promise<string[]> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const found: string[] = [];
  for await (const { rows } of listedVins(listLines(pieces(), encoding)))
    for (const row of rows) found.push(`${row.vin} ${row.year}`);
  return found;
}

test.each([
  ["UTF-8", Buffer.from(table)],
  ["UTF-8 with a mark", Buffer.from(`\uFEFF${table}`)],
  ["UTF-16", wide(`\uFEFF${table}`)],
  ["UTF-16 without a mark", wide(table)],
  ["UTF-16, big end first", wide(`\uFEFF${table}`).swap16()],
  ["Windows-1252", Buffer.from(table, "latin1")],
])("a list in %s is read", async (_, bytes) => {
  for (const size of [64, 1 << 16]) expect(await read(bytes, size)).toEqual([`${vin} 2003`]);
});

test("an encoding that is named is read, and another script is refused", async () => {
  // 車台番号 in Shift_JIS.
  const japanese = Buffer.concat([
    Buffer.from([0x8e, 0xd4, 0x91, 0xe4, 0x94, 0xd4, 0x8d, 0x86]),
    Buffer.from(`,vin\n1,${vin}\n`),
  ]);
  expect(await read(japanese, 64, "shift_jis")).toEqual([`${vin} 0`]);
  await expect(read(japanese, 64)).rejects.toThrow("line 1: the text is neither UTF-8 nor Windows-1252");
});

test("a typed VIN is answered at once", async () => {
  const typed = new TransformStream<Uint8Array>();
  const writer = typed.writable.getWriter();
  const listed = listedVins(listLines(typed.readable as unknown as AsyncIterable<Uint8Array>, "auto"));
  void writer.write(Buffer.from(`${vin}\n`));
  expect((await listed.next()).value).toMatchObject({ rows: [{ vin }] });
  void writer.close();
  for await (const { rows } of listed) expect(rows).toEqual([]);
});
