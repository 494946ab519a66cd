import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { renderPaper } from "../pdf/render-paper.ts";
import { earlierPapers } from "./earlier-papers.ts";

test("papers of before e-invoices keep the bytes of their PDF", async () => {
  const digests = await Promise.all(
    Object.entries(earlierPapers).map(async ([name, paper]) => [
      name,
      createHash("sha256")
        .update(await renderPaper(paper))
        .digest("hex"),
    ]),
  );
  expect(Object.fromEntries(digests)).toEqual({
    invoice: "cb0be104ab8860d4b54778e530532c4d7e27b5dc5c8b87eea524e22dcdf710c1",
    paid: "1f14468958ea4a9622d10f3f2be112061ecc158cf6eabc51126b197b212a7b8b",
    "credit note": "a46ca5a134047d236d69f299af6ff0de4e65416ad698210f6f480b198b59dd9f",
    "with a letterhead": "b0af401dabd29195dc315f4dc97c0ae53250982728fcabc7d87413646f4f9766",
    "without its buyer": "2d60b717ba63ed897ca6b6e6a2b40fada4ca7834243bf98a64037bc9b7d4588a",
  });
});
