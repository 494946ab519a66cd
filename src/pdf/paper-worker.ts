import { errorFields } from "../base/log.ts";
import { programScript } from "../base/program/place.ts";

declare const self: Worker;

/** What the script of a kind of paper exports. */
export interface DrawingModule<Paper extends object> {
  /** The same input gives the same bytes. */
  readonly render: (paper: Paper) => Promise<Uint8Array<ArrayBuffer>>;
}

export interface PaperTask {
  readonly seq: number;
  readonly script: string;
  readonly paper: object;
}

export type PaperResult =
  | { readonly seq: number; readonly pdf: Uint8Array }
  | { readonly seq: number; readonly error: string };

self.onmessage = async ({ data: { seq, script, paper } }: MessageEvent<PaperTask>): Promise<void> => {
  try {
    const { render } = (await import(programScript(script))) as DrawingModule<object>;
    const pdf = await render(paper);
    self.postMessage({ seq, pdf } satisfies PaperResult, [pdf.buffer]);
  } catch (error) {
    self.postMessage({ seq, error: String(errorFields(error).error) } satisfies PaperResult);
  }
};
