import { expect, test } from "bun:test";
import {
  bankOfAmerica,
  chase,
  comdirect,
  dkb,
  type MadeRow,
  n26,
  ownIban,
  sparkasse,
  twoColumns,
  wise,
} from "../test/bank-files.ts";
import { readBankFile } from "./bank-file.ts";
import type { FileForms } from "./bank-line.ts";

const until = "2026-12-01";
const read = (file: string | Buffer, forms: Partial<FileForms> = {}) =>
  readBankFile(Buffer.from(file as string), { until, ...forms });
const iban = "DE02120300000000202051";
const row = { text: "VK7Q2M9XWTA danke", sender: "Müller & Söhne", iban };

async function shown(file: string | Buffer, forms: Partial<FileForms> = {}) {
  const { question, refused, lines } = await read(file, forms);
  expect([question, refused]).toEqual([null, []]);
  return lines.map(({ day, minor, currency, text, sender, senderAccount, account }) =>
    [day, minor, currency, text, sender, senderAccount, account].join("|"),
  );
}

test("a Sparkasse's table", async () => {
  const rows = [
    { day: "20.11.26", amount: "1.060,50", ...row },
    { day: "20.11.26", amount: "-5,00", text: "Miete" },
  ];
  expect(await shown(sparkasse(rows))).toEqual([
    `2026-11-20|106050|EUR|VK7Q2M9XWTA danke GUTSCHR. UEBERWEISUNG|Müller & Söhne|${iban}|${ownIban}`,
    `2026-11-20|-500|EUR|Miete GUTSCHR. UEBERWEISUNG|||${ownIban}`,
  ]);
});

test("a table of DKB, below its title", async () => {
  const rows = [
    { day: "20.11.26", amount: "99", ...row },
    { day: "20.11.26", amount: "-1.005,00", text: "Miete" },
  ];
  expect(await shown(dkb(rows))).toEqual([
    `2026-11-20|9900|EUR|VK7Q2M9XWTA danke|Müller & Söhne|${iban}|${ownIban}`,
    `2026-11-20|-100500|EUR|Miete|||${ownIban}`,
  ]);
});

test("a table of comdirect, whose rows end with a delimiter", async () => {
  expect(await shown(comdirect([{ day: "20.11.2026", amount: "1.060,50", ...row }]))).toEqual([
    "2026-11-20|106050|EUR|Auftraggeber: Müller & Söhne Buchungstext: VK7Q2M9XWTA danke||||".slice(0, -1),
  ]);
});

test("a table of N26", async () => {
  expect(await shown(n26([{ day: "2026-11-20", amount: "60.5", ...row }]))).toEqual([
    `2026-11-20|6050|EUR|VK7Q2M9XWTA danke|Müller & Söhne|${iban}|`,
  ]);
});

test("a table of Wise, with its IDs", async () => {
  const made = wise([{ day: "20-11-2026", amount: "60.50", ...row, ref: "TRANSFER-1" }]);
  expect(await shown(made)).toEqual([
    "2026-11-20|6050|EUR|VK7Q2M9XWTA danke Received money from Müller & Söhne|Müller & Söhne||",
  ]);
  expect((await read(made)).lines[0]!.plainRef).toBe("TRANSFER-1");
});

test("tables of banks in the United States need a currency, and an order of days", async () => {
  const rows: readonly MadeRow[] = [{ day: "11/02/2026", amount: "1,060.50", text: "VK7Q2M9XWTA" }];
  expect((await read(bankOfAmerica(rows))).question).toEqual({
    needs: "dates",
    text: 'The column of days can be read in more than one way: "11/02/2026" on line 5 is 2026-02-11 or 2026-11-02. Say whether the day or the month comes first.',
  });
  const more = [...rows, { day: "11/20/2026", amount: "1", text: "other" }];
  expect((await read(bankOfAmerica(more))).question).toEqual({
    needs: "currency",
    text: "Line 5 has no currency, and no column has one. Say the currency of the account.",
  });
  expect(await shown(bankOfAmerica(more), { currency: "USD" })).toEqual([
    "2026-11-02|106050|USD|VK7Q2M9XWTA|||",
    "2026-11-20|100|USD|other|||",
  ]);
  const named = chase([{ day: "11/20/2026", amount: "99.00", text: "VK7Q2M9XWTA", sender: "ACME" }]);
  expect(await shown(named, { currency: "USD" })).toEqual([
    "2026-11-20|9900|USD|ORIG CO NAME:ACME VK7Q2M9XWTA CREDIT|||",
  ]);
});

test("a column for each direction, in UTF-16", async () => {
  const rows = [
    { day: "2026-11-20", amount: "99.00", text: "in" },
    { day: "2026-11-20", amount: "-12.00", text: "out" },
  ];
  expect(await shown(twoColumns(rows))).toEqual(["2026-11-20|9900|USD|in|||", "2026-11-20|-1200|USD|out|||"]);
});

test("what was paid out is known by a sign after it, by parentheses and by a word", async () => {
  const amounts = ["99,00 H", "12,00 S", "5,00-", "(4,00)", "−3,00", "2,50 €"];
  const made = ["Datum;Verwendungszweck;Betrag;Währung", ...amounts.map((one) => `20.11.2026;x;${one};EUR`)];
  expect((await read(made.join("\n"))).lines.map(({ minor }) => minor)).toEqual([
    9900, -1200, -500, -400, -300, 250,
  ]);
  const words =
    "Datum;Verwendungszweck;Betrag;Währung;Soll/Haben\n20.11.2026;x;5,00;EUR;S\n20.11.2026;x;6,00;EUR;H";
  expect((await read(words)).lines.map(({ minor }) => minor)).toEqual([-500, 600]);
});

test("a column map reads a table with unknown heads", async () => {
  const made = "Konto 1\nWann;Wieviel;Was\n20.11.2026;1.060,50;VK7Q2M9XWTA\n";
  expect((await read(made)).question).toEqual({
    needs: "map",
    text: "The header on line 1 names no day in words that are known. Say which columns have the day and the amount.",
  });
  const map = { day: "Wann", amount: "Wieviel", text: "Was" };
  expect(await shown(made, { map, currency: "EUR" })).toEqual(["2026-11-20|106050|EUR|VK7Q2M9XWTA|||"]);
  await expect(read(made, { map: { ...map, text: "Wofür" } })).rejects.toThrow(
    'line 2: no column "Wofür", which the map names',
  );
});

test("amounts that can be read two ways are asked for", async () => {
  const made = 'Date,Description,Amount,Currency\n2026-11-20,x,"1,234",KWD\n';
  expect((await read(made)).question).toEqual({
    needs: "decimals",
    text: 'The amounts can be read in more than one way: "1,234" on line 2 is 1234 or 1.234. Say whether the decimal sign is a point or a comma.',
  });
  expect((await read(made, { decimals: "point" })).lines[0]!.minor).toBe(1_234_000);
  // Euros have no thousandths.
  const euros = await read(made.replace("KWD", "EUR"));
  expect(euros.lines.map(({ minor }) => minor)).toEqual([123_400]);
});

test("rows that are none are refused with their reasons", async () => {
  const made =
    "Datum;Verwendungszweck;Betrag;Währung\n20.11.2026;x;99,00;EUR\n31.11.2026;x;1,00;EUR\n20.11.2026;x;viel;EUR\n20.11.2026;x;;EUR\n20.11.2026;x;1,00;ZZZ\n;;;\n;Summe;99,00;\n";
  const { lines, refused } = await read(made);
  expect(lines.map(({ minor }) => minor)).toEqual([9900]);
  expect(refused).toEqual([
    { at: 3, reason: '"31.11.2026" is no day' },
    { at: 4, reason: '"viel" is no amount as the others are written' },
    { at: 5, reason: "it has no amount" },
    { at: 6, reason: '"ZZZ" is no currency in use' },
    { at: 8, reason: "it has no day" },
  ]);
});

test("what is announced is pending", async () => {
  const made =
    "Datum;Verwendungszweck;Betrag;Währung;Status\n20.11.2026;x;99,00;EUR;Vorgemerkt\noffen;x;1,00;EUR;\n";
  expect((await read(made)).lines.map(({ isPending }) => isPending)).toEqual([true, true]);
});

test("archives, empty files and open quotes are refused", async () => {
  await expect(read("PK\x03\x04")).rejects.toThrow("it is an archive or a workbook");
  await expect(read("")).rejects.toThrow("it is empty");
  await expect(read('Datum;Betrag\n20.11.2026;"5,00\n')).rejects.toThrow(
    "line 2: a quoted value begins here",
  );
});
