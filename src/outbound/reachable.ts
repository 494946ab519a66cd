import { connect, type Socket } from "node:net";

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
export async function requireConnection(host: string, port: number, waitMs: number): Promise<void> {
  (await openConnection(host, port, waitMs)).destroy();
}

/** A connection to an address. Rejects with `Unreachable` unless it is accepted in time. */
export function openConnection(host: string, port: number, waitMs: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port }, () => resolve(socket));
  socket.on("error", (error) => reject(new Unreachable(error.message)));
  const timer = setTimeout(() => {
    reject(new Unanswered("it accepts no connection"));
    socket.destroy();
  }, waitMs);
  return promise.finally(() => clearTimeout(timer));
}
