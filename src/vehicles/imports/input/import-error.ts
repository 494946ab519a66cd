import { OperatorError } from "../../../base/operator-error.ts";

/** What was given cannot be imported; the message says what is wrong, where, and what to do. Nothing has changed. */
export class ImportError extends OperatorError {
  override readonly name: string = "ImportError";
}

/** An import that has its family's turn. */
export interface RunningImport {
  readonly id: string;
  readonly family: string;
  readonly input: string;
  readonly node: string;
  /** Milliseconds UTC. */
  readonly started_at: number;
}

/** There is nothing at the address; the message says so. */
export class InputAbsent extends ImportError {}

/** Another import of the family is under way; the message says whose. */
export class ImportRunning extends ImportError {
  override readonly name = "ImportRunning";
  readonly running: RunningImport;

  constructor(running: RunningImport) {
    super(`${runningText(running)}; wait for it, or stop it (vingate import --stop ${running.id})`);
    this.running = running;
  }
}

/** Who imports what, and since when. */
export function runningText({ family, node, started_at, input }: RunningImport): string {
  const since = new Date(started_at).toISOString().slice(0, 19);
  return `${node} has been importing ${input} into ${family} since ${since}Z`;
}

/** Someone has asked that an import end. */
export class ImportStopped extends ImportError {
  override readonly name = "ImportStopped";

  constructor() {
    super("the import was stopped; nothing has changed");
  }
}

const shownMax = 200;

/** One row that cannot be stored. `column` is `""` where the whole row is at fault; `reason` goes on after its name. */
export class RecordError extends Error {
  override readonly name = "RecordError";
  readonly column: string;
  /** The beginning of what stands there. */
  readonly value: string;
  readonly reason: string;

  constructor(column: string, value: unknown, reason: string) {
    super(column === "" ? reason : `${column} ${reason}`);
    this.column = column;
    this.value = (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, shownMax);
    this.reason = reason;
  }
}
