import { expect, test } from "bun:test";
import { plainSha256, sha256, Tree } from "../../verify/src/hash.ts";
import { seeded } from "./model.ts";
import { base64, sha256 as expected, rootOf, wholeRoots } from "./proofs.ts";

test("SHA-256 is that of the runtime, at each length", () => {
  const random = seeded(1);
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, () => Math.floor(random() * 256));
    const hash = expected(bytes).toString("hex");
    expect([length, Buffer.from(plainSha256(bytes)).toString("hex")]).toEqual([length, hash]);
    expect([length, Buffer.from(sha256(bytes)).toString("hex")]).toEqual([length, hash]);
  }
});

test("trees have the roots of RFC 6962, from any size on", () => {
  const leaves = Array.from({ length: 70 }, (_, at) => expected(`${at}`));
  for (let from = 0; from < leaves.length; from++) {
    const tree = new Tree();
    for (const [at, root] of wholeRoots(leaves.slice(0, from)).entries())
      tree.add(
        root,
        2 **
          [...from.toString(2)].flatMap((bit, place, { length }) =>
            bit === "1" ? [length - place - 1] : [],
          )[at]!,
      );
    for (let size = from; size < leaves.length; size++) {
      expect([from, size, tree.root()]).toEqual([from, size, base64(rootOf(leaves.slice(0, size)))]);
      tree.add(leaves[size]!);
    }
  }
});
