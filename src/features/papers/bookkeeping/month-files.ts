import { monthRange } from "../../../base/durations.ts";
import { pause } from "../../../base/pause.ts";
import type { Context } from "../../../calls/context.ts";
import { ApiError } from "../../../http/errors.ts";
import type { MadeFile } from "../../../management/common/zip.ts";
import { completeFormOf } from "../einvoice/missing.ts";
import { einvoiceOf } from "../einvoice/write.ts";
import { bodyOf, type PaperBody } from "../paper-body.ts";
import { drawPaper } from "../paper-file.ts";
import type { StoredPaper } from "../paper-rows.ts";
import { monthCsv } from "./month-csv.ts";
import { papersIssuedIn } from "./month-entries.ts";

/** The files of a month: its CSV, then each paper by its number. Each is made when the one before it is sent. */
export async function* monthFiles(
  context: Context,
  month: string,
  signal: AbortSignal,
): AsyncGenerator<MadeFile> {
  yield { path: `papers-${month}.csv`, body: encoded(monthCsv(context, month)) };
  for await (const papers of papersIssuedIn(context.database, monthRange(month)))
    for (const paper of papers) {
      yield { path: `${paper.number}.pdf`, body: drawn(context, paper, signal) };
      const xml = xmlOf(bodyOf(paper));
      if (xml !== undefined) yield { path: `${paper.number}.xml`, body: encoded([xml]) };
    }
}

/** The e-invoice of a paper; undefined if it is complete in neither form. */
function xmlOf(body: PaperBody): string | undefined {
  const form = completeFormOf(body);
  return form && einvoiceOf(body, form);
}

async function* encoded(parts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const part of parts) yield encoder.encode(part);
}

/** Papers of customers are drawn between those of a month, which have the share of one account. */
const share = "months";
const triesMax = 60;

async function* drawn(context: Context, paper: StoredPaper, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      yield (await drawPaper(context, paper, share)).bytes;
      return;
    } catch (error) {
      // Too many papers wait to be drawn.
      const isBusy = error instanceof ApiError && ["unavailable", "rate_limited"].includes(error.code);
      if (!isBusy || tries === triesMax) throw error;
      await pause(1000, signal);
    }
  }
}
