import { connect } from "node:net";

/** The host of an address accepts no connection. */
export class Unreachable extends Error {}

/** The host of an address neither accepted nor refused a connection in time. */
export class Unanswered extends Unreachable {}

const unreachableCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT|ConnectionRefused|FailedToOpenSocket)$/;

/** Whether a request failed before it had a connection. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Unreachable ||
    unreachableCodes.test(String((error as NodeJS.ErrnoException | null)?.code))
  );
}

/** Rejects with `Unreachable` unless an address accepts a connection in time. */
export function requireConnection(host: string, port: number, waitMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ host, port }, resolve);
  socket.on("error", (error) => reject(new Unreachable(error.message)));
  const timer = setTimeout(() => reject(new Unanswered("it accepts no connection")), waitMs);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
}
