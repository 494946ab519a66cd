import { errorFields, type Log } from "../../base/log.ts";
import type { Serve } from "../../calls/dispatch.ts";
import type { Config } from "../../config.ts";
import {
  type Listening,
  listeningAt,
  refuseHandshakes,
  shareHandshakes,
  steerHandshakes,
} from "./handshakes.ts";
import { listenFailure } from "./port.ts";
import { readTls } from "./tls.ts";

type Server = Bun.Server<undefined>;

// Each operation bounds its body itself and says so in its 413. What is not read is dropped, not kept.
const transportBodyMax = Number.MAX_SAFE_INTEGER;
const idleSeconds = 30;
/** So long callers are told to go elsewhere before the port is left. */
const farewellMs = 1000;
const quietMs = 200;
/** A connection that had begun is accepted by then, and its request is here. */
const handshakeMs = 250;
const lookMs = 5;

/** The port, and the requests that came by it. */
export interface Listener {
  readonly hostname: string;
  readonly port: number;
  /** From now on this answers. */
  answerWith(serve: Serve): void;
  /** New connections come here alone while those that listened before leave the port; or to all again. */
  takeConnections(alone: boolean): Promise<void>;
  /** Reads the certificate's files again; throws an `OperatorError`, and goes on with the old one, where it cannot. */
  renewCertificate(): Promise<void>;
  /**
   * Lets callers know by `Connection: close` that they need another connection, leaves the port, and resolves
   * when what was asked is answered, or after so many milliseconds.
   */
  drain(milliseconds: number): Promise<void>;
}

type ListenConfig = Pick<Config, "port" | "host" | "tlsCert" | "tlsKey">;

const starting: Serve = async () =>
  Response.json({ status: "starting" }, { status: 503, headers: { "retry-after": "1" } });

/** Listens; throws an `OperatorError` where it cannot. `shared`: other processes of this service listen there too. */
export function listen(config: ListenConfig, log: Log, shared: boolean): Listener {
  let serve = starting;
  let arrived = 0;
  const leaving = new Set<Server>();
  const options = {
    hostname: config.host,
    // A certificate is renewed by listening once more.
    reusePort: shared || config.tlsCert !== undefined,
    maxRequestBodySize: transportBodyMax,
    idleTimeout: idleSeconds,
    // Bun's own error page would show source lines.
    development: false,
    async fetch(request: Request, self: Server) {
      arrived += 1;
      const response = await serve(request, self.requestIP(request)?.address ?? "");
      // Not when the request came, but when its answer goes: nobody may send another after it.
      if (leaving.size > 0 && leaving.has(self)) response.headers.set("connection", "close");
      return response;
    },
    error: (error: Error) => {
      log.error("request failed", errorFields(error));
      return new Response(null, { status: 500 });
    },
  };

  const bind = (port: number): Server => {
    const tls = readTls(config, log);
    try {
      return Bun.serve({ ...options, port, ...(tls && { tls }) });
    } catch (error) {
      throw listenFailure(error, config);
    }
  };
  let server = bind(config.port);
  const port = server.port ?? config.port;
  let sockets = listeningAt(port);

  async function takeConnections(alone: boolean): Promise<void> {
    const [file] = sockets.files;
    if (file === undefined) return;
    // Where nobody listened before there is nothing to be taken.
    if (!alone) await shareHandshakes(file);
    else if (sockets.others > 0) await steerHandshakes(file, sockets.others);
  }

  async function retire(old: Server, { files }: Listening, milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds;
    leaving.add(old);
    await farewell(() => arrived);
    if (await refuseHandshakes(files)) await Bun.sleep(handshakeMs);
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
      sockets = listeningAt(port, former.files);
      await takeConnections(true);
      await retire(old, former, idleSeconds * 1000);
      await takeConnections(false);
    },
    drain: (milliseconds) => retire(server, sockets, milliseconds),
  };
}

/** Whoever asks again within a second hears that it must go; where nobody asks, there is nobody to wait for. */
async function farewell(arrived: () => number): Promise<void> {
  const end = performance.now() + farewellMs;
  let seen = -1;
  while (performance.now() < end && seen !== arrived()) {
    seen = arrived();
    await Bun.sleep(quietMs);
  }
}
