import type { Feature } from "../../../feature.ts";
import { features } from "../../../features.ts";
import type { BodyBounds } from "../body-store.ts";
import type { AnswerTimes } from "../exchanges.ts";
import { gatewayService } from "../service.ts";

/** All features, with a gateway that waits as long as a test sets, which it can change between calls. */
export function timedFeatures(
  times: Partial<AnswerTimes>,
  bodyBounds: Partial<BodyBounds> = {},
  now?: () => number,
): readonly Feature[] {
  const answerTimes: AnswerTimes = {
    get silentMs() {
      return times.silentMs ?? 60_000;
    },
    get wholeMs() {
      return times.wholeMs ?? 600_000;
    },
    get quietMs() {
      return times.quietMs ?? 10_000;
    },
  };
  const load = async () => gatewayService({ answerTimes, bodyBounds, ...(now && { now }) });
  return features.map((one) => (one.name === "gateway" ? { ...one, load } : one));
}
