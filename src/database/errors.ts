/** The database refused a statement; has its text, but never its values, which can be secret. */
export class StatementError extends Error {
  override readonly name: string = "StatementError";
  /** SQLite's name of the error, or PostgreSQL's SQLSTATE. */
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
  /** Empty if the index is over an expression. */
  readonly columns: readonly string[];
  /** The constraint's or index's name, if the database reports it. */
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

/**
 * The database cannot serve: unreachable, shutting down, too slow, exhausted, locked, full, or closed by us.
 */
export class DatabaseUnavailable extends Error {
  override readonly name: string = "DatabaseUnavailable";

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
  }
}

/** The connection was lost during a commit: the write may have happened or not. */
export class CommitUnknown extends DatabaseUnavailable {
  override readonly name = "CommitUnknown";
}

/** A deadlock or serialization failure: nothing was written, and the transaction can be repeated. */
export class TransactionConflict extends DatabaseUnavailable {
  override readonly name = "TransactionConflict";
}

/** A transaction used incorrectly: nested, after its end, or while the database itself is used. */
export class TransactionMisuse extends Error {
  override readonly name = "TransactionMisuse";
}
