import { DatabaseUnavailable } from "../../../database/errors.ts";
import { ImportError } from "../input/import-error.ts";

export const lowDisk = () =>
  new ImportError(
    "the disk has less free space than VINGATE_DISK_RESERVE keeps; nothing has changed. Free some space and import it again",
  );

/** What SQLite and PostgreSQL name a full disk. */
const fullDatabase = /\[(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|53100)\]/;

/** An `ImportError` for a failure that an operator can mend; any other error as it is. */
export function namedFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ImportError) return error;
  const code = "code" in error ? String(error.code) : "";
  if (/^(ENOSPC|EDQUOT)$/.test(code) || fullDatabase.test(error.message))
    return new ImportError("the disk is full; nothing has changed. Free some space and import it again", {
      cause: error,
    });
  if (error instanceof DatabaseUnavailable)
    return new ImportError(
      `the database is not available (${error.message}); nothing has changed. Import it again`,
      { cause: error },
    );
  return error;
}

/** The error of a failed import, without details of internal errors. */
export function failureText(error?: unknown): string {
  const failure = namedFailure(error);
  return failure instanceof ImportError ? failure.message : "an internal error; nothing has changed";
}
