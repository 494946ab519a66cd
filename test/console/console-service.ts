import { systemClock } from "../../src/base/clock.ts";
import type { Serve } from "../../src/calls/dispatch.ts";
import { consoleFiles } from "../../src/server/console/console-files.ts";
import { startService, type TestService } from "../harness.ts";

/** The service at its own port, for a browser. */
export interface ConsoleService {
  readonly origin: string;
  /** The console's address with the prefix. */
  readonly url: string;
  readonly service: TestService;
  /** While interrupted, every request returns 503, as during a start. */
  interrupt(interrupted: boolean): void;
  /** Answers a path with this body, in place of the service. */
  replace(path: string, type: string, body: string): void;
  end(): Promise<void>;
}

/** Starts the service with a built console. A prefix is removed from paths, as by a proxy. Passkeys need a host name. */
export async function startConsoleService(
  settings: Record<string, string> = {},
  prefix = "",
  host = "127.0.0.1",
): Promise<ConsoleService> {
  await consoleFiles();
  let serve: Serve | undefined;
  let interrupted = false;
  const replaced = new Map<string, { readonly type: string; readonly body: string }>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    // The OpenAPI document is made by a process of low priority: a busy machine takes longer than the default of 10 s.
    idleTimeout: 0,
    fetch(request) {
      const url = new URL(request.url);
      if (!url.pathname.startsWith(prefix)) return new Response("outside of the prefix", { status: 404 });
      if (!serve || interrupted) return new Response(null, { status: 503 });
      url.pathname = url.pathname.slice(prefix.length) || "/";
      const other = replaced.get(url.pathname);
      if (other) return new Response(other.body, { headers: { "content-type": other.type } });
      return serve(prefix ? new Request(url.href, request) : request, "127.0.0.1");
    },
  });
  const origin = `http://${host}:${server.port}`;
  const service = await startService(
    undefined,
    { VINGATE_PUBLIC_URL: origin + prefix, ...settings },
    { clock: systemClock },
  );
  serve = service.serve;
  return {
    origin,
    url: `${origin}${prefix}/console`,
    service,
    interrupt(now) {
      interrupted = now;
    },
    replace(path, type, body) {
      replaced.set(path, { type, body });
    },
    async end() {
      await server.stop(true);
      await service.end();
    },
  };
}
