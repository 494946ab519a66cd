import { errorFields, type Log } from "../../../base/log.ts";
import { ApiError } from "../../../http/errors.ts";
import { Unfit } from "./taken-record.ts";

const everyMs = 10_000;

/** Logs the failures of an upstream, one line in ten seconds, with the number of those before it. */
export class FailureLog {
  #unlogged = 0;
  #nextAt = 0;

  add(log: Log, api: string, error: unknown, now = performance.now()): void {
    // The breaker and the bound of calls refuse because of failures that are logged.
    if (error instanceof ApiError && error.code === "upstream_unavailable") return;
    if (now < this.#nextAt) {
      this.#unlogged += 1;
      return;
    }
    const expected = error instanceof Unfit || error instanceof ApiError;
    const reason = error instanceof ApiError ? error.detail : (error as Error).message;
    const fields = { api, ...(expected ? { reason } : errorFields(error)) };
    log.warn("an upstream failed", { ...fields, ...(this.#unlogged > 0 && { before: this.#unlogged }) });
    this.#unlogged = 0;
    this.#nextAt = now + everyMs;
  }
}
