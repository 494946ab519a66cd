/**
 * An error that the operator must fix. The message states what is wrong, where, and what to do; it is shown without
 * a stack trace.
 */
export class OperatorError extends Error {
  override readonly name: string = "OperatorError";
}
