import { errorFields } from "../../base/log.ts";
import type { Context } from "../../calls/context.ts";
import type { Serve } from "../../calls/dispatch.ts";
import { configuredGuard } from "../configured.ts";
import { startRenewal } from "./certificate-renewal.ts";
import { listenForChallenges } from "./redirect.ts";
import { SharedCertificate } from "./shared-certificate.ts";

/**
 * Obtains and renews the certificate if it is configured, until the returned function is called. `changed`: the files
 * have another one.
 */
export function startCertificates(context: Context, serve: Serve, changed: () => void): () => void {
  const { config, database, identity, log } = context;
  const names = config.acmeDomain;
  if (!names) return () => undefined;
  let close: () => void = () => undefined;
  try {
    close = listenForChallenges(config, config.acmeHttpPort, serve);
  } catch (error) {
    log.error("challenges cannot be answered", errorFields(error));
  }
  const shared = new SharedCertificate(database, identity.vault, names, config.acmeDirectory);
  const endRenewal = startRenewal(context, { names, shared, guard: configuredGuard(config), changed });
  return () => {
    endRenewal();
    close();
  };
}
