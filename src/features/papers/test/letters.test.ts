import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { readPdf } from "../../../../test/pdf/read-pdf.ts";
import { newPdf } from "../../../pdf/pdf-document.ts";
import { styles } from "../../../pdf/sheets.ts";
import { Texts } from "../../../pdf/texts.ts";
import { drawBody, firstInvoice, madeInvoice } from "./made-body.ts";

/** The first line below the seller's data, as it is seen from left to right. */
async function seen(name: string, body = madeInvoice, font?: string): Promise<string> {
  const named = { ...body, buyer: { ...body.buyer!, company: name } };
  const [page] = readPdf(await drawBody(named, font)).placed;
  const after = page!.findIndex(({ text }) => text === "billing@lotdata.example") + 1;
  const { y } = page![after]!;
  const line = page!.filter((text) => text.y === y && text.x < 300);
  return line
    .sort((one, other) => one.x - other.x)
    .map(({ text }) => text)
    .join("");
}

test("Hebrew and Arabic names are drawn in visual order, mixed with Latin and numbers", async () => {
  for (const [name, expected] of [
    ["חברת רכב 12 בע״מ (Fleet)", "(Fleet) מ״עב 12 בכר תרבח"],
    ["Acme שלום 7", "Acme 7 םולש"],
    // Letters of Arabic are joined, and lam with alef is one glyph of two letters.
    ["شركة السيارات 45 ABC", "ABC 45 تارايسلا ةكرش"],
    ["سلام", "ملاس"],
    // Digits of Persian are read from left to right, though fonts count them as Arabic.
    ["قیمت ۱۲۳", "۱۲۳ تمیق"],
    ["ב 🚗 א", "א □ ב"],
    ["עברית عربي", "يبرع תירבע"],
    // What separates letters is not drawn.
    ["می\u200cخواهم", "مهاوخ یم"],
    ["\u200fAcme\u200e", "Acme"],
  ] as const)
    expect([name, await seen(name)]).toEqual([name, expected]);
});

test("letters of Arabic are joined, unless something separates them", () => {
  const pdf = newPdf({ title: "Letters", fingerprint: "none", at: new Date(0), font: undefined });
  const texts = new Texts(pdf, { hasOther: false, isOrdered: true });
  const [joined, apart, one] = ["ببب", "ب\u200cب\u200cب", "ب"].map((text) => texts.width(text, styles.body));
  expect(apart).toBeCloseTo(one! * 3, 6);
  expect(joined).toBeLessThan(apart! * 0.8);
});

test("papers of before have words from left to right, as their customers have them", async () => {
  expect(await seen("Acme שלום 7 אב", firstInvoice)).toBe("Acme  םולש7 בא");
  expect(await seen("אב גד", firstInvoice)).toBe(" באדג");
});

test("a paper without letters from right to left is drawn as one of before", async () => {
  const unpaid = { ...firstInvoice.seller, iban: null };
  const before = readPdf(await drawBody({ ...firstInvoice, seller: unpaid }));
  const today = readPdf(await drawBody({ ...madeInvoice, seller: { ...madeInvoice.seller, iban: null } }));
  expect(today.placed).toEqual(before.placed);
});

test("letters from right to left fill lines, and are measured few times, however long a name is", () => {
  const pdf = newPdf({ title: "Letters", fingerprint: "none", at: new Date(0), font: undefined });
  const measure = pdf.widthOfString.bind(pdf);
  let measured = 0;
  pdf.widthOfString = (text, options) => {
    measured += text.length;
    return measure(text, options);
  };
  const room = 400;
  for (const name of [
    "א".repeat(400),
    "אa".repeat(200),
    "ب ".repeat(200).trim(),
    `${"ب".repeat(150)} x ابجد`,
  ]) {
    const texts = new Texts(pdf, { hasOther: false, isOrdered: true });
    measured = 0;
    const lines = texts.lines(name, room, styles.body);
    expect([name, measured / name.length < 10]).toEqual([name, true]);
    const shown = lines.map((line) => (typeof line === "string" ? line : line.text));
    expect(shown.join("").replaceAll(" ", "")).toBe(name.replaceAll(" ", ""));
    for (const [index, line] of shown.entries()) {
      const next = shown[index + 1];
      const longer = `${line}${name.includes(`${line} ${next}`) ? " " : ""}${next?.[0]}`;
      expect(texts.width(line, styles.body)).toBeLessThanOrEqual(room);
      if (next !== undefined && !next.startsWith("x"))
        expect([line, texts.width(longer, styles.body) > room]).toEqual([line, true]);
    }
  }
});

test("a long name is broken in the order of reading, and each line is in its own", async () => {
  const words = Array.from({ length: 16 }, (_, index) => `מילה${index}`);
  const named = { ...madeInvoice, buyer: { ...madeInvoice.buyer!, company: words.join(" ") } };
  const [page] = readPdf(await drawBody(named)).placed;
  const lines = Map.groupBy(
    page!.filter(({ x }) => x < 300),
    ({ y }) => y,
  );
  const numbers = [...lines.values()]
    .filter((line) => line.some(({ text }) => text.includes("הלימ")))
    .map((line) =>
      line
        .sort((one, other) => other.x - one.x)
        .flatMap(({ text }) => /\d+/.exec(text) ?? [])
        .map(Number),
    );
  expect(numbers.length).toBeGreaterThan(2);
  expect(numbers.flat()).toEqual(words.map((_, index) => index));
});

test("another font writes what DejaVu lacks, in bold lines and between Hebrew letters too", async () => {
  // Symbols of a tool's pages, at code points that are no characters.
  const packages = join(import.meta.dir, "../../../../node_modules");
  const [symbols] = new Glob("playwright-core/lib/vite/recorder/assets/codicon*.ttf").scanSync(packages);
  const font = join(packages, symbols!);
  expect(await seen("Acme \uea60\uea61")).toBe("Acme □□");
  expect(await seen("Acme \uea60\uea61", madeInvoice, font)).toBe("Acme \uea60\uea61");
  // Symbols are read from left to right.
  expect(await seen("א \uea60\uea61 ב", madeInvoice, font)).toBe("ב \uea60\uea61 א");
});
