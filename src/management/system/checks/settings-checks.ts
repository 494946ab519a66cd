import { isOwnMachine } from "../../../http/client-address.ts";
import { type Check, fault, ok, warning } from "../../../running/check.ts";

/** Settings that are read and do not fit. */
export const settingsCheck: Check = {
  name: "settings",
  run({ config: { ignored, stated, workers, databaseUrl }, cores }) {
    if (ignored.length > 0)
      return warning(
        `Kubernetes sets ${ignored.join(", ")}, which are ignored`,
        "Set enableServiceLinks: false, or name the Kubernetes service otherwise.",
      );
    if (databaseUrl === undefined && workers > 8)
      return warning(
        `${workers} workers share one SQLite database, which one process writes`,
        "Use fewer workers, or PostgreSQL (VINGATE_DATABASE_URL).",
      );
    if (workers > cores)
      return warning(
        `${workers} workers share ${cores} cores, and answer fewer calls than ${cores} workers`,
        `Set VINGATE_WORKERS to at most ${cores}.`,
      );
    const set = stated.filter(({ source }) => source !== "default").length;
    return ok(`${set} of ${stated.length} settings are set`);
  },
};

/** The address that customers get in links. */
export const publicUrlCheck: Check = {
  name: "public URL",
  run({ config: { publicUrl, host, trustedProxies } }) {
    const { hostname, protocol } = new URL(publicUrl);
    const isLocal = isOwnMachine(hostname);
    if (/^(0\.0\.0\.0|\[::\])$/.test(hostname))
      return fault(
        `${publicUrl} is no address that customers can call`,
        "Set VINGATE_PUBLIC_URL to the address that customers use.",
      );
    if (isLocal && !isOwnMachine(host))
      return fault(
        `The service listens at ${host}, and its links name ${hostname}`,
        "Set VINGATE_PUBLIC_URL to the address that customers use.",
      );
    if (protocol === "http:" && !isLocal)
      return warning(
        `${publicUrl} is not encrypted: keys and passwords can be read on their way`,
        "Use TLS (VINGATE_TLS_CERT), or a proxy with TLS and an https:// address in VINGATE_PUBLIC_URL.",
      );
    if (!isLocal && isOwnMachine(host) && trustedProxies.rules.length === 0)
      return fault(
        `${publicUrl} leads to a proxy before ${host}, and VINGATE_TRUSTED_PROXIES names none: all clients have its address`,
        "Set VINGATE_TRUSTED_PROXIES to the proxy, for example 127.0.0.1.",
      );
    return ok(publicUrl);
  },
};

/** Proxies whose `X-Forwarded-For` counts. */
export const proxiesCheck: Check = {
  name: "proxies",
  run({ config: { trustedProxies } }) {
    // Documentation addresses, of which no client is a proxy.
    const all = trustedProxies.check("192.0.2.1") || trustedProxies.check("2001:db8::1", "ipv6");
    if (all)
      return fault(
        "VINGATE_TRUSTED_PROXIES trusts every address: a client can pretend to have any other",
        "Name the proxies alone.",
      );
    const count = trustedProxies.rules.length;
    return ok(count === 0 ? "None is trusted; clients connect directly" : `${count} networks are trusted`);
  },
};
