import { ApiError } from "../../http/errors.ts";
import { NoAnswer } from "./forward.ts";
import { UpstreamDown } from "./take-place.ts";

/**
 * Whether the other source of an API may be asked after a failure of the first: for the source's faults alone, and for
 * what may have had an effect only if it certainly did not arrive.
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
