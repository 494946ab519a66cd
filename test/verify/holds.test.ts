import { expect, spyOn, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { pieces } from "../../verify/src/files.ts";
import { type Report, verifyStatement } from "../../verify/src/index.ts";
import { makeStatement, type Options } from "./made-statement.ts";
import {
  type Epoch,
  type Files,
  filesOf,
  isDay,
  leafLine,
  pdfOf,
  receiptOf,
  recheck,
  resign,
} from "./model.ts";
import { checkpointOf, leafOf, makeKey } from "./proofs.ts";

const verify = ({ calls, ...rest }: Files) => verifyStatement({ ...rest, calls: pieces([calls]) });

const kinds: readonly (readonly [verdict: Report["verdict"], options: Options])[] = [
  ["holds", {}],
  ["holds", { subscriptions: 3, days: 31, seen: true }],
  ["holds", { unlimited: true, seen: true }],
  ["holds", { subscriptions: 0 }],
  ["holds", { days: 0 }],
  ["provisional", { provisional: true }],
  ["new_epoch", { epoch: true }],
  ["holds", { epoch: true, seen: true, callsPerDay: 40 }],
];

test.each(kinds)("made statements give the verdict %s of %j", async (verdict, options) => {
  for (let seed = 0; seed < 20; seed++) {
    const made = makeStatement(seed, options);
    const report = await verify(filesOf(made));
    const faults = report.findings.filter(({ state }) => state === "fails");
    expect([seed, faults]).toEqual([seed, []]);
    const isSeen = made.seen.length === made.statement.subscriptions.length;
    if (!options.epoch || isSeen || !options.seen) expect([seed, report.verdict]).toEqual([seed, verdict]);
  }
});

test("a PDF with the statement holds, plain and deflated", async () => {
  const files = filesOf(makeStatement(1));
  const name = "statement-2026-10.json";
  for (const pdf of [
    pdfOf([[name, files.statement]]),
    pdfOf([[name, deflateSync(files.statement)]], "/Filter /FlateDecode"),
  ]) {
    const { verdict, findings } = await verify({ ...files, statement: pdf });
    expect(verdict).toBe("holds");
    expect(findings[0]).toEqual({
      check: "signature",
      state: "note",
      text: "The file inside the PDF was checked, not the pages of the PDF.",
    });
  }
});

test("an earlier epoch that was seen is compared up to the line of the next one", async () => {
  const made = makeStatement(2, { subscriptions: 1, epoch: true });
  const { statement, key, earlier } = made;
  const [one] = statement.subscriptions;
  const all = [...earlier.get(one!.id)!, ...one!.days.map((leaf) => leafOf(leafLine(one!.id, leaf)))];
  const before = all.slice(0, (one!.days.find((leaf) => !isDay(leaf)) as Epoch).size);
  const files = filesOf(made);
  const seenOf = (leaves: readonly Buffer[]) =>
    checkpointOf(`${statement.service}/proof/${one!.id}/1`, leaves, key);
  const resultOf = async (seen: string) => {
    const { verdict, findings } = await verify({ ...files, seen });
    return [verdict, findings.find(({ check }) => check === "consistency")!.state];
  };
  expect(await resultOf(seenOf(before))).toEqual(["new_epoch", "note"]);
  expect(await resultOf(`${seenOf(before)}---\n${one!.checkpoint}`)).toEqual(["holds", "holds"]);
  expect(await resultOf(seenOf([leafOf("other"), ...before.slice(1)]))).toEqual(["fails", "fails"]);
  expect(await resultOf(seenOf([...before, leafOf("lost")]))).toEqual(["new_epoch", "note"]);
});

test("a seen checkpoint that ends with a subtree of before is compared", async () => {
  for (let seed = 0; seed < 10; seed++) {
    const made = makeStatement(seed, { subscriptions: 1 });
    const leaves = made.earlier.get("sub-1")!;
    const size = 2 ** Math.floor(Math.log2(leaves.length));
    if (size < 2) continue;
    const seenOf = (some: readonly Buffer[]) => checkpointOf("vin.example.com/proof/sub-1/1", some, made.key);
    const verdictOf = async (seen: string) => (await verify({ ...filesOf(made), seen })).verdict;
    expect(await verdictOf(seenOf(leaves.slice(0, size)))).toBe("holds");
    expect(await verdictOf(seenOf(leaves.slice(1, size + 1)))).toBe(size < leaves.length ? "fails" : "holds");
  }
});

test("either key is enough while one replaces another", async () => {
  const made = makeStatement(3, { subscriptions: 1, seen: true });
  const [before, next] = [made.key, makeKey("vin.example.com")];
  const { statement } = made;
  const [one] = statement.subscriptions;
  statement.key = next.line;
  const lineOf = (note: string) => note.slice(note.lastIndexOf("\n\n") + 2);
  const checkpoint = one!.checkpoint!;
  recheck({ ...made, key: next });
  one!.checkpoint += lineOf(checkpoint);
  resign(made, before);
  const older = lineOf(statement.signature);
  resign(made, next);
  statement.signature += older;
  const files = filesOf(made);
  for (const key of [before.line, next.line, `${next.line}\n${before.line}\n`])
    expect((await verify({ ...files, key })).verdict).toBe("holds");
  expect((await verify({ ...files, key: makeKey("vin.example.com").line })).verdict).toBe("fails");
});

test("receipts of other months and of days that are not proved are noted", async () => {
  const late = (at: number) => receiptOf({ ...makeStatement(1).calls[0]!, call: `${"0".repeat(32)}/1`, at });
  const verdictOf = async (provisional: boolean, at: number) => {
    const files = filesOf(makeStatement(1, { subscriptions: 1, provisional }));
    return (await verify({ ...files, receipts: `${late(at)}\n` })).verdict;
  };
  const [october, november] = [Date.UTC(2026, 9, 1), Date.UTC(2026, 10, 1)];
  for (const at of [october - 1, november]) {
    expect(await verdictOf(false, at)).toBe("holds");
    expect(await verdictOf(true, at)).toBe("provisional");
  }
  for (const at of [october, november - 1]) expect(await verdictOf(false, at)).toBe("fails");
  expect(await verdictOf(true, october)).toBe("fails");
  expect(await verdictOf(true, november - 1)).toBe("provisional");
});

test("checkpoints of all subscriptions are kept", async () => {
  const made = makeStatement(4, { subscriptions: 2 });
  const other = checkpointOf("vin.example.com/proof/sub-9/1", [leafOf("a")], made.key);
  const { checkpoints } = await verify({ ...filesOf(made), seen: other });
  const kept = made.statement.subscriptions.map(({ id, checkpoint }) => [
    `vin.example.com/proof/${id}/1`,
    checkpoint,
  ]);
  const signed = Object.entries(checkpoints).map(([origin, note]) => [
    origin,
    note.replace(/— seen.+\n$/, ""),
  ]);
  expect(Object.fromEntries(signed)).toEqual(
    Object.fromEntries([["vin.example.com/proof/sub-9/1", other], ...kept]),
  );
});

test("a runtime without Ed25519 cannot say that a statement holds", async () => {
  const missing = spyOn(crypto.subtle, "importKey").mockRejectedValue(new Error("not supported"));
  const failed = verify(filesOf(makeStatement(1)));
  await expect(failed).rejects.toThrow("cannot check signatures (Ed25519)");
  missing.mockRestore();
});
