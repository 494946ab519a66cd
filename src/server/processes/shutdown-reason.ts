import { errorFields, type Log } from "../../base/log.ts";

/** Why a serving process ends, and its exit code. */
export interface ShutdownReason {
  readonly reason: string;
  readonly code: number;
  /** Other processes of this service continue at the same port, so clients need no notice. */
  readonly quietly?: boolean;
}

/** The first reason to end. */
export class Endings {
  readonly #first = Promise.withResolvers<ShutdownReason>();

  constructor(log: Log) {
    const fault = (error: unknown) => {
      log.error("unhandled fault", errorFields(error));
      this.end({ reason: "fault", code: 1 });
    };
    process.on("uncaughtException", fault);
    process.on("unhandledRejection", fault);
  }

  get first(): Promise<ShutdownReason> {
    return this.#first.promise;
  }

  end(ending: ShutdownReason): void {
    this.#first.resolve(ending);
  }

  /** Ends at these signals; a second SIGINT ends the process immediately. */
  onSignals(...signals: readonly ("SIGTERM" | "SIGINT")[]): void {
    // Bun calls a handler at every signal.
    let received = 0;
    for (const signal of signals)
      process.on(signal, () => {
        received += 1;
        this.end({ reason: signal, code: 0 });
        if (received > 1 && signal === "SIGINT") process.exit(130);
      });
  }
}
