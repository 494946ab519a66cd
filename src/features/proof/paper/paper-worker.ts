import { errorFields } from "../../../base/log.ts";
import { renderStatement, type StatementPaper } from "./render-statement.ts";

declare const self: Worker;

export interface PaperTask {
  readonly seq: number;
  readonly paper: StatementPaper;
}

export type PaperResult =
  | { readonly seq: number; readonly pdf: Uint8Array }
  | { readonly seq: number; readonly error: string };

self.onmessage = async ({ data: { seq, paper } }: MessageEvent<PaperTask>): Promise<void> => {
  try {
    const pdf = await renderStatement(paper);
    self.postMessage({ seq, pdf } satisfies PaperResult, [pdf.buffer]);
  } catch (error) {
    self.postMessage({ seq, error: String(errorFields(error).error) } satisfies PaperResult);
  }
};
