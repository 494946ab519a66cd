import { expect, test } from "bun:test";
import { attach, press, type } from "../../../../test/console/dom/act.ts";
import {
  attributes,
  cells,
  get,
  has,
  names,
  one,
  text,
  textOf,
  texts,
} from "../../../../test/console/dom/find.ts";
import { DomEvent, settle, setUp, show, step } from "../../../../test/console/dom/page.ts";
import { keepSavedFiles } from "../../../../test/console/dom/saved-files.ts";
import { sent } from "../../../../test/console/dom/service.ts";
import { makeStatement } from "../../../../test/verify/made-statement.ts";
import { filesOf, type Made, pdfOf, resign } from "../../../../test/verify/model.ts";
import { handStatement, takeHandedStatement } from "./handed-statement.ts";
import { Verify } from "./verify.tsx";

setUp();
const savedFiles = keepSavedFiles();

const fileOf = (name: string, content: BlobPart) => new File([content], name);
const statementFile = (made: Made) =>
  fileOf("statement-2026-10.json", new Uint8Array(filesOf(made).statement));
const callsFile = (made: Made) => fileOf("calls-2026-10.ndjson.gz", new Uint8Array(filesOf(made).calls));
const receiptsFile = (made: Made) => fileOf("receipts.txt", filesOf(made).receipts);

const open = () => show(<Verify />, { at: "/verify" });

/** Drops files at the same time. */
async function drop(...files: File[]): Promise<void> {
  const event = Object.assign(new DomEvent("drop", { bubbles: true, cancelable: true }), {
    dataTransfer: { files },
  });
  await step(() => one(".drop").dispatchEvent(event));
  await checked();
}

/** Hashes and signatures take more turns than requests. */
async function checked(): Promise<void> {
  for (let turns = 0; turns < 100 && (has("progressbar") || has("heading", "Checking")); turns += 1)
    await settle();
}

const results = () =>
  texts(".checks li").map((line) => line.replace(/^(Fails|Holds|Not checked|Note) (\w+) .*/, "$1 $2"));
const verdict = () => textOf(one(".verdict"));

const made = makeStatement(7, { subscriptions: 1, seen: false });

test("the empty page says what is checked, and what is not proved", async () => {
  await open();
  expect(names("heading")).toEqual([
    "Verify a statement",
    "What is checked",
    "What is not proved",
    "Without this page",
  ]);
  expect(textOf(one(".drop"))).toBe(
    "Drop a statement here PDF or JSON. Add the calls (.ndjson.gz) and your receipts to check single calls. Choose files Nothing is uploaded. The page makes no request after it has loaded.",
  );
  expect(has("button", "Check with these keys")).toBe(false);
});

test("a statement with calls and receipts holds", async () => {
  await open();
  await drop(statementFile(made), callsFile(made), receiptsFile(made));
  expect(verdict()).toBe("This statement holds. 7 of 9 checks passed, 2 not made.");
  expect(results()).toEqual([
    "Holds Signature",
    "Holds Days",
    "Holds Ledger",
    "Holds Balance",
    "Holds Lines",
    "Holds Calls",
    "Holds Receipts",
    "Not checked Key",
    "Not checked Consistency",
  ]);
  expect(textOf(one(".head p"))).toMatch(/^Checked on your computer in \d+\.\d s\. Nothing was sent\.$/);
  expect(text()).toContain('Acme "Fleet" & Söhne, October 2026, vin.example.com: ');
  expect(cells("Files").map(([name, , kind]) => [name, kind])).toEqual([
    ["File", "Read as"],
    ["statement-2026-10.json", "Statement"],
    ["calls-2026-10.ndjson.gz", "Calls"],
    ["receipts.txt", "Receipts"],
  ]);
  expect(sent()).toEqual([]);
});

test("what was not checked is named without calls", async () => {
  await open();
  await drop(statementFile(made));
  expect(verdict()).toBe("This statement holds. 5 of 9 checks passed, 4 not made.");
  expect(texts(".checks li")).toContain("Not checked Calls No file of calls was added.");
  await drop(callsFile(made));
  expect(verdict()).toBe("This statement holds. 6 of 9 checks passed, 3 not made.");
});

test("a changed statement fails, and the result can be saved", async () => {
  const changed = makeStatement(7, { subscriptions: 1, seen: false });
  changed.statement.subscriptions[0]!.usage[0]!.calls += 1;
  resign(changed);
  await open();
  await drop(statementFile(changed), callsFile(made));
  expect(textOf(get("alert"))).toBe("This statement does not hold. 2 of 9 checks failed.");
  expect(results().slice(0, 2)).toEqual(["Fails Lines", "Fails Calls"]);
  await press("Save result as text");
  const [saved] = await savedFiles();
  expect(saved?.name).toBe("check-2026-10.txt");
  expect(saved?.text.split("\n").slice(0, 1)).toEqual([
    "This statement does not hold. 2 of 9 checks failed.",
  ]);
  expect(saved?.text).toContain("Files: statement-2026-10.json, calls-2026-10.ndjson.gz\n");
  await press("Check another statement");
  expect(has("heading", "Result")).toBe(false);
});

test("the next check compares with what this browser saw", async () => {
  await open();
  await drop(statementFile(made));
  await drop(statementFile(made));
  expect(results()).toContain("Holds Key");
  expect(results()).toContain("Holds Consistency");
});

test("another key than before is not green", async () => {
  await open();
  await drop(statementFile(made));
  const other = makeStatement(7, { subscriptions: 1, seen: false });
  await drop(statementFile(other));
  expect(verdict()).toStartWith("This statement holds, but with another key than before.");
  expect(one(".verdict").className).toBe("verdict st st-blocked");
  expect(text()).toContain(`This browser saw another key of vin.example.com before: ${made.key.line}.`);
  expect(text()).toContain("The checkpoints that this browser saw are signed by another key.");
  await type("Keys, one per line", other.key.line);
  await press("Check with these keys");
  await checked();
  expect(verdict()).toStartWith("This statement holds.");
  await type("Keys, one per line", made.key.line);
  await press("Check with these keys");
  await checked();
  expect(verdict()).toContain("does not hold");
  expect(results()[0]).toBe("Fails Key");
});

test("a provisional statement holds so far", async () => {
  await open();
  await drop(statementFile(makeStatement(9, { provisional: true, subscriptions: 1 })));
  expect(verdict()).toStartWith("Holds so far: provisional until 1 Nov 2026 at least.");
});

test("a new epoch needs attention", async () => {
  await open();
  await drop(statementFile(makeStatement(9, { epoch: true, subscriptions: 1 })));
  expect(verdict()).toStartWith("This statement holds, and its log began a new epoch.");
});

test("a PDF is read by its only file", async () => {
  await open();
  const bytes = filesOf(made).statement;
  await drop(fileOf("statement.pdf", new Uint8Array(pdfOf([["statement-2026-10.json", bytes]]))));
  expect(verdict()).toStartWith("This statement holds.");
  expect(cells("Files")[1]?.[2]).toBe("Statement, from the JSON inside the PDF");
});

test("a PDF without a statement cannot be read", async () => {
  await open();
  await drop(fileOf("invoice.pdf", "%PDF-1.7\n"));
  expect(textOf(get("alert"))).toBe("This file cannot be read as a statement.");
  expect(text()).toContain("the PDF has no embedded file that can be read");
});

test("files without a statement wait for it", async () => {
  await open();
  await drop(callsFile(made), fileOf("photo.png", "PNG"));
  expect(texts(".drop [role=status] p")).toEqual([
    "Added: calls-2026-10.ndjson.gz. Add the statement to check them.",
    "photo.png is not a statement, a file of calls or a file of receipts.",
  ]);
  await drop(statementFile(made));
  expect(results()).toContain("Holds Calls");
});

test("files can be chosen in a dialog", async () => {
  await open();
  expect(attributes(one("input[type=file]"))).toHaveProperty("multiple");
  await attach("Files", statementFile(made));
  await checked();
  expect(verdict()).toStartWith("This statement holds.");
});

test("a statement that a page hands over is checked without a request", async () => {
  handStatement("statement-2026-10.json", filesOf(made).statement.toString());
  await open();
  await checked();
  expect(verdict()).toStartWith("This statement holds.");
  expect(takeHandedStatement()).toBeUndefined();
  expect(sent()).toEqual([]);
});

test("a check can be stopped", async () => {
  await open();
  const endless = fileOf("calls.gz", new Uint8Array(filesOf(made).calls));
  const { promise, resolve } = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>({ pull: () => promise });
  Object.assign(endless, { stream: () => stream });
  await drop(statementFile(made), endless).catch(() => undefined);
  expect(textOf(get("button", "Stop check"))).toBe("Stop check");
  await press("Stop check");
  expect(has("heading", "Checking")).toBe(false);
  expect(has("heading", "Result")).toBe(false);
  resolve();
});
