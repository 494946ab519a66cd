import type { Caller } from "../../http/caller.ts";
import { ApiError } from "../../http/errors.ts";

/** A call whose answer is still being sent. */
export interface OpenCall {
  readonly caller: Caller;
  /** Admits the call again, as it was admitted: throws if it would be refused now. Its proof may be as old as it is. */
  admit(): Promise<Caller>;
  /** Ends the answer: the caller may have no more of it. */
  cut(): void;
  /**
   * When its caller's credential ends by itself, as it was last admitted, milliseconds UTC. Absent: the end in the
   * proof applies.
   */
  endsAt?(): number | undefined;
  /** `changes` of before it was admitted; what changed since may concern it. */
  readonly since?: number;
}

// Longer waits would end at once.
const timerMaxMs = 2 ** 31 - 1;
/** After so long a call is admitted again of which nothing was learned, such as while the database is away. */
const againMs = 500;

/**
 * The calls of this node whose answers are still being sent. When an object has changed, on any node, those of its callers
 * are admitted again; whoever would be refused, or be another caller, is cut.
 */
export class OpenCalls {
  /** With the timers that cut them when their credentials end by themselves. */
  readonly #open = new Map<OpenCall, NodeJS.Timeout | undefined>();
  /** Those of which it is not known whether they would be admitted. */
  readonly #unknown = new Set<OpenCall>();
  readonly #failed: (error: unknown) => void;
  readonly #clock: () => number;
  #changes = 0;

  /** `failed` is called with an error that admitted or refused nothing, after which the call is admitted again. */
  constructor(clock: () => number, failed: (error: unknown) => void) {
    this.#clock = clock;
    this.#failed = failed;
  }

  /** How often something has changed. */
  get changes(): number {
    return this.#changes;
  }

  get total(): number {
    return this.#open.size;
  }

  /** Adds a call until the returned function is called. */
  add(call: OpenCall): () => void {
    this.#cutAtEnd(call, call.caller);
    if (call.since !== undefined && call.since !== this.#changes) void this.#admitAgain(call);
    return () => {
      clearTimeout(this.#open.get(call));
      this.#open.delete(call);
      this.#unknown.delete(call);
    };
  }

  /** An object has changed; without a name, any may have. */
  changed(object: string | undefined): void {
    this.#changes += 1;
    for (const call of this.#open.keys())
      if (object === undefined || concerns(call.caller, object)) void this.#admitAgain(call);
  }

  #cutAtEnd(call: OpenCall, caller: Caller): void {
    clearTimeout(this.#open.get(call));
    const endsAt = call.endsAt ? call.endsAt() : "proof" in caller ? caller.proof.endsAt : undefined;
    const left = endsAt === undefined ? Number.POSITIVE_INFINITY : endsAt - this.#clock();
    const timer = left > timerMaxMs ? undefined : setTimeout(() => call.cut(), Math.max(0, left));
    timer?.unref();
    this.#open.set(call, timer);
  }

  async #admitAgain(call: OpenCall): Promise<void> {
    try {
      const caller = await call.admit();
      if (!this.#open.has(call)) return;
      this.#unknown.delete(call);
      if (identityOf(caller) !== identityOf(call.caller)) call.cut();
      // The credential may have come to end earlier.
      else this.#cutAtEnd(call, caller);
    } catch (error) {
      if (error instanceof ApiError) call.cut();
      else this.#admitLater(call, error);
    }
  }

  #admitLater(call: OpenCall, error: unknown): void {
    if (!this.#open.has(call) || this.#unknown.has(call)) return;
    this.#failed(error);
    this.#unknown.add(call);
    const timer = setInterval(() => {
      if (this.#unknown.has(call)) void this.#admitAgain(call);
      else clearInterval(timer);
    }, againMs);
    timer.unref();
  }
}

function concerns(caller: Caller, object: string): boolean {
  if (caller.kind === "operator") return object === "/system";
  if (caller.kind === "subscription") {
    const { subscriptionId, userId, productId } = caller;
    const all = [`/subscriptions/${subscriptionId}`, `/users/${userId}`, `/products/${productId}`];
    // What belongs to it counts, such as an API of its product.
    return all.some((one) => object === one || object.startsWith(`${one}/`));
  }
  if (caller.kind !== "user") return false;
  const { userId, personId } = caller;
  return (
    object === `/users/${userId}` ||
    object === `/users/${personId}` ||
    object === `/organizations/${userId}/members/${personId}`
  );
}

/** What a caller is for an answer: another account, role or view is another caller. */
function identityOf(caller: Caller): string {
  if (caller.kind !== "user")
    return caller.kind === "subscription" ? `${caller.kind} ${caller.subscriptionId}` : caller.kind;
  const { userId, personId, role } = caller;
  const as =
    caller.role === "operator" ? caller.operatorRole : `${caller.memberRole} ${caller.isVisit ?? false}`;
  return [userId, personId, role, as].join(" ");
}

/** A body that ends with an error when the signal aborts, so that its receiver does not take it for whole. */
export function cutBody(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  done: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        signal.addEventListener("abort", () => {
          done();
          controller.error(new Error("the credential has ended"));
          reader.cancel().catch(() => undefined);
        });
      },
      async pull(controller) {
        try {
          const { done: isWhole, value } = await reader.read();
          if (signal.aborted) return;
          if (isWhole) {
            done();
            controller.close();
          } else controller.enqueue(value);
        } catch (error) {
          done();
          if (!signal.aborted) controller.error(error);
        }
      },
      cancel(reason) {
        done();
        return reader.cancel(reason);
      },
    },
    // Nothing is made before its client takes it.
    { highWaterMark: 0 },
  );
}
