import type { CallId } from "../metering/requests/call-id.ts";
import type { CallRecord } from "../metering/usage/usage.ts";
import { allPort, optionalPort } from "./ports.ts";

/** The receipt of a call whose record was written. */
export const receiptOf =
  optionalPort<(record: CallRecord, id: CallId) => string | undefined | Promise<string | undefined>>(
    "receipts",
  );

/** The time, milliseconds UTC, from which on the request log must be kept; undefined if any call may be removed. */
export const keepsCallsFrom = allPort<() => Promise<number | undefined>>("calls to keep");

/** The time, milliseconds UTC, from which on the audit log must be kept; undefined if any entry may be removed. */
export const keepsAuditFrom = allPort<() => Promise<number | undefined>>("audit entries to keep");
