import type { Call, CallOptions, Sender } from "./call.ts";
import { ApiError, apiError, ConnectionError, VingateError } from "./errors.ts";
import { entriesOf, jsonLines } from "./lines.ts";
import { randomKey } from "./request-ids.ts";
import { sleep, Tries, waitForRecovery } from "./retries.ts";
import type { VinDecode } from "./types.gen.ts";

/** A VIN, and the model year where it is known. */
export type VinInput = string | { readonly vin: string; readonly year?: number | string | undefined };

export type Vins = Iterable<VinInput> | AsyncIterable<VinInput> | ReadableStream<VinInput>;

export interface BatchOptions extends CallOptions {
  /** The most VINs that are sent together, and kept until they are answered. Default: 2000. */
  readonly partSize?: number | undefined;
  /**
   * The parts' keys begin with it. Input that is sent again with it, in another process too, is not charged again for
   * 24 hours. Default: a random one.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Why a VIN has no data. */
export interface VinFault {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

/** The result for one VIN, with its index in the input: the body of its lookup, or its fault. */
export type BatchResult = { readonly index: number; readonly vin: string } & (
  | { readonly status: "success"; readonly data: VinDecode["data"] }
  | { readonly status: "error"; readonly error: VinFault }
);

/** A line of an answer; the last one can state why the lines from `from_line` on, counted from 1, have none. */
type Line = { readonly status: "success"; readonly data: VinDecode["data"] } | RefusedLine;
interface RefusedLine {
  readonly status: "error";
  readonly error: VinFault & { readonly from_line?: number };
}

/** A call with an `Idempotency-Key` takes 512 KiB, and a character has three bytes at most. */
const partCharactersMax = 170_000;
/** The service refuses longer lines, which need not be sent whole. */
const lineCharactersMax = 1000;
const partSizeDefault = 1000;
/** Faults of the caller, which its next VINs have as well; they are no results. */
const lasting: readonly number[] = [401, 402, 403, 429, 503];
/** A service that was killed has recovered its charges after a minute. */
const recoveryMs = 90_000;

interface Part {
  /** The index of its first VIN. */
  readonly from: number;
  readonly vins: readonly string[];
  readonly lines: readonly string[];
}

async function* partsOf(vins: Vins, partSize: number): AsyncGenerator<Part> {
  let part = { from: 0, vins: [] as string[], lines: [] as string[] };
  let characters = 0;
  for await (const entry of entriesOf<VinInput>(vins)) {
    const line = (JSON.stringify(entry) ?? "null").slice(0, lineCharactersMax + 1);
    if (part.lines.length === partSize || characters + line.length > partCharactersMax) {
      yield part;
      part = { from: part.from + part.lines.length, vins: [], lines: [] };
      characters = 0;
    }
    part.vins.push(typeof entry === "string" ? entry : String(entry?.vin));
    part.lines.push(line);
    characters += line.length + 1;
  }
  if (part.lines.length > 0) yield part;
}

type MakeCall = (body: string, key: string) => Call;

/** Decodes VINs in parts, one after another. Each part has a key, with which it is sent until all its lines are answered. */
export async function* decodeVins(
  sender: Sender,
  makeCall: MakeCall,
  vins: Vins,
  options: BatchOptions,
): AsyncGenerator<BatchResult> {
  const { idempotencyKey: prefix = randomKey(), partSize = partSizeDefault } = options;
  if (!Number.isInteger(partSize) || partSize < 1)
    throw new VingateError("partSize is a whole number from 1.");
  for await (const whole of partsOf(vins, partSize))
    for (let part: Part | undefined = whole; part; ) {
      const call = makeCall(part.lines.map((line) => `${line}\n`).join(""), `${prefix}.${part.from}`);
      part = yield* new PartCall(sender, call, part, options).results();
    }
}

class PartCall {
  readonly #sender: Sender;
  readonly #call: Call;
  readonly #part: Part;
  readonly #options: BatchOptions;
  #taken = 0;
  readonly #tries: Tries;

  constructor(sender: Sender, call: Call, part: Part, options: BatchOptions) {
    this.#sender = sender;
    this.#call = call;
    this.#part = part;
    this.#options = options;
    this.#tries = new Tries(sender.limits(options));
  }

  /** Returns the lines for which a call of their own is needed: after many invalid ones the service ends the batch. */
  async *results(): AsyncGenerator<BatchResult, Part | undefined> {
    for (;;)
      try {
        return yield* this.#once();
      } catch (error) {
        await this.#wait(error);
      }
  }

  /** One try; answers that were taken before are passed over. */
  async *#once(): AsyncGenerator<BatchResult, Part | undefined> {
    const { from, vins } = this.#part;
    const exchange = this.#sender.exchange(this.#call, this.#options);
    try {
      const { body } = await exchange.open();
      let count = 0;
      for await (const line of jsonLines(body!, (work) => exchange.step(work)) as AsyncIterable<Line>) {
        if (
          line.status === "error" &&
          line.error.from_line !== undefined &&
          !lasting.includes(line.error.status)
        )
          return this.#rest(line.error.from_line - 1);
        if (line.status === "error" && lasting.includes(line.error.status)) throw refused(line.error);
        count += 1;
        if (count <= this.#taken) continue;
        this.#taken = count;
        this.#tries.progressed();
        yield { ...line, index: from + count - 1, vin: vins[count - 1]! };
      }
      if (count >= vins.length) return undefined;
      throw new ConnectionError(`The answer was cut off after ${count} of ${vins.length} VINs.`);
    } finally {
      exchange.end();
    }
  }

  #rest(count: number): Part {
    const { from, vins, lines } = this.#part;
    return { from: from + count, vins: vins.slice(count), lines: lines.slice(count) };
  }

  /** Waits for another try; throws the error if there is none. */
  async #wait(error: unknown): Promise<void> {
    const isRecovering =
      error instanceof ApiError && error.status === 409 && this.#tries.spentMs < recoveryMs;
    const wait = isRecovering ? waitForRecovery(error) : this.#tries.waitAfter(error, "keyed");
    if (error instanceof VingateError) error.index = this.#part.from + this.#taken;
    if (wait === undefined) throw error;
    await sleep(wait, this.#options.signal);
  }
}

/** A refusal of a line, as the error that the same refusal of a call is. */
function refused({ status, code, detail }: VinFault): ApiError {
  const headers = new Headers();
  // The line does not state how long a quota lasts; that of a rate limit is short.
  if (code === "quota_exceeded") headers.set("retry-after", String(Number.MAX_SAFE_INTEGER));
  return apiError(status, { status, code, detail, title: code }, headers);
}
