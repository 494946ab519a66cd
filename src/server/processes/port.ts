import type { Log } from "../../base/log.ts";
import type { Config } from "../../config.ts";
import { listenFailure } from "../listen-failure.ts";
import { announceSuccessor, dismissOrphans, hasOrphans } from "./orphans.ts";

const waitMs = 5000;
const lookMs = 20;

/**
 * Waits up to five seconds for the port, which an ending process may still use. Resolves to `orphans` if its users
 * are workers of a killed supervisor and `takeOver` returns that this start can replace them; otherwise to `free`.
 * Throws if another program keeps the port.
 */
export async function claimPort(
  config: Pick<Config, "host" | "port" | "dataDir">,
  log: Log,
  takeOver: boolean,
): Promise<"free" | "orphans"> {
  const { port, host } = config;
  const end = performance.now() + waitMs;
  for (let logged = false; ; logged = true) {
    try {
      // Sharing the port, as workers do, would also share it with another service.
      Bun.listen({ port, hostname: host, socket: { data() {} } }).stop(true);
      // A process killed while it waited has left its file.
      dismissOrphans(config);
      return "free";
    } catch (error) {
      const failure = listenFailure(error, config);
      const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!taken || performance.now() > end) throw failure;
      if (hasOrphans(config)) {
        if (takeOver) {
          announceSuccessor(config);
          return "orphans";
        }
        dismissOrphans(config);
      }
      if (!logged) log.warn("waiting for the port", { host, port, seconds: waitMs / 1000 });
      await Bun.sleep(lookMs);
    }
  }
}
