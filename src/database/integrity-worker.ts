import { Database } from "bun:sqlite";

declare const self: Worker;

export interface IntegrityTask {
  readonly file: string;
  readonly findingsMax: number;
}

self.onmessage = ({ data: { file, findingsMax } }: MessageEvent<IntegrityTask>): void => {
  self.postMessage(findingsOf(file, findingsMax));
};

/** The findings of `quick_check`, or its error. */
function findingsOf(file: string, findingsMax: number): string[] {
  try {
    using db = new Database(file, { readonly: true });
    const rows = db.query(`pragma quick_check(${findingsMax})`).values();
    return rows.flatMap(([text]) => (text === "ok" ? [] : String(text).split("\n")));
  } catch (error) {
    return [(error as Error).message];
  }
}
