import { SQL } from "bun";
import {
  CommitUnknown,
  DatabaseUnavailable,
  StatementError,
  TransactionConflict,
  UniqueViolation,
} from "./errors.ts";

/** Whether a statement without a response may have written something. */
export type WriteOutcome = "nothing written" | "maybe written";

/** A prepared statement whose columns have changed since; nothing was run. */
export class PlanOutdated extends TransactionConflict {}

/** The server did not receive the statement. */
const notReached = /CONNECTION_(REFUSED|FAILED|TIMEOUT)|AUTHENTICATION|TLS|CHANNEL_BINDING/;
/** Either side closed the connection. */
const lost = /CONNECTION_CLOSED|_TIMEOUT|INVALID_TRANSACTION_STATE|QUERY_CANCELLED/;
/** Connection exceptions, a server that stops or starts, resources, a read-only standby, the system. */
const unavailable = /^(08|28|53|57P03|57014|55P03|25P03|25006|3D000|58)/;

/** Whether an error comes from the server. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof SQL.PostgresError && error.errno !== undefined;

/** Maps the driver's error to one of `errors.ts`. */
export function fromPostgres(error: unknown, statement: string, outcome: WriteOutcome): unknown {
  if (!(error instanceof SQL.PostgresError)) return error;
  const { code, errno, message } = error;
  if (errno === undefined) {
    if (notReached.test(code)) return new DatabaseUnavailable(`${message} [${code}]`, error);
    if (lost.test(code)) return connectionLost(`${message} [${code}]`, outcome, error);
    return new StatementError(message, code, statement, error);
  }
  if (errno === "23505") {
    const where = { table: error.table, columns: columnsOf(error.detail), constraint: error.constraint };
    return new UniqueViolation(message, errno, statement, where, error);
  }
  if (errno === "40001" || errno === "40P01") return new TransactionConflict(`${message} [${errno}]`, error);
  // A partition for this row was attached while the statement waited; repeated, the row goes there.
  if (errno === "23514" && error.routine === "ExecPartitionCheckEmitError")
    return new TransactionConflict(`${message} [${errno}]`, error);
  if (errno === "0A000" && message.startsWith("cached plan")) return new PlanOutdated(message, error);
  // A stopping server may have finished the commit before it reported this.
  if (/^(57P01|57P02|57P04|57P05|40003)$/.test(errno))
    return connectionLost(`${message} [${errno}]`, outcome, error);
  if (message.startsWith("unsupported startup parameter")) {
    return new DatabaseUnavailable(
      `${message}: the server is behind a pooler; set VINGATE_DATABASE_POOLER=true`,
      error,
    );
  }
  if (unavailable.test(errno)) return new DatabaseUnavailable(`${message} [${errno}]`, error);
  return new StatementError(message, errno, statement, error);
}

/** The error if no response will come. */
export function connectionLost(reason: string, outcome: WriteOutcome, cause?: unknown): DatabaseUnavailable {
  return outcome === "maybe written"
    ? new CommitUnknown(reason, cause)
    : new DatabaseUnavailable(reason, cause);
}

/** Parses `Key (a, b)=(1, 2) already exists.`; an expression has no columns. */
function columnsOf(detail: string | undefined): string[] {
  const names = /^Key \((.*?)\)=/.exec(detail ?? "")?.[1]?.split(", ") ?? [];
  return names.every((name) => /^[a-z_][a-z0-9_]*$/.test(name)) ? names : [];
}
