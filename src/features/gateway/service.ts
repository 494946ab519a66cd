import { join } from "node:path";
import { errorFields } from "../../base/log.ts";
import type { Service } from "../../feature.ts";
import { configuredGuard } from "../../server/configured.ts";
import { apiHealthEndpoints } from "./api-health.ts";
import { apiTestEndpoints } from "./apis-test.ts";
import type { BodyBounds } from "./body-store.ts";
import { DemoApi } from "./demo/demo-api.ts";
import { demoRegistration } from "./demo/demo-registration.ts";
import { documentEndpoints } from "./documents/document-endpoints.ts";
import type { AnswerTimes } from "./exchanges.ts";
import { Gateway } from "./gateway.ts";
import { misfitsCheck } from "./misfits/misfits-check.ts";
import { gatewaySettings } from "./settings.ts";
import { mappingEndpoints } from "./stored-mappings/mapping-endpoints.ts";

/** What tests set. */
export interface GatewayTimes {
  readonly answerTimes?: AnswerTimes;
  readonly bodyBounds?: Partial<BodyBounds>;
  /** The clock of breakers and tokens, in milliseconds. */
  readonly now?: () => number;
}

export const gatewayService = (times: GatewayTimes = {}): Service => ({
  operations: [...documentEndpoints, ...mappingEndpoints, ...apiTestEndpoints, ...apiHealthEndpoints],
  after: "deleteApi",
  checks: [misfitsCheck],
  demo: demoRegistration,
  forwarding({ config, database, log, metrics, vault, installation }) {
    const demoApi = new DemoApi({ database, log, port: gatewaySettings.of(config).demoApiPort });
    return Gateway.open({
      ...times,
      database,
      vault,
      metrics,
      installation,
      demoApi,
      guard: configuredGuard(config, demoApi),
      publicUrl: config.publicUrl,
      bodiesFolder: join(config.dataDir, "bodies"),
      failed: (error) => log.warn("cannot read the registered APIs", errorFields(error)),
      uncounted: (error) => log.warn("cannot store misfits of upstreams", errorFields(error)),
      uncheckable: (error) => log.warn("cannot check a call by its API's document", errorFields(error)),
    });
  },
  documentApis: { script: "src/features/gateway/documents/merge-script.ts" },
});
