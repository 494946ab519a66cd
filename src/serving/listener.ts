import { errorFields, type Log } from "../base/log.ts";
import type { Config } from "../config.ts";
import type { Serve } from "../serve.ts";
import { refuseHandshakes } from "./handshakes.ts";
import { listenFailure } from "./port.ts";

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
  /**
   * Lets callers know by `Connection: close` that they need another connection, leaves the port, and resolves
   * when what was asked is answered, or after so many milliseconds.
   */
  drain(milliseconds: number): Promise<void>;
}

const starting: Serve = async () =>
  Response.json({ status: "starting" }, { status: 503, headers: { "retry-after": "1" } });

/** Listens; throws an `OperatorError` where it cannot. `shared`: other processes of this service listen there too. */
export function listen({ port, host }: Pick<Config, "port" | "host">, log: Log, shared: boolean): Listener {
  let serve = starting;
  let leaving = false;
  let arrived = 0;
  const answered = (response: Response): Response => {
    // Not when the request came, but when its answer goes: nobody may send another after it.
    if (leaving) response.headers.set("connection", "close");
    return response;
  };
  const options = {
    port,
    hostname: host,
    reusePort: shared,
    maxRequestBodySize: transportBodyMax,
    idleTimeout: idleSeconds,
    // Bun's own error page would show source lines.
    development: false,
    fetch(request: Request, self: Bun.Server<undefined>) {
      arrived += 1;
      return serve(request, self.requestIP(request)?.address ?? "").then(answered);
    },
    error: (error: Error) => {
      log.error("request failed", errorFields(error));
      return new Response(null, { status: 500 });
    },
  };
  const server = bind(options);

  /** Whoever asks again within a second hears it; where nobody asks, there is nobody to wait for. */
  async function farewell(): Promise<void> {
    const end = performance.now() + farewellMs;
    let seen = -1;
    while (performance.now() < end && seen !== arrived) {
      seen = arrived;
      await Bun.sleep(quietMs);
    }
  }

  return {
    hostname: server.hostname ?? host,
    port: server.port ?? port,
    answerWith(made) {
      serve = made;
    },
    async drain(milliseconds) {
      const end = performance.now() + milliseconds;
      leaving = true;
      await farewell();
      if (await refuseHandshakes(server.port ?? port)) await Bun.sleep(handshakeMs);
      void server.stop(false);
      while (server.pendingRequests > 0 && performance.now() < end) await Bun.sleep(lookMs);
      await server.stop(true);
    },
  };
}

function bind(options: Bun.Serve.Options<undefined> & { hostname: string; port: number }) {
  try {
    return Bun.serve(options);
  } catch (error) {
    throw listenFailure(error, { host: options.hostname, port: options.port });
  }
}
