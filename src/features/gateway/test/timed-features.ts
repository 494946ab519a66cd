import type { Feature } from "../../../feature.ts";
import { features } from "../../../features.ts";
import type { BodyBounds } from "../body-store.ts";
import type { AnswerTimes } from "../exchanges.ts";
import { gatewayService } from "../service.ts";

/** All features, with a gateway that waits as long as a test sets. */
export function timedFeatures(
  times: Partial<AnswerTimes>,
  bodyBounds: Partial<BodyBounds> = {},
): readonly Feature[] {
  const answerTimes = { silentMs: 60_000, wholeMs: 600_000, quietMs: 10_000, ...times };
  const load = async () => gatewayService({ answerTimes, bodyBounds });
  return features.map((one) => (one.name === "gateway" ? { ...one, load } : one));
}
