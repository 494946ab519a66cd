/** The result of a request. */
export type Outcome =
  /** The complete headers and body of a response arrived. */
  | { readonly kind: "answered"; readonly status: number; readonly receipt?: string | undefined }
  /** No connection: nothing was sent. */
  | { readonly kind: "refused" }
  /** Sent, but the connection ended without a complete response. */
  | { readonly kind: "lost" }
  /** No response in time. */
  | { readonly kind: "hung" };

const unreadMs = 200;

interface Exchange {
  readonly done: PromiseWithResolvers<Outcome>;
  head: string;
  rest: number;
  status: number;
  /** The last bytes of a body in chunks. */
  tail?: string;
}

/**
 * A keep-alive connection with one request at a time. `fetch` would resend a request whose connection ended;
 * these calls are counted and must be sent once.
 */
export class Connection {
  readonly #host = "127.0.0.1";
  #socket: Bun.Socket | undefined;
  #port = 0;
  #exchange: Exchange | undefined;

  async ask(
    port: number,
    target: string,
    headers: Readonly<Record<string, string>>,
    waitMs: number,
  ): Promise<Outcome> {
    if (port !== this.#port) this.close();
    try {
      this.#socket ??= await this.#connect(port);
    } catch {
      return { kind: "refused" };
    }
    const exchange: Exchange = { done: Promise.withResolvers(), head: "", rest: -1, status: 0 };
    this.#exchange = exchange;
    const hang = () => {
      exchange.done.resolve({ kind: "hung" });
      this.close();
    };
    // If this process was busy, its timers run before a response that has already arrived.
    let timer = setTimeout(() => {
      timer = setTimeout(hang, unreadMs);
    }, waitMs);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    this.#socket.write(
      [`GET ${target} HTTP/1.1`, `Host: ${this.#host}:${port}`, ...lines, "", ""].join("\r\n"),
    );
    const outcome = await exchange.done.promise;
    clearTimeout(timer);
    return outcome;
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.terminate();
    this.#exchange?.done.resolve({ kind: "lost" });
    this.#exchange = undefined;
  }

  #connect(port: number): Promise<Bun.Socket> {
    this.#port = port;
    const ended = (socket: Bun.Socket) => {
      if (this.#socket === socket) this.close();
    };
    return Bun.connect({
      hostname: this.#host,
      port,
      socket: { data: (_, chunk) => this.#take(chunk), close: ended, error: ended, end: ended },
    });
  }

  #take(chunk: Buffer): void {
    const exchange = this.#exchange;
    if (!exchange) return;
    if (exchange.tail !== undefined) exchange.tail = (exchange.tail + chunk.toString("latin1")).slice(-7);
    else if (exchange.rest >= 0) exchange.rest -= chunk.length;
    else {
      exchange.head += chunk.toString("latin1");
      const end = exchange.head.indexOf("\r\n\r\n");
      if (end < 0) return;
      exchange.status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(exchange.head)?.[1]);
      const length = /\r\ncontent-length: *(\d+)/i.exec(exchange.head.slice(0, end + 2))?.[1];
      exchange.rest = Number(length ?? 0) - (exchange.head.length - end - 4);
      if (/\r\ntransfer-encoding: *chunked/i.test(exchange.head.slice(0, end + 2)))
        exchange.tail = exchange.head.slice(end + 2).slice(-7);
    }
    if (exchange.tail === undefined ? exchange.rest > 0 : exchange.tail !== "\r\n0\r\n\r\n") return;
    this.#exchange = undefined;
    const receipt = /\r\nx-receipt: *(\S+)/i.exec(exchange.head)?.[1];
    exchange.done.resolve({ kind: "answered", status: exchange.status, receipt });
    if (/\r\nconnection: *close/i.test(exchange.head)) this.close();
  }
}
