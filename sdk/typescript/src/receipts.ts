import { VingateError } from "./errors.ts";

/** The receipt of a recorded call, from the response header `x-receipt`. */
export interface Receipt {
  /** As a file of receipts has it, without its line feed. */
  readonly line: string;
  /** The call ID. */
  readonly call: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly credits: number;
  /** Base64. */
  readonly leaf: string;
  /** Whether it is of this request and this answer; null if the account's salt, which that needs, could not be read. */
  readonly holds: boolean | null;
}

/** A receipt that could not be kept, or that does not hold although `strictReceipts` is set. */
export class ReceiptError extends VingateError {
  override readonly name = "ReceiptError";
  readonly receipt: Receipt;
  /** The body of the answer, or the error that the call ended with: the call was made, and may be charged. */
  readonly answer: unknown;

  constructor(receipt: Receipt, answer: unknown, cause?: unknown) {
    const why =
      cause === undefined
        ? `The receipt ${receipt.line} does not hold. Keep it, and report it to the operator.`
        : `The receipt ${receipt.line} could not be kept: ${cause instanceof Error ? cause.message : cause}`;
    super(why, { cause });
    this.receipt = receipt;
    this.answer = answer;
  }
}

/** Receives receipts; the answer waits until it has. */
export type OnReceipt = (receipt: Receipt) => void | Promise<void>;

/** A lookup, as far as its receipt depends on it. */
export interface ReceiptedCall {
  readonly operation: string;
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
}

interface ReceiptSettings {
  readonly receipts: OnReceipt;
  readonly strict: boolean;
  /** Reads the account's salt, in Base64. */
  readonly readSalt: () => Promise<string>;
}

/** Without a salt, another one is not requested within this time. */
const saltPauseMs = 60_000;
const saltBytes = 32;
const digestBytes = 16;
const form = /^([0-9a-f]{32}\/[1-9]\d*);(\d+);(\d+);([A-Za-z0-9+/]{43}=)$/;

/** The receipts of a client. */
export class Receipts {
  readonly #settings: ReceiptSettings;
  #salt: Promise<CryptoKey | undefined> | undefined;
  #failedAt = Number.POSITIVE_INFINITY;

  constructor(settings: ReceiptSettings) {
    this.#settings = settings;
  }

  of(call: ReceiptedCall): ReceiptsOfCall {
    return new ReceiptsOfCall(call, this.#settings, () => this.#findSalt());
  }

  #findSalt(): Promise<CryptoKey | undefined> {
    if (performance.now() - this.#failedAt > saltPauseMs) {
      this.#failedAt = Number.POSITIVE_INFINITY;
      this.#salt = undefined;
    }
    this.#salt ??= this.#readSalt();
    return this.#salt;
  }

  async #readSalt(): Promise<CryptoKey | undefined> {
    try {
      const salt = bytesOf(await this.#settings.readSalt());
      if (salt.length !== saltBytes) throw new Error("The salt has another length.");
      return await crypto.subtle.importKey("raw", salt, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    } catch {
      this.#failedAt = performance.now();
      return undefined;
    }
  }
}

/** The receipts of one call and of its repetitions, each of which has its own. */
export class ReceiptsOfCall {
  readonly #call: ReceiptedCall;
  readonly #settings: ReceiptSettings;
  readonly #salt: () => Promise<CryptoKey | undefined>;
  #fault: { readonly receipt: Receipt; readonly cause?: unknown } | undefined;

  constructor(call: ReceiptedCall, settings: ReceiptSettings, salt: () => Promise<CryptoKey | undefined>) {
    this.#call = call;
    this.#settings = settings;
    this.#salt = salt;
  }

  /** Checks the receipt of an answer, if it has one, and hands it over. Never rejects. */
  async take({ status, headers }: Response): Promise<void> {
    const line = headers.get("x-receipt");
    if (line === null) return;
    const [, call = "", at, credits, leaf = ""] = form.exec(line) ?? [];
    const parts = { line, call, at: Number(at ?? 0), credits: Number(credits ?? 0), leaf };
    const holds = call !== "" && (await this.#holds(parts, status, headers));
    const receipt: Receipt = { ...parts, holds };
    if (holds === false && this.#settings.strict) this.#fault ??= { receipt };
    try {
      await this.#settings.receipts(receipt);
    } catch (cause) {
      this.#fault = { receipt, cause };
    }
  }

  /** Resolves and rejects as the call does. Throws `ReceiptError` with either if a receipt requires it. */
  async unlessFault<T>(work: Promise<T>, bodyOf: (answer: T) => unknown): Promise<T> {
    try {
      const answer = await work;
      if (this.#fault) throw new ReceiptError(this.#fault.receipt, bodyOf(answer), this.#fault.cause);
      return answer;
    } catch (error) {
      if (!this.#fault || error instanceof ReceiptError) throw error;
      throw new ReceiptError(this.#fault.receipt, error, this.#fault.cause);
    }
  }

  async #holds(receipt: Omit<Receipt, "holds">, status: number, headers: Headers): Promise<boolean | null> {
    const { call, at, credits, leaf } = receipt;
    if (headers.get("x-credits-charged") !== String(credits)) return false;
    const salt = await this.#salt();
    if (!salt) return null;
    const { operation, method, path } = this.#call;
    const url = recordedUrl(path, headers.get("x-ignored-parameters") ?? "");
    const request = bytesOfText(`${headers.get("x-request-id")}\n${method}\n${url}`);
    const code = new Uint8Array(await crypto.subtle.sign("HMAC", salt, request));
    const digest = base64(code.subarray(0, digestBytes));
    // The first byte of a leaf is 0.
    const line = `\0vingate-call/v1\t${call}\t${at}\t${operation}\t${status}\t${credits}\t${digest}\n`;
    return base64(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOfText(line)))) === leaf;
  }
}

const urlMax = 2048;
const credential = /vg[kstocrmi](?:_|%5f)[0-9A-Za-z]{6,}/gi;

/** Path and query as the service records them: without credentials, and without the values of ignored parameters. */
function recordedUrl(path: string, ignored: string): string {
  const mark = path.indexOf("?");
  const names = ignored.split(", ");
  const query = path.slice(mark + 1).split("&");
  const kept = query.map((part) => {
    const [name = ""] = part.split("=");
    return names.includes(encodeURIComponent(decodeURIComponent(name.replaceAll("+", " ")))) ? name : part;
  });
  const url = mark < 0 || ignored === "" ? path : `${path.slice(0, mark)}?${kept.join("&")}`;
  return url.replaceAll(credential, "[redacted]").slice(0, urlMax);
}

const bytesOfText = (text: string) => new TextEncoder().encode(text);
const bytesOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
