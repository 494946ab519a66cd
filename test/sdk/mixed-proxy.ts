import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/**
 * What happens to a request: the proxy answers with this status in place of the service, which never receives it; `late`
 * statuses replace an answer of the service; `cut` sends half of it.
 */
export type Fault = 500 | 502 | 503 | 504 | "late 502" | "late 504" | "cut" | "pass";

export interface MixedProxy {
  readonly url: string;
  /** What happens to the requests, one after another; those after the last one pass. */
  plan: Fault[];
  /** What happened to each request so far. */
  readonly met: readonly Fault[];
  close(): void;
}

/** A load balancer before a service that answers by itself, and cuts answers off. */
export async function mixedProxy(service: string): Promise<MixedProxy> {
  const met: Fault[] = [];
  const proxy = { plan: [] as Fault[], met };
  const server = createServer(async (request, response) => {
    const fault = proxy.plan.shift() ?? "pass";
    met.push(fault);
    const body = await bodyOf(request);
    if (typeof fault === "number") return refuse(response, fault);
    const { url = "/", method = "GET", headers } = request;
    const { connection: _, host: __, "content-length": ___, ...sent } = headers as Record<string, string>;
    const answer = await fetch(service + url, {
      method,
      headers: { ...sent, "accept-encoding": "identity" },
      redirect: "manual",
      keepalive: false,
      ...(body.length > 0 && { body }),
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (fault === "late 502" || fault === "late 504") return refuse(response, Number(fault.slice(5)));
    const shown = Object.fromEntries(answer.headers);
    delete shown["transfer-encoding"];
    response.writeHead(answer.status, { ...shown, "content-length": bytes.length, connection: "close" });
    if (fault === "pass") return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    "content-type": "text/html",
    connection: "close",
    ...(status === 503 && { "retry-after": "1" }),
  });
  response.end(`<html><h1>${status}</h1></html>`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
