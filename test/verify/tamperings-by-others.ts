import { deflateSync, gzipSync } from "node:zlib";
import { callsText, filesOf, type Made, type MadeCall, pdfOf, receiptOf, recheck, resign } from "./model.ts";
import { base64, canonical, makeKey, sha256 } from "./proofs.ts";
import type { Tampering } from "./tampering.ts";

const charged = (made: Made): MadeCall[] => made.calls.filter(({ credits }) => credits > 0);
const packed = (calls: readonly MadeCall[]) => ({ calls: gzipSync(callsText(calls)) });
const receipts = (made: Made, ...more: string[]) => ({
  receipts: [...made.receipts, ...more].map((line) => `${line}\n`).join(""),
});
/** Text of the statement's file, changed after signing. */
const rewritten = (made: Made, from: string | RegExp, to: string) => ({
  statement: Buffer.from(canonical(made.statement).replace(from, to)),
});
const name = "statement-2026-10.json";

/** By somebody without the seller's key. */
export const byOthers: readonly Tampering[] = [
  {
    name: "a member changed after signing",
    check: "signature",
    text: /something was changed after signing/,
    change: ({ statement }) => {
      statement.account = { id: "user-2", name: "Other" };
    },
  },
  {
    name: "a closing balance, signed by another key",
    check: "signature",
    text: /is not signed by vin\.example\.com\/proof\+/,
    change(made) {
      made.statement.subscriptions[0]!.closing.balance! += 10;
      resign(made, makeKey("vin.example.com"));
    },
  },
  {
    name: "everything signed by another key",
    check: "key",
    text: /has another key than you expect/,
    change(made) {
      const { line } = made.key;
      made.key = makeKey("vin.example.com");
      made.statement.key = made.key.line;
      recheck(made);
      resign(made);
      return { key: `${line}\n`, seen: "" };
    },
  },
  {
    name: "another key expected",
    check: "key",
    text: /has another key than you expect/,
    change: () => ({ key: makeKey("vin.example.com").line }),
  },
  {
    name: "a key whose ID is not its own",
    check: "key",
    text: /does not have the form of a key/,
    change: ({ key }) => ({ key: key.line.replace(/\+[0-9a-f]/, (two) => (two === "+0" ? "+1" : "+0")) }),
  },
  {
    name: "white space in the statement",
    check: "signature",
    text: /not in canonical form/,
    change: (made) => rewritten(made, '{"account":', '{ "account":'),
  },
  {
    name: "an escape in the statement",
    check: "signature",
    text: /not in canonical form/,
    change: (made) => rewritten(made, '"month"', '"\\u006donth"'),
  },
  {
    name: "a member that is there twice",
    check: "signature",
    text: /not in canonical form/,
    change: (made) => rewritten(made, '"month":', '"month":"2026-11","month":'),
  },
  {
    name: "bytes after the statement",
    check: "signature",
    text: /not in canonical form/,
    change: (made) => rewritten(made, /$/, "\n"),
  },
  {
    name: "a statement that is cut off",
    check: "signature",
    text: /no JSON/,
    change: (made) => rewritten(made, /.$/, ""),
  },
  {
    name: "a second signature line",
    check: "signature",
    text: /statement\.signature does not have its form/,
    change: ({ statement }) => {
      statement.signature += statement.signature.split("\n").at(-2)!;
    },
  },
  {
    name: "a repeated call in the file",
    check: "calls",
    text: /^Line \d+: call \S+ is there twice\.$/,
    change({ calls }, pick) {
      const at = calls.indexOf(pick(calls));
      return packed(calls.toSpliced(at, 0, calls[at]!));
    },
  },
  {
    name: "a call of another customer in the file",
    check: "calls",
    text: /^Line 1: call \S+ is of 2026-10-\d\d of sub-other, which the statement does not have\.$/,
    change: ({ calls }) => packed([{ ...calls[0]!, subscription: "sub-other" }, ...calls]),
  },
  {
    name: "other credits of a call in the file",
    check: "calls",
    text: /1 credit too many\.$/,
    change(made, pick) {
      const one = pick(charged(made));
      return packed(made.calls.map((call) => (call === one ? { ...one, credits: one.credits + 1 } : call)));
    },
  },
  {
    name: "another digest of a call in the file",
    check: "calls",
    text: /: a call was changed\.$/,
    change({ calls }, pick) {
      const one = pick(calls);
      const digest = base64(sha256("another").subarray(0, 16));
      return packed(calls.map((call) => (call === one ? { ...one, digest } : call)));
    },
  },
  {
    name: "a call left out of the file",
    check: "calls",
    text: /1 call missing/,
    change: ({ calls }, pick) => packed(calls.toSpliced(calls.indexOf(pick(calls)), 1)),
  },
  {
    name: "two calls of a day swapped in the file",
    check: "calls",
    text: /is not in order\.$/,
    change({ calls }) {
      const at = calls.findIndex((one, index) => one.day === calls[index + 1]?.day);
      return packed(calls.toSpliced(at, 2, calls[at + 1]!, calls[at]!));
    },
  },
  {
    name: "a file of calls that is cut off",
    check: "calls",
    text: /cannot be read/,
    change: (made, pick) => ({ calls: filesOf(made).calls.subarray(0, -pick([1, 4, 8, 20])) }),
  },
  {
    name: "bytes after the packed calls",
    check: "calls",
    text: /cannot be read/,
    change: (made) => ({ calls: Buffer.concat([filesOf(made).calls, gzipSync("")]) }),
  },
  {
    name: "a line without a call",
    check: "calls",
    text: /line \d+ is not a call in its form/,
    change: ({ calls }) => ({ calls: gzipSync(`${callsText(calls)}{}\n`) }),
  },
  {
    name: "calls whose last line does not end",
    check: "calls",
    text: /the last, does not end with LF/,
    change: ({ calls }) => ({ calls: gzipSync(callsText(calls).slice(0, -1)) }),
  },
  {
    name: "a receipt with another price",
    check: "receipts",
    text: /^The receipt of a call is not that of the file of calls: \S+;\d+;\d+;\S+\.$/,
    change(made, pick) {
      const one = pick(made.calls);
      return { receipts: `${receiptOf({ ...one, credits: one.credits + 2 })}\n` };
    },
  },
  {
    name: "a receipt of a call that is not there",
    check: "receipts",
    text: /^Call 0{32}\/7 is not in the file of calls\. If a machine was away/,
    change: (made) => receipts(made, receiptOf({ ...made.calls[0]!, call: `${"0".repeat(32)}/7` })),
  },
  {
    name: "a receipt with another time",
    check: "receipts",
    text: /^The receipt of a call is not that of the file of calls: \S+;1\d+;/,
    change: (made, pick) => ({
      receipts: `${receiptOf(pick(made.calls)).replace(/;\d/, ";2")}\n`,
    }),
  },
  {
    name: "two receipts of a call",
    check: "receipts",
    text: /it has two receipts of call/,
    change: (made) =>
      receipts(made, receiptOf(made.calls[0]!), receiptOf(made.calls[0]!).replace(/;\d/, ";2")),
  },
  {
    name: "a receipt without its form",
    check: "receipts",
    text: /is not a receipt in its form/,
    change: (made) => receipts(made, `${receiptOf(made.calls[0]!)}x`),
  },
  {
    name: "a PDF with two files",
    check: "signature",
    text: /more than one embedded file/,
    change(made) {
      const { statement } = filesOf(made);
      return { statement: pdfOf([name, "other.json"].map((each) => [each, statement])) };
    },
  },
  {
    name: "a PDF whose file is ../x",
    check: "signature",
    text: /The embedded file is "\.\.\/x", not statement-2026-10\.json\./,
    change: (made) => ({ statement: pdfOf([["../x", filesOf(made).statement]]) }),
  },
  {
    name: "a PDF without a file",
    check: "signature",
    text: /no embedded file/,
    change: () => ({ statement: pdfOf([]) }),
  },
  {
    name: "a PDF whose file is cut off",
    check: "signature",
    text: /cannot be unpacked/,
    change(made) {
      const bytes = deflateSync(filesOf(made).statement).subarray(0, -9);
      return { statement: pdfOf([[name, bytes]], "/Filter /FlateDecode") };
    },
  },
];
