import { ByteCache } from "../../base/byte-cache.ts";
import { minuteMs } from "../../base/durations.ts";
import { Shares } from "../../base/shares.ts";
import type { RoutedRequest } from "../../calls/routed.ts";
import type { DocumentOperation } from "./documents/operations.ts";
import { declaredHeaders } from "./documents/values.ts";
import type { Target } from "./targets.ts";

const cacheBytesMax = 64 * 2 ** 20;
/** So much of each payer is kept in a minute: answers that others use in that time stay, however much one payer calls. */
const addedMax = { all: Number.POSITIVE_INFINITY, each: cacheBytesMax / 4 };
/** The parts of a request that an upstream may choose its answer by, if it names them in `vary`. */
const choosing = ["accept", "accept-encoding", "accept-language"];
/** They request a part of an answer, or none if it has not changed: the upstream answers those. */
const conditional = ["range", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since"];

/** A 200 of an upstream, as it came. */
export interface KeptAnswer {
  readonly headers: Headers;
  readonly body: Blob;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** The answers of one resource, by the request headers that its `vary` names. */
interface Variants {
  readonly names: readonly string[];
  readonly answers: Map<string, KeptAnswer>;
}

/** A request whose answer may be kept. */
export class CacheableRequest {
  readonly resource: string;
  readonly ttlMs: number;
  readonly #headers: Headers;

  /** The headers that go to the upstream: any other one could change an answer that others get. */
  readonly sentNames: ReadonlySet<string>;

  constructor(
    target: Target,
    { request, path, search }: RoutedRequest,
    ttlSeconds: number,
    declared: readonly string[],
  ) {
    const { origin, basePath, identity } = target;
    this.#headers = request.headers;
    this.sentNames = new Set([...choosing, ...declared]);
    // An API that is changed to another upstream or credential has other answers.
    const upstream = [origin, basePath, identity.key, path + search].join(" ");
    this.resource = `${upstream}\n${this.valuesOf(declared)}`;
    this.ttlMs = ttlSeconds * 1000;
  }

  /** Names requests that every upstream answers alike. */
  get flight(): string {
    return `${this.resource}\n${this.valuesOf(choosing)}`;
  }

  readonly valuesOf = (names: readonly string[]): string =>
    names.map((name) => this.#headers.get(name) ?? "").join("\n");

  /** Whether its key has a header that an answer varies by. */
  isChosenBy(name: string): boolean {
    // Callers get our own `access-control` headers.
    return name === "origin" || this.sentNames.has(name);
  }

  /** Whether its caller requests a new answer of the upstream. */
  get refreshes(): boolean {
    return /\bno-cache\b|\bmax-age=0\b/i.test(this.#headers.get("cache-control") ?? "");
  }
}

/**
 * The request, if the plan keeps answers and this one can be answered from them. Headers that its operation
 * declares are part of the request.
 */
export function cacheableRequest(
  target: Target,
  routed: RoutedRequest,
  ttlSeconds: number | undefined,
  operation: DocumentOperation | undefined,
): CacheableRequest | undefined {
  const { method, headers } = routed.request;
  if (!ttlSeconds || method !== "GET" || conditional.some((name) => headers.has(name))) return undefined;
  const declared = operation ? declaredHeaders(operation) : [];
  return new CacheableRequest(target, routed, ttlSeconds, declared);
}

/**
 * The request headers that choose among the answers of an upstream; undefined if this one must not be kept, because it
 * is not a 200, is for one caller only, or is chosen by something else.
 */
function chosenBy(request: CacheableRequest, { status, headers }: Response): readonly string[] | undefined {
  const control = headers.get("cache-control") ?? "";
  if (status !== 200 || headers.has("set-cookie") || /\b(private|no-store|no-cache)\b/i.test(control))
    return undefined;
  const vary = headers.get("vary")?.toLowerCase().split(",") ?? [];
  const names = vary.map((name) => name.trim()).filter((name) => name !== "");
  return names.every((name) => request.isChosenBy(name))
    ? names.filter((name) => name !== "origin")
    : undefined;
}

/** The answers of upstreams, on this node. */
export class AnswerCache {
  readonly #kept = new ByteCache<Variants>(cacheBytesMax);
  readonly #flights = new Map<string, Promise<void>>();
  #hits = 0;
  #misses = 0;
  #added = new Shares();
  #minuteEnd = 0;

  get state(): { readonly bytes: number; readonly hits: number; readonly misses: number } {
    return { bytes: this.#kept.bytes, hits: this.#hits, misses: this.#misses };
  }

  find(request: CacheableRequest, now: number): KeptAnswer | undefined {
    if (request.refreshes) return undefined;
    const variants = this.#kept.get(request.resource);
    const answer = variants?.answers.get(request.valuesOf(variants.names));
    if (!answer || now - answer.at >= request.ttlMs) return undefined;
    this.#hits += 1;
    return answer;
  }

  /**
   * Waits while another call sends the same request to the upstream. Resolves to the function that ends the wait of
   * later calls; undefined if an answer may be kept by now.
   */
  async takeOff(request: CacheableRequest): Promise<(() => void) | undefined> {
    const { flight } = request;
    const earlier = this.#flights.get(flight);
    if (earlier) {
      await earlier;
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#flights.set(flight, promise);
    return () => {
      if (this.#flights.get(flight) === promise) this.#flights.delete(flight);
      resolve();
    };
  }

  /** A function that keeps the whole body of an answer for a payer's call; undefined if it must not be kept. */
  keeperOf(
    payer: string,
    request: CacheableRequest,
    upstream: Response,
  ): ((body: Uint8Array<ArrayBuffer>) => void) | undefined {
    const names = chosenBy(request, upstream);
    this.#misses += 1;
    if (!names) return undefined;
    const headers = new Headers(upstream.headers);
    const at = performance.now();
    return (body) => {
      if (this.#mayAdd(payer, body.length + headersBytes(headers), at))
        this.#keep(request, names, { headers, body: new Blob([body]), at });
    };
  }

  #mayAdd(payer: string, bytes: number, now: number): boolean {
    if (now >= this.#minuteEnd) {
      this.#added = new Shares();
      this.#minuteEnd = now + minuteMs;
    }
    return this.#added.take(payer, bytes, addedMax) === undefined;
  }

  #keep({ resource, valuesOf }: CacheableRequest, names: readonly string[], answer: KeptAnswer): void {
    const before = this.#kept.get(resource);
    const answers = before?.names.join() === names.join() ? before.answers : new Map<string, KeptAnswer>();
    answers.set(valuesOf(names), answer);
    // A client could otherwise make any number of variants of one resource.
    if (answers.size > variantsMax) answers.delete(answers.keys().next().value!);
    let bytes = 0;
    for (const [values, { body, headers }] of answers)
      bytes += 2 * values.length + body.size + headersBytes(headers);
    this.#kept.set(resource, { names, answers }, bytes);
  }
}

const variantsMax = 16;

function headersBytes(headers: Headers): number {
  let bytes = 200;
  for (const [name, value] of headers) bytes += 2 * (name.length + value.length);
  return bytes;
}
