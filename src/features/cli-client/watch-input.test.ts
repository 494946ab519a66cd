import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchLinesIn } from "./watch-input.ts";

const [accord, truck] = ["1HGCM82633A004352", "1M8GDM9AXKP042788"];

test.each([
  [`${accord}\n${truck},lien open-recall\n`, "a list"],
  [`vin,families\r\n${accord},\r\n${truck},"lien open-recall"\r\n`, "a table"],
  [
    `sep=;\nUnit;VIN;Families\n"7;\nold";${accord};\n8;${truck};lien, open-recall\n`,
    "semicolons and quoted lines",
  ],
  [`${accord}\t\n${truck}\tlien\topen-recall\n`, "tabs"],
])("%p is read: %s", async (text) => {
  const folder = mkdtempSync(join(tmpdir(), "vingate-watch-"));
  try {
    const file = join(folder, "fleet.csv");
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`, "utf16le"),
      Buffer.from(text, "utf16le"),
    ]) {
      writeFileSync(file, bytes);
      const lines = (await watchLinesIn(file)).filter((line) => line !== "");
      expect(lines).toEqual([accord, `${truck},lien open-recall`]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
