import { errorFields, type Log } from "../../base/log.ts";
import { Turns } from "../../base/pause.ts";
import type { Serve } from "../../calls/dispatch.ts";
import type { Config } from "../../config.ts";
import { pieceBytes } from "../../http/unsent.ts";
import { readTls } from "../certificates/tls.ts";
import { listenFailure } from "../listen-failure.ts";
import { refuseHandshakes, shareHandshakes, steerHandshakes } from "./handshakes.ts";
import { boundUnsent, type Listening, listeningAt } from "./sockets.ts";

type Server = Bun.Server<undefined>;

// Each operation bounds its own body and states the bound in its 413. Unread bytes are dropped, not kept.
const transportBodyMax = Number.MAX_SAFE_INTEGER;
/** The kernel keeps so many bytes of a response for a client that does not read; the rest waits in this process. */
const unsentBytes = 2 * pieceBytes;
/** The time before the port closes in which clients get `Connection: close`. */
const farewellMs = 1000;
const quietMs = 200;
/** A connection that had begun is accepted by then, and its request received. */
const handshakeMs = 250;
const lookMs = 5;

/** The port, and the requests received on it. */
export interface Listener {
  readonly hostname: string;
  readonly port: number;
  /** From now on this handler answers. */
  answerWith(serve: Serve): void;
  /** New connections come to this process only, while earlier listeners leave the port; or to all again. */
  takeConnections(alone: boolean): void;
  /**
   * Rereads the certificate's files. Throws an `OperatorError` and keeps the current one if they are
   * unusable.
   */
  renewCertificate(): Promise<void>;
  /**
   * Sends `Connection: close` so that clients reconnect, closes the port, and resolves when requests in flight are
   * answered, or after this many milliseconds.
   */
  drain(milliseconds: number): Promise<void>;
}

type ListenConfig = Pick<Config, "port" | "host" | "tlsCert" | "tlsKey">;

const startingPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Vingate is starting</title><h1>Vingate is starting</h1><p>This page reloads itself.</p></html>';

/** Answers before the database is open. */
const starting: Serve = async ({ headers }) => {
  const init = { status: 503, headers: { "retry-after": "1" } };
  if (!headers.get("accept")?.includes("text/html")) return Response.json({ status: "starting" }, init);
  return new Response(startingPage, {
    status: 503,
    headers: { ...init.headers, "content-type": "text/html; charset=utf-8" },
  });
};

/**
 * Requests that begin in one turn of the event loop. Bun goes on to read sockets, and calls no timer, while 1,024 of them
 * are ready: as many connections that send as fast as they are answered stopped databases and timers for seconds.
 */
const requestsPerTurn = 256;

/**
 * Listens; throws an `OperatorError` if it cannot. `shared`: other processes of this service use the port
 * too. `certificate` is called for each binding. A client that sends nothing, or takes nothing of its response, for `idleSeconds` is cut off.
 */
export function listen(
  config: ListenConfig,
  log: Log,
  shared: boolean,
  { idleSeconds = 30, certificate = () => readTls(config, log) } = {},
): Listener {
  let serve = starting;
  let arrived = 0;
  const turns = new Turns(requestsPerTurn);
  const leaving = new Set<Server>();
  const options = {
    hostname: config.host,
    // A certificate is renewed by listening again.
    reusePort: shared || config.tlsCert !== undefined,
    maxRequestBodySize: transportBodyMax,
    idleTimeout: idleSeconds,
    // Bun's own error page would show source lines.
    development: false,
    async fetch(request: Request, self: Server) {
      arrived += 1;
      const turn = turns.next();
      if (turn) await turn;
      const keepOpen = (open: boolean) => self.timeout(request, open ? 0 : idleSeconds);
      const response = await serve(request, self.requestIP(request)?.address ?? "", keepOpen);
      // Read when the response is sent, not when the request came: a later request must not follow on this
      // connection.
      if (leaving.size > 0 && leaving.has(self)) response.headers.set("connection", "close");
      return response;
    },
    error: (error: Error) => {
      log.error("request failed", errorFields(error));
      return new Response(null, { status: 500 });
    },
  };

  const bind = (port: number): Server => {
    const tls = certificate();
    try {
      return Bun.serve({ ...options, port, ...(tls && { tls }) });
    } catch (error) {
      throw listenFailure(error, config);
    }
  };
  let server = bind(config.port);
  const port = server.port ?? config.port;
  const socketsOf = (former?: readonly number[]): Listening => {
    const found = listeningAt(port, former);
    boundUnsent(found.files, unsentBytes, idleSeconds * 1000);
    return found;
  };
  let sockets = socketsOf();

  function takeConnections(alone: boolean): void {
    const [file] = sockets.files;
    if (file === undefined) return;
    // Without an earlier listener there is nothing to take over.
    if (!alone) shareHandshakes(file);
    else if (sockets.others > 0) steerHandshakes(file, sockets.others);
  }

  async function retire(old: Server, { files }: Listening, milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds;
    leaving.add(old);
    await farewell(() => arrived);
    if (refuseHandshakes(files)) await Bun.sleep(handshakeMs);
    void old.stop(false);
    while (old.pendingRequests > 0 && performance.now() < end) await Bun.sleep(lookMs);
    await old.stop(true);
    leaving.delete(old);
  }

  return {
    hostname: server.hostname ?? config.host,
    port,
    answerWith(made) {
      serve = made;
    },
    takeConnections,
    async renewCertificate() {
      const [old, former] = [server, sockets];
      server = bind(port);
      sockets = socketsOf(former.files);
      takeConnections(true);
      await retire(old, former, idleSeconds * 1000);
      takeConnections(false);
    },
    drain: (milliseconds) => retire(server, sockets, milliseconds),
  };
}

/**
 * Clients that send another request within a second get `Connection: close`; without any, there is nothing to wait
 * for.
 */
async function farewell(arrived: () => number): Promise<void> {
  const end = performance.now() + farewellMs;
  let seen = -1;
  while (performance.now() < end && seen !== arrived()) {
    seen = arrived();
    await Bun.sleep(quietMs);
  }
}
