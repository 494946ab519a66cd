import { connect } from "node:net";

/** The host of an address accepts no connection. */
export class Unreachable extends Error {}

const unreachableCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT|ConnectionRefused|FailedToOpenSocket)$/;

/** Whether a request failed before it had a connection. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Unreachable ||
    unreachableCodes.test(String((error as NodeJS.ErrnoException | null)?.code))
  );
}

/**
 * Rejects with `Unreachable` unless an address's host accepts a connection in time. `fetch` alone waits for minutes if
 * packets are dropped, and no longer bound tells a slow server from none. A proxy connects by itself.
 */
export function requireReachable(
  address: string,
  waitMs: number,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
  const { protocol, hostname, port } = new URL(address);
  const name = `${protocol.slice(0, -1)}_proxy`;
  if (env[name] || env[name.toUpperCase()]) return Promise.resolve();
  const host = hostname.replace(/^\[|\]$/g, "");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ host, port: Number(port || (protocol === "https:" ? 443 : 80)) }, resolve);
  socket.on("error", (error) => reject(new Unreachable(error.message)));
  // The name's look-up counts too.
  const timer = setTimeout(() => reject(new Unreachable("it accepts no connection")), waitMs);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}
