import type { Context } from "../../calls/context.ts";
import { type ApiError, notFound } from "../../http/errors.ts";
import { type Drawing, papers } from "../../pdf/paper-thread.ts";
import { letterheadAt } from "../../running/brand.ts";
import { findPaper, type StoredPaper } from "./paper-rows.ts";
import type { DrawnPaper } from "./pdf/render-paper.ts";

/** A file as mails and answers have it. */
export interface PaperFile {
  readonly name: string;
  readonly type: "application/pdf" | "application/xml";
  readonly bytes: Uint8Array;
}

const drawing: Drawing<DrawnPaper> = { script: "src/features/papers/pdf/paper-script.ts" };

export const paperMissing = (id: string): ApiError => notFound(`There is no paper ${id}.`);

/** The PDF of a paper, rendered in the thread of papers. Throws 404 without the paper, 429 and 503 as that thread does. */
export async function paperFile(context: Context, paperId: string): Promise<PaperFile> {
  const paper = await findPaper(context.database, paperId);
  if (!paper) throw paperMissing(paperId);
  return drawPaper(context, paper);
}

/** The same of a paper that was read. It counts as one of `share`, of whom few are drawn at a time. */
export async function drawPaper(
  context: Context,
  paper: StoredPaper,
  share = paper.accountId,
): Promise<PaperFile> {
  const { config } = context;
  const bytes = await papers.render(share, drawing, {
    body: paper.body,
    issuedAt: paper.issuedAt,
    publicUrl: config.publicUrl,
    font: config.statementFont,
    letterhead: await letterheadAt(context, paper.issuedAt),
  });
  const kind = paper.kind === "credit_note" ? "credit-note" : paper.kind;
  return { name: `${kind}-${paper.number}.pdf`, type: "application/pdf", bytes };
}
