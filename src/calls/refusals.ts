import type { Clock } from "../base/clock.ts";
import type { DiskSpace } from "../base/disk-space.ts";
import type { Log } from "../base/log.ts";
import { RefusalLog } from "./refusal-log.ts";

export interface RefusalsOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly disk: DiskSpace;
  /** Recorded refusals of a subscription per minute and process. */
  readonly recordedMax: number;
}

const minuteMs = 60_000;

/**
 * Decides which refused lookups are recorded. Beyond a limit per minute, and while the disk is below its reserve, they
 * are only counted in the log, so that no caller can fill the disk.
 */
export class Refusals {
  readonly #options: RefusalsOptions;
  readonly #unavailable: RefusalLog;
  readonly #unrecorded: RefusalLog;
  readonly #recorded = new Map<string, number>();
  #minute = 0;

  constructor(options: RefusalsOptions) {
    this.#options = options;
    this.#unavailable = new RefusalLog(options.log, "calls are refused with 503");
    this.#unrecorded = new RefusalLog(options.log, "refused calls are not recorded");
  }

  /** Counts a 503. */
  unavailable(reason: string): void {
    this.#unavailable.add(reason);
  }

  /** Whether to record a refused lookup; counts it. */
  toRecord(subscriptionId: string): boolean {
    const { clock, disk, recordedMax } = this.#options;
    const minute = Math.floor(clock() / minuteMs);
    if (minute !== this.#minute) this.#recorded.clear();
    this.#minute = minute;
    const recorded = this.#recorded.get(subscriptionId) ?? 0;
    if (recorded >= recordedMax) {
      this.#unrecorded.add(`a subscription has ${recordedMax} in a minute already`);
      return false;
    }
    if (disk.low) {
      this.#unrecorded.add("the disk is below its reserve");
      return false;
    }
    this.#recorded.set(subscriptionId, recorded + 1);
    return true;
  }

  /** Logs the remaining calls. */
  close(): void {
    this.#unavailable.close();
    this.#unrecorded.close();
  }
}
