import type { Socket } from "node:net";
import { hostname } from "node:os";
import type { AuditEntryRecord } from "../../../management/system/audit.ts";
import type { OutboundGuard } from "../../../outbound/guard.ts";
import type { Target } from "../settings.ts";
import { allTaken, DeliveryError, type Destination, type Outcome } from "./destination.ts";
import { octetCounted, syslogMessage } from "./syslog-message.ts";

type SyslogTarget = Extract<Target, { readonly kind: "syslog" }>;

/** Times of an attempt, in milliseconds. */
export interface SyslogTimes {
  /** Until a connection, with TLS, is ready. */
  readonly connectMs: number;
  /** Until the server has taken all bytes. */
  readonly sendMs: number;
  /** Until the server has closed the connection. */
  readonly closeMs: number;
  /** Between the last byte and the end, at least. */
  readonly settleMinMs: number;
}

const usualTimes: SyslogTimes = { connectMs: 10_000, sendMs: 30_000, closeMs: 10_000, settleMinMs: 100 };
const settleMaxMs = 1000;

/**
 * Sends entries to a syslog server by RFC 5424 over TCP (RFC 6587, octet counting) or TLS (RFC 5425).
 *
 * The protocol has no acknowledgments, and what a broken connection had taken is unknown. So each batch has a connection,
 * which is closed for writing after the last byte. A server that reads all bytes finds the end and closes its side; one that
 * ends without reading them resets the connection. Only the first counts as taken.
 */
export class SyslogDestination implements Destination {
  readonly #target: SyslogTarget;
  readonly #guard: OutboundGuard;
  readonly #times: SyslogTimes;
  readonly #host = hostname();

  constructor(target: SyslogTarget, guard: OutboundGuard, times = usualTimes) {
    this.#target = target;
    this.#guard = guard;
    this.#times = times;
  }

  async send(entries: readonly AuditEntryRecord[], signal: AbortSignal): Promise<Outcome> {
    const bytes = octetCounted(entries.map((entry) => syslogMessage(entry, this.#host)));
    const began = performance.now();
    const socket = await this.#connect();
    // A server that closes at once is known after a round trip, which is less than twice the time of the connection.
    const settleMs = Math.min(
      settleMaxMs,
      Math.max(this.#times.settleMinMs, 2 * (performance.now() - began)),
    );
    try {
      await delivered(socket, bytes, { ...this.#times, settleMs, signal });
    } finally {
      socket.destroy();
    }
    return allTaken(entries);
  }

  async #connect(): Promise<Socket> {
    const { host, port, tls, ca } = this.#target;
    const { connectMs } = this.#times;
    try {
      if (tls) return await this.#guard.connectSecurely(host, port, connectMs, ca);
      return await this.#guard.connect(host, port, connectMs);
    } catch (error) {
      throw new DeliveryError((error as Error).message);
    }
  }
}

interface Delivery extends SyslogTimes {
  /** Between the last byte and the end: a server that does not read ends the connection in this time. */
  readonly settleMs: number;
  readonly signal: AbortSignal;
}

/** Resolves when the server has read all bytes and closed the connection after this side did. */
async function delivered(
  socket: Socket,
  bytes: Buffer,
  { sendMs, closeMs, settleMs, signal }: Delivery,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let state: "sending" | "ended" | "answered" = "sending";
  const fail = (reason: string) => reject(new DeliveryError(reason));
  let timer = setTimeout(
    () => fail(`the server did not take the messages within ${sendMs / 1000} s`),
    sendMs,
  );
  const next = (milliseconds: number, work: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(work, milliseconds);
  };
  const abort = () => fail("the attempt was interrupted");
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  socket.on("error", (error) => fail(`the connection broke: ${error.message}`));
  socket.on("end", () => {
    if (state === "ended") state = "answered";
    else fail("the server closed the connection before all messages were sent");
  });
  socket.on("close", () => {
    if (state === "answered") resolve();
    else fail("the connection was closed before all messages were read");
  });
  // Servers send nothing; the end is only found by reading.
  socket.resume();
  socket.write(bytes, (error) => {
    if (error) return;
    next(settleMs, () => {
      if (state !== "sending") return;
      state = "ended";
      socket.end();
      next(closeMs, () =>
        fail(
          `the server did not close the connection within ${closeMs / 1000} s, so it may not have read it`,
        ),
      );
    });
  });
  await promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  });
}
