import { OperatorError } from "../base/operator-error.ts";
import type { Config } from "../config.ts";

/** What is wrong with the address or the port, if an error of listening is about them. */
export function listenFailure(
  error: unknown,
  { host, port }: Pick<Config, "host" | "port">,
  setting = "VINGATE_PORT",
): unknown {
  switch ((error as NodeJS.ErrnoException).code ?? unresolved(error)) {
    case "EADDRINUSE":
      return new OperatorError(
        `another program listens on port ${port} of ${host}: stop it, or set ${setting} to another port`,
      );
    case "EADDRNOTAVAIL":
      return new OperatorError(
        `VINGATE_HOST ${host} is no address of this machine: 127.0.0.1 is reached from this machine alone, 0.0.0.0 and :: from everywhere`,
      );
    case "EACCES":
      return new OperatorError(
        `port ${port} may not be taken without privileges: set ${setting} to one above 1023`,
      );
    default:
      return error;
  }
}

/** Bun's error for a name that does not resolve has no code. */
const unresolved = (error: unknown) =>
  (error as Error).message.startsWith("Failed to listen at ") ? "EADDRNOTAVAIL" : undefined;
