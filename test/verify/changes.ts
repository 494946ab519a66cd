import { gunzipSync } from "node:zlib";
import { pieces } from "../../verify/src/files.ts";
import { verifyStatement } from "../../verify/src/index.ts";
import { makeStatement } from "./made-statement.ts";
import { type Files, filesOf, seeded } from "./model.ts";

const parts = ["statement", "calls", "plainCalls", "receipts", "key"] as const;

/** Bytes that make the same lines: padding of deflated data and what gzip has about the file. */
function isEqual(changed: Buffer, whole: Buffer): boolean {
  try {
    return gunzipSync(changed).equals(whole);
  } catch {
    return false;
  }
}

/** Changes one byte at random, so often. Resolves to the changes that were not refused, and the changes of equal lines. */
export async function changeBytes(
  count: number,
  seed: number,
): Promise<{ accepted: string[]; equal: number }> {
  const random = seeded(seed);
  const accepted: string[] = [];
  let equal = 0;
  let files: Files | undefined;
  for (let index = 0; index < count; index++) {
    if (!files || index % 100 === 0)
      files = filesOf(makeStatement(seed + index, { subscriptions: 2, days: 4, callsPerDay: 4, seen: true }));
    const part = parts[index % parts.length]!;
    const plain = gunzipSync(files.calls);
    const all = { ...files, plainCalls: plain };
    const bytes = Buffer.from(all[part]);
    const at = Math.floor(random() * bytes.length);
    const before = bytes[at]!;
    bytes[at] = before ^ (1 + Math.floor(random() * 255));
    const calls = part === "calls" || part === "plainCalls" ? bytes : files.calls;
    const { verdict } = await verifyStatement({
      statement: part === "statement" ? bytes : files.statement,
      calls: pieces([calls]),
      receipts: part === "receipts" ? pieces([bytes]) : files.receipts,
      key: part === "key" ? bytes.toString("latin1") : files.key,
      seen: files.seen,
    });
    if (verdict === "fails") continue;
    if (part === "calls" && isEqual(bytes, plain)) equal += 1;
    else accepted.push(`${part}, byte ${at}: ${before} is ${bytes[at]}, seed ${seed + index}`);
  }
  return { accepted, equal };
}
