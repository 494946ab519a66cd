import { afterAll, beforeAll, expect, test } from "bun:test";
import { embedded, startService, type TestService, testOrigin } from "../../../../test/harness.ts";
import { windows1252 } from "../../../base/format/windows-1252.ts";
import { issueCreditNote } from "../issue.ts";
import { BillingDetailsRequest, writeDetails } from "../parties/buyer.ts";
import { enterSeller, issueOne } from "./issued.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService(embedded[0]);
});
afterAll(() => service?.end());

const headers = () => ({ headers: service.operatorHeaders });
const accounts = {
  consultant: 29_098,
  client: 55_003,
  chart: "04",
  length: 4,
  year_start: "07-01",
  debtors: "10000",
  bank: "1800",
  card: "1460",
  revenue: [
    { category: "S", rate: 1900, account: "4400" },
    { category: "AE", rate: 0, account: "4336" },
  ],
} as const;

test("a month is a Buchungsstapel of version 700 in Windows-1252", async () => {
  const { database: db } = service.app;
  await enterSeller(db);
  const buyer = { company: 'Łódź "Straße" €', address: ["1"], city: "x" };
  await writeDetails(db, "de", BillingDetailsRequest.parse({ ...buyer, country: "DE" }));
  const austrian = BillingDetailsRequest.parse({ ...buyer, country: "AT", tax_id: "ATU12345675" });
  // As it is stored: earlier versions took names of several lines.
  await writeDetails(db, "at", { ...austrian, company: "Wien\u2028AG" });
  const at = Date.parse("2026-11-07T12:00:00Z");
  const first = await issueOne(db, "de", 9900, { now: at });
  await issueOne(db, "at", 5000, { now: at });
  await db.transaction((tx) =>
    issueCreditNote(tx, { corrects: first.id, grossMinor: 1190, reason: "", now: at }),
  );
  // Another currency has no rate here.
  await writeDetails(db, "usd", BillingDetailsRequest.parse({ ...buyer, country: "DE" }));
  await issueOne(db, "usd", 9900, { now: at, currency: "USD" });
  const put = await service.ask("PUT", "/papers/accounts", { ...headers(), json: accounts });
  expect([put.status, put.body]).toEqual([200, accounts]);
  expect((await service.ask("GET", "/papers/accounts", headers())).body).toEqual(accounts);

  const got = await service.serve(
    new Request(`${testOrigin}/papers/months/2026-11/datev`, headers()),
    "127.0.0.1",
  );
  expect([got.status, got.headers.get("content-type"), got.headers.get("content-disposition")]).toEqual([
    200,
    "text/csv; charset=windows-1252",
    'attachment; filename="EXTF_2026-11.csv"',
  ]);
  const [head, names, ...rows] = new TextDecoder("windows-1252")
    .decode(await got.arrayBuffer())
    .split("\r\n");
  expect(head!.replace(/;\d{17};/, ";AT;")).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;AT;;"VG";"";"";29098;55003;20260701;4;20261101;20261130;"Vingate 2026-11";"";1;0;0;"EUR";;"";;;"04";;;"";""',
  );
  expect(head!.split(";")).toHaveLength(31);
  expect([names!.split(";").length, names!.slice(0, 53)]).toEqual([
    125,
    "Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WK",
  ]);
  expect(names!.split(";")[39]).toBe("EU-Land u. UStID (Bestimmung)");
  const row = (cells: Record<number, string>) =>
    Array.from({ length: 125 }, (_, index) => cells[index] ?? "").join(";");
  const common = { 2: '"EUR"', 6: "10000", 9: "0711", 11: '""' };
  expect(rows).toEqual([
    row({ ...common, 0: "117,81", 1: '"S"', 7: "4400", 10: '"2026-0001"', 13: '"?ódz ""Straße"" €"' }),
    row({
      ...common,
      0: "50,00",
      1: '"S"',
      7: "4336",
      10: '"2026-0002"',
      13: '"Wien AG"',
      39: '"ATU12345675"',
    }),
    row({ ...common, 0: "11,90", 1: '"H"', 7: "4400", 10: '"2026-0003"', 13: '"?ódz ""Straße"" €"' }),
    "",
  ]);
});

test("what a buyer or an order is named stays in its field, is no formula and has its length", async () => {
  const { database: db } = service.app;
  const names = [
    "Acme＂；＂1,00＂；＂H",
    "＝HYPERLINK(1)",
    "@SUM(1)",
    "\uFDFA".repeat(60),
    `${"x".repeat(59)}ﬁ`,
    "-=".repeat(40),
  ];
  const german = BillingDetailsRequest.parse({ company: "x", address: ["1"], city: "x", country: "DE" });
  for (const [index, company] of names.entries()) {
    await writeDetails(db, `odd${index}`, { ...german, company });
    await issueOne(db, `odd${index}`, 9900, { now: Date.parse("2027-02-28T23:59:59.999Z") });
  }
  const got = await service.serve(
    new Request(`${testOrigin}/papers/months/2027-02/datev`, headers()),
    "127.0.0.1",
  );
  const rows = new TextDecoder("windows-1252")
    .decode(await got.arrayBuffer())
    .split("\r\n")
    .slice(2, -1);
  const fieldsOf = (row: string) => row.match(/(?<=^|;)(?:"(?:[^"]|"")*"|[^";]*)(?=;|$)/g)!;
  expect(rows.map((row) => fieldsOf(row).length)).toEqual(names.map(() => 125));
  expect(rows.map((row) => fieldsOf(row)[13])).toEqual([
    '"Acme"";""1,00"";""H"',
    `"'=HYPERLINK(1)"`,
    `"'@SUM(1)"`,
    expect.stringMatching(/^"[? ]{60}"$/),
    `"${"x".repeat(59)}f"`,
    `"'${"-=".repeat(30).slice(0, 59)}"`,
  ]);
});

test("each character of Windows-1252 is its byte", () => {
  const text = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  expect([...windows1252(text)]).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
  expect(new TextDecoder("windows-1252").decode(windows1252("Čaňa ﬁ 東"))).toBe("Cana fi ?");
});
