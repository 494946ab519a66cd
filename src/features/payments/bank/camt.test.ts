import { expect, test } from "bun:test";
import { camt, type MadePayment, ownIban } from "../test/bank-files.ts";
import { readBankFile } from "./bank-file.ts";
import { readCamt } from "./camt.ts";

const shownOf = async (text: string) =>
  (await readCamt(text)).lines.map(({ minor, currency, day, text, sender, senderAccount }) => [
    minor,
    currency,
    day,
    text,
    sender,
    senderAccount,
  ]);
const payer = { sender: "ACME Fleet GmbH & Co", iban: "DE02 1203 0000 0000 2020 51" };
const acme = "ACME Fleet GmbH & Co";
const acmeIban = "DE02120300000000202051";
const day = "2026-11-20";

for (const version of [2, 4, 6, 8, 13])
  test(`a statement of version ${version} has the lines of its entries`, async () => {
    const entries: readonly MadePayment[] = [
      { amount: "99.00", text: ["VK7Q2M9", "XWTA danke"], ref: "A1", ...payer },
      { amount: "12.5", direction: "DBIT", text: ["Rent"] },
      { amount: "1", endToEnd: "E2E-1", structured: "RF18VK7Q2M9XWTA" },
    ];
    expect(await readCamt(camt({ version, entries }))).toEqual({
      refused: [],
      lines: [
        {
          at: 1,
          account: ownIban,
          day,
          minor: 9900,
          currency: "EUR",
          text: "VK7Q2M9 XWTA danke",
          sender: acme,
          senderAccount: acmeIban,
          bankRef: '["A1"]',
          plainRef: "A1",
          isPending: false,
          isReversal: false,
        },
        {
          at: 2,
          account: ownIban,
          day,
          minor: -1250,
          currency: "EUR",
          text: "Rent",
          sender: "",
          senderAccount: "",
          bankRef: "",
          plainRef: "",
          isPending: false,
          isReversal: false,
        },
        {
          at: 3,
          account: ownIban,
          day,
          minor: 100,
          currency: "EUR",
          text: "RF18VK7Q2M9XWTA E2E-1",
          sender: "",
          senderAccount: "",
          bankRef: "",
          plainRef: "",
          isPending: false,
          isReversal: false,
        },
      ],
    });
  });

test("names can have a prefix", async () => {
  const entries = [{ amount: "99.00", text: ["one"], ...payer }];
  expect(await shownOf(camt({ entries, prefix: "n0" }))).toEqual([[9900, "EUR", day, "one", acme, acmeIban]]);
});

for (const version of [2, 8])
  test(`a batch of version ${version} has a line for each payment`, async () => {
    const parts = [
      { amount: "10.00", text: ["one"], sender: "One" },
      { amount: "20.00", text: ["two"], sender: "Two", ref: "P2" },
    ];
    const { lines } = await readCamt(camt({ version, entries: [{ amount: "30.00", ref: "B1", parts }] }));
    expect(lines.map(({ minor, text, sender, plainRef }) => [minor, text, sender, plainRef])).toEqual([
      [1000, "one", "One", "B1"],
      [2000, "two", "Two", "P2"],
    ]);
  });

test("a batch whose payments are another sum is one line", async () => {
  const parts = [
    { amount: "10.00", text: ["one"], sender: "One" },
    { amount: "20.00", text: ["two"], sender: "Two" },
  ];
  expect(await shownOf(camt({ entries: [{ amount: "29.50", parts }] }))).toEqual([
    [2950, "EUR", day, "one two", "", ""],
  ]);
  const yen = [{ ...parts[0]!, currency: "JPY" }, parts[1]!];
  expect(await shownOf(camt({ entries: [{ amount: "30.00", parts: yen }] }))).toEqual([
    [3000, "EUR", day, "one two", "", ""],
  ]);
});

test("amounts have the digits of their currency", async () => {
  const entries = [
    { amount: "1500", currency: "JPY" },
    { amount: "1.250", currency: "KWD" },
    { amount: "1.255" },
    { amount: "1,50" },
    { amount: "5.00", currency: "ZZZ" },
  ];
  const { lines, refused } = await readCamt(camt({ entries }));
  expect(lines.map(({ minor, currency }) => [minor, currency])).toEqual([
    [1500, "JPY"],
    [1250, "KWD"],
  ]);
  expect(refused).toEqual([
    { at: 3, reason: 'the amount "1.255" is none of a currency in use' },
    { at: 4, reason: 'the amount "1,50" is none of a currency in use' },
    { at: 5, reason: 'the amount "5.00" is none of a currency in use' },
  ]);
});

test("only what is booked is not pending, in both forms of the state", async () => {
  for (const version of [2, 8]) {
    const entries = ["BOOK", "PDNG", "INFO", "FUTR"].map((status) => ({ amount: "1.00", status }));
    const { lines } = await readCamt(camt({ version, entries }));
    expect(lines.map(({ isPending }) => isPending)).toEqual([false, true, true, true]);
  }
});

test("a reversal keeps its direction", async () => {
  const { lines } = await readCamt(camt({ entries: [{ amount: "1.00", reversal: true }] }));
  expect(lines.map(({ minor, isReversal }) => [minor, isReversal])).toEqual([[100, true]]);
});

test("an entry's number is unique in its statement alone", async () => {
  const refs = async (id: string) =>
    (await readCamt(camt({ id, entries: [{ amount: "1.00", number: "7" }] }))).lines[0]!.bankRef;
  expect([await refs("S1"), await refs("S2")]).toEqual(['["S1","7"]', '["S2","7"]']);
});

test("other messages and other XML are refused", async () => {
  const statement = camt({ entries: [] });
  const other = (name: string) => readCamt(statement.replaceAll("BkToCstmrStmt", name));
  await expect(other("BkToCstmrAcctRpt")).rejects.toThrow(
    "this is an account report of the day (CAMT.052); export the statement as CAMT.053, or as CSV",
  );
  await expect(other("BkToCstmrDbtCdtNtfctn")).rejects.toThrow("this is a notification (CAMT.054)");
  await expect(readCamt("<html><body/></html>")).rejects.toThrow("this is another XML file");
});

test("entities of the document, depth and what is not closed are refused", async () => {
  const bomb = `<!DOCTYPE a [<!ENTITY b "bb">]>${camt({ entries: [] }).slice(39)}`;
  await expect(readCamt(bomb)).rejects.toThrow(
    "a statement has no document type (DOCTYPE), and none is read",
  );
  await expect(readCamt("<Document>&b;</Document>")).rejects.toThrow(
    "the XML is not well-formed: Invalid character entity",
  );
  await expect(readCamt("<a>".repeat(100))).rejects.toThrow("elements are nested more than 40 deep");
  await expect(readCamt(camt({ entries: [{ amount: "1.00" }] }).slice(0, -30))).rejects.toThrow(
    "the XML is not well-formed",
  );
});

test("an encoding that the XML declares is used", async () => {
  const text = camt({ entries: [{ amount: "1.00", text: ["Müller 5 €"] }] }).replace("UTF-8", "ISO-8859-15");
  const bytes = Buffer.from(text.replace("€", "\xa4"), "latin1");
  const { lines } = await readBankFile(bytes, { until: "2026-12-01" });
  expect(lines.map((line) => line.text)).toEqual(["Müller 5 €"]);
});
