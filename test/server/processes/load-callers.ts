import type { Socket } from "bun";

/** What callers saw: their own count, to be compared with the service's. */
export interface Seen {
  sent: number;
  /** Answered 200. */
  acknowledged: number;
  /** Answered otherwise, by status. */
  readonly refused: Record<number, number>;
  /** Why, in the service's words, and when it was said. */
  readonly reasons: string[];
  /** Sent, and the connection ended before the answer: charged or not, nobody knows. */
  unanswered: number;
  /** Nobody listened: no request was sent. */
  unconnected: number;
  /** The longest time, in milliseconds, in which no caller was answered. */
  gapMs: number;
  /** The longest that one request took to be answered, the making of its connection included. */
  longestMs: number;
}

export interface Callers {
  readonly seen: Seen;
  /** Lets what is under way end, and sends no more. */
  stop(): Promise<Seen>;
}

const vins = ["1HGCM82633A004352", "JH4KA8260MC000000", "1FTFW1ET5DFC10312", "5YJSA1E14HF000337"];
const pauseMs = 5;
const reasonsMax = 200;

/** One connection, used for one request at a time. */
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

/** The head of a whole answer; undefined until it is there. */
function wholeAnswer(text: string): string | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return text.length >= end + 4 + length ? head : undefined;
}

/** Resolves to the answer's head; undefined where the connection ended before. */
async function ask(line: Line, request: string): Promise<string | undefined> {
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
 * Callers that ask for one VIN after another on connections that they keep until they are told to close them,
 * or, with `fresh`, on a new connection each time.
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
      const head = await ask(line, requestFor(seen.sent, key, fresh));
      if (head !== undefined) seen.longestMs = Math.max(seen.longestMs, performance.now() - begun);
      line = take(line, head);
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
    for (let last = performance.now(), done = 0; !over; await Bun.sleep(pauseMs)) {
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

function requestFor(turn: number, key: string, fresh: boolean): string {
  const connection = fresh ? "Connection: close\r\n" : "";
  return `GET /vin-decoder/${vins[turn % vins.length]} HTTP/1.1\r\nHost: localhost\r\nx-AuthKey: ${key}\r\n${connection}\r\n`;
}
