import { servicePath } from "../../base/service-path.ts";
import type { Barcode, Pixels } from "./barcodes.ts";
import type { ReaderRequest, ReaderResponse } from "./messages.ts";

/** The names of the reader's files, which the build writes here. */
const files = { worker: process.env.BARCODE_WORKER, wasm: process.env.BARCODE_WASM };
const addressOf = (name: string | undefined) => `${servicePath}/console/${name}`;

/** Reads pictures in a thread of its own until it is closed. */
export class BarcodeReader {
  readonly #worker = new Worker(addressOf(files.worker));
  readonly #ready: Promise<void>;
  readonly #waiting = new Map<number, PromiseWithResolvers<readonly Barcode[]>>();
  #sent = 0;

  constructor() {
    const broken = Promise.withResolvers<never>();
    this.#worker.onmessage = ({ data }: { data: ReaderResponse }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("fault" in data) waiting?.reject(new Error(data.fault));
      else waiting?.resolve(data.barcodes);
    };
    this.#worker.onerror = () => {
      const fault = new Error("the thread that reads barcodes does not run");
      broken.reject(fault);
      for (const { reject } of this.#waiting.values()) reject(fault);
      this.#waiting.clear();
    };
    this.#ready = Promise.race([this.#start(), broken.promise]);
    // Each reading reports the fault.
    this.#ready.catch(() => undefined);
  }

  /** The thread may send no request, so the page gives it the code of the reader. */
  async #start(): Promise<void> {
    const response = await fetch(addressOf(files.wasm));
    if (!response.ok) throw new Error(`the reader of barcodes returned ${response.status}`);
    this.#send({ wasm: await response.arrayBuffer() });
  }

  #send(request: ReaderRequest): void {
    const bytes = "wasm" in request ? request.wasm : request.pixels.data.buffer;
    this.#worker.postMessage(request, [bytes]);
  }

  /** The barcodes of a picture, whose pixels are handed over; read in one way if it is given. */
  async read(pixels: Pixels, way?: number): Promise<readonly Barcode[]> {
    await this.#ready;
    const id = this.#sent++;
    const waiting = Promise.withResolvers<readonly Barcode[]>();
    this.#waiting.set(id, waiting);
    this.#send({ id, pixels, way });
    return waiting.promise;
  }

  close(): void {
    this.#worker.terminate();
  }
}
