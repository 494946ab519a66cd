import { einvoiceFileName } from "../../base/reading/e-invoices/file-names.ts";
import type { Context } from "../../calls/context.ts";
import { type ApiError, conflict } from "../../http/errors.ts";
import type { EinvoiceForm } from "./einvoice/forms.ts";
import { completeFormOf, type Missing, missingOf } from "./einvoice/missing.ts";
import { einvoiceOf } from "./einvoice/write.ts";
import { bodyOf, type PaperBody } from "./paper-body.ts";
import { drawPaper, type PaperFile, paperMissing } from "./paper-file.ts";
import { findPaper, type StoredPaper } from "./paper-rows.ts";

/** What an e-invoice of a paper lacks in a form. */
export const missingIn = (paper: StoredPaper, form: EinvoiceForm): readonly Missing[] =>
  missingOf(bodyOf(paper), form);

/** A paper as an e-invoice; the same bytes each time. Throws 409 that names all that is missing, and where it is entered. */
export function einvoiceFile(paper: StoredPaper, form: EinvoiceForm): PaperFile {
  const body = bodyOf(paper);
  const missing = missingOf(body, form);
  if (missing.length > 0) throw incomplete(body, form, missing);
  const bytes = new TextEncoder().encode(einvoiceOf(body, form));
  return { name: einvoiceFileName(paper.number, form), type: "application/xml", bytes };
}

/**
 * The files of a mail about a paper: its PDF, and its e-invoice if it is complete, which it is only for a buyer that has
 * entered an electronic address. Throws as `paperFile` does.
 */
export async function mailedFiles(context: Context, paperId: string): Promise<readonly PaperFile[]> {
  const paper = await findPaper(context.database, paperId);
  if (!paper) throw paperMissing(paperId);
  const form = completeFormOf(bodyOf(paper));
  // The PDF contains EN 16931 itself.
  const isBeside = form !== undefined && form !== "en16931_cii";
  return [await drawPaper(context, paper), ...(isBeside ? [einvoiceFile(paper, form)] : [])];
}

function incomplete({ number, buyer }: PaperBody, form: EinvoiceForm, missing: readonly Missing[]): ApiError {
  const isOf = (part: Missing["of"]) => missing.some(({ of }) => of === part);
  const texts = [
    `Paper ${number} is not complete for ${form}.`,
    ...missing.map(({ text }) => text),
    isOf("seller") ? "The operator enters the seller's data under Settings, Seller." : "",
    isOf("buyer") && buyer ? "The buyer's data are entered in the billing details, under Billing." : "",
    buyer ? "Issued papers do not change: what is entered now is for later ones." : "",
  ];
  return conflict(texts.filter(Boolean).join(" "));
}
