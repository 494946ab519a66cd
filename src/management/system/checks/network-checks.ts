import { existsSync, readFileSync } from "node:fs";
import type { Config } from "../../../config.ts";
import { sql } from "../../../database/sql.ts";
import { allowOnlyUrl } from "../../../outbound/allow-only.ts";
import { OutboundGuard } from "../../../outbound/guard.ts";
import { isUnreachable } from "../../../outbound/reachable.ts";
import { type Check, fault, type Inspected, ok, requireDatabase, warning } from "../../../running/check.ts";

const requestMs = 3000;

/** What answers at an address: this installation, another service, or nothing. */
type Answering = "this" | "another" | "nothing";

/** The operator's own setting names the address, so that it may be connected to. */
async function whoAnswers(inspected: Inspected, base: string): Promise<Answering> {
  const guard = new OutboundGuard({ allow: allowOnlyUrl(base) });
  let answer: Response;
  try {
    answer = await guard.fetch(`${base}/identity`, { signal: AbortSignal.timeout(requestMs) });
  } catch (error) {
    if (isUnreachable(error)) return "nothing";
    throw error;
  }
  const found = (await answer.json().catch(() => ({}))) as { client_token?: string };
  const own = await requireDatabase(inspected).get<{ value: string }>(
    sql`select value from setting where name = 'client_token'`,
  );
  return found.client_token !== undefined && found.client_token === own?.value ? "this" : "another";
}

function ownUrl({ host, port, tlsCert }: Config): string {
  const reached =
    host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  return `http${tlsCert === undefined ? "" : "s"}://${reached}:${port}`;
}

/** The port, and whether this user may listen on it. */
export const portCheck: Check = {
  name: "port",
  async run(inspected) {
    const { config, serves } = inspected;
    const at = `${config.host}:${config.port}`;
    if (serves) return ok(`The service listens at ${at}`);
    if (config.port === 0) return ok("A free one is taken at each start");
    // Its certificate names the public address.
    const who = config.tlsCert === undefined ? await whoAnswers(inspected, ownUrl(config)) : "this";
    if (who === "this") return ok(`The service is set to listen at ${at}`);
    if (who === "another")
      return fault(`Another program answers at ${at}`, "End it, or set VINGATE_PORT to a free port.");
    const first = firstUnprivileged();
    return config.port < first && process.getuid?.() !== 0
      ? warning(
          `Ports below ${first} need a privilege, and nothing listens at ${at}`,
          "Add AmbientCapabilities=CAP_NET_BIND_SERVICE to the systemd unit, or use another port behind a proxy.",
        )
      : ok(`Nothing listens at ${at}: the service does not run`);
  },
};

function firstUnprivileged(): number {
  const path = "/proc/sys/net/ipv4/ip_unprivileged_port_start";
  return existsSync(path) ? Number(readFileSync(path, "utf8")) : 1024;
}

/** Whether the public address leads here. */
export const reachableCheck: Check = {
  name: "public URL leads here",
  async run(inspected) {
    const { publicUrl } = inspected.config;
    const advice = "Check DNS, the proxy and the firewall, or correct VINGATE_PUBLIC_URL.";
    const who = await whoAnswers(inspected, publicUrl).catch((error: Error) => error);
    if (who instanceof Error) return warning(`${publicUrl}/identity: ${who.message}`, advice);
    if (who === "this") return ok(`${publicUrl} answers`);
    if (who === "another") return fault(`${publicUrl} is answered by another service`, advice);
    return inspected.serves
      ? warning(`${publicUrl} cannot be reached from this machine`, advice)
      : ok(`${publicUrl} does not answer; the service may not run`);
  },
};
