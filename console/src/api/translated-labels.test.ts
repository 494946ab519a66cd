import { expect, test } from "bun:test";
import { join } from "node:path";

/** What a page in German shows of issues: the language is chosen when its modules load. */
function inGerman(issues: readonly object[]): string[] {
  const script = `
    globalThis.localStorage = { getItem: () => "de" };
    const { sentenceOf } = await import("${join(import.meta.dir, "issue-sentence.ts")}");
    console.log(JSON.stringify(${JSON.stringify(issues)}.map(sentenceOf)));`;
  return JSON.parse(String(Bun.spawnSync([process.execPath, "-e", script]).stdout));
}

test("labels come in the language of their sentence, and names without a label are quoted", () => {
  const missing = (name: string) => ({ type: "missing", loc: ["body", name], msg: "Field required" });
  const short = { type: "string_too_short", loc: ["body", "password"], ctx: { min_length: 8 }, msg: "" };
  expect(inGerman([missing("price_minor"), missing("company"), missing("bank_ref"), short])).toEqual([
    "Preis ist erforderlich.",
    "Firma ist erforderlich.",
    "“bank_ref” ist erforderlich.",
    "Passwort muss mindestens 8 Zeichen haben.",
  ]);
});
