import type { CallId } from "../metering/requests/call-id.ts";

/** A step that follows the record of a call. A step without `failed` has nothing to take back. */
export interface AfterRecord {
  /** Called once the record is written and all steps before have succeeded; `own` is the ID of a record without credits. */
  written(own: CallId | undefined): void | Promise<void>;
  failed?(): void;
}

/** Resolves when all steps are made. If the record or a step fails, the steps that are left fail too. */
export function afterRecord(record: Promise<unknown>, steps: readonly AfterRecord[]): Promise<void> {
  const made = makeSteps(record, steps);
  // A batch awaits it later; a failure until then must not end the process.
  made.catch(() => undefined);
  return made;
}

async function makeSteps(record: Promise<unknown>, steps: readonly AfterRecord[]): Promise<void> {
  let made = 0;
  try {
    const own = (await record) as CallId | undefined;
    for (const step of steps) {
      const waiting = step.written(own);
      if (waiting) await waiting;
      made++;
    }
  } catch (error) {
    for (const step of steps.slice(made)) step.failed?.();
    throw error;
  }
}
