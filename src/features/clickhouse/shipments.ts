import type { Log } from "../../base/log.ts";
import type { Timing } from "../../base/timing.ts";
import { withTimeout } from "../../base/with-timeout.ts";
import type { CallShipper } from "./call-shipper.ts";

/** Fewer and larger inserts cost ClickHouse less. */
const everyMs = 1000;
/** ClickHouse is tried so often while it does not take calls. */
const retryMs = 3000;
const lastMs = 2000;

/** Sends calls about once a second. Failures are logged once, and nothing waits for them: the calls are in the journal. */
export class Shipments {
  readonly #timing: Timing;
  readonly #log: Log;
  readonly #pending = new Set<CallShipper>();
  #notBefore = 0;
  #failed = false;

  constructor(timing: Timing, log: Log) {
    this.#timing = timing;
    this.#log = log;
  }

  /** Sends the applied calls of a journal within a second or so. */
  soon(shipper: CallShipper): void {
    if (this.#pending.has(shipper)) return;
    this.#pending.add(shipper);
    const now = this.#timing.monotonic();
    this.#timing.after(Math.max(0, this.#notBefore - now), () => {
      this.#pending.delete(shipper);
      void this.send(shipper);
    });
  }

  /** Sends the last calls of a journal, if ClickHouse takes them in time; recovery sends the others. */
  async last(shipper: CallShipper | undefined): Promise<void> {
    if (!shipper || this.#failed) return;
    const late = () => new Error("it takes too long");
    await withTimeout(this.send(shipper), lastMs, late, this.#timing).catch(() => undefined);
  }

  /** Sends the applied calls of a journal; resolves to whether ClickHouse took them. */
  async send(shipper: CallShipper): Promise<boolean> {
    this.#notBefore = this.#timing.monotonic() + everyMs;
    try {
      await shipper.ship();
      if (this.#failed) this.#log.info("single calls stored in ClickHouse again");
      this.#failed = false;
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (!this.#failed)
        this.#log.warn("cannot store single calls in ClickHouse; they wait in the journal", {
          error: message,
        });
      this.#failed = true;
      this.#notBefore = this.#timing.monotonic() + retryMs;
      return false;
    }
  }
}
