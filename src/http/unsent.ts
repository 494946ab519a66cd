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
  enqueue(piece: Uint8Array): void;
  close(): void;
}

/** Makes the pieces of a body. */
export interface UnsentSource {
  /** Called when the client has taken the previous pieces. If it rejects, the connection is cut. */
  pull(writer: UnsentWriter): void | Promise<void>;
  /** The client has gone, or was cut off. */
  cancel?(): void | Promise<void>;
}

interface OpenBody {
  readonly client: string;
  bytes: number;
  cut(): void;
}

/**
 * The bytes of responses that this process keeps until their clients take them. If one client or all together leave
 * too many, the connections are cut that have taken nothing for the longest time. The listener cuts every connection
 * that takes nothing for half a minute.
 */
export class Unsent {
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

  /** A body that is made while it is sent; `keptBytes` of its request are kept until its end. */
  stream(client: string, source: UnsentSource, keptBytes = 0): ReadableStream<Uint8Array> {
    const body: OpenBody = { client, bytes: 0, cut: () => undefined };
    let open = true;
    const end = () => {
      open = false;
      this.#drop(body);
    };
    const begin = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      body.cut = () => {
        end();
        controller.error(new Error("the client leaves too many bytes unread"));
        void source.cancel?.();
      };
    };
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.#keep(body, keptBytes);
      try {
        await source.pull({
          pieceBytes: this.#pieceBytes(client),
          enqueue: (piece) => {
            if (!open) return;
            controller.enqueue(piece);
            this.#keep(body, body.bytes + piece.length);
          },
          close: () => {
            if (open) controller.close();
            end();
          },
        });
      } catch (error) {
        end();
        throw error;
      }
    };
    const cancel = () => {
      end();
      return source.cancel?.();
    };
    return new ReadableStream<Uint8Array>({ start: begin, pull, cancel }, { highWaterMark: 0 });
  }

  /** A body that is already made. */
  whole(client: string, bytes: Uint8Array): ReadableStream<Uint8Array> {
    let at = 0;
    const pull = (writer: UnsentWriter) => {
      if (at >= bytes.length) return writer.close();
      writer.enqueue(bytes.subarray(at, at + pieceBytes));
      at += pieceBytes;
    };
    return this.stream(client, { pull }, bytes.length);
  }

  #of(client: string): number {
    return this.#perClient.get(client) ?? 0;
  }

  #pieceBytes(client: string): number {
    return this.isFull(client) || this.#inAll >= this.#inAllMax / 2 ? scarcePieceBytes : pieceBytes;
  }

  /** The client of a body has just taken or received something, so its connection is the last to be cut. */
  #keep(body: OpenBody, bytes: number): void {
    this.#count(body, bytes);
    this.#bodies.delete(body);
    this.#bodies.add(body);
    for (const other of this.#bodies) {
      const tooManyInAll = this.#inAll > this.#inAllMax;
      if (!tooManyInAll && this.#of(body.client) <= this.#perClientMax) return;
      if (other !== body && (tooManyInAll || other.client === body.client)) other.cut();
    }
  }

  #drop(body: OpenBody): void {
    this.#count(body, 0);
    this.#bodies.delete(body);
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
