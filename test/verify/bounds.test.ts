import { expect, test } from "bun:test";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { pieces } from "../../verify/src/files.ts";
import { type Input, verifyStatement } from "../../verify/src/index.ts";
import { makeStatement } from "./made-statement.ts";
import { callsText, filesOf, isDay, pdfOf, resign } from "./model.ts";

const made = makeStatement(1, { subscriptions: 2 });
const files = filesOf(made);
const encoder = new TextEncoder();

/** Bytes without an end, and how many of them were read. */
function endless(text: string): { source: AsyncIterable<Uint8Array>; read: () => number } {
  const bytes = encoder.encode(text.repeat(Math.ceil(10_000 / text.length)));
  let read = 0;
  const source = (async function* () {
    for (;;) {
      read += bytes.length;
      yield bytes;
    }
  })();
  return { source, read: () => read };
}

async function failureOf(input: Partial<Input>): Promise<string> {
  const all = { statement: files.statement, calls: pieces([files.calls]), ...input };
  const { verdict, findings } = await verifyStatement(all);
  expect(verdict).toBe("fails");
  return findings[0]!.text;
}

const lines = callsText(made.calls);
const firstLine = lines.slice(0, lines.indexOf("\n") + 1);

test("calls that never end are read to a bound", async () => {
  const { source, read } = endless(firstLine);
  expect(await failureOf({ calls: source })).toContain("is there twice");
  expect(read()).toBeLessThan(1_000_000);
});

test("a statement's claim of calls is no bound", async () => {
  const claimed = makeStatement(1, { subscriptions: 2 });
  for (const day of claimed.statement.subscriptions[0]!.days.filter(isDay)) day.calls = 1e14;
  resign(claimed);
  const { source, read } = endless(firstLine);
  const { statement } = filesOf(claimed);
  const { findings } = await verifyStatement({ statement, calls: source, receipts: files.receipts });
  const texts = findings.map(({ text }) => text);
  expect(texts).toContainEqual(expect.stringMatching(/more failures/));
  expect(read()).toBeLessThan(1_000_000);
});

test("a line that never ends is read to 4 KiB", async () => {
  const { source, read } = endless("x");
  expect(await failureOf({ calls: source })).toContain("line 1 is longer than 4 KiB");
  expect(read()).toBeLessThan(100_000);
});

test("packed calls that never end are read to a bound", async () => {
  const { source, read } = endless(firstLine);
  const packed = Readable.from(source).pipe(createGzip());
  expect(await failureOf({ calls: packed })).toContain("is there twice");
  expect(read()).toBeLessThan(50_000_000);
  packed.destroy();
});

test("a line of 4 KiB is read, a longer one is not", async () => {
  const padded = (length: number) =>
    `${firstLine.slice(0, -2)}${" ".repeat(length - firstLine.length + 1)}}\n`;
  expect(await failureOf({ calls: pieces([encoder.encode(padded(4096))]) })).toContain(
    "not a call in its form",
  );
  expect(await failureOf({ calls: pieces([encoder.encode(padded(4097))]) })).toContain("longer than 4 KiB");
});

test("files are read in pieces of any length", async () => {
  for (const bytes of [Buffer.from(lines), files.calls]) {
    const calls = (async function* () {
      for (const one of bytes) yield Uint8Array.of(one);
    })();
    const { verdict } = await verifyStatement({ ...files, calls });
    expect(verdict).toBe("holds");
  }
});

test("a source that fails is a failure", async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first bytes.
  const calls = (async function* (): AsyncGenerator<Uint8Array> {
    throw new Error("the disk is gone");
  })();
  expect(await failureOf({ calls })).toBe("The file of calls cannot be read: the disk is gone.");
});

test("a PDF without ends is read in a time that grows with its size", async () => {
  const whole = pdfOf([["statement-2026-10.json", files.statement]]).toString("latin1");
  const spaces = " ".repeat(500_000);
  for (const pdf of [
    `%PDF-1.7\n${"stream\n".repeat(200_000)}`,
    `%PDF-1.7\n${"(".repeat(500_000)}`,
    `%PDF-1.7\n${"\\(".repeat(300_000)}\\`,
    whole.replace("trailer", "/F (".repeat(200_000)),
    whole.replace("/EmbeddedFile", `/EmbeddedFile /Filter${spaces}x`),
    whole.replace("/EmbeddedFile", `/EmbeddedFile /Length${spaces}x`),
  ])
    expect(await failureOf({ statement: encoder.encode(pdf) })).toContain("PDF");
}, 5000);

test("no input throws", async () => {
  const texts = ["", "%PDF-1.7", "null", "[]", "{}", "0", `${"[".repeat(100_000)}`, "\uFEFF{}"];
  for (const text of texts)
    expect(await failureOf({ statement: encoder.encode(text) })).toMatch(/^The statement/);
  expect(await failureOf({ statement: Uint8Array.of(0xff, 0xfe) })).toContain("no JSON in UTF-8");
});
