import { expect, test } from "bun:test";
import { type ScannedCode, scanCode } from "../../../../test/pdf/read-code.ts";
import { type PlacedText, readPdf } from "../../../../test/pdf/read-pdf.ts";
import { newPdf } from "../../../pdf/pdf-document.ts";
import { Texts } from "../../../pdf/texts.ts";
import type { PaperBody } from "../paper-body.ts";
import { drawBody, firstInvoice, madeInvoice } from "./made-body.ts";

interface Read {
  readonly pages: readonly (readonly PlacedText[])[];
  /** Undefined on pages without a code. */
  readonly codes: readonly (ScannedCode | undefined)[];
}

async function read(body: PaperBody): Promise<Read> {
  const { placed, rectangles } = readPdf(await drawBody(body));
  return { pages: placed, codes: await Promise.all(rectangles.map(scanCode)) };
}

const due = (minor: number): PaperBody => ({
  ...madeInvoice,
  totals: { ...madeInvoice.totals, due_minor: minor },
});
const from = (seller: Partial<PaperBody["seller"]>, body = madeInvoice): PaperBody => ({
  ...body,
  seller: { ...body.seller, ...seller },
});
const scanned = async (body: PaperBody): Promise<readonly string[] | undefined> =>
  (await read(body)).codes[0]?.text.split("\n");
/** All lines of a code but its name and its amount. */
const payload = ({
  name = "Lotdata s.r.o.",
  amount = "EUR117.81",
  bic = "GIBACZPX",
  iban = "CZ6508000000192000145399",
}) => ["BCD", "002", "1", "SCT", bic, name, iban, amount, "", "", "2026-0049"];

test("the code of an unpaid invoice fills in the transfer that the sentence beside it names", async () => {
  const { codes, pages } = await read(madeInvoice);
  expect(codes.map((one) => one?.text)).toEqual([payload({}).join("\n")]);
  expect(codes[0]!.correction).toBe("M");
  const texts = pages[0]!.map(({ text }) => text);
  expect(texts.slice(texts.indexOf("Payment") + 1, -3)).toEqual([
    "Scan to pay",
    "To pay: €117.81 until 26 Nov 2026. By transfer: Lotdata s.r.o., IBAN CZ65 0800 0000 1920 0014 5399, BIC",
    "GIBACZPX, reference 2026-0049.",
    "Žluťoučký kůň: převodem na účet.",
  ]);
});

test("amounts are written with cents, from the least to the most of a transfer", async () => {
  for (const [minor, amount] of [
    [1, "EUR0.01"],
    [10, "EUR0.10"],
    [1230, "EUR12.30"],
    [100_000, "EUR1000.00"],
    [99_999_999_999, "EUR999999999.99"],
  ] as const)
    expect(await scanned(due(minor))).toEqual(payload({ amount }));
  expect(await scanned(due(100_000_000_000))).toBeUndefined();
});

test("names are whole characters, at most 70 of them and as many as the code can contain", async () => {
  const family = "👩‍👩‍👧";
  for (const [given, name] of [
    ["Müller & Söhne Straßenbau", "Müller & Söhne Straßenbau"],
    ["Ωμέγα Α.Ε.", "Ωμέγα Α.Ε."],
    ["Cars 🚗", "Cars 🚗"],
    ["A\r\nB\u2028C", "A B C"],
    ["W".repeat(200), "W".repeat(70)],
    ["Ω".repeat(200), "Ω".repeat(70)],
    // One character of five code points and 18 bytes.
    [family.repeat(40), family.repeat(14)],
    [`${"A".repeat(68)}${family}`, "A".repeat(68)],
  ] as const)
    expect(await scanned(from({ name: given }))).toEqual(payload({ name }));
  const widest = from({ name: "🚗".repeat(200), bic: "GIBACZPXXXX" }, due(99_999_999_999));
  const { codes } = await read(widest);
  const [, , , , , name] = codes[0]!.text.split("\n");
  expect(name).toBe("🚗".repeat(63));
  expect([Buffer.byteLength(codes[0]!.text), codes[0]!.version]).toEqual([331, 13]);
});

test("accounts of the European Economic Area need no BIC, and those beyond SEPA have no code", async () => {
  expect(await scanned(from({ bic: null }))).toEqual(payload({ bic: "" }));
  const swiss = { iban: "ch93 0076 2011 6238 5295 7" };
  expect(await scanned(from({ ...swiss, bic: null }))).toBeUndefined();
  expect(await scanned(from({ ...swiss, bic: "POFICHBEXXX" }))).toEqual(
    payload({ iban: "CH9300762011623852957", bic: "POFICHBEXXX" }),
  );
  const emirates = { iban: "AE07 0331 2345 6789 0123 456", bic: "BOMLAEAD" };
  expect(await scanned(from(emirates))).toBeUndefined();
});

test("papers on which nothing is due in euros have no code, and those of before neither", async () => {
  const others: Readonly<Record<string, PaperBody>> = {
    first: firstInvoice,
    yen: { ...madeInvoice, currency: "JPY" },
    crowns: { ...madeInvoice, currency: "CZK" },
    paid: due(0),
    credited: { ...madeInvoice, type_code: "381", note: "Our fault" },
    noAccount: from({ iban: null }),
    noName: from({ name: "\u2028" }),
  };
  for (const [name, body] of Object.entries(others))
    expect([name, ...(await read(body)).codes]).toEqual([name, undefined]);
});

test("no text is within four modules of the code, on any place of the page", async () => {
  const pdf = newPdf({ title: "Texts", fingerprint: "none", at: new Date(0), font: undefined });
  const texts = new Texts(pdf, { hasOther: false, isOrdered: true });
  const [line] = madeInvoice.lines;
  const places = new Set<number>();
  for (let count = 10; count < 30; count++) {
    const lines = Array.from({ length: count }, (_, index) => ({ ...line!, id: index + 1 }));
    const long = from({ bank_text: "W ".repeat(250).trim() }, { ...madeInvoice, lines });
    const { pages, codes } = await read(long);
    const at = codes.findIndex((one) => one !== undefined);
    const { left, top, side } = codes[at]!;
    places.add(Math.round(top));
    const quiet = (side / 41) * 4;
    for (const { text, x, y, size } of pages[at]!) {
      const isBeside = x > left + side || x + texts.width(text, { size }) <= left - quiet;
      // Letters are at most a quarter of their size below the line.
      const isAbove = y + 0.24 * size <= top - quiet + 0.1;
      const isBelow = y - 0.8 * size >= top + side + quiet - 0.1;
      expect([text, isBeside || isAbove || isBelow]).toEqual([text, true]);
    }
    expect(top + side + quiet).toBeLessThan(841.89 - 68);
  }
  expect(places.size).toBeGreaterThan(10);
});
