import { isIP, type Socket } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { Unanswered, Unreachable } from "./reachable.ts";

/**
 * Starts TLS over a connection to a host. `authorities`, as PEM, are trusted in place of the system's. Rejects with
 * `Unreachable`, and ends the connection, unless the certificate is valid for the host in time.
 */
export function openTls(
  socket: Socket,
  host: string,
  { waitMs, authorities }: { readonly waitMs: number; readonly authorities: string | undefined },
): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  // An address has no server name; its certificate is checked by the address.
  const secure = connect(
    {
      socket,
      ...(isIP(host) === 0 && { servername: host }),
      ...(authorities !== undefined && { ca: authorities }),
    },
    () => {
      if (secure.authorized) resolve(secure);
      else fail(new Unreachable(`its certificate is not valid: ${secure.authorizationError}`));
    },
  );
  const fail = (reason: Unreachable) => {
    reject(reason);
    secure.destroy();
    socket.destroy();
  };
  secure.on("error", (error) => fail(new Unreachable(`TLS failed: ${error.message}`)));
  secure.once("close", () => fail(new Unreachable("the connection was closed before TLS was ready")));
  const timer = setTimeout(() => fail(new Unanswered("TLS was not ready in time")), waitMs);
  return promise.finally(() => clearTimeout(timer));
}
