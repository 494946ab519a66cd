import type { Socket } from "bun";

/** What the callers count, to be compared with the service's own figures. */
export interface Seen {
  sent: number;
  /** Responses with 200. */
  acknowledged: number;
  /** Other responses, by status. */
  readonly refused: Record<number, number>;
  /** The time, status and detail of other responses. */
  readonly reasons: string[];
  /** Requests whose connection ended before the response: possibly charged. */
  unanswered: number;
  /** Failed connections: no request was sent. */
  unconnected: number;
  /** The longest time without a response 200, milliseconds. */
  gapMs: number;
  /** The longest time from connecting to the response, milliseconds. */
  longestMs: number;
  /** The longest time for which this process did not run although it was due, milliseconds. */
  lateMs: number;
}

const starvedMs = 100;

/**
 * The reasons of refused calls. On a machine that keeps processes from running, those whose credits did not come in
 * time are left out: they are refused by design.
 */
export function faultsOf({ reasons, lateMs }: Seen): string[] {
  if (lateMs < starvedMs) return reasons;
  return reasons.filter((reason) => !/ 503 The database is (?:unreachable|busy)/.test(reason));
}

export interface Callers {
  readonly seen: Seen;
  /** Completes requests in flight and sends no more. */
  stop(): Promise<Seen>;
}

const vins = ["1HGCM82633A004352", "JH4KA8260MC000000", "1FTFW1ET5DFC10312", "5YJSA1E14HF000337"];
const pauseMs = 5;
const reasonsMax = 200;

/** A connection that carries one request at a time. */
interface Line {
  readonly socket: Socket<undefined>;
  received: string;
  closed: boolean;
  wake: (() => void) | undefined;
}

function connectTo(port: number): Promise<Line> {
  const line: Partial<Line> & { received: string; closed: boolean } = { received: "", closed: false };
  const wake = () => line.wake?.();
  const ended = () => {
    line.closed = true;
    wake();
  };
  return Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data(_, chunk) {
        line.received += chunk.toString("latin1");
        wake();
      },
      close: ended,
      error: ended,
    },
  }).then((socket) => Object.assign(line, { socket, wake: undefined }));
}

/** The head of a complete response; undefined until it is complete. */
function wholeAnswer(text: string): string | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return text.length >= end + 4 + length ? head : undefined;
}

/** Resolves to the response's head; undefined if the connection ended before it. */
async function send(line: Line, request: string): Promise<string | undefined> {
  line.received = "";
  line.socket.write(request);
  for (;;) {
    const head = wholeAnswer(line.received);
    if (head !== undefined || line.closed) return head;
    await new Promise<void>((resolve) => {
      line.wake = resolve;
    });
  }
}

/**
 * Callers that request one VIN after another until they are stopped: on kept-alive connections, or with
 * `fresh` on a new connection for each request.
 */
export function startCallers(port: number, key: string, count: number, fresh = false): Callers {
  const seen: Seen = {
    sent: 0,
    acknowledged: 0,
    refused: {},
    reasons: [],
    unanswered: 0,
    unconnected: 0,
    gapMs: 0,
    longestMs: 0,
    lateMs: 0,
  };
  let over = false;
  const caller = async (): Promise<void> => {
    let line: Line | undefined;
    while (!over) {
      const begun = performance.now();
      if (line?.closed) line = undefined;
      line ??= await connectTo(port).catch(() => undefined);
      if (!line) {
        seen.unconnected += 1;
        await Bun.sleep(pauseMs);
        continue;
      }
      seen.sent += 1;
      const head = await send(line, requestFor(seen.sent, key, fresh));
      if (head !== undefined) seen.longestMs = Math.max(seen.longestMs, performance.now() - begun);
      line = take(line, head);
      // Throughput is no subject of these tests.
      await Bun.sleep(pauseMs);
    }
    line?.socket.end();
  };
  const take = (line: Line, head: string | undefined): Line | undefined => {
    if (head === undefined) {
      seen.unanswered += 1;
      return undefined;
    }
    const status = Number(head.slice(9, 12));
    if (status === 200) seen.acknowledged += 1;
    else {
      seen.refused[status] = (seen.refused[status] ?? 0) + 1;
      const detail = /"detail":"([^"]*)/.exec(line.received)?.[1];
      if (seen.reasons.length < reasonsMax)
        seen.reasons.push(`${new Date().toISOString()} ${status} ${detail}`);
    }
    if (!fresh && !/\r\nconnection: *close/i.test(head)) return line;
    line.socket.end();
    return undefined;
  };
  const timed = async (): Promise<void> => {
    let due = Number.POSITIVE_INFINITY;
    for (let last = performance.now(), done = 0; !over; await Bun.sleep(pauseMs)) {
      seen.lateMs = Math.max(seen.lateMs, performance.now() - due);
      due = performance.now() + pauseMs;
      if (seen.acknowledged !== done) last = performance.now();
      done = seen.acknowledged;
      seen.gapMs = Math.max(seen.gapMs, performance.now() - last);
    }
  };
  const all = Promise.all([timed(), ...Array.from({ length: count }, caller)]);
  return {
    seen,
    async stop() {
      over = true;
      await all;
      return seen;
    },
  };
}

function requestFor(number: number, key: string, fresh: boolean): string {
  const connection = fresh ? "Connection: close\r\n" : "";
  return `GET /vin-decoder/${vins[number % vins.length]} HTTP/1.1\r\nHost: localhost\r\nx-AuthKey: ${key}\r\n${connection}\r\n`;
}
