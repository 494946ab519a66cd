/** Bytes that one client, and all clients together, may leave in this process. */
const perClientMax = 32 * 2 ** 20;
const inAllMax = 64 * 2 ** 20;

/** A shorter body is sent in one piece: the kernel takes that many bytes although the client does not read. */
export const pieceBytes = 64 * 1024;
/** The pieces of a client that leaves many bytes unread, and of all clients while others do. */
const scarcePieceBytes = 16 * 1024;

/** Sends the pieces of a body. */
export interface UnsentWriter {
  /** The bytes that the next piece should have at most. */
  readonly pieceBytes: number;
  /** Resolves when the client takes the piece. Rejects if it has gone or was cut off. */
  send(piece: Uint8Array): Promise<void>;
}

/** Sends bytes in pieces. Their size can change at each one, while the client does not read. */
export async function sendPieces(writer: UnsentWriter, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + writer.pieceBytes;
    await writer.send(bytes.subarray(at, end));
    at = end;
  }
}

/** A body that is made while it is sent. */
export interface UnsentSource {
  /** Sends all pieces, each while the client takes the previous one. If it rejects, the connection is cut. */
  produce(writer: UnsentWriter): Promise<void>;
  /** Called once if the client has gone, or was cut off. */
  cancel?(): void;
}

/** Who takes a body, and what it keeps. */
export interface Taker {
  /** Whose bytes they are. */
  readonly client: string;
  /** Aborted when the client has gone: a stream that was never read is not cancelled. */
  readonly signal: AbortSignal;
  /** Bytes of the request that are kept until the end. */
  readonly keptBytes?: number;
}

/** How the bodies of a process are counted. */
interface Counting {
  pieceBytes(client: string): number;
  /** A body has so many bytes now; its client has just received or taken something. */
  keep(body: OpenBody, bytes: number): void;
  drop(body: OpenBody): void;
}

/** A body between its source and its client. */
class OpenBody implements UnsentWriter {
  readonly client: string;
  readonly stream: ReadableStream<Uint8Array>;
  /** As counted. */
  bytes = 0;
  readonly #source: UnsentSource;
  readonly #counting: Counting;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Its client takes no more. */
  #ended = false;
  #closed = false;
  /** The client takes the piece that was sent. */
  #taken = pending();
  /** The next piece is sent. */
  #sent = pending();
  #sentBytes = 0;

  constructor({ client, signal, keptBytes = 0 }: Taker, source: UnsentSource, counting: Counting) {
    this.client = client;
    this.#source = source;
    this.#counting = counting;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      // The last piece waits for its client while the next one is made.
      if (!this.#ended) counting.keep(this, keptBytes + this.#sentBytes);
      this.#sentBytes = 0;
      this.#sent = pending();
      this.#taken.resolve();
      if (!this.#controller) this.#begin(controller);
      return this.#sent.promise;
    };
    const cancel = () => {
      this.#closed = true;
      this.#leave();
    };
    signal.addEventListener("abort", () => this.#leave(), { once: true });
    this.stream = new ReadableStream({ pull, cancel }, { highWaterMark: 1 });
    // It can have left while the call was answered: its signal does not fire again.
    if (signal.aborted) this.#leave();
  }

  get pieceBytes(): number {
    return this.#counting.pieceBytes(this.client);
  }

  send(piece: Uint8Array): Promise<void> {
    if (this.#ended) return Promise.reject(gone());
    this.#taken = pending();
    this.#counting.keep(this, this.bytes + piece.length);
    this.#sentBytes += piece.length;
    this.#controller?.enqueue(piece);
    this.#sent.resolve();
    return this.#taken.promise;
  }

  cut(): void {
    this.#leave();
    this.#close(() => this.#controller?.error(new Error("the client leaves too many bytes unread")));
  }

  #begin(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    this.#source.produce(this).then(
      () => this.#close(() => controller.close()),
      (error) => this.#close(() => controller.error(error)),
    );
  }

  #close(last: () => void): void {
    if (!this.#closed) last();
    this.#closed = true;
    this.#end();
  }

  #leave(): void {
    if (!this.#ended) this.#source.cancel?.();
    this.#end();
  }

  #end(): void {
    this.#ended = true;
    this.#counting.drop(this);
    this.#taken.reject(gone());
    this.#sent.resolve();
  }
}

const gone = () => new Error("the client has gone");

/** A promise whose rejection needs no handler. */
function pending(): PromiseWithResolvers<void> {
  const made = Promise.withResolvers<void>();
  made.promise.catch(() => undefined);
  return made;
}

/**
 * The bytes of responses that this process keeps until their clients take them. If one client or all together leave
 * too many, the connections are cut that have taken nothing for the longest time. The listener cuts every connection
 * that takes nothing for half a minute.
 */
export class Unsent implements Counting {
  readonly #perClientMax: number;
  readonly #inAllMax: number;
  readonly #perClient = new Map<string, number>();
  /** First those whose clients have taken nothing for the longest time. */
  readonly #bodies = new Set<OpenBody>();
  #inAll = 0;

  constructor(limits: { readonly perClient?: number; readonly inAll?: number } = {}) {
    this.#perClientMax = limits.perClient ?? perClientMax;
    this.#inAllMax = limits.inAll ?? inAllMax;
  }

  get inAll(): number {
    return this.#inAll;
  }

  /** Whether a client leaves so many bytes that it should begin no other long response. */
  isFull(client: string): boolean {
    return this.#of(client) >= this.#perClientMax / 2;
  }

  /** A body that is made while it is sent. */
  stream(taker: Taker, source: UnsentSource): ReadableStream<Uint8Array> {
    return new OpenBody(taker, source, this).stream;
  }

  /** A body that is already made. */
  whole(taker: Taker, bytes: Uint8Array): ReadableStream<Uint8Array> {
    const produce = async (writer: UnsentWriter) => {
      for (let at = 0; at < bytes.length; at += pieceBytes)
        await writer.send(bytes.subarray(at, at + pieceBytes));
    };
    return this.stream({ ...taker, keptBytes: bytes.length }, { produce });
  }

  pieceBytes(client: string): number {
    return this.isFull(client) || this.#inAll >= this.#inAllMax / 2 ? scarcePieceBytes : pieceBytes;
  }

  keep(body: OpenBody, bytes: number): void {
    this.#count(body, bytes);
    this.#bodies.delete(body);
    this.#bodies.add(body);
    for (const other of this.#bodies) {
      const tooManyInAll = this.#inAll > this.#inAllMax;
      if (!tooManyInAll && this.#of(body.client) <= this.#perClientMax) return;
      if (other !== body && (tooManyInAll || other.client === body.client)) other.cut();
    }
  }

  drop(body: OpenBody): void {
    this.#count(body, 0);
    this.#bodies.delete(body);
  }

  #of(client: string): number {
    return this.#perClient.get(client) ?? 0;
  }

  #count(body: OpenBody, bytes: number): void {
    const change = bytes - body.bytes;
    body.bytes = bytes;
    this.#inAll += change;
    const left = this.#of(body.client) + change;
    if (left > 0) this.#perClient.set(body.client, left);
    else this.#perClient.delete(body.client);
  }
}
