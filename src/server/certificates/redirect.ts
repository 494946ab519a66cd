import type { Serve } from "../../calls/dispatch.ts";
import type { Config } from "../../config.ts";
import { listenFailure } from "../listen-failure.ts";

const challengePath = "/.well-known/acme-challenge/";

/** Answers challenges over HTTP and sends everything else to HTTPS. Returns what closes the port. */
export function listenForChallenges(
  { host, publicUrl }: Pick<Config, "host" | "publicUrl">,
  port: number,
  serve: Serve,
): () => Promise<void> {
  const { origin } = new URL(publicUrl);
  try {
    const server = Bun.serve({
      hostname: host,
      port,
      reusePort: true,
      idleTimeout: 10,
      development: false,
      async fetch(request, self) {
        const { pathname, search } = new URL(request.url);
        if (pathname.startsWith(challengePath))
          return serve(request, self.requestIP(request)?.address ?? "", () => undefined);
        const status = request.method === "GET" || request.method === "HEAD" ? 301 : 308;
        return new Response(null, { status, headers: { location: origin + pathname + search } });
      },
    });
    return () => server.stop(true);
  } catch (error) {
    throw listenFailure(error, { host, port }, "VINGATE_ACME_HTTP_PORT");
  }
}
