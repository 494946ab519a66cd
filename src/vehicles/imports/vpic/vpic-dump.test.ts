import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VpicRow } from "../../../vin/compile/source.ts";
import { inputOf } from "../input/input.ts";
import { openVpicDump } from "./vpic-dump.ts";

const folder = mkdtempSync(join(tmpdir(), "vingate-dump-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A dump of all tables that are needed, with these rows of the table `element`. */
function dumpWith(elements: string): Uint8Array {
  const tables = [
    "pattern (id, vinschemaid, keys, elementid, attributeid)",
    "wmi (id, wmi, manufacturerid, vehicletypeid)",
    "wmi_vinschema (wmiid, vinschemaid, yearfrom, yearto)",
    "wmi_make (wmiid, makeid)",
    "vinschema (id)",
    "make (id, name)",
    "model (id, name)",
    "make_model (makeid, modelid)",
  ];
  const others = tables.map((table) => {
    const cells = table.split(",").map(() => "1");
    return `COPY vpic.${table} FROM stdin;\n${cells.join("\t")}\n\\.\n`;
  });
  const own = `COPY vpic.element (id, name, lookuptable) FROM stdin;\n${elements}\\.\n`;
  return Buffer.from(`${others.join("")}${own}`);
}

async function elementsOf(rows: string, columns: readonly string[]): Promise<VpicRow[]> {
  using source = await openVpicDump(inputOf(dumpWith(rows)), folder);
  return [...source.rows("Element", columns)];
}

test("cells are texts, whole numbers and nulls, in the order that is asked for", async () => {
  const long = "é".repeat(400_000);
  const rows = [
    "1\tBody Class\t\\N",
    "007\t-7\t0",
    "123456789\t1234567890\t1.5",
    "2\ta\\tb\\\\c\\n\t",
    `3\t${long}\t10`,
    "4\tafter the long one\t2024-01-02 03:04:05",
  ];
  expect(await elementsOf(`${rows.join("\n")}\n`, ["LookupTable", "Absent", "Name", "Id"])).toEqual([
    [null, null, "Body Class", 1],
    [0, null, "-7", "007"],
    ["1.5", null, "1234567890", 123456789],
    ["", null, "a\tb\\c\n", 2],
    [10, null, long, 3],
    ["2024-01-02 03:04:05", null, "after the long one", 4],
  ]);
});
