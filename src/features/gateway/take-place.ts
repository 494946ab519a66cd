import { ApiError, tooManyCalls } from "../../http/errors.ts";
import type { Target } from "./targets.ts";
import type { Evidence } from "./upstream-state/breaker.ts";

/** One of the calls of an API that are under way on this node. */
export class Place {
  readonly #target: Target;
  readonly #payer: string;
  readonly #since = performance.now();
  #judged = false;
  #left = false;

  constructor(target: Target, payer: string) {
    this.#target = target;
    this.#payer = payer;
  }

  /** Reports what the call shows of the upstream, if anything. Only the first report counts. */
  judge(evidence: Evidence | undefined): void {
    if (this.#judged) return;
    this.#judged = true;
    const { breaker, upstream } = this.#target.state;
    breaker.ended(this.#payer, evidence);
    if (evidence !== undefined && evidence !== "well") upstream.failed += 1;
    upstream.answered += 1;
    upstream.seconds += (performance.now() - this.#since) / 1000;
  }

  leave(): void {
    if (!this.#left) this.#target.state.places.leave(this.#payer);
    this.#left = true;
  }
}

/** The 503 of an API whose upstream was found to be down. */
export class UpstreamDown extends ApiError {}

/**
 * Throws 503 if as many calls are under way as the API allows, or its upstream was found to be down, and 429 if the payer
 * has its share of them.
 */
export function takePlace(target: Target, payer: string): Place {
  const { state, name } = target;
  const { places, breaker } = state;
  const bound = places.take(payer);
  if (bound === "all")
    throw new ApiError(
      "upstream_unavailable",
      `${name} has ${places.taken} calls under way. Nothing was charged. Retry.`,
      retryAfter(1),
    );
  if (bound === "each")
    throw tooManyCalls(
      `Your calls take your share of the ${places.max} calls that ${name} answers at a time. Nothing was charged. Wait for their answers.`,
      1,
    );
  const waitMs = breaker.waitMs();
  if (waitMs === 0) return new Place(target, payer);
  places.leave(payer);
  throw new UpstreamDown(
    "upstream_unavailable",
    `The service of ${name} is failing. Nothing was charged. Retry.`,
    retryAfter(Math.ceil(waitMs / 1000)),
  );
}

const retryAfter = (seconds: number) => ({ headers: { "retry-after": String(seconds) } });
