import { ApiError } from "../http/errors.ts";
import type { Target } from "./targets.ts";

/** One of the calls of an API that are under way on this node. */
export class Place {
  readonly #target: Target;
  readonly #since = performance.now();
  #judged = false;
  #left = false;

  constructor(target: Target) {
    this.#target = target;
    target.state.underWay += 1;
  }

  /** Reports whether the upstream failed; undefined if the call says nothing of it. Only the first report counts. */
  judge(failed: boolean | undefined): void {
    if (this.#judged) return;
    this.#judged = true;
    const { breaker, upstream } = this.#target.state;
    breaker.ended(failed);
    if (failed) upstream.failed += 1;
    upstream.answered += 1;
    upstream.seconds += (performance.now() - this.#since) / 1000;
  }

  leave(): void {
    if (!this.#left) this.#target.state.underWay -= 1;
    this.#left = true;
  }
}

/** Throws 503 if as many calls are under way as the API allows, or its upstream was found to be down. */
export function takePlace(target: Target): Place {
  const { state, name } = target;
  if (state.underWay >= state.underWayMax)
    throw refused(1, `${name} has ${state.underWayMax} calls under way. Nothing was charged. Retry.`);
  const waitMs = state.breaker.waitMs();
  if (waitMs > 0)
    throw refused(Math.ceil(waitMs / 1000), `The service of ${name} is failing. Nothing was charged. Retry.`);
  return new Place(target);
}

function refused(seconds: number, detail: string): ApiError {
  return new ApiError("upstream_unavailable", detail, { headers: { "retry-after": String(seconds) } });
}
