/** The validated parts of a call whose lines came in one body. */
export interface LinesInput {
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

/** The text around the answers of a batch. */
export interface LinesForm {
  readonly type: string;
  readonly before: string;
  readonly between: string;
  /** After each line, so that a client that reads by lines need not wait for the next one. */
  readonly end: string;
  readonly after: string;
}

/** Answers the lines of one batch call. */
export interface Lines {
  /** The entries of a validated body. */
  readonly entries: readonly unknown[];
  /** The form of the reply to such a body; by default a JSON object with `data`. */
  readonly form?: LinesForm;
  /** Checks a line before it is charged. Throws `LineRefusal`. */
  read(line: unknown): LineWork;
  /** The refusal of a line as it is sent. */
  refusalOf(line: unknown, refusal: LineRefusal): Uint8Array;
}

/** A valid line. */
export interface LineWork {
  /** The VIN that it is about. */
  readonly vin: string;
  /** Answers it, as the body of one JSON document. Throws `LineRefusal`. */
  answer(): { readonly body: Uint8Array; readonly source: string };
}

/** The reason why one line has no answer. The other lines continue, unless the batch ends with it. */
export class LineRefusal extends Error {
  readonly status: number;
  readonly code: string;
  /** The batch ends: the lines from this one on have no answer. Lines are counted from 1. */
  readonly fromLine: number | undefined;

  constructor(status: number, code: string, detail: string, fromLine?: number) {
    super(detail);
    this.status = status;
    this.code = code;
    this.fromLine = fromLine;
  }
}
