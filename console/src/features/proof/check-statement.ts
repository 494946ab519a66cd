import { type Finding, type Report, verifyStatement } from "../../../../verify/src/index.ts";
import { Unsupported } from "../../../../verify/src/note.ts";
import { embeddedFile } from "../../../../verify/src/pdf.ts";
import { parseStatement, type Statement } from "../../../../verify/src/statement.ts";
import { t } from "../../base/language/language.ts";
import type { GivenFiles } from "./given-files.ts";
import { keepSeen, type SeenLogs, seenOf } from "./seen-logs.ts";

export interface Checked {
  /** `unknown` if this browser cannot check signatures. */
  readonly verdict: Report["verdict"] | "other_key" | "unknown";
  readonly findings: readonly Finding[];
  /** Undefined if the file cannot be read. */
  readonly statement: Statement | undefined;
  readonly isPdf: boolean;
  readonly milliseconds: number;
}

/** What the browser had seen when a file was checked first: a statement that is checked again does not confirm itself. */
const seenBefore = new WeakMap<File, { readonly seen: SeenLogs | undefined }>();

interface CheckOptions {
  /** The keys that the reader expects, one per line. */
  readonly expected: string;
  readonly signal: AbortSignal;
  /** Called with the part of the calls that is read, from 0 to 1. */
  onProgress(part: number): void;
}

/** Checks the files without a request. Undefined if it was stopped. */
export async function checkStatement(
  { statement: file, calls, receipts }: GivenFiles & { readonly statement: File },
  { expected, signal, onProgress }: CheckOptions,
): Promise<Checked | undefined> {
  const started = performance.now();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const statement = await statementIn(bytes);
  const { seen } = seenBefore.get(file) ?? { seen: statement && seenOf(statement.service) };
  seenBefore.set(file, { seen });
  const trust = trustOf(statement, seen, expected);
  const report = await verifyOrNothing({
    statement: bytes,
    calls: calls && bytesOf(calls, signal, onProgress),
    receipts: receipts && bytesOf(receipts, signal),
    key: trust.key,
    seen: trust.isComparable ? Object.values(seen?.checkpoints ?? {}) : [],
  });
  if (signal.aborted) return undefined;
  const holds = ["holds", "provisional", "new_epoch"].includes(report.verdict);
  const isOther = holds && trust.isOther;
  if (statement && holds && !isOther)
    keepSeen(statement.service, { key: statement.key, checkpoints: report.checkpoints });
  return {
    verdict: isOther ? "other_key" : report.verdict,
    findings: trust.findings(report.findings),
    statement,
    isPdf: isPdf(bytes),
    milliseconds: performance.now() - started,
  };
}

const pdfMark = new TextEncoder().encode("%PDF-");
const isPdf = (bytes: Uint8Array): boolean => pdfMark.every((byte, index) => bytes[index] === byte);

/** What the verifier finds; nothing in a browser that cannot check signatures. */
async function verifyOrNothing(
  given: Parameters<typeof verifyStatement>[0],
): Promise<Pick<Report, "findings" | "checkpoints"> & Pick<Checked, "verdict">> {
  try {
    return await verifyStatement(given);
  } catch (error) {
    if (error instanceof Unsupported) return { verdict: "unknown", findings: [], checkpoints: {} };
    throw error;
  }
}

/** The statement of a file, for its names and sums: `verifyStatement` reports the faults of an invalid one. */
async function statementIn(bytes: Uint8Array): Promise<Statement | undefined> {
  try {
    return parseStatement((await embeddedFile(bytes))?.bytes ?? bytes).statement;
  } catch {
    return undefined;
  }
}

interface Trust {
  readonly key: string | undefined;
  /** Whether the checkpoints that were seen are signed by a key of the check. */
  readonly isComparable: boolean;
  /** Whether the key is neither expected nor that of before. */
  readonly isOther: boolean;
  findings(all: readonly Finding[]): readonly Finding[];
}

/** Which key is expected, and whether what this browser saw before can be compared. */
function trustOf(statement: Statement | undefined, seen: SeenLogs | undefined, typed: string): Trust {
  const expected = typed.trim();
  const isSame = seen?.key === statement?.key;
  const isComparable = isSame || expected.split("\n").includes(seen?.key ?? "");
  const isOther = seen !== undefined && !isSame && expected === "";
  return {
    key: expected || (seen && isSame ? seen.key : undefined),
    isComparable,
    isOther,
    findings(all) {
      if (!seen || isComparable) return all;
      const kept = all.filter(
        ({ check, state }) => state === "fails" || (check !== "consistency" && !(isOther && check === "key")),
      );
      const notChecked = (check: Finding["check"], text: string): Finding => ({
        check,
        state: "not_checked",
        text,
      });
      return [
        ...kept,
        ...(isOther
          ? [
              notChecked(
                "key",
                t(
                  "This browser saw another key of {service} before: {keyValue}. Compare both with the seller's site, then enter those that you expect.",
                  { service: statement?.service, keyValue: seen.key },
                ),
              ),
            ]
          : []),
        notChecked("consistency", t("The checkpoints that this browser saw are signed by another key.")),
      ];
    },
  };
}

/** The bytes of a file in pieces. Throws once it is stopped. */
async function* bytesOf(
  file: Blob,
  signal: AbortSignal,
  onProgress?: (part: number) => void,
): AsyncGenerator<Uint8Array> {
  // Not every browser iterates streams.
  const reader = file.stream().getReader();
  let read = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    signal.throwIfAborted();
    read += piece.value.length;
    onProgress?.(read / file.size);
    yield piece.value;
  }
}
