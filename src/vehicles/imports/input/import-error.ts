import { OperatorError } from "../../../base/operator-error.ts";

/** The input cannot be imported; the message states what is wrong, where, and what to do. Nothing has changed. */
export class ImportError extends OperatorError {
  override readonly name: string = "ImportError";
}

/** The address has no file. */
export class InputAbsent extends ImportError {}

const shownMax = 200;

/**
 * One row that cannot be stored. `column` is empty if the whole row is invalid; `reason` follows its name. It is no
 * `Error`: a file can have millions, and their stack traces would take most of its time.
 */
export class RecordError {
  readonly message: string;
  readonly column: string;
  /** The first characters of the value. */
  readonly value: string;
  readonly reason: string;

  constructor(column: string, value: unknown, reason: string) {
    this.column = column.slice(0, shownMax);
    this.message = column === "" ? reason : `${this.column} ${reason}`;
    this.value = shownText(value).slice(0, shownMax);
    this.reason = reason;
  }
}

function shownText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    // It is nested too deeply to be written.
    return "";
  }
}
