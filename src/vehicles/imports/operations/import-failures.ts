import { conflict } from "../../../http/errors.ts";
import { ImportError } from "../input/import-error.ts";
import { ImportRunning, runningText } from "../jobs/runs.ts";

/** Maps failures of imports to 409 responses. */
export function asConflict(error: unknown): unknown {
  if (error instanceof ImportRunning) {
    const { running } = error;
    const detail = `${runningText(running)}; wait for it, or stop it with DELETE /imports/${running.id}.`;
    return conflict(detail, { members: { import: running.id } });
  }
  if (!(error instanceof ImportError)) return error;
  const { message } = error;
  return conflict(`${message[0]!.toUpperCase()}${message.slice(1)}.`);
}

/** The outcome of work on datasets. Throws 409 for what cannot be done. */
export async function orConflict<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asConflict(error);
  }
}
