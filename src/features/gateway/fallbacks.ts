import { ApiError } from "../../http/errors.ts";
import { NoAnswer } from "./forward.ts";
import { UpstreamDown } from "./take-place.ts";

/**
 * Whether the other source of an API may get a request after a failure of the first: only for faults of the source,
 * and for requests that may have had an effect only if they certainly did not arrive.
 */
export function mayAskOther(failure: unknown, isSafe: boolean): boolean {
  if (failure instanceof UpstreamDown) return true;
  if (!(failure instanceof NoAnswer)) return false;
  return failure.evidence === "unconnected" || (isSafe && failure.evidence === "fault");
}

/** The failure that an answer with 502 to 504 is. Its body is not read. */
export async function declined(answer: Response): Promise<NoAnswer> {
  await answer.body?.cancel();
  return new NoAnswer(
    new ApiError(
      "upstream_failed",
      `The service of this API answered with ${answer.status}. Nothing was charged.`,
    ),
  );
}
