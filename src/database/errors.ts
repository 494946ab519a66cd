/** A statement the database refused, with its text (never its values, which may be secret). */
export class StatementError extends Error {
  override readonly name: string = "StatementError";
  /** SQLite's name of the error or PostgreSQL's SQLSTATE. */
  readonly code: string;
  readonly statement: string;

  constructor(message: string, code: string, statement: string, cause?: unknown) {
    super(`${message} [${code}] in: ${statement.replace(/\s+/g, " ").trim().slice(0, 500)}`, { cause });
    this.code = code;
    this.statement = statement;
  }
}

/** A row with the same unique columns exists. */
export class UniqueViolation extends StatementError {
  override readonly name = "UniqueViolation";
  readonly table: string | undefined;
  /** Empty when the index is over an expression. */
  readonly columns: readonly string[];
  /** The constraint's or index's name, where the database tells it. */
  readonly constraint: string | undefined;

  constructor(
    message: string,
    code: string,
    statement: string,
    where: { table?: string | undefined; columns: readonly string[]; constraint?: string | undefined },
    cause?: unknown,
  ) {
    super(message, code, statement, cause);
    this.table = where.table;
    this.columns = where.columns;
    this.constraint = where.constraint;
  }
}

/** The database cannot serve now: unreachable, shutting down, too slow, exhausted, locked, full, or closed by us. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = "DatabaseUnavailable";

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
  }
}

/** The connection was lost while a write was being made final: it may have happened, or not. */
export class CommitUnknown extends DatabaseUnavailable {
  override readonly name = "CommitUnknown";
}

/** A deadlock or a serialization failure: nothing was written, and the transaction may be repeated. */
export class TransactionConflict extends DatabaseUnavailable {
  override readonly name = "TransactionConflict";
}

/** A transaction used wrongly: nested, after its end, or the database used beside it. */
export class TransactionMisuse extends Error {
  override readonly name = "TransactionMisuse";
}
