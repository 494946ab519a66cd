import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";
import { type ReadPdf, readPdf } from "../../../../test/pdf/read-pdf.ts";
import { programFile } from "../../../base/program/place.ts";
import { loadConfig } from "../../../config.ts";
import { renderStatement, type StatementPaper } from "../paper/render-statement.ts";
import { madePaper, madeRow, madeUsage } from "./made-statement.ts";

const folder = mkdtempSync(join(tmpdir(), "vingate-paper-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pdftotext = Bun.which("pdftotext");
if (pdftotext === null) console.warn("skipped: what poppler reads, for no pdftotext is installed");
/** Latin, Cyrillic and Greek with accents. */
const name = "Č Т ő Ωμέγα Žluťoučký Ђуро Łódź";

const rendered = async (paper: StatementPaper): Promise<ReadPdf> => readPdf(await renderStatement(paper));
const textOf = ({ pages }: ReadPdf): string => pages.flat().join("\n");

test("the only attachment is the JSON, byte for byte", async () => {
  const paper = madePaper({ account: { id: "account", name } });
  const pdf = await rendered(paper);
  expect(pdf.files.map(({ bytes }) => bytes.toString())).toEqual([paper.body]);
  expect(pdf.files[0]!.dictionary).toContain("/Subtype /application#2Fjson\n");
  expect(pdf.filespecs).toEqual([
    expect.stringMatching(/^<<\n\/Type \/Filespec\n\/AFRelationship \/Data\n\/F \(statement-2026-10\.json\)/),
  ]);
  expect(pdf.associated).toEqual(pdf.filespecs);
});

test("the same statement gives the same bytes, another one another ID", async () => {
  const first = await renderStatement(madePaper());
  expect(Buffer.compare(first, await renderStatement(madePaper()))).toBe(0);
  const other = await renderStatement(madePaper({ account: { id: "other", name: "" } }));
  const idOf = (pdf: Uint8Array) =>
    /\/ID \[<([0-9a-f]{32})> <\1>\]/.exec(Buffer.from(pdf).toString("latin1"))?.[1];
  expect(idOf(first)).toBeString();
  expect(idOf(other)).not.toBe(idOf(first));
});

test("it is PDF/A-3b, with a color profile and embedded fonts", async () => {
  const bytes = await renderStatement(madePaper());
  const pdf = readPdf(bytes);
  expect(Buffer.from(bytes).toString("latin1")).toStartWith("%PDF-1.7\n");
  expect(pdf.xmp).toContain("<pdfaid:part>3</pdfaid:part>");
  expect(pdf.xmp).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
  expect(pdf.xmp).toContain("<xmp:CreateDate>2026-11-01T00:04:00Z</xmp:CreateDate>");
  expect(pdf.catalog).toMatch(/\/OutputIntents \[\d+ 0 R\]/);
  expect(pdf.fonts.map((font) => /\/FontFile2 \d+ 0 R/.test(font))).toEqual([true, true]);
});

test("a paper shows the whole statement", async () => {
  const { pages } = await rendered(madePaper());
  expect(pages).toEqual([
    [
      "vin.example",
      "Acme Fleet",
      "Account account",
      "Statement",
      "October 2026, UTC",
      "State",
      "Final",
      "Issued",
      "1 Nov 2026, 00:04 UTC",
      "Embedded",
      "statement-2026-10.json",
      "October 2026: 4 credits for 2 calls",
      "Subscription growth",
      "Plan: plan.",
      "Balance (credits)",
      "Date, UTC",
      "Entry",
      "Credits",
      "1 Oct 2026",
      "Opening",
      "1,000",
      "12 Oct 2026, 14:05",
      "Added by an operator",
      "+1",
      "Used by calls",
      "−4",
      "Closing",
      "997",
      "Usage by operation",
      "Operation",
      "Class",
      "Calls",
      "Credits",
      "Decode a VIN (operation0)",
      "Charged",
      "2",
      "4",
      "All",
      "2",
      "4",
      "Grants (credits)",
      "Where credits come from, when this statement was issued. Calls are assigned to grants later than they are made. The",
      "proof does not cover this table.",
      "Grant",
      "Expires",
      "Amount",
      "Spent",
      "Expired",
      "Removed",
      "Plan's period, 12 Oct 2026",
      "12 Dec 2026",
      "15,000",
      "4,232",
      "0",
      "0",
      "Proof: 1 day with 2 calls",
      "Every proved call is in exactly one of these days. A day without calls and entries has no line.",
      "Day",
      "Call root",
      "Calls",
      "Credits",
      "12 Oct 2026",
      "PsoUNkMAkSK7OLHYR4x5UbDf6zw0coBuaqbRNlWt3dQ=",
      "2",
      "4",
      "Checkpoint",
      "api.test/proof/growth/0",
      "1",
      "PsoUNkMAkSK7OLHYR4x5UbDf6zw0coBuaqbRNlWt3dQ=",
      "— api.test/proof/growth/0 c2lnbmF0dXJl",
      "Ledger head",
      "PsoUNkMAkSK7OLHYR4x5UbDf6zw0coBuaqbRNlWt3dQ=",
      "after 4 rows",
      "Statement 2026-10, account account",
      "Credits are counted by Vingate. Check at https://api.test/base/console/verify",
      "Page 1 of 2",
    ],
    [
      "vin.example",
      "How to check this statement",
      "Open https://api.test/base/console/verify, or download the verifier from https://api.test/base/sdk and run:",
      "npx ./vingate-verify.tgz statement-2026-10.pdf",
      "This PDF contains the data that it shows as statement-2026-10.json, which is what is signed. No account is needed, and",
      "nothing is sent. Compare the key with an older statement, or with https://api.test/base/.well-known/vingate-proof-key.",
      "Service",
      "vin.example",
      "Key",
      "api.test/proof+5d1f8a20+AZm4",
      "Signature",
      "vingate-statement/v1",
      "PsoUNkMAkSK7OLHYR4x5UbDf6zw0coBuaqbRNlWt3dQ=",
      "— api.test/proof c2lnbmF0dXJl",
      "What is not proved",
      "That your key was not stolen, that a refused call should have succeeded, or that a record was right.",
      "That no subscription is missing: all subscriptions of the account that have a log are listed.",
      "That the public key is the seller's: compare it with an older statement or with the seller's site.",
      "The grants: they show where credits come from, as of the issue.",
      "Statement 2026-10, account account",
      "Credits are counted by Vingate. Check at https://api.test/base/console/verify",
      "Page 2 of 2",
    ],
  ]);
});

test("Latin, Greek and Cyrillic names are whole", async () => {
  const paper = madePaper({ account: { id: "account", name } });
  expect((await rendered(paper)).pages[0]).toContain(name);
});

test.skipIf(pdftotext === null)("poppler reads the names too", async () => {
  const file = join(folder, "statement.pdf");
  writeFileSync(file, await renderStatement(madePaper({ account: { id: "account", name } })));
  expect(Bun.spawnSync([pdftotext!, file, "-"]).stdout.toString()).toContain(name);
});

test("a character without a glyph is a box, not nothing", async () => {
  const paper = madePaper({ account: { id: "account", name: "A\u202eB\n漢字 <&> fi" } });
  expect((await rendered(paper)).pages[0]).toContain("AB □□ <&> fi");
});

test("a long name is broken into lines within its half", async () => {
  const long = "Donaudampfschiffahrtsgesellschaft".repeat(4);
  const [page] = (await rendered(madePaper({ account: { id: "account", name: long } }))).pages;
  const from = page!.findIndex((text) => text.startsWith("Donau"));
  const to = page!.indexOf("Account account");
  expect(to - from).toBeGreaterThan(2);
  expect(page!.slice(from, to).join("")).toBe(long);
});

test("long tables continue on further pages below their heads", async () => {
  const ledger = Array.from({ length: 3000 }, (_, index) => madeRow(index));
  const usage = Array.from({ length: 500 }, (_, index) => madeUsage(index + 1));
  const { pages } = await rendered(madePaper({}, { ledger, usage }));
  const texts = pages.flat();
  expect(texts.filter((text) => /^\+[\d,]+$/.test(text))).toEqual(
    ledger.map(({ delta }) => `+${delta.toLocaleString("en-US")}`),
  );
  expect(texts.filter((text) => /^operation\d+$/.test(text))).toEqual(usage.map((one) => one.operation));
  for (const page of pages.slice(1)) {
    const second = page[1]!;
    if (page.some((text) => /^\+[\d,]+$/.test(text))) expect(second).toBe("Date, UTC");
  }
  expect(pages.length).toBeGreaterThan(90);
  expect(pages.map((page) => page.at(-1))).toEqual(
    pages.map((_, index) => `Page ${index + 1} of ${pages.length}`),
  );
});

test("a provisional statement says so on each page", async () => {
  const open = { calls: 3, credits: 2 };
  const { pages } = await rendered(madePaper({ state: "provisional" }, { unproved: open }));
  expect(pages[0]).toContain("Provisional: this is not the final statement of the month.");
  expect(pages[0]).toContain("Used by 3 calls not proved yet");
  for (const page of pages) expect(page).toContain("Provisional statement 2026-10, account account");
  expect(textOf(await rendered(madePaper()))).not.toInclude("rovisional");
});

test("charges are listed with their sum, credit notes below zero", async () => {
  const lines = [
    { text: "Growth, 12 Oct to 12 Nov 2026", minor: 9900 },
    { text: "Credit note 2026-0051 for invoice 2026-0049", minor: -10_000 },
  ];
  const { pages } = await rendered(madePaper({ money: { currency: "EUR", lines, total_minor: -100 } }));
  const texts = pages.flat();
  const from = texts.indexOf("Charges: −€1.00 without tax");
  expect(texts.slice(from + 2, from + 10)).toEqual([
    "For",
    "Amount",
    "Growth, 12 Oct to 12 Nov 2026",
    "€99.00",
    "Credit note 2026-0051 for invoice 2026-0049",
    "−€100.00",
    "Total",
    "−€1.00",
  ]);
});

test("a balance without a limit is not a number", async () => {
  const without = { balance: null, ledger_rows: 0, ledger_head: "" };
  const { pages } = await rendered(madePaper({}, { opening: without, closing: without }));
  expect(pages[0]!.filter((text) => text === "not limited")).toHaveLength(2);
});

test("an account without subscriptions has a paper", async () => {
  const { pages } = await rendered(madePaper({ subscriptions: [] }));
  expect(pages[0]).toContain("October 2026: no calls");
  expect(pages[0]).toContain("The account has no subscription.");
});

test("the setting takes a TrueType file alone", () => {
  const read = (path: string) => loadConfig({ VINGATE_STATEMENT_FONT: path }, []);
  const font = programFile("vendor/paper/DejaVuSans.ttf");
  expect(read(font)).toEqual(expect.objectContaining({ statementFont: font }));
  const text = join(folder, "text.ttf");
  writeFileSync(text, "no font at all");
  expect(() => read(text)).toThrow(
    `VINGATE_STATEMENT_FONT must be a TrueType file with outlines (.ttf), which ${text} is not`,
  );
  const absent = join(folder, "absent.ttf");
  expect(() => read(absent)).toThrow("VINGATE_STATEMENT_FONT cannot be read: ENOENT");
});

test("another font writes only what DejaVu Sans lacks", async () => {
  // Symbols of a tool's pages, at code points that are no characters.
  const packages = join(import.meta.dir, "../../../../node_modules");
  const [symbols] = new Glob("playwright-core/lib/vite/recorder/assets/codicon*.ttf").scanSync(packages);
  const paper = madePaper({ account: { id: "account", name: `${name} \uea60 漢` } });
  expect((await rendered(paper)).pages[0]).toContain(`${name} □ □`);
  const pdf = await rendered(Object.assign(paper, { font: join(packages, symbols!) }));
  const from = pdf.pages[0]!.indexOf(`${name} `);
  expect(pdf.pages[0]!.slice(from, from + 3)).toEqual([`${name} `, "\uea60", " □"]);
  expect(pdf.fonts.filter((font) => font.includes("codicon"))).toHaveLength(1);
});
