import type { Log } from "../../base/log.ts";
import { OperatorError } from "../../base/operator-error.ts";
import type { Config } from "../../config.ts";
import { announceSuccessor, dismissOrphans, hasOrphans } from "./orphans.ts";

const waitMs = 5000;
const lookMs = 20;

/** What is wrong with the address or the port, if an error of listening says so. */
export function listenFailure(error: unknown, { host, port }: Pick<Config, "host" | "port">): unknown {
  switch ((error as NodeJS.ErrnoException).code ?? unresolved(error)) {
    case "EADDRINUSE":
      return new OperatorError(
        `another program listens on port ${port} of ${host}: stop it, or set VINGATE_PORT to another port`,
      );
    case "EADDRNOTAVAIL":
      return new OperatorError(
        `VINGATE_HOST ${host} is no address of this machine: 127.0.0.1 is reached from this machine alone, 0.0.0.0 and :: from everywhere`,
      );
    case "EACCES":
      return new OperatorError(
        `port ${port} may not be taken without privileges: set VINGATE_PORT to one above 1023`,
      );
    default:
      return error;
  }
}

/** Bun's error for a name that does not resolve has no code. */
const unresolved = (error: unknown) =>
  (error as Error).message.startsWith("Failed to listen at ") ? "EADDRNOTAVAIL" : undefined;

/**
 * Waits up to five seconds for the port, which an ending process may still use. Resolves to `orphans` if its
 * users are workers of a killed supervisor and `takeOver` says that this start can replace them; otherwise to
 * `free`. Throws if another program keeps the port.
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
