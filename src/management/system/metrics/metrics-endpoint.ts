import { inNetworks } from "../../../base/networks.ts";
import { type Context, endpoint } from "../../../calls/context.ts";
import { isOperator } from "../../../http/caller.ts";
import { isLoopback } from "../../../http/client-address.ts";
import type { Call } from "../../../http/endpoint.ts";
import { ApiError } from "../../../http/errors.ts";
import { expositionType } from "../../../telemetry/metrics/exposition.ts";
import { sharedSamples } from "./shared-samples.ts";

export const metricsEndpoints = [
  endpoint({
    id: "getMetrics",
    method: "GET",
    path: "/metrics",
    tag: "System",
    summary: "Read the metrics of all processes at this address in Prometheus' text format",
    description:
      "Requires the operator token, or a client address that VINGATE_METRICS_ALLOW names. No label names a customer.",
    audience: "optional",
    types: ["text/plain"],
    errors: ["not_authenticated"],
    extension: true,
    handle: getMetrics,
  }),
];

async function getMetrics(context: Context, call: Call) {
  requireReader(context, call);
  const body = await context.telemetry.metrics.text(await sharedSamples(context));
  // To compress it would take longer than to make it.
  return { body, type: expositionType, headers: { "cache-control": "no-store" } };
}

function requireReader({ config }: Context, { caller, address, isLocal }: Call): void {
  if (isOperator(caller)) return;
  // A proxy on this machine that is not trusted has the address of this machine.
  const isOwn = !isLoopback(address) || isLocal;
  if (isOwn && inNetworks(config.metricsAllow, address)) return;
  throw new ApiError(
    "not_authenticated",
    "The metrics require the operator token, or an address that VINGATE_METRICS_ALLOW names.",
  );
}
